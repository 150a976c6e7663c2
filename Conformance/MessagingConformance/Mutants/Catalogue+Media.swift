internal import MessagingCore
internal import MessagingModel

extension MutantCatalogue {
  static let media: [Mutant] = [
    Mutant(
      "sends-before-the-upload", kills: "MEDIA-002",
      "A voice message is sent as soon as its upload has begun.",
      origin: "a second way of attaching files, which did not know of the first one's waiting"
    ) { mutant in
      mutant.hears = { event in
        event.mapOutbox { outbox in
          for index in outbox.messages.indices {
            guard case .media(var media) = outbox.messages[index].body, media.kind == .audio
            else { continue }
            for file in media.attachments.indices { media.attachments[file].remote = "soon" }
            outbox.messages[index].body = .media(media)
          }
        }
      }
    },
    Mutant(
      "local-path-on-the-wire", kills: "MEDIA-003",
      "A document is sent as it is stored, with the path of this device.",
      origin: "a receiver got an attachment that pointed into the sender's container"
    ) { mutant in
      mutant.does = { _, actions in
        actions.map { action in
          action.mapPublished { _, body in
            guard case .media(var media) = body, media.kind == .file else { return body }
            for file in media.attachments.indices {
              media.attachments[file].localPath = RelativePath("papers/a.pdf")
            }
            return .media(media)
          }
        }
      }
    },
    Mutant(
      "upload-under-way-for-ever", kills: "MEDIA-004",
      "A file that is marked as under way is taken to be under way.",
      origin: "uploads lost at a restart"
    ) { mutant in
      mutant.hears = { event in
        event.mapOutbox { outbox in
          outbox.messages.removeAll { message in
            message.body.attachments.contains {
              if case .uploading = $0.upload { $0.remote == nil } else { false }
            }
          }
        }
      }
    },
    Mutant(
      "refused-upload-tried-for-ever", kills: "MEDIA-005",
      "A file that the network refuses is tried again and again.",
      origin: "a spinner on a video that was too large"
    ) { mutant in
      mutant.hears = { event in
        event.mapUploadError { error in
          error.code == "too-large" ? SendError(.transient, code: error.code) : error
        }
      }
    },
    Mutant(
      "upload-gives-up-at-once", kills: "MEDIA-006",
      "An upload that timed out has failed.", origin: "photos that were red after each tunnel"
    ) { mutant in
      mutant.hears = { event in
        event.mapUploadError { error in
          error.kind == .transient ? SendError(.permanent, code: error.code) : error
        }
      }
    },
    Mutant(
      "upload-goes-on-for-nothing", kills: "MEDIA-007",
      "The upload of a message that was taken back is not stopped.",
      origin: "data that was paid for, and a queue behind it"
    ) { mutant in
      mutant.does = { _, actions in
        actions.filter { if case .abort = $0 { false } else { true } }
      }
    },
    Mutant(
      "missing-file-tried-again", kills: "MEDIA-008",
      "A file that is gone is waited for.", origin: "a message that stayed on sending for ever"
    ) { mutant in
      mutant.hears = { event in
        event.mapUploadError { error in
          error.code.string.hasPrefix("file-") ? SendError(.transient, code: error.code) : error
        }
      }
    },
    Mutant(
      "every-percent-stored", kills: "MEDIA-009", "Each percent of an upload is stored.",
      origin: "a list that was drawn a hundred times for one photo"
    ) { mutant in
      mutant.does = { event, actions in
        guard case .progressed(let key, let percent) = event else { return actions }
        return [
          .commit(
            key.message.conversation,
            [
              .upload(
                key.message, attachment: key.attachment, .uploading(percent: percent),
                remote: nil)
            ])
        ]
      }
    },
    Mutant(
      "old-caption-published", kills: "MEDIA-010",
      "A photo is sent with the caption that it had when its upload began.",
      origin: "captions that lost their correction"
    ) { mutant in
      let first = Locked<[MessageID: ExactString]>([:])
      mutant.hears = { event in
        guard case .loaded(_, let outbox) = event else { return event }
        first.withLock { first in
          for message in outbox.messages {
            guard case .media(let media) = message.body, first[message.id] == nil else { continue }
            first[message.id] = media.caption
          }
        }
        return event
      }
      mutant.does = { _, actions in
        actions.map { action in
          action.mapPublished { key, body in
            guard case .media(var media) = body, let old = first.current[key] else { return body }
            media.caption = old
            return .media(media)
          }
        }
      }
    },
    Mutant(
      "files-left-behind", kills: "MEDIA-011",
      "The files of a message that was taken back stay.", origin: "storage that only ever grew"
    ) { mutant in
      mutant.does = { _, actions in
        actions.filter { if case .discard = $0 { false } else { true } }
      }
    },
    Mutant(
      "offline-upload-failed", kills: "MEDIA-012",
      "An upload that ends for want of a network has failed.",
      origin: "offline messages shown as failed"
    ) { mutant in
      mutant.hears = { event in
        event.mapUploadError { error in
          error.kind == .offline ? SendError(.permanent, code: error.code) : error
        }
      }
    },
    Mutant(
      "retry-uploads-everything", kills: "MEDIA-013",
      "What is sent again is uploaded again.", origin: "a retry that reset all files"
    ) { mutant in
      let failed = Locked<Set<MessageID>>([])
      mutant.hears = { event in
        event.mapOutbox { outbox in
          for message in outbox.messages {
            if case .failed = message.delivery { failed.withLock { _ = $0.insert(message.id) } }
          }
          let again = failed.current
          for index in outbox.messages.indices where again.contains(outbox.messages[index].id) {
            var files = outbox.messages[index].body.attachments
            for file in files.indices { files[file].remote = nil }
            outbox.messages[index].body.attachments = files
          }
        }
      }
    },
  ]
}
