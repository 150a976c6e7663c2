internal import MessagingModel

/// What somebody has to do for a send queue, as adapters write it.
struct SendActionForm: CanonicalCodable {
  let action: SendAction

  init(_ action: SendAction) { self.action = action }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      switch action {
      case .find(let revision): writer.field("find", revision)
      case .load(let conversation, let limit):
        writer.field("load", conversation)
        writer.field("limit", limit)
      case .send(let request): writer.field("send", SendRequestForm(request))
      case .abandon(let request): writer.field("abandon", SendRequestForm(request))
      case .upload(let key, let file):
        writer.field("upload", UploadKeyForm(key))
        writer.field("file", OwnedFileForm(file))
      case .abort(let key): writer.field("abort", UploadKeyForm(key))
      case .discard(let message): writer.field("discard", message)
      case .commit(let conversation, let changes):
        writer.field("commit", conversation)
        writer.field("changes", changes)
      }
    }
  }

  private static let kinds: [StaticString] = [
    "find", "load", "send", "abandon", "upload", "abort", "discard", "commit",
  ]

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    action = try reader.object { reader throws(CanonicalError) -> SendAction in
      switch try reader.kind(SendActionForm.kinds) {
      case 0: return .find(since: try Revision(from: &reader))
      case 1:
        let conversation = try ConversationID(from: &reader)
        return .load(conversation, limit: try reader.field("limit"))
      case 2: return .send(try SendRequestForm(from: &reader).request)
      case 3: return .abandon(try SendRequestForm(from: &reader).request)
      case 4:
        let key = try UploadKeyForm(from: &reader).key
        return .upload(key, try reader.field("file", as: OwnedFileForm.self).file)
      case 5: return .abort(try UploadKeyForm(from: &reader).key)
      case 6: return .discard(try MessageKey(from: &reader))
      default:
        let conversation = try ConversationID(from: &reader)
        return .commit(conversation, try reader.list("changes"))
      }
    }
  }
}

/// A file below the directory that the app owns, as adapters write it.
private struct OwnedFileForm: CanonicalCodable {
  let file: OwnedFile

  init(_ file: OwnedFile) { self.file = file }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("local", file.path)
      writer.field("bytes", file.byteCount)
    }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    file = try reader.object { reader throws(CanonicalError) in
      OwnedFile(path: try reader.field("local"), byteCount: try reader.field("bytes"))
    }
  }
}
