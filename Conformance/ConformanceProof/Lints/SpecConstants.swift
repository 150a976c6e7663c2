internal import MessagingModel
internal import MessagingTimeline

/// The numbers that the prose of the Spec names, with their values in the code.
package enum SpecConstants {
  /// By the name in prose: `limit.page = 1000`.
  package static let all: [String: String] = [
    "limit.page": "\(Limits.page)",
    "limit.batch": "\(Limits.batch)",
    "limit.body": "\(Limits.body)",
    "limit.replies": "\(Limits.replies)",
    "limit.name": "\(Limits.name)",
    "limit.attachments": "\(Limits.attachments)",
    "limit.dependents": "\(Limits.dependents)",
    "limit.waiting": "\(Limits.waiting)",
    "limit.unread": "\(Limits.unread)",
    "sync.reorderWait": "\(SyncPolicy().reorderWait)",
    "sync.readInterval": "\(SyncPolicy().readInterval)",
    "sync.typingShown": "\(SyncPolicy().typingShown)",
    "sync.typingInterval": "\(SyncPolicy().typingInterval)",
    "sync.typingPause": "\(SyncPolicy().typingPause)",
    "sync.seenInterval": "\(SyncPolicy().seenInterval)",
    "sync.maintenanceDelay": "\(SyncPolicy().maintenanceDelay ?? -1)",
    "sync.outboxWait": "\(SyncPolicy().outboxWait)",
    "sync.silenceLimit": "\(SyncPolicy().silenceLimit ?? -1)",
    "sync.quietLimit": "\(SyncPolicy().quietLimit ?? -1)",
    "sync.requestLimit": "\(SyncPolicy().requestLimit)",
    "sync.pause": "\(SyncPolicy().pause)",
    "sync.quickAnswers": "\(SyncPolicy().quickAnswers)",
    "sync.questionsAtOnce": "\(SyncPolicy().questionsAtOnce)",
    "sync.restarts": "\(SyncPolicy().restarts)",
    "sync.emptyPages": "\(SyncPolicy().emptyPages)",
    "sync.problemLimit": "\(SyncPolicy().problemLimit)",
    "sync.typingLimit": "\(SyncPolicy().typingLimit)",
    "sync.seenLimit": "\(SyncPolicy().seenLimit)",
    "progress.request": "\(SendingMeter.requestWeight)",
    "progress.linger": "\(SendingMeter.linger) ms",
    "window.row": "\(Int(ListWindow.leastRowHeight))",
    "window.first": "\(ListWindow.leastScreenful)",
    "window.cap": "\(WindowOptions(conversation: "k1").cap)",
    "window.quiet": "\(WindowOptions(conversation: "k1").quiet / 1_000) s",
  ]
}
