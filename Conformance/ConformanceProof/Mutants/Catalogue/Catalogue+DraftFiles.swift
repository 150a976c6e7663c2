internal import Foundation
internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

// Faults with the files of drafts and edits.
extension MutantCatalogue {
  static let draftFiles: [Mutant] = [
    Mutant(
      "copies-afterwards", kills: "DRAFT-001",
      "Files reach the directory of the app when the message is stored already.",
      origin: "a copy on a queue of its own, to keep the button fast",
      .composing(ports: { ports in
        ports.directory = ports.directory.deletingLastPathComponent()
          .appendingPathComponent("elsewhere")
      }) { $0.leaves = { $0.bringHome() } }),
    Mutant(
      "keeps-the-whole-path", kills: "DRAFT-002", "The root of the directory is stored in it.",
      origin: "photos that were gone after each update of the app",
      .composing { bent in
        bent.finds = { bent, path in
          let known = try? String(contentsOf: bent.storedRoot, encoding: .utf8)
          let root = known.map { URL(fileURLWithPath: $0, isDirectory: true) } ?? bent.home.root
          return root.appendingPathComponent(path.text.string)
        }
        bent.leaves = { try? Data($0.home.root.path.utf8).write(to: $0.storedRoot) }
      }),
    Mutant(
      "keeps-the-first-files", kills: "DRAFT-003",
      "The files before a missing one stay in the directory.",
      origin: "a loop that returned from its middle",
      .composing { bent in
        bent.refuses = { bent, call, refusal in
          if case .file(let index, _) = refusal { bent.leave(call.files.prefix(index)) }
          return refusal
        }
      }),
    Mutant(
      "blames-the-first-file", kills: "DRAFT-004", "A refusal always names the first file.",
      origin: "an error that was made outside of the loop",
      .composing { bent in
        bent.refuses = { _, _, refusal in
          if case .file(_, let reason) = refusal { .file(0, reason) } else { refusal }
        }
      }),
    Mutant(
      "files-without-a-message", kills: "DRAFT-005",
      "The files of a message that the store refused stay.",
      origin: "an app that grew with each failed attempt",
      .composing { bent in
        bent.refuses = { bent, call, refusal in
          if case .store = refusal { bent.leave(call.files) }
          return refusal
        }
      }),
    Mutant(
      "gone-leaves-its-files", kills: "DRAFT-007",
      "The files of a message that was cancelled are copied again, and stay.",
      origin: "the outcome of the store was not looked at",
      .composing { bent in
        bent.ends = { bent, call, outcome in
          if outcome == .gone { bent.leave(call.files) }
          return outcome
        }
      }),
    Mutant(
      "one-folder-for-an-id", kills: "DRAFT-011",
      "Messages of one identity in two conversations share their files.",
      origin: "a forwarded album that changed in the first chat",
      .composing { bent in
        let written = Locked<[MessageID: [URL]]>([:])
        bent.ends = { bent, call, outcome in
          guard outcome == .done, !call.files.isEmpty else { return outcome }
          let id = call.message.id
          for (older, file) in zip(written.current[id] ?? [], call.files) {
            try? Data(contentsOf: file.source).write(to: older)
          }
          let urls = await bent.named(by: call.message)
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
      "sweeps-nothing-by-age", kills: "DRAFT-016",
      "A sweep takes hours for weeks: only one of everything removes anything.",
      origin: "a folder that grew for a year, and a test that swept everything",
      .composing { bent in
        bent.sweeps = { age, isNeeded in (age == .zero ? age : age * 1_000, isNeeded) }
      }),
    Mutant(
      "notes-the-message-afterwards", kills: "DRAFT-016",
      "Whose files these are is noted once the message is stored.",
      origin: "copies of a crash that no sweep dared to remove",
      .composing(ports: { ports in
        let marks = DirectoryMarks(root: ports.directory)
        ports.repository = WatchedRepository(
          repository: ports.repository, begins: marks.hide, ends: marks.show)
      })),
    Mutant(
      "discards-nothing", kills: "DRAFT-017", "The files of a deleted message stay.",
      origin: "photos that somebody had deleted for everybody",
      .composing { bent in bent.discards = { _, _ in } }),
    Mutant(
      "removes-in-doubt", kills: "DRAFT-019",
      "After an error of the store the files of the message are removed.",
      origin: "a photo without a file, after a full disk",
      .composing { bent in
        bent.refuses = { bent, call, refusal in
          if case .store = refusal, !call.isEdit { await bent.home.discard(call.message) }
          return refusal
        }
      }),
    Mutant(
      "kept-files-are-copied", kills: "DRAFT-012", "An edit copies all files anew.",
      origin: "ten megabytes for a comma",
      .composing { bent in
        bent.rewrites = { bent, edit in
          edit.files = edit.files.map { file in
            guard case .kept(let attachment) = file, let path = attachment.localPath else {
              return file
            }
            return .added(
              Draft.File(
                source: bent.home.url(of: path), placeholder: attachment.placeholder?.string,
                width: attachment.width, height: attachment.height))
          }
        }
      }),
    Mutant(
      "refused-edit-clears-the-folder", kills: "DRAFT-013",
      "A refused edit takes all files of its message along.",
      origin: "a clean-up that was written for new messages",
      .composing { bent in
        bent.refuses = { bent, call, refusal in
          if case .file = refusal, call.isEdit { await bent.home.discard(call.message) }
          return refusal
        }
      }),
    Mutant(
      "done-for-what-others-wrote", kills: "DRAFT-014",
      "An edit of a message of somebody else is reported as done.",
      origin: "a menu that was built from the wrong row",
      .composing { bent in
        bent.ends = { _, _, outcome in outcome == .notEntitled ? .done : outcome }
      }),
    Mutant(
      "copies-the-link", kills: "DRAFT-001", "A link is copied, not the file that it names.",
      origin: "a copy without looking what the picker handed out",
      .composing { bent in
        bent.ends = { bent, call, outcome in
          for (copy, file) in zip(await bent.named(by: call.message), call.files) {
            let target = file.source.resolvingSymlinksInPath()
            guard outcome == .done, target != file.source else { continue }
            try? FileManager.default.removeItem(at: copy)
            try? FileManager.default.createSymbolicLink(at: copy, withDestinationURL: target)
          }
          return outcome
        }
      }),
    Mutant(
      "edits-share-names", kills: "DRAFT-011",
      "The first file of an edit replaces the first file of an earlier edit.",
      origin: "names of files that were made from an index",
      .composing { bent in
        let first = Locked<[MessageKey: URL]>([:])
        bent.ends = { bent, call, outcome in
          guard outcome == .done, let change = call.change,
            let new = bent.copies(by: change).first(where: {
              $0.lastPathComponent.hasPrefix("\(change)-0")
            })
          else { return outcome }
          let older = first.withLock { $0.updateValue(new, forKey: call.message) }
          if let older { try? Data(contentsOf: new).write(to: older) }
          return outcome
        }
      }),
    Mutant(
      "removes-edits-in-doubt", kills: "DRAFT-019",
      "After an error of the store the files of the edit are removed.",
      origin: "an edited photo without a file, after a full disk",
      .composing { bent in
        bent.refuses = { bent, call, refusal in
          guard case .store = refusal, let change = call.change else { return refusal }
          for copy in bent.copies(by: change) { try? FileManager.default.removeItem(at: copy) }
          return refusal
        }
      }),
    Mutant(
      "removes-what-an-edit-hides", kills: "DRAFT-020",
      "An edit removes the copies of the files that it leaves out of its message.",
      origin: "a cancelled edit, after which a photo had no file to send",
      .composing { bent in
        bent.ends = { bent, call, outcome in
          guard call.isEdit, outcome == .done else { return outcome }
          let shown = await bent.named(by: call.message)
          guard let folder = shown.first?.deletingLastPathComponent() else { return outcome }
          let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
          for name in names where name.hasSuffix(".jpg") {
            if shown.contains(where: { $0.lastPathComponent == name }) { continue }
            try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
          }
          return outcome
        }
      }),
  ]
}
