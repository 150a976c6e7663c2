import Foundation
import MessagingCore
import MessagingModel
import Testing

/// What is accepted, and what a person and a developer hear when it is not.
@Suite("The composer") final class MessageComposerTests {
  private let folder: URL
  private let files: OwnedDirectory
  private let store: InMemoryRepository

  init() async throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("composer-\(ProcessInfo.processInfo.globallyUniqueString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    files = OwnedDirectory(root: folder.appendingPathComponent("media"))
    store = try await InMemoryRepository(owner: "me")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private static let secret = "the treasure lies under the oak"

  private var composer: MessageComposer { MessageComposer(repository: store, files: files) }

  private func source(_ name: String) throws -> URL {
    let url = folder.appendingPathComponent(name)
    try Data(repeating: 7, count: 5).write(to: url)
    return url
  }

  private func id(_ number: UInt64) -> MessageID { MessageID(high: 0, low: number) }

  private func bodies() async throws -> [Body] {
    try await store.read(Query(.newest, in: "k1", limit: 10, crossesGaps: true)).messages
      .map(\.body)
  }

  private var folders: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: files.root.path)) ?? []
  }

  @Test("a text and a payment become messages as they are") func accepted() async throws {
    let payment = Body.Payment(amount: 1_250, currency: "EUR", note: "lunch")
    #expect(try await composer.send(Draft(.text("hi"), in: "k1"), as: id(1), at: 5) == .done)
    #expect(try await composer.send(Draft(.payment(payment), in: "k1"), as: id(2), at: 6) == .done)
    #expect(
      try await composer.send(Draft(.payment(payment), in: "k1"), as: id(2), at: 7) == .unchanged)
    #expect(try await bodies() == [.text("hi"), .payment(payment)])
  }

  @Test("a draft that was taken back stays so, and leaves no file") func takenBack() async throws {
    let photo = try source("a.jpg")
    let draft = Draft(.files([.init(source: photo)], kind: .photo), in: "k1")
    #expect(try await composer.send(draft, as: id(1), at: 5) == .done)
    let chat = ConversationActions(store, in: "k1", owner: "me")
    #expect(try await chat.cancel(id(1)) == .done)
    await files.discard(MessageKey("k1", id(1)))
    #expect(try await composer.send(draft, as: id(1), at: 5) == .gone)
    #expect(try await bodies() == [])
    #expect(folders == [])
  }

  @Test(
    "what says nothing is refused before anything is copied or stored",
    arguments: [
      (Draft.Content.text(""), "empty"),
      (.files([], kind: .photo, caption: secret), "empty"),
      (
        .files(
          Array(
            repeating: .init(source: URL(filePath: "/\(secret)")), count: Limits.attachments + 1),
          kind: .photo, caption: secret),
        "too-many-files"
      ),
      (.payment(Body.Payment(amount: 0, currency: "EUR", note: ExactString(secret))), "no-amount"),
      (.payment(Body.Payment(amount: -5, currency: "EUR", note: ExactString(secret))), "no-amount"),
      (.payment(Body.Payment(amount: 5, currency: "", note: ExactString(secret))), "no-currency"),
    ])
  func refused(content: Draft.Content, code: String) async throws {
    let refusal = await #expect(throws: DraftRefusal.self) {
      try await composer.send(Draft(content, in: "k1"), as: id(1), at: 5)
    }
    #expect(refusal?.description.hasPrefix(code) == true)
    #expect(try await bodies() == [])
    #expect(folders == [])
    if let refusal { expectBothRegisters(of: refusal) }
  }

  @Test("as many files as fit are taken") func asManyAsFit() async throws {
    let photo = Draft.File(source: try source("a.jpg"))
    let photos = Array(repeating: photo, count: Limits.attachments)
    let draft = Draft(.files(photos, kind: .photo), in: "k1")
    #expect(try await composer.send(draft, as: id(1), at: 5) == .done)
  }

  @Test(
    "refusals of files, of the store and of the conversation: two registers, no words of people")
  func registers() async throws {
    let secret = MessageComposerTests.secret
    let missing = Draft(
      .files(
        [.init(source: folder.appendingPathComponent(secret), placeholder: secret)], kind: .file,
        caption: secret), in: "k1")
    let long = Draft(.text(String(repeating: secret, count: Limits.body / 10)), in: "k1")
    for (draft, code, sentence) in [
      (missing, "file 0: file-missing, permanent", "File 1 is not there any more. Add it again."),
      (long, "store: limit-exceeded", "This message is too large."),
    ] {
      let refusal = await #expect(throws: DraftRefusal.self) {
        try await composer.send(draft, as: id(1), at: 5)
      }
      #expect(refusal?.description.hasPrefix(code) == true, "\(String(describing: refusal))")
      #expect(refusal?.userMessage == sentence)
      if let refusal { expectBothRegisters(of: refusal) }
    }
    let blocked = MessageComposer(repository: store, files: files) { conversation in
      FailureReason(code: "blocked", text: conversation == "k1" ? "" : "Ann left this chat.")
    }
    for (conversation, sentence) in [
      ("k1" as ConversationID, "You cannot send messages here."), ("k2", "Ann left this chat."),
    ] {
      let refusal = await #expect(throws: DraftRefusal.self) {
        try await blocked.send(Draft(.text(secret), in: conversation), as: id(1), at: 5)
      }
      #expect(refusal?.description == "not-possible: blocked")
      #expect(refusal?.userMessage == sentence)
    }
  }

  @Test(
    "each refusal of a file has its sentence",
    arguments: [
      (SendError(.permanent, code: "file-empty"), "File 3 is empty."),
      (SendError(.permanent, code: "file-missing"), "File 3 is not there any more. Add it again."),
      (SendError(.permanent, code: "file-name"), "File 3 cannot be sent."),
      (
        SendError(.transient, code: "disk"),
        "File 3 could not be copied. Free some space and try again."
      ),
    ])
  func fileSentences(error: SendError, sentence: String) {
    #expect(DraftRefusal.file(2, error).userMessage == sentence)
    #expect(DraftRefusal.file(2, error).description.contains(error.code.string))
  }

  /// A sentence for people without codes, a reason for developers, and nothing of what was written.
  private func expectBothRegisters(of refusal: DraftRefusal) {
    let sentence = refusal.userMessage
    #expect(sentence.hasSuffix(".") && sentence.first?.isUppercase == true)
    #expect(!sentence.contains("-"))
    #expect(sentence != refusal.description)
    for text in [sentence, refusal.description, String(reflecting: refusal)] {
      #expect(!text.contains("treasure"))
    }
  }

  @Test("each refusal has its sentence, and files are counted from one") func sentences() {
    let sentences: [(DraftRefusal, String)] = [
      (.empty, "There is nothing to send yet."),
      (.tooManyFiles(101), "A message can hold at most 100 files."),
      (.noAmount, "Enter an amount above zero."),
      (.noCurrency, "Choose a currency."),
      (
        .file(0, SendError(.permanent, code: "file-missing")),
        "File 1 is not there any more. Add it again."
      ),
      (.file(1, SendError(.permanent, code: "file-empty")), "File 2 is empty."),
      (.file(2, SendError(.permanent, code: "file-kind")), "File 3 cannot be sent."),
      (
        .file(3, SendError(.transient, code: "disk")),
        "File 4 could not be copied. Free some space and try again."
      ),
    ]
    for (refusal, sentence) in sentences { #expect(refusal.userMessage == sentence) }
    #expect(
      DraftRefusal.file(3, SendError(.transient, code: "disk")).description
        == "file 3: disk, transient")
  }
}
