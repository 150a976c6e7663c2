#if THREAD_SANITIZER
  /// Reports to the thread sanitizer that a ``Locked`` was taken or released, which it cannot see.
  ///
  /// On Linux `Mutex` is a futex inside a library that is not instrumented. Without these notes
  /// every access under a lock counts as a race. Only `Conformance/soak` compiles this.
  enum LockNotes {
    /// What others did before they released the lock happens before what follows.
    static func taken(_ lock: AnyObject) { acquire(Unmanaged.passUnretained(lock).toOpaque()) }

    /// What was done so far happens before what the next holder of the lock does.
    static func left(_ lock: AnyObject) { release(Unmanaged.passUnretained(lock).toOpaque()) }

    @_silgen_name("__tsan_acquire")
    private static func acquire(_ address: UnsafeMutableRawPointer)

    @_silgen_name("__tsan_release")
    private static func release(_ address: UnsafeMutableRawPointer)
  }
#endif
