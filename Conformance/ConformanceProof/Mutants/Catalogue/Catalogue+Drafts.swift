internal import Foundation
internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension MutantCatalogue {
  static let drafts: [Mutant] = [
    Mutant(
      "a-second-call-starts-anew", kills: "DRAFT-006",
      "Nobody asks whether the message exists before its files are looked at.",
      origin: "an error for a message that was in the chat",
      .composing { bent in
        bent.takes = { draft throws(DraftRefusal) in
          for (index, file) in draft.drafted.enumerated()
          where !FileManager.default.fileExists(atPath: file.source.path) {
            throw .file(index, SendError(.permanent, code: "file-missing"))
          }
        }
      }),
    Mutant(
      "sends-a-blank", kills: "DRAFT-008", "An empty text becomes a message with a blank.",
      origin: "a button that was enabled one moment too early",
      .composing { bent in
        bent.takes = { draft throws(DraftRefusal) in
          if case .text("") = draft.content { draft.content = .text(" ") }
        }
      }),
    Mutant(
      "asks-nobody", kills: "DRAFT-009", "Nobody asks whether the conversation takes messages.",
      origin: "a share sheet that offered groups one had left",
      .composing(ports: { $0.obstacle = { _ in nil } })),
    Mutant(
      "asks-before-it-looks", kills: "DRAFT-009",
      "What is stored already is refused where nothing can be sent any more.",
      origin: "an error for a message that was in the chat, after its author had left",
      .composing { bent in bent.asksFirst = bent.obstacle }),
    Mutant(
      "forgets-the-placeholder", kills: "DRAFT-010",
      "The placeholder of a file is not stored.", origin: "grey photos until they were uploaded",
      .composing { bent in
        bent.takes = { draft throws(DraftRefusal) in
          guard case .files(let files, let kind, let caption) = draft.content else { return }
          let bare = files.map {
            Draft.File(source: $0.source, width: $0.width, height: $0.height)
          }
          draft.content = .files(bare, kind: kind, caption: caption)
        }
      }),
    Mutant(
      "tells-the-words", kills: "DRAFT-018", "The error of the store quotes the draft.",
      origin: "messages in the log of a crash reporter",
      .composing { bent in
        bent.refuses = { _, call, refusal in
          guard case .store = refusal else { return refusal }
          return .store(RepositoryError(.storage, "could not store '\(call.words)'"))
        }
      }),
  ]
}
