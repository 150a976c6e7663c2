public import MessagingCore
public import MessagingModel

/// A type that decides which file is downloaded next, and which is evicted, under test: the area
/// LOAD.
///
///     struct MyDownloads: DownloadSubject {
///       let name = "MyDownloads"
///       func downloadDeciding(_ policy: DownloadPolicy, seed: UInt64) -> any DownloadDeciding {
///         MyQueue(policy, seed)
///       }
///     }
///
/// The suite plays the server, the disk and the screens.
public protocol DownloadSubject: ConformanceSubject {
  /// Returns rules in their initial state. Called at each start of the process.
  ///
  /// - Parameters:
  ///   - policy: the behaviour where products differ.
  ///   - seed: the seed of all randomness.
  func downloadDeciding(_ policy: DownloadPolicy, seed: UInt64) -> any DownloadDeciding
}
