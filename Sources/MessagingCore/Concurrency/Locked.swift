#if canImport(os)
  internal import os
#else
  internal import Synchronization
#endif

/// A value that several threads may use, one at a time.
///
/// The smallest shell around a value: take the lock, call one method of the value, leave the lock,
/// *then* act. Prefer it to an actor whenever no long-lived task owns the value, because it has no
/// suspension point at which the value could change under its reader.
///
///     let journal = Locked<[Change]>([])
///     journal.withLock { $0.append(change) }
///
/// Contract: `withLock` calls run one after the other, and what one wrote the next one sees. The
/// lock does not remember who holds it: calling `withLock` again from inside `body` stops the
/// program or waits for ever. Never call out (a closure of somebody else, a continuation, a stream)
/// from inside `body`.
///
/// The compiler checks that this is `Sendable`; nothing here is asserted by hand. On Apple systems
/// the lock is `OSAllocatedUnfairLock` (iOS 16, macOS 13), elsewhere `Mutex`, which Apple systems
/// have only from iOS 18 on. See `Spec/decisions/lock-around-a-value.md`.
public final class Locked<Value: Sendable>: Sendable {
  #if canImport(os)
    private let lock: OSAllocatedUnfairLock<Value>
  #else
    private let lock: Mutex<Value>
  #endif

  /// Puts `value` under a new lock.
  ///
  /// - Complexity: O(1), one allocation (two on Apple systems).
  public init(_ value: Value) {
    #if canImport(os)
      lock = OSAllocatedUnfairLock(initialState: value)
    #else
      lock = Mutex(value)
    #endif
  }

  /// Calls `body` with the value while nobody else can touch it, and returns what `body` returns.
  ///
  /// What `body` changed before it threw stays changed.
  ///
  /// - Complexity: that of `body`, plus the time others hold the lock.
  public func withLock<Result: Sendable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    #if canImport(os)
      // `withLock` asks for a `@Sendable` body, which could not write to the caller's variables.
      // Value and Result are Sendable, so nothing that is not can pass in or out through the lock.
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

  /// A copy of the value as it is at this moment.
  ///
  /// - Complexity: O(1) for values that are copied when written.
  public var current: Value {
    withLock { $0 }
  }
}
