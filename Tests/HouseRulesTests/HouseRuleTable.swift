extension HouseRule {
  /// All rules. A new one is a line here, with an example it flags and one it does not.
  static let all: [HouseRule] = [
    fileLength, functionLength, columns,
    uncheckedSendable, nonisolatedUnsafe, forcedTry, forcedCast, silentTrap, unfinished,
    realTime, yielding, lock, globalVariable, defaultCase,
    pureModel, chanceAndTime, looseTasks,
    importArrows, bridgeWithoutTests, plainProse,
  ]
}
