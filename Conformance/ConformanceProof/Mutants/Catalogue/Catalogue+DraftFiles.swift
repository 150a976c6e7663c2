internal import Foundation
internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

// Faults with the files of drafts.
extension MutantCatalogue {
  static let draftFiles: [Mutant] = [
    Mutant(
      "copies-afterwards", kills: "DRAFT-001",
      "Files reach the directory of the app when the message is stored already.",
      origin: "a copy on a queue of its own, to keep the button fast",
      .composing(ports: { ports in
        ports.directory = ports.directory.deletingLastPathComponent()
          .appendingPathComponent("elsewhere")
      }) { bent in
        bent.sends = { bent, draft, id, time in
          defer { bent.bringHome() }
          return try await bent.composer.send(draft, as: id, at: time)
        }
        bent.edits = { bent, message, edit, change in
          defer { bent.bringHome() }
          return try await bent.composer.edit(message, to: edit, as: change)
        }
      }),
    Mutant(
      "keeps-the-whole-path", kills: "DRAFT-002", "The root of the directory is stored in it.",
      origin: "photos that were gone after each update of the app",
      .composing { bent in
        bent.finds = { bent, path in
          let stored = bent.home.root.appendingPathComponent("root")
          let known = try? String(contentsOf: stored, encoding: .utf8)
          let root = known.map { URL(fileURLWithPath: $0, isDirectory: true) } ?? bent.home.root
          return root.appendingPathComponent(path.text.string)
        }
        bent.sends = { bent, draft, id, time in
          let root = bent.home.root
          try Data(root.path.utf8).write(to: root.appendingPathComponent("root"))
          return try await bent.composer.send(draft, as: id, at: time)
        }
      }),
    Mutant(
      "keeps-the-first-files", kills: "DRAFT-003",
      "The files before a missing one stay in the directory.",
      origin: "a loop that returned from its middle",
      .composing { bent in
        bent.sends = { bent, draft, id, time in
          do throws(DraftRefusal) {
            return try await bent.composer.send(draft, as: id, at: time)
          } catch {
            if case .file(let index, _) = error { bent.leave(draft.drafted.prefix(index)) }
            throw error
          }
        }
      }),
    Mutant(
      "blames-the-first-file", kills: "DRAFT-004", "A refusal always names the first file.",
      origin: "an error that was made outside of the loop",
      .composing { bent in
        bent.sends = { bent, draft, id, time in
          do throws(DraftRefusal) {
            return try await bent.composer.send(draft, as: id, at: time)
          } catch {
            guard case .file(_, let reason) = error else { throw error }
            throw DraftRefusal.file(0, reason)
          }
        }
      }),
    Mutant(
      "files-without-a-message", kills: "DRAFT-005",
      "The files of a message that the store refused stay.",
      origin: "an app that grew with each failed attempt",
      .composing { bent in
        bent.sends = { bent, draft, id, time in
          do throws(DraftRefusal) {
            return try await bent.composer.send(draft, as: id, at: time)
          } catch {
            if case .store = error { bent.leave(draft.drafted) }
            throw error
          }
        }
      }),
    Mutant(
      "gone-leaves-its-files", kills: "DRAFT-007",
      "The files of a message that was cancelled are copied again, and stay.",
      origin: "the outcome of the store was not looked at",
      .composing { bent in
        bent.sends = { bent, draft, id, time in
          let outcome = try await bent.composer.send(draft, as: id, at: time)
          if outcome == .gone { bent.leave(draft.drafted) }
          return outcome
        }
      }),
    Mutant(
      "one-folder-for-an-id", kills: "DRAFT-011",
      "Messages of one identity in two conversations share their files.",
      origin: "a forwarded album that changed in the first chat",
      .composing { bent in
        let written = Locked<[MessageID: [URL]]>([:])
        bent.sends = { bent, draft, id, time in
          let outcome = try await bent.composer.send(draft, as: id, at: time)
          guard outcome == .done, !draft.drafted.isEmpty else { return outcome }
          for (older, file) in zip(written.current[id] ?? [], draft.drafted) {
            try? Data(contentsOf: file.source).write(to: older)
          }
          let query = Query(.around(.id(id)), in: draft.conversation, limit: 1)
          let page = try await bent.store.read(query)
          let urls = page.messages.flatMap(\.body.attachments).compactMap(\.localPath)
            .map(bent.home.url)
          written.withLock { $0[id, default: []] += urls }
          return outcome
        }
      }),
    Mutant(
      "only-looks-whether-it-exists", kills: "DRAFT-015",
      "The check of a file does not compare its size.", origin: "videos that stopped in the middle",
      .composing { bent in
        bent.checks = { bent, file throws(SendError) in
          do throws(SendError) {
            try await bent.home.check(file)
          } catch {
            if error.code != "file-changed" { throw error }
          }
        }
      }),
    Mutant(
      "sweeps-what-is-new", kills: "DRAFT-016", "A sweep does not ask how old a folder is.",
      origin: "photos of the share sheet that were gone when the app started",
      .composing { bent in bent.sweeps = { _, isNeeded in (.zero, isNeeded) } }),
    Mutant(
      "sweeps-what-is-needed", kills: "DRAFT-016",
      "A sweep removes what has not changed for long, needed or not.",
      origin: "a cache that was cleaned by age",
      .composing { bent in bent.sweeps = { age, _ in (age, false) } }),
    Mutant(
      "discards-nothing", kills: "DRAFT-017", "The files of a deleted message stay.",
      origin: "photos that somebody had deleted for everybody",
      .composing { bent in bent.discards = { _, _ in } }),
    Mutant(
      "removes-in-doubt", kills: "DRAFT-019",
      "After an error of the store the files of the message are removed.",
      origin: "a photo without a file, after a full disk",
      .composing { bent in
        bent.sends = { bent, draft, id, time in
          do throws(DraftRefusal) {
            return try await bent.composer.send(draft, as: id, at: time)
          } catch {
            if case .store = error {
              await bent.home.discard(MessageKey(draft.conversation, id))
            }
            throw error
          }
        }
      }),
  ]
}
