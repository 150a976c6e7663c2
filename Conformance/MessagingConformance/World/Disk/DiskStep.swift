/// One step of a store on its disk. It concerns a file, by name, in the folder of the case.
public enum DiskStep: Hashable, Sendable {
  /// Reads some bytes.
  case read(String)
  /// Creates an empty file, or empties an existing one.
  case create(String)
  /// Writes bytes from an offset.
  case write(String, at: Int, [UInt8])
  /// Cuts or extends a file to this number of bytes.
  case truncate(String, to: Int)
  /// Waits until the bytes of a file are on the disk.
  case sync(String)
  /// Renames a file. A file that had the new name is gone.
  case rename(String, to: String)
  /// Removes the name of a file.
  case remove(String)
  /// Waits until the names in the folder are on the disk.
  case syncNames

  /// Whether it changes the disk or waits for it. These are the moments at which power can be lost.
  package var isChange: Bool {
    if case .read = self { false } else { true }
  }

  /// Whether it needs more space.
  var needsRoom: Bool {
    switch self {
    case .create, .write: true
    case .read, .truncate, .sync, .rename, .remove, .syncNames: false
    }
  }

  /// The step in words, without any content.
  var words: String {
    switch self {
    case .read(let name): "read \(name)"
    case .create(let name): "create \(name)"
    case .write(let name, let offset, let bytes): "write \(name) at \(offset), \(bytes.count) bytes"
    case .truncate(let name, let count): "truncate \(name) to \(count)"
    case .sync(let name): "sync \(name)"
    case .rename(let name, let other): "rename \(name) to \(other)"
    case .remove(let name): "remove \(name)"
    case .syncNames: "sync the folder"
    }
  }
}

/// A step that the disk refuses.
public struct DiskFault: Error, Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// The device failed.
    case failure
    /// There is no space left: steps that need more space fail.
    case full
    /// The disk is read-only.
    case readOnly = "read-only"
    /// A read returns no bytes, as if the file ended there. Only reads are affected.
    case shortRead = "short read"
  }

  package let kind: Kind
  /// The number of the step in the run, from 1.
  let number: Int
  /// The step in words.
  let words: String

  /// The system's error number: `EIO`, `ENOSPC`, `EROFS`; `0` for a short read, which reports no
  /// error.
  public var errorNumber: CInt {
    switch kind {
    case .failure: 5
    case .full: 28
    case .readOnly: 30
    case .shortRead: 0
    }
  }
}

/// Which steps of a run a disk refuses.
package struct DiskFaultPlan: Hashable, Sendable {
  let kind: DiskFault.Kind
  /// The first of the affected steps, from 1.
  let number: Int
  /// Whether every later affected step is refused too.
  let lasts: Bool

  package init(_ kind: DiskFault.Kind, at number: Int, lasts: Bool = false) {
    (self.kind, self.number, self.lasts) = (kind, number, lasts)
  }

  /// Whether this kind of fault can affect a step.
  func concerns(_ step: DiskStep) -> Bool {
    switch kind {
    case .failure: true
    case .full: step.needsRoom
    case .readOnly: step.isChange
    case .shortRead: !step.isChange
    }
  }
}
