import MessagingCore
import MessagingModel
import MessagingTimeline

/// Stands for Combine, which not every system has.
protocol ObservableObject: AnyObject {}

/// Stands for Combine, which not every system has.
@propertyWrapper struct Published<Value> {
  var wrappedValue: Value
}

/// The model of `Spec/guides/view-models.md`.
@MainActor final class ChatModel: ObservableObject {
  @Published private(set) var rows: [TimelineItem] = []

  func show(_ timeline: ConversationTimeline, height: Double) async {
    async let running: Void = timeline.run()
    timeline.open(at: .firstUnread, height: height)
    for await update in timeline.updates { rows = update.timeline.rows }
    await running
  }
}
