internal import Foundation
internal import MessagingCore
internal import MessagingModel

/// The adapter's side of the protocol, for a subject written in Swift. It produces the golden
/// transcripts, and tests use it to show that the protocol loses nothing.
package final class AdapterServer: Sendable {
  /// Capabilities that an adapter cannot have, because it has its own process, disk and clock, and
  /// because the protocol has no line for what waits.
  static let beyond: Set<Capability> = [
    .faults, .powerLoss, .releases, .virtualTime, .sendingDiagnosis,
  ]

  /// Writes the members of an answer, without its id.
  typealias Members = @Sendable (inout CanonicalWriter) -> Void

  private struct State {
    /// The open store, with its environment, which holds what a store keeps in memory.
    var opened: (repository: any MessageRepository, place: ConformanceEnvironment)?
    var isClosed = false
    var observers: [Task<Void, Never>] = []
  }

  let subject: any ConformanceSubject
  private let say: @Sendable ([UInt8]) -> Void
  private let state = Locked(State())
  /// What was asked for with `new`.
  let instances = Locked<[Int: ServedInstance]>([:])

  /// - Parameter say: called with each line to write.
  package init(_ subject: any ConformanceSubject, say: @escaping @Sendable ([UInt8]) -> Void) {
    (self.subject, self.say) = (subject, say)
  }

  /// Whether the subject plays a role that the protocol supports.
  package static func canServe(_ subject: any ConformanceSubject) -> Bool {
    !roles(of: subject).isEmpty
  }

  /// What of a subject can be asked over lines, in the order of all roles. A whole worker decides
  /// about sending in tasks of its own, which cannot.
  private static func roles(of subject: any ConformanceSubject) -> [Role] {
    CommandSubject.playable.filter { role in
      subject.roles.contains(role) && (role != .sending || !(subject is any SendWorkerSubject))
    }
  }

  /// Handles a request and writes its answer.
  ///
  /// - Throws: what is wrong with the line. Such a line gets no answer.
  package func hear(_ bytes: [UInt8]) async throws {
    let request = try AdapterLine(bytes)
    let id = try request.needed("id", of: Int.self)
    let kind = try request.needed("do", of: ExactString.self).string
    do {
      if let members = try pureAnswer(kind, request) { return answer(id, members) }
      answer(id, try await answerAsStore(kind, request))
    } catch let error as RepositoryError {
      answer(id, AdapterRefusal(code: error.code.rawValue, context: error.context))
    } catch let error as AdapterRefusal {
      answer(id, error)
    }
  }

  /// Answers a request to a role without a store, at once.
  ///
  /// - Throws: what is wrong with the line, which then has no answer.
  func hearPure(_ bytes: [UInt8]) throws {
    let request = try AdapterLine(bytes)
    let id = try request.needed("id", of: Int.self)
    let kind = try request.needed("do", of: ExactString.self).string
    do {
      guard let members = try pureAnswer(kind, request) else {
        return answer(id, AdapterRefusal(code: "storage", context: "unknown request"))
      }
      answer(id, members)
    } catch let error as AdapterRefusal {
      answer(id, error)
    }
  }

  private func answer(_ id: Int, _ members: Members) {
    var writer = CanonicalWriter()
    writer.object { writer in
      writer.field("id", id)
      members(&writer)
    }
    say(writer.bytes)
  }

  private func answer(_ id: Int, _ refusal: AdapterRefusal) {
    answer(id) { writer in
      writer.key("error")
      writer.object { writer in
        writer.field("code", ExactString(refusal.code))
        writer.field("context", ExactString(refusal.context))
      }
    }
  }

  /// Returns the answer of a role without a store; `nil` if the request is for another role.
  private func pureAnswer(_ kind: String, _ request: AdapterLine) throws -> Members? {
    if kind == "hello" { return hello }
    return try answerAsDiffer(kind, request) ?? answerAsForm(kind, request)
      ?? answerAsInstance(kind, request)
  }

  private func answerAsStore(_ kind: String, _ request: AdapterLine) async throws -> Members {
    switch kind {
    case "open":
      try await open(request)
      return { _ in }
    case "apply":
      let changes = try request.needed("changes", of: AdapterList<Change>.self).all
      let commit = try await opened.apply(changes)
      // Only this advances the clock. The store then sends announcements that it has delayed.
      state.current.opened?.place.clock.advance(by: .seconds(1))
      return { $0.field("commit", commit) }
    case "read":
      let snapshot = try await opened.read(request.needed("query", of: Query.self))
      return { $0.field("snapshot", snapshot) }
    case "tokens":
      let tokens = try await opened.syncTokens().map { StreamRecord(id: $0, token: $1) }
        .sorted { $0.id < $1.id }
      return { writer in
        writer.key("tokens")
        writer.array(tokens) { $1.encode(to: &$0) }
      }
    case "conversations":
      let revision = try request.value("after", of: Revision.self)
      let answer = try await opened.asIndex.conversations(changedAfter: revision)
      return { $0.field("changed", AdapterConversations(answer)) }
    case "observe":
      try observe(request)
      return { _ in }
    case "close":
      await close()
      return { _ in }
    default:
      throw RepositoryError(.storage, "unknown request")
    }
  }

  private var opened: any MessageRepository {
    get throws {
      guard let opened = state.current.opened else {
        throw RepositoryError(.closed, "no store is open")
      }
      return opened.repository
    }
  }

  private func hello(_ writer: inout CanonicalWriter) {
    writer.key("hello")
    writer.object { writer in
      writer.field("version", AdapterHello.version)
      writer.field("name", ExactString(subject.name))
      let roles = AdapterServer.roles(of: subject)
      let capabilities = subject.capabilities.subtracting(AdapterServer.beyond)
        .filter { !$0.roles.isDisjoint(with: roles) }
      writer.field("capabilities", capabilities.names.map { ExactString($0) })
      // An adapter without roles is a repository.
      if roles != [.repository] { writer.field("roles", roles.map { ExactString($0.name) }) }
      writer.field("historiesMax", subject.historiesMax)
    }
  }

  private func open(_ request: AdapterLine) async throws {
    let folder = try request.needed("folder", of: ExactString.self).string
    let place = ConformanceEnvironment(
      seed: 0, directory: URL(fileURLWithPath: folder, isDirectory: true),
      disk: WatchedDisk(isWatched: false))
    guard let subject = subject as? any RepositorySubject else {
      throw RepositoryError(.storage, "there is no store here")
    }
    let repository = try await subject.repository(in: place)
    state.withLock { ($0.opened, $0.isClosed) = ((repository, place), false) }
  }

  private func close() async {
    let opened = state.current.opened
    await opened?.repository.close()
    state.withLock { $0.isClosed = true }
  }

  private func observe(_ request: AdapterLine) throws {
    let number = try request.needed("observer", of: Int.self)
    let scope = Scope(
      conversation: try request.value("in", of: ConversationID.self),
      kinds: try request.value("kinds", of: ChangeKinds.self) ?? .all)
    guard !state.current.isClosed else {
      throw RepositoryError(.closed, "the store was closed")
    }
    let stream = try opened.commits(in: scope)
    let say = say
    let listening = Task {
      for await commit in stream {
        var writer = CanonicalWriter()
        writer.object { writer in
          writer.field("event", "commit" as ExactString)
          writer.field("observer", number)
          writer.field("commit", commit)
        }
        say(writer.bytes)
      }
    }
    state.withLock { $0.observers.append(listening) }
  }
}

