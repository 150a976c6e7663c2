internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension MutantCatalogue {
  /// Files that edits bring.
  static let mediaOfEdits: [Mutant] = [
    Mutant(
      "moved-file-uploaded-again", kills: "MEDIA-020",
      "A file that an edit moves to another index counts as another file.",
      origin: "nine photos, of which one was taken out, uploaded twice",
      reading: { bent, outbox in
        for index in outbox.messages.indices {
          let message = outbox.messages[index]
          let before = bent.notes.firstBodies[message.id]?.attachments.map(\.localPath) ?? []
          let moved = message.body.attachments.enumerated().filter { place, file in
            before.contains(file.localPath) && before.prefix(place + 1).last != file.localPath
              && file.remote != nil
          }
          guard let file = moved.first?.offset, bent.notes.ids.insert(message.id).inserted else {
            continue
          }
          outbox.messages[index].body.attachments[file].remote = nil
        }
      }),
    Mutant(
      "edit-leaves-its-files-behind", kills: "MEDIA-021",
      "An edit that adds files to a text is sent at once.",
      origin: "words with a grey box that nobody could open",
      reading: { bent, outbox in
        outbox.changeConfirmed { message in
          guard bent.notes.isText(message.id) else { return }
          message.dependents = message.dependents.map { $0.withFiles { $0.remote = "soon" } }
        }
      }),
    Mutant(
      "edit-hears-of-no-upload", kills: "MEDIA-022",
      "Upload results are looked up only in the original body of a message.",
      origin: "one photo that was uploaded until the battery was empty",
      reading: { bent, outbox in
        outbox.changeUnsent { message in
          guard bent.notes.isText(message.id) else { return }
          for index in message.body.attachments.indices {
            message.body.attachments[index].remote = nil
          }
        }
      }),
    Mutant(
      "refused-file-of-an-edit-tried-for-ever", kills: "MEDIA-023",
      "A file that an edit adds is tried again, whatever the network answers.",
      origin: "a correction that went on for days",
      bending: { bent, event, now in
        guard case .uploaded(let key, let result) = event,
          let message = bent.notes.message(key.message), !message.isUnsent
        else { return bent.pass(event, at: now) }
        return bent.pass(.uploaded(key, result.mapKind { _ in .transient }), at: now)
      }),
    Mutant(
      "edit-with-files-is-overtaken", kills: "MEDIA-024",
      "While the files of an edit are uploaded, everything else goes on.",
      origin: "\"did you see it?\" before there was anything to see",
      reading: { _, outbox in outbox.moveEditsWithFiles(to: .max) }),
    Mutant(
      "edit-with-files-holds-what-was-before-it", kills: "MEDIA-024",
      "While the files of an edit are uploaded nothing of its conversation is sent.",
      origin: "an old message, corrected, and a new one that waited for the photo in it",
      reading: { _, outbox in outbox.moveEditsWithFiles(to: .min) }),
    Mutant(
      "upload-of-what-was-taken-out", kills: "MEDIA-025",
      "An upload goes on although an edit replaced the file by text.",
      origin: "photos on the network that nobody sees",
      doing: { bent, action, _ in
        guard case .abort(let key) = action, bent.notes.message(key.message)?.body.attachments == []
        else { return [action] }
        return []
      }),
  ]
}

extension Dependent {
  /// The same with other files.
  fileprivate func withFiles(_ change: (inout Attachment) -> Void) -> Dependent {
    guard case .edit(var body) = action else { return self }
    var files = body.attachments
    for index in files.indices { change(&files[index]) }
    body.attachments = files
    return Dependent(
      id: id, action: .edit(body), sequence: sequence, state: state, trial: trial)
  }

  /// Whether it brings files that are not on the network.
  fileprivate var waitsForFiles: Bool {
    guard case .edit(let body) = action else { return false }
    return body.attachments.contains { $0.remote == nil }
  }
}

extension Snapshot {
  /// Puts edits that wait for files elsewhere in the order.
  fileprivate mutating func moveEditsWithFiles(to place: Int64) {
    changeConfirmed { message in
      message.dependents = message.dependents.map { $0.waitsForFiles ? $0.at(place) : $0 }
    }
  }
}
