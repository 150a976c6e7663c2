/// A repository whose store lies in files, so that the suite can check what is left after its
/// process was killed.
///
/// The suite starts the program in a second process. There it creates the subject with `init()` and
/// opens the store in the environment's folder. It kills that process with SIGKILL after an answer,
/// at a storage operation, or at some moment. Then the subject opens the same folder in the suite's
/// own process.
///
///     extension MyChat: FileSubject {}
///
/// The two processes share only the files in ``ConformanceEnvironment/directory``: no
/// ``ConformanceEnvironment/shelf``, no variable, no cache. The suite can kill the process at each
/// storage operation that is announced to ``ConformanceEnvironment/faults``, even if the subject
/// does not declare `faults`.
public protocol FileSubject: RepositorySubject {
  /// Creates the subject in a process that knows only its type.
  init()
}
