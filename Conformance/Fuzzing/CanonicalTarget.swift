internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

extension FuzzTarget {
  /// The canonical form of everything that is stored, journalled or told: its reader accepts what
  /// its writer writes, byte by byte, and nothing else.
  static let canonical = FuzzTarget("canonical", seeds: ["Fixtures/golden"], takesLines: true) {
    bytes in
    for form in CanonicalForm.all {
      if let problem = form.problem(bytes) { return "\(form.name): \(problem)" }
    }
    return nil
  }
}

/// A type with a canonical form.
private struct CanonicalForm: Sendable {
  let name: String
  let problem: @Sendable ([UInt8]) -> String?

  init<Value: CanonicalCodable>(_ type: Value.Type) {
    name = "\(type)"
    problem = { bytes in
      do throws(CanonicalError) {
        let value = try Value(canonical: bytes)
        return value.canonical == bytes ? nil : "what was read is written in another way"
      } catch {
        return FuzzTarget.problem(ofRefusal: error, at: error.offset, in: bytes)
      }
    }
  }

  static let all: [CanonicalForm] = [
    CanonicalForm(Change.self), .init(StoredRecord.self), .init(Snapshot.self),
    .init(Commit.self), .init(Query.self), .init(Message.self), .init(MessageRecord.self),
    .init(ConversationRecord.self), .init(StreamRecord.self), .init(StoreRecord.self),
    .init(Retraction.self), .init(Reading.self), .init(ReactionRecord.self), .init(Receipt.self),
    .init(Tombstone.self), .init(WaitingRecord.self), .init(MessageKey.self),
    .init(OutboxKey.self), .init(OutgoingMessage.self), .init(SendTrial.self),
    .init(ReceivedMessage.self), .init(HistoryPage.self), .init(Relation.self), .init(Gap.self),
    .init(Edge.self), .init(Notice.self), .init(FailureReason.self), .init(DeliveryState.self),
    .init(Position.self), .init(Body.self), .init(Reaction.self), .init(Dependent.self),
    .init(PageCursor.self), .init(RelativePath.self), .init(UploadState.self),
    .init(Attachment.self), .init(MessageID.self), .init(ExactString.self), .init(Int64.self),
    .init(DiagnosticRecord.self), .init(Length.self),
  ]
}
