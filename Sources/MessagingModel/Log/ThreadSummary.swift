/// A summary of a thread, for places where its replies are not shown (`PAGE-019`).
public struct ThreadSummary: Hashable, Sendable {
  /// The number of replies that are not deleted, among the newest ``Limits/replies``; at least 1.
  public let count: Int
  /// Whether there may be more: more are stored, or a gap lies above the root.
  public let isLowerBound: Bool
  /// The newest of these replies; `nil` where it must not be shown.
  public var latest: Message?

  public init(count: Int, isLowerBound: Bool, latest: Message?) {
    self.count = count
    self.isLowerBound = isLowerBound
    self.latest = latest
  }
}

/// A summary with the root of its thread.
struct RootSummary: CanonicalCodable {
  let root: MessageID
  let summary: ThreadSummary

  init(root: MessageID, summary: ThreadSummary) {
    self.root = root
    self.summary = summary
  }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("root", root)
      writer.field("count", summary.count)
      writer.flag("lowerBound", summary.isLowerBound)
      writer.field("latest", summary.latest)
    }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      RootSummary(
        root: try reader.field("root"),
        summary: ThreadSummary(
          count: try reader.field("count"), isLowerBound: try reader.flag("lowerBound"),
          latest: try reader.optional("latest")))
    }
  }
}
