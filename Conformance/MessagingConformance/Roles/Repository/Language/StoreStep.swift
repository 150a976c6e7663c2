internal import MessagingModel

/// A step in the language of repositories: what it does to a store.
struct StoreStep: Sendable {
  enum Action: Sendable {
    case apply([Change])
    case reopen
    case kill
    /// The text of an `apply` is not the canonical form of a list of changes.
    case malformed(String)
    /// How a property is run.
    case set(PropertySetting)
  }

  /// What a step knows about the script around it.
  struct Scope {
    let names: ScriptNames
    let conversation: ConversationID

    func key(_ reference: ScriptReference) -> MessageKey {
      MessageKey(conversation, names.id(reference, in: conversation))
    }
  }

  let conversation: ConversationID
  /// The messages that the step names.
  let references: [ScriptReference]
  private let make: @Sendable (Scope) -> Action

  /// - Parameter also: messages that the line refers to beyond those that it names.
  init(
    _ arguments: Arguments, also: [ScriptReference] = [],
    _ changes: @escaping @Sendable (Scope) -> [Change]
  ) {
    self.init(arguments, also: also, action: { .apply(changes($0)) })
  }

  init(
    _ arguments: Arguments, also: [ScriptReference] = [],
    action: @escaping @Sendable (Scope) -> Action
  ) {
    conversation = arguments.conversation
    references = arguments.references + also
    make = action
  }

  /// Returns the action, and learns the names in it.
  func action(_ names: inout ScriptNames) -> Action {
    for reference in references { names.learn(reference, in: conversation) }
    let action = make(Scope(names: names, conversation: conversation))
    if case .apply(let changes) = action { for change in changes { names.learn(change) } }
    return action
  }
}

/// A setting of how a property is run.
enum PropertySetting: Hashable, Sendable {
  /// The number of orders in which its steps run; `nil` for all orders.
  case orders(Int?)
  /// Run random steps made of these verbs.
  case verbs([String])
  /// The number of random histories.
  case cases(Int)
  /// The greatest number of steps in one history.
  case length(Int)
}

extension Arguments {
  /// The conversation that a line is about.
  var conversation: ConversationID {
    named("in", Words.conversation) ?? ScriptNames.conversation
  }

  /// The participant who does what the line describes.
  var author: ParticipantID { named("by", Words.name) ?? ScriptNames.author }

  /// The version that a line names, or a version with the given order.
  func version(orElse order: Int = 0) -> Version {
    Version(order: Int64(named("version", Words.number) ?? order))
  }

  /// The message that a key names.
  func target(_ key: String) -> MessageReference? {
    named(key, Words.reference).map(ScriptNames.target)
  }

  /// The moment that a line names, if any.
  var time: ScriptTime? { all(Words.time).first }

  /// The messages that a line names, in the order of the line; those of its keys come last, by key.
  var references: [ScriptReference] {
    let words = [Words.reference, Words.client, Words.remote].map(\.name) + [Words.placed.name]
    let keys = named.sorted { $0.key < $1.key }.map(\.value)
    return (given + keys).compactMap { given in
      words.contains(given.slot) ? Words.reference.read(given.token) : nil
    }
  }
}

/// The message bodies that `kind=` and `file=` describe.
enum ScriptBody {
  static func outgoing(_ text: String, _ arguments: Arguments) -> Body {
    let files = (arguments.named("file", Words.path) ?? "").split(separator: ",").map { path in
      Attachment(localPath: RelativePath(String(path)), byteCount: 1_000, upload: .waiting)
    }
    return body(text, arguments, isFile: !files.isEmpty) {
      files.isEmpty ? [Attachment(upload: .waiting)] : files
    }
  }

  static func received(
    _ text: String, _ reference: ScriptReference, _ arguments: Arguments
  ) -> Body {
    let paths = (arguments.named("file", Words.path) ?? "").split(separator: ",").map(String.init)
    return body(text, arguments, isFile: !paths.isEmpty) {
      (paths.isEmpty ? [reference.name] : paths).map { path in
        Attachment(remote: ExactString("https://example.org/\(path)"), byteCount: 1_000)
      }
    }
  }

  private static func body(
    _ text: String, _ arguments: Arguments, isFile: Bool, files: () -> [Attachment]
  ) -> Body {
    let exact = ExactString(text)
    let kind = arguments.named("kind", Words.kind) ?? (isFile ? "photo" : "text")
    if let media = Body.Media.Kind(rawValue: kind) {
      return .media(Body.Media(kind: media, attachments: files(), caption: exact))
    }
    if kind.hasPrefix("unknown:") {
      return .unknown(kind: ExactString(String(kind.dropFirst(8))), payload: exact)
    }
    switch kind {
    case "payment": return .payment(Body.Payment(amount: 100, currency: "EUR", note: exact))
    case "system": return .system(exact)
    default: return .text(exact)
    }
  }
}
