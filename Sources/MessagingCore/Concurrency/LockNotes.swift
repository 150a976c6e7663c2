#if THREAD_SANITIZER
  /// Tells the thread sanitizer what it cannot see: that a ``Locked`` was taken, and left.
  ///
  /// On Linux `Mutex` is a futex inside a library that is not instrumented. Without these notes
  /// every value under a lock counts as a race. Only `Conformance/soak` compiles this.
  enum LockNotes {
    /// What others did before they left the lock has happened before what follows.
    static func taken(_ lock: AnyObject) { acquire(Unmanaged.passUnretained(lock).toOpaque()) }

    /// What was done so far happens before whatever the next one does who takes the lock.
    static func left(_ lock: AnyObject) { release(Unmanaged.passUnretained(lock).toOpaque()) }

    @_silgen_name("__tsan_acquire")
    private static func acquire(_ address: UnsafeMutableRawPointer)

    @_silgen_name("__tsan_release")
    private static func release(_ address: UnsafeMutableRawPointer)
  }
#endif
