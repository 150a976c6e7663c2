/// One thing that a store asks of its disk, about a file in the folder of the case, by its name.
public enum DiskStep: Hashable, Sendable {
  /// Reads some bytes.
  case read(String)
  /// Makes an empty file, or empties the one that is there.
  case create(String)
  /// Writes bytes from an offset on.
  case write(String, at: Int, [UInt8])
  /// Cuts or fills a file to so many bytes.
  case truncate(String, to: Int)
  /// Waits until the bytes of a file are on the disk.
  case sync(String)
  /// Gives a file another name; what had that name is gone.
  case rename(String, to: String)
  /// Takes the name of a file away.
  case remove(String)
  /// Waits until the names in the folder are on the disk.
  case syncNames

  /// Whether it changes what is on the disk, or waits for it: a moment at which power can be lost.
  package var isChange: Bool {
    if case .read = self { false } else { true }
  }

  /// Whether it asks for more room.
  var needsRoom: Bool {
    switch self {
    case .create, .write: true
    case .read, .truncate, .sync, .rename, .remove, .syncNames: false
    }
  }

  /// What is asked, without any content.
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
    /// There is no room: what needs more of it fails.
    case full
    /// The disk may only be read.
    case readOnly = "read-only"
    /// Nothing comes where bytes are, as if the file ended there; a read alone.
    case shortRead = "short read"
  }

  package let kind: Kind
  /// Which step of the run it was, from 1.
  let number: Int
  /// What was asked.
  let words: String

  /// What the system says: `EIO`, `ENOSPC`, `EROFS`; of bytes that do not come nothing, `0`.
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
  /// The first of those that the kind is about, from 1.
  let number: Int
  /// Whether every later one is refused, too.
  let lasts: Bool

  package init(_ kind: DiskFault.Kind, at number: Int, lasts: Bool = false) {
    (self.kind, self.number, self.lasts) = (kind, number, lasts)
  }

  /// Whether a step can go wrong in this way.
  func concerns(_ step: DiskStep) -> Bool {
    switch kind {
    case .failure: true
    case .full: step.needsRoom
    case .readOnly: step.isChange
    case .shortRead: !step.isChange
    }
  }
}
