/// Rows of one kind as they were loaded and as they are now, in the order in which they were first
/// written.
struct Table<Key: Hashable & Sendable, Value: Hashable & Sendable>: Sendable {
  private var loaded: [Key: Value]
  private var current: [Key: Value]
  private var written: [Key] = []
  private var isWritten: Set<Key> = []

  init(loaded: [Key: Value]) {
    self.loaded = loaded
    current = loaded
  }

  /// The current rows.
  var values: some Collection<Value> { current.values }

  subscript(key: Key) -> Value? {
    get { current[key] }
    set {
      if isWritten.insert(key).inserted { written.append(key) }
      current[key] = newValue
    }
  }

  /// Forgets rows that the store drops by itself.
  mutating func discard(where isDropped: (Key, Value) -> Bool) {
    loaded = loaded.filter { !isDropped($0.key, $0.value) }
    current = current.filter { !isDropped($0.key, $0.value) }
  }

  /// Calls `body` for each row that differs from what was loaded.
  func forEachChange(_ body: (Key, _ old: Value?, _ new: Value?) -> Void) {
    for key in written {
      let old = loaded[key]
      let new = current[key]
      if old != new { body(key, old, new) }
    }
  }
}
