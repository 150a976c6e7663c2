#if canImport(os)
  internal import os
#else
  internal import Synchronization
#endif

/// A value that several threads may use, one at a time.
///
/// The smallest shell around a value: take the lock, call one method of the value, release the
/// lock, *then* act. Prefer it to an actor when no long-lived task owns the value: it has no
/// suspension point at which the value could change under its reader.
///
///     let journal = Locked<[Change]>([])
///     journal.withLock { $0.append(change) }
///
/// Contract: `withLock` calls run one after the other, and each sees what the previous ones wrote.
/// The lock is not recursive: calling `withLock` again from inside `body` stops the program or
/// deadlocks. Never call foreign code (a closure, a continuation, a stream) from inside `body`.
///
/// The compiler checks that this is `Sendable`; nothing here is unchecked. On Apple systems the
/// lock is `OSAllocatedUnfairLock` (iOS 16, macOS 13). Elsewhere it is `Mutex`, which Apple systems
/// have only since iOS 18. See `Spec/decisions/lock-around-a-value.md`.
public final class Locked<Value: Sendable>: Sendable {
  #if canImport(os)
    private let lock: OSAllocatedUnfairLock<Value>
  #else
    private let lock: Mutex<Value>
  #endif

  /// Creates a lock around `value`.
  ///
  /// - Complexity: O(1), one allocation (two on Apple systems).
  public init(_ value: Value) {
    #if canImport(os)
      lock = OSAllocatedUnfairLock(initialState: value)
    #else
      lock = Mutex(value)
    #endif
  }

  /// Calls `body` with exclusive access to the value, and returns what `body` returns.
  ///
  /// If `body` throws, the changes that it made before stay.
  ///
  /// - Complexity: that of `body`, plus the time for which others hold the lock.
  public func withLock<Result: Sendable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    #if canImport(os)
      // `withLock` requires a `@Sendable` body, which could not write to the caller's variables.
      // Value and Result are Sendable, so nothing non-Sendable can pass in or out through the lock.
      let outcome = lock.withLockUnchecked { value in
        Swift.Result<Result, Failure> { () throws(Failure) in try body(&value) }
      }
      return try outcome.get()
    #else
      return try lock.withLock { value throws(Failure) in
        #if THREAD_SANITIZER
          LockNotes.taken(self)
          defer { LockNotes.left(self) }
        #endif
        return try body(&value)
      }
    #endif
  }

  /// A copy of the current value.
  ///
  /// - Complexity: O(1) for values that are copied when written.
  public var current: Value {
    withLock { $0 }
  }
}
