// Requests and uploads that get no answer in time.
extension ConversationQueue {
  /// The earliest deadline of anything in flight; `nil` for none.
  var lateAt: Int64? {
    ([flight?.deadline] + uploads.values.map(\.deadline)).compactMap(\.self).min()
  }

  /// Abandons what has passed its deadline. Its result is indeterminate, and it is tried again
  /// under the same key (`SEND-087`, `MEDIA-030`).
  mutating func abandonLate(
    at now: Int64, _ policy: RetryPolicy, _ luck: Double
  ) -> [SendAction] {
    let error = SendError(
      .indeterminate, code: "timeout", text: "The server did not answer in time.")
    var actions: [SendAction] = []
    if let late = flight, late.deadline.map({ $0 <= now }) ?? false {
      flight = nil
      failed(late, error, at: now, policy, luck)
      actions.append(.abandon(late.request))
    }
    let late = uploads.filter { $0.value.deadline.map { $0 <= now } ?? false }
    for (key, upload) in late.sorted(by: { UploadKey.precedes($0.key, $1.key) }) {
      uploads[key] = nil
      failed(key, upload, error, at: now, policy, luck)
      actions.append(.abort(key))
    }
    return actions
  }
}

extension UploadKey {
  static func precedes(_ left: UploadKey, _ right: UploadKey) -> Bool {
    (left.message.id, left.file.text) < (right.message.id, right.file.text)
  }
}
