internal import MessagingModel
internal import MessagingTimeline

/// A row as the page draws it. It is text all through: the page makes no markup of it.
struct PageRow: Hashable, Sendable, Encodable {
  enum Kind: String, Hashable, Sendable, Encodable {
    case text, photo, audio, payment, system, day, gap, start, unread, loading, typing
  }

  let id: String
  let kind: Kind
  var text = ""
  var sender = ""
  var quote: String?
  /// Below the message; its height is the same whatever it says.
  var state = ""
  var isMine = false
  var isFirst = true
  /// Of the picture, in points; nothing as long as nobody knows it.
  var width = 0
  var height = 0

  /// Whether it waits for a picture of which nobody knows the size.
  var isOfUnknownSize: Bool { kind == .photo && height == 0 }

  /// - Parameter lateImages: pictures that arrived after their rows were shown.
  init(_ item: TimelineItem, lateImages: Set<RowID>) {
    id = item.id.name
    switch item.content {
    case .message(let row):
      let message = row.message
      kind = Kind(message.body)
      text = message.body.line
      sender = row.grouping.isFirst && !message.isOutgoing ? message.sender.description : ""
      quote = row.quote.map { quote in
        let line = quote.body.line
        return "\(quote.sender): \(line.isEmpty ? "Picture" : line)"
      }
      state = message.line(readers: row.readers.count)
      isMine = message.isOutgoing
      isFirst = row.grouping.isFirst
      if kind == .photo, let file = message.body.attachments.first {
        let isLate = lateImages.contains(item.id)
        (width, height) = isLate ? (240, 180) : (file.width, file.height)
      }
    case .day(let day): (kind, text) = (.day, "\(day.number)")
    case .gap: (kind, text) = (.gap, "Older messages are on the server")
    case .unreadDivider: (kind, text) = (.unread, "New messages")
    case .start: (kind, text) = (.start, "The conversation begins here")
    case .loading: (kind, text) = (.loading, "Loading")
    case .typing: (kind, text) = (.typing, "Somebody is writing")
    }
  }
}

extension RowID {
  /// The same for the same row, and for no other.
  var name: String {
    switch self {
    case .message(let id): "m-\(id)"
    case .day(let day): "day-\(day.number)"
    case .unreadDivider: "unread"
    case .gap(let after): "gap-\(after?.remoteID.description ?? "")"
    case .start: "start"
    case .loadingOlder: "loading-older"
    case .loadingNewer: "loading-newer"
    case .typing: "typing"
    }
  }
}

extension PageRow.Kind {
  fileprivate init(_ body: Body) {
    self =
      switch body {
      case .text, .redacted, .unknown: .text
      case .media(let media): media.kind == .photo ? .photo : .audio
      case .payment: .payment
      case .system: .system
      }
  }
}

extension Body {
  /// In words.
  fileprivate var line: String {
    switch self {
    case .text(let text), .system(let text): text.string
    case .media(let media): media.kind == .photo ? media.caption.string : "Voice message, 0:42"
    case .payment(let payment):
      "\(payment.amount / 100).00 \(payment.currency) — \(payment.note)"
    case .redacted: "Deleted"
    case .unknown: "A newer version of the app shows this"
    }
  }
}

extension Message {
  fileprivate func line(readers: Int) -> String {
    let seconds = timestamp.milliseconds / 1_000
    let (hours, minutes) = (seconds / 3_600 % 24, seconds / 60 % 60)
    let time = "\(hours):\(minutes < 10 ? "0" : "")\(minutes)"
    let seen = readers > 0 ? " · read by \(readers)" : ""
    guard isOutgoing else { return time + seen }
    switch delivery {
    case .sending: return "sending …"
    case .failed: return "not sent"
    case .sent, .delivered: return "\(time) · sent\(seen)"
    case .read: return "\(time) · read\(seen)"
    }
  }
}
