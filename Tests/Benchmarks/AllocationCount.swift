import Foundation
import Synchronization

#if os(Linux)
  /// How many objects the Swift runtime allocates while something runs.
  enum AllocationCount {
    private typealias Allocate =
      @convention(c) (UnsafeRawPointer, Int, Int) -> UnsafeMutableRawPointer

    private static let count = Atomic<Int>(0)
    private static let original = Atomic<UInt>(0)

    /// Counts on this and every other thread.
    ///
    /// - Returns: `nil` if the runtime cannot be watched.
    static func during(_ body: () -> Void) -> Int? {
      guard let hook = symbol("_swift_allocObject"),
        let flag = symbol(
          "_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly")
      else { return nil }
      let function = hook.assumingMemoryBound(to: UInt.self)
      let counting: Allocate = { metadata, size, mask in
        AllocationCount.count.wrappingAdd(1, ordering: .relaxed)
        let original = AllocationCount.original.load(ordering: .relaxed)
        return unsafeBitCast(original, to: Allocate.self)(metadata, size, mask)
      }
      original.store(function.pointee, ordering: .relaxed)
      count.store(0, ordering: .relaxed)
      function.pointee = unsafeBitCast(counting, to: UInt.self)
      flag.storeBytes(of: 1, as: UInt8.self)
      body()
      flag.storeBytes(of: 0, as: UInt8.self)
      function.pointee = original.load(ordering: .relaxed)
      return count.load(ordering: .relaxed)
    }

    private static func symbol(_ name: String) -> UnsafeMutableRawPointer? {
      dlsym(nil, name)
    }
  }
#else
  enum AllocationCount {
    static func during(_ body: () -> Void) -> Int? { nil }
  }
#endif
