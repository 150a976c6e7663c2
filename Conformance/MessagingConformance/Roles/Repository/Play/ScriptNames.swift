package import MessagingModel

/// What the short names of scripts stand for: `c1`, `s7`, `d2`, `k1`, `me`.
package struct ScriptNames: Sendable {
  private struct Key: Hashable { let conversation: ConversationID, remote: Int }

  /// The owner's messages that have a remote id: the number of the client id, by remote id.
  private var clients: [Key: Int] = [:]
  /// The positions of remote messages, as the script first named them.
  private var places: [Key: ServerPosition] = [:]
  /// The files of each message in the order in which the script names them.
  private var files: [MessageKey: [RelativePath]] = [:]

  static let owner: ParticipantID = "me"
  /// The author where a script names none.
  static let author: ParticipantID = "ann"
  static let conversation: ConversationID = "k1"

  /// The identity that this device minted for `c1`.
  static func client(_ number: Int) -> MessageID { MessageID(high: 0, low: UInt64(number)) }

  /// The identity of the unsent change `d1`.
  static func dependent(_ word: String) -> MessageID {
    MessageID(high: 0xD, low: UInt64(word.dropFirst()) ?? 0)
  }

  /// A path that is a literal or made from a number. Stops the program for any other text.
  package static func path(_ text: String) -> RelativePath {
    guard let path = RelativePath(text) else {
      preconditionFailure("'\(text)' is not a path; write photos/a.jpg")
    }
    return path
  }

  static func remote(_ number: Int) -> RemoteID { RemoteID("s\(number)") }

  static func position(_ number: Int, _ time: ScriptTime) -> ServerPosition {
    ServerPosition(
      serverTime: Timestamp(milliseconds: time.server),
      timestamp: Timestamp(milliseconds: time.timestamp), remoteID: remote(number))
  }

  /// How the network, or a script, refers to a message.
  static func target(_ reference: ScriptReference) -> MessageReference {
    if let remote = reference.remote { return .remote(self.remote(remote)) }
    return .id(client(reference.client ?? 0))
  }

  /// Records what a reference contains: the position, and which message of the owner it is.
  mutating func learn(_ reference: ScriptReference, in conversation: ConversationID) {
    guard let remote = reference.remote else { return }
    let key = Key(conversation: conversation, remote: remote)
    if let client = reference.client { clients[key] = client }
    if let time = reference.time, places[key] == nil {
      places[key] = ScriptNames.position(remote, time)
    }
  }

  /// Records that the server took a message of the owner.
  mutating func learn(client: Int, isRemote remote: Int, in conversation: ConversationID) {
    clients[Key(conversation: conversation, remote: remote)] = client
  }

  /// Records the files of a message.
  mutating func learn(_ change: Change) {
    switch change {
    case .enqueue(let message): learn(message.body, of: message.key)
    case .amend(let key, _, .edit(let body)): learn(body, of: key)
    case .amend, .acknowledge, .settle, .fail, .tried, .retry, .cancel, .upload, .receive, .page,
      .relate,
      .openGap, .giveUp, .advance, .read, .reported, .resetHistory,
      .forget:
      break
    }
  }

  private mutating func learn(_ body: Body, of key: MessageKey) {
    for path in body.attachments.compactMap(\.localPath)
    where files[key]?.contains(path) != true { files[key, default: []].append(path) }
  }

  /// The file of a message with a number, from 1. Also returns a path if no line names such a file.
  func file(_ number: Int, of key: MessageKey) -> RelativePath {
    let known = files[key] ?? []
    return known.indices.contains(number - 1)
      ? known[number - 1] : ScriptNames.path("files/\(number)")
  }

  /// The identity of a message, as far as the script determines it.
  func id(_ reference: ScriptReference, in conversation: ConversationID) -> MessageID {
    if let client = reference.client { return ScriptNames.client(client) }
    guard let remote = reference.remote else { return ScriptNames.client(0) }
    if let client = clients[Key(conversation: conversation, remote: remote)] {
      return ScriptNames.client(client)
    }
    return MessageID(derivedFrom: ScriptNames.remote(remote), in: conversation)
  }

  /// The position of a message and its conversation; `nil` if the script never gave one. The
  /// conversation differs from the given one if only another conversation has the message.
  func place(
    _ reference: ScriptReference, in conversation: ConversationID
  ) -> (ConversationID, ServerPosition)? {
    guard let remote = reference.remote else { return nil }
    if let time = reference.time {
      return (conversation, ScriptNames.position(remote, time))
    }
    if let place = places[Key(conversation: conversation, remote: remote)] {
      return (conversation, place)
    }
    return places.filter { $0.key.remote == remote }
      .min { $0.key.conversation < $1.key.conversation }
      .map { ($0.key.conversation, $0.value) }
  }

  /// The names that an expectation may use for a message, the usual one first.
  static func names(of message: Message) -> [String] {
    let client = name(of: message.id)
    let isMinted = client.hasPrefix("c")
    guard let remote = message.remoteID?.text.string else { return [client] }
    return isMinted ? [remote, client, "\(remote)=\(client)"] : [remote]
  }

  /// Replaces the identities in a sentence about a page with the script's names.
  static func inWords(of page: Snapshot, _ sentence: String) -> String {
    (page.messages + page.quotes.values).reduce(sentence) { sentence, message in
      sentence.split(separator: message.id.description, omittingEmptySubsequences: false)
        .joined(separator: names(of: message)[0])
    }
  }

  /// Returns `c1`, `d1`, or the digits of an identity that no script minted.
  static func name(of id: MessageID) -> String {
    switch id.high {
    case 0: "c\(id.low)"
    case 0xD: "d\(id.low)"
    default: id.description
    }
  }
}
