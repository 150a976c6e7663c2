internal import MessagingModel

/// Which commits of a store are this handle's, and what others may have sent (`REPO-089`).
///
/// A commit of this handle is noted inside its write, before it can be read, so that no read takes
/// it for one of another handle.
struct OthersCommits: Sendable {
  /// Others may have sent anything unsent with a local sequence up to this one.
  private(set) var mayHaveSent: Int64
  /// The revision up to which it is known whose the commits are.
  private var counted: Revision
  /// The commits of this handle after ``counted``.
  private var own: Set<Revision> = []
  /// Whether there are commits of others since ``mayHaveSent`` was set.
  private var hasOthers = false

  /// At the opening of a store, everything in it is from others.
  init(at store: StoreRecord) {
    (counted, mayHaveSent) = (store.revision, store.nextSequence - 1)
  }

  /// Notes a commit of this handle that is being written.
  mutating func begin(_ revision: Revision) { own.insert(revision) }

  /// Notes how a commit of this handle ended. If it failed, its revision may be another one's now.
  mutating func end(_ revision: Revision, isCommitted: Bool) {
    if isCommitted { return count(upTo: revision) }
    own.remove(revision)
    hasOthers = true
  }

  /// Notes the state of the store that a read sees.
  mutating func find(_ store: StoreRecord) {
    count(upTo: store.revision)
    guard hasOthers else { return }
    (mayHaveSent, hasOthers) = (max(mayHaveSent, store.nextSequence - 1), false)
  }

  private mutating func count(upTo revision: Revision) {
    // One that is being written may still fail, and its revision be another one's.
    while counted < revision, own.remove(counted.next) != nil { counted = counted.next }
    guard counted < revision else { return }
    (counted, hasOthers) = (revision, true)
    own = own.filter { $0 > revision }
  }
}
