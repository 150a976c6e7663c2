package import MessagingModel

/// The order of the oracle: compares numbers one after the other, then bytes.
package enum NaiveOrder {
  /// Confirmed positions come before unconfirmed ones.
  package static func precedes(_ left: Position, _ right: Position) -> Bool {
    switch (left, right) {
    case (.confirmed(let left), .confirmed(let right)): precedes(left, right)
    case (.confirmed, .unconfirmed): true
    case (.unconfirmed, .confirmed): false
    case (.unconfirmed(let left), .unconfirmed(let right)): left < right
    }
  }

  /// Server time, then timestamp, then the bytes of the remote id.
  static func precedes(_ left: ServerPosition, _ right: ServerPosition) -> Bool {
    if left.serverTime != right.serverTime {
      return left.serverTime.milliseconds < right.serverTime.milliseconds
    }
    if left.timestamp != right.timestamp {
      return left.timestamp.milliseconds < right.timestamp.milliseconds
    }
    return precedes(left.remoteID.text, right.remoteID.text)
  }

  /// Compares byte by byte. A prefix comes before the longer text.
  package static func precedes(_ left: ExactString, _ right: ExactString) -> Bool {
    left.string.utf8.lexicographicallyPrecedes(right.string.utf8)
  }

  /// The server's edit order, then the bytes of the edit's id.
  static func precedes(_ left: Version, _ right: Version) -> Bool {
    left.order != right.order ? left.order < right.order : precedes(left.id, right.id)
  }
}
