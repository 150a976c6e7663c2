internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension MutantCatalogue {
  static let media: [Mutant] = [
    Mutant(
      "sends-what-is-there", kills: "MEDIA-002",
      "A message is sent when the first of its files is uploaded, without the others.",
      origin: "albums that arrived with one picture",
      reading: { _, outbox in
        outbox.changeUnsent { message in
          guard case .media(var media) = message.body,
            media.attachments.contains(where: { $0.remote != nil })
          else { return }
          media.attachments.removeAll { $0.remote == nil }
          message.body = .media(media)
        }
      }),
    Mutant(
      "sends-before-the-upload", kills: "MEDIA-002",
      "A voice message is sent as soon as its upload has begun.",
      origin: "a second way of attaching files, which did not know of the first one's waiting",
      reading: { _, outbox in
        for index in outbox.messages.indices {
          guard case .media(let media) = outbox.messages[index].body, media.kind == .audio else {
            continue
          }
          outbox.messages[index].body.changeFiles { $0.remote = "soon" }
        }
      }),
    Mutant(
      "local-path-on-the-wire", kills: "MEDIA-003",
      "A document is sent as it is stored, with the path of this device.",
      origin: "a receiver got an attachment that pointed into the sender's container",
      publishing: { _, _, body in
        guard case .media(var media) = body, media.kind == .file else { return body }
        for file in media.attachments.indices {
          media.attachments[file].localPath = RelativePath("papers/a.pdf")
        }
        return .media(media)
      }),
    Mutant(
      "upload-under-way-for-ever", kills: "MEDIA-004",
      "A file that is marked as in flight is taken to be in flight.",
      origin: "uploads lost at a restart",
      reading: { _, outbox in
        outbox.messages.removeAll { message in
          message.body.attachments.contains {
            if case .uploading = $0.upload { $0.remote == nil } else { false }
          }
        }
      }),
    Mutant(
      "refused-upload-tried-for-ever", kills: "MEDIA-005",
      "A file that the network refuses is tried again and again.",
      origin: "a spinner on a video that was too large",
      uploadFailure: { $0.code == "too-large" ? .transient : $0.kind }),
    Mutant(
      "upload-gives-up-at-once", kills: "MEDIA-006",
      "An upload that timed out has failed.", origin: "photos that were red after each tunnel",
      uploadFailure: { $0.kind == .transient ? .permanent : $0.kind }),
    Mutant(
      "upload-goes-on-for-nothing", kills: "MEDIA-007",
      "The upload of a message that was taken back is not stopped.",
      origin: "data that was paid for, and a queue behind it",
      doing: { _, action, _ in if case .abort = action { [] } else { [action] } }),
    Mutant(
      "missing-file-tried-again", kills: "MEDIA-008",
      "A file that is gone is waited for.", origin: "a message that stayed on sending for ever",
      uploadFailure: { $0.code.string.hasPrefix("file-") ? .transient : $0.kind }),
    Mutant(
      "every-percent-stored", kills: "MEDIA-009", "Each percent of an upload is stored.",
      origin: "a list that was drawn a hundred times for one photo",
      bending: { bent, event, now in
        guard case .progressed(let key, let percent) = event else {
          return bent.pass(event, at: now)
        }
        let change = Change.upload(
          key.message, file: key.file, .uploading(percent: percent), remote: nil)
        return [bent.commit([change], in: key.message.conversation)]
      }),
    Mutant(
      "old-caption-published", kills: "MEDIA-010",
      "A photo is sent with the caption that it had when its upload began.",
      origin: "captions that lost their correction",
      publishing: { bent, key, body in
        guard case .media(var media) = body, case .media(let first)? = bent.notes.firstBodies[key]
        else {
          return body
        }
        media.caption = first.caption
        return .media(media)
      }),
    Mutant(
      "files-left-behind", kills: "MEDIA-011",
      "The files of a message that was taken back stay.", origin: "storage that only ever grew",
      doing: { _, action, _ in if case .discard = action { [] } else { [action] } }),
    Mutant(
      "deleted-photos-stay", kills: "MEDIA-026",
      "The files of a message that was deleted after it was sent stay.",
      origin: "photos that were deleted for everybody, found in a backup",
      doing: { bent, action, _ in
        guard case .discard(let key) = action,
          bent.notes.outboxes[key.conversation]?.filesToRemove.contains(key) ?? false
        else { return [action] }
        return []
      }),
    Mutant(
      "offline-upload-failed", kills: "MEDIA-012",
      "An upload that ends for want of a network has failed.",
      origin: "offline messages shown as failed",
      uploadFailure: { $0.kind == .offline ? .permanent : $0.kind }),
    Mutant(
      "retry-uploads-everything", kills: "MEDIA-013",
      "A retried message uploads all its files again.", origin: "a retry that reset all files",
      reading: { bent, outbox in
        bent.notes.ids.formUnion(outbox.messages.filter(\.hasFailed).map(\.id))
        for index in outbox.messages.indices where !outbox.messages[index].hasFailed {
          guard bent.notes.ids.remove(outbox.messages[index].id) != nil else { continue }
          outbox.messages[index].body.changeFiles { $0.remote = nil }
        }
      }),
  ]
}

extension Body {
  /// Changes each of its files.
  fileprivate mutating func changeFiles(_ change: (inout Attachment) -> Void) {
    var files = attachments
    for index in files.indices { change(&files[index]) }
    attachments = files
  }
}