/// The conversations that changed, in the form of the protocol.
struct AdapterConversations: CanonicalCodable {
  let changed: ChangedConversations

  init(_ changed: ChangedConversations) { self.changed = changed }

  private struct Entry: CanonicalCodable {
    let id: ConversationID
    let revision: Revision

    func encode(to writer: inout CanonicalWriter) {
      writer.object { writer in
        writer.field("id", id)
        writer.field("revision", revision)
      }
    }

    init(_ id: ConversationID, _ revision: Revision) { (self.id, self.revision) = (id, revision) }

    init(from reader: inout CanonicalReader) throws(CanonicalError) {
      self = try reader.object { reader throws(CanonicalError) in
        Entry(try reader.field("id"), try reader.field("revision"))
      }
    }
  }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("upTo", changed.revision)
      writer.flag("whole", changed.isWhole)
      writer.field(
        "conversations",
        changed.conversations.sorted { $0.key < $1.key }.map { Entry($0.key, $0.value) })
    }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    changed = try reader.object { reader throws(CanonicalError) in
      let revision = try reader.field("upTo", as: Revision.self)
      let isWhole = try reader.flag("whole")
      let entries = try reader.list("conversations", of: Entry.self)
      return ChangedConversations(
        revision: revision,
        conversations: Dictionary(entries.map { ($0.id, $0.revision) }, uniquingKeysWith: max),
        isWhole: isWhole)
    }
  }
}

extension AdapterLine {
  /// Returns a member that is required.
  func needed<Value: CanonicalCodable>(
    _ name: String, of type: Value.Type
  ) throws(Mistake) -> Value {
    guard let value = try value(name, of: Value.self) else {
      throw Mistake(offset: 0, expected: "\"\(name)\", found " + names.joined(separator: " "))
    }
    return value
  }
}
