/// A repository whose store lies in files: what it keeps is looked at after its process was killed.
///
/// The suite starts the program anew, makes the subject there with `init()`, opens the store in the
/// folder of the environment, and kills that process with SIGKILL: after answers, at storage
/// operations, at moments. Then the subject opens the same folder in the process of the suite.
///
///     extension MyChat: FileSubject {}
///
/// Nothing but the files of ``ConformanceEnvironment/directory`` is common to the two processes: no
/// ``ConformanceEnvironment/shelf``, no variable, no cache. Storage operations that are announced
/// to ``ConformanceEnvironment/faults`` are places at which it is killed, also if the subject does
/// not declare `faults`.
public protocol FileSubject: RepositorySubject {
  /// Made in a process that knows its type alone.
  init()
}
