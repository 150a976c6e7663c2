extension SendChecks {
  /// The checks of the areas SEND and MEDIA.
  static let all: [String: @Sendable (RoleContext<any SendSubject>) async throws -> Void] = [
    "SEND-004/a-thousand-and-one": manyConversations,
    "SEND-043/many-messages": replacedChanges,
    "SEND-061/histories": histories,
    "SEND-062/each-step": crashAtEachStep,
    "SEND-063/small-cases": everyOrder,
    "SEND-065/recorded-outages": recorded("outages.send"),
    "SEND-103/many-devices": waitsOfDevices,
    "SEND-066/recorded-orders": recorded("echo-and-answer.send"),
    "SEND-071/stubborn-stores": stubbornStores,
    "SEND-105/undeclared-examples": undeclaredOnesFail,
    "MEDIA-014/recorded-table": recorded("photo-on-its-way.send"),
  ]
}
