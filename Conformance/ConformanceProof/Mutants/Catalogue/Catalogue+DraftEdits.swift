internal import Foundation
internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

// Faults with the files of edits.
extension MutantCatalogue {
  static let draftEdits: [Mutant] = [
    Mutant(
      "kept-files-are-copied", kills: "DRAFT-012", "An edit copies all files anew.",
      origin: "ten megabytes for a comma",
      .composing { bent in
        bent.edits = { bent, message, edit, change in
          var edit = edit
          edit.files = edit.files.map { file in
            guard case .kept(let attachment) = file, let path = attachment.localPath else {
              return file
            }
            return .added(
              Draft.File(
                source: bent.home.url(of: path), placeholder: attachment.placeholder?.string,
                width: attachment.width, height: attachment.height))
          }
          return try await bent.composer.edit(message, to: edit, as: change)
        }
      }),
    Mutant(
      "refused-edit-clears-the-folder", kills: "DRAFT-013",
      "A refused edit takes all files of its message along.",
      origin: "a clean-up that was written for new messages",
      .composing { bent in
        bent.edits = { bent, message, edit, change in
          do throws(DraftRefusal) {
            return try await bent.composer.edit(message, to: edit, as: change)
          } catch {
            if case .file = error { await bent.home.discard(message) }
            throw error
          }
        }
      }),
    Mutant(
      "edits-what-others-wrote", kills: "DRAFT-014",
      "An edit of a message of somebody else is reported as done.",
      origin: "a menu that was built from the wrong row",
      .composing { bent in
        bent.edits = { bent, message, edit, change in
          let outcome = try await bent.composer.edit(message, to: edit, as: change)
          return outcome == .notEntitled ? .done : outcome
        }
      }),
  ]
}
