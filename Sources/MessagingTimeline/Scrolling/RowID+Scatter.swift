internal import MessagingModel

extension RowID {
  /// A hash that is the same for the same id in every run of the program. Different ids rarely have
  /// the same hash; ``RowIndex`` compares the ids then.
  var scatter: UInt64 {
    switch self {
    case .message(let id): RowID.mix(RowID.mix(id.high) ^ id.low)
    case .day(let day): RowID.mix(RowID.mix(1, day.zone) &+ UInt64(bitPattern: Int64(day.number)))
    case .gap(.some(let position)):
      RowID.mix(
        RowID.mix(2, position.remoteID.text) ^ UInt64(bitPattern: position.timestamp.milliseconds))
    case .gap(.none): RowID.mix(3)
    case .unreadDivider: RowID.mix(4)
    case .start: RowID.mix(5)
    case .loadingOlder: RowID.mix(6)
    case .loadingNewer: RowID.mix(7)
    case .typing: RowID.mix(8)
    }
  }

  /// SplitMix64's last step: every bit of the number changes half of the others.
  private static func mix(_ number: UInt64) -> UInt64 {
    var mixed = number &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  private static func mix(_ seed: UInt64, _ text: ExactString) -> UInt64 {
    text.string.utf8.reduce(seed) { mix($0 ^ UInt64($1)) }
  }
}
