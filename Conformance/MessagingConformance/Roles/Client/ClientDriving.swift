internal import Foundation
internal import MessagingCore
internal import MessagingModel

/// A whole client over the reference repository, with a server that the suite plays.
protocol ClientDriving: Driven, Sendable {
  var server: ClientServer { get }
  /// Begins another run.
  func begin()
  /// Cancels the tasks of its runs.
  func cancel()
  /// Cancels the tasks of its runs, and begins another run before they have ended.
  func restart()
  /// The owner has new credentials.
  func signIn()
  /// The owner signs out; see ``leaving``.
  func leave()
  /// The number of callers that wait for the end of a sign-out.
  var leaving: Int { get }
  /// Closes the store from outside.
  func closeStore() async
  /// Writes a message whose id has this number. Returns why it is refused; `nil` if it is not.
  func write(
    _ content: Draft.Content, as number: Int, in conversation: ConversationID
  ) -> DraftRefusal?
  /// A file that the owner picks, with this content.
  func picked(_ content: String) throws -> Draft.File
  /// How many files of unsent messages are kept.
  var keptFiles: Int { get }
  /// Whether there is a network.
  func setOnline(_ isOnline: Bool)
  /// A screen wishes for files.
  func want(_ wishes: [FileWish])
  /// Lets the client work until it rests, after the server did something.
  func rest()
  /// Lets time pass.
  func advance(_ milliseconds: Int64)
  /// The number of its tasks that wait for time to pass.
  var sleeperCount: Int { get }
  /// The number of calls of the repository so far.
  var storeCalls: Int { get }
  /// The texts of the conversation, the oldest first, each with its state: `mine (sent)`.
  func stored() async throws -> [String]
  /// The last status of syncing; `nil` if there is none.
  var syncing: SyncStatus? { get }
  /// The last status of downloads; `nil` if there is none.
  var downloads: DownloadStatus? { get }
  /// What the bar showed, in order.
  var progress: [SendingProgress?] { get }
}

/// Stands for a client on a system that cannot drive it. The case reports the reason in
/// ``trouble``.
final class UndrivenClient: ClientDriving {
  let trouble: String? = "a whole client needs macOS 15, iOS 18 or Linux to be checked"
  let wokeByItself = false
  let endedRuns = 0
  let server = ClientServer(files: OwnedDirectory(root: URL(fileURLWithPath: "/"))) { false }
  let leaving = 0
  let sleeperCount = 0
  let storeCalls = 0
  let syncing: SyncStatus? = nil
  let downloads: DownloadStatus? = nil
  let progress: [SendingProgress?] = []

  func begin() {}
  func cancel() {}
  func restart() {}
  func signIn() {}
  func leave() {}
  func closeStore() async {}
  func write(
    _ content: Draft.Content, as number: Int, in conversation: ConversationID
  ) -> DraftRefusal? { nil }
  func picked(_ content: String) throws -> Draft.File {
    Draft.File(source: URL(fileURLWithPath: "/"))
  }
  let keptFiles = 0
  func setOnline(_ isOnline: Bool) {}
  func want(_ wishes: [FileWish]) {}
  func rest() {}
  func advance(_ milliseconds: Int64) {}
  func stored() async throws -> [String] { [] }
}
