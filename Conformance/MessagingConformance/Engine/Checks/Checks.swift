/// A check written in Swift, with the context of the role that it asks.
enum Check: Sendable {
  case repository(@Sendable (CheckContext) async throws -> Void)
  case rows(@Sendable (RoleContext<any RowsSubject>) async throws -> Void)
  case diff(@Sendable (RoleContext<any DiffSubject>) async throws -> Void)
  case scroll(@Sendable (RoleContext<any ScrollSubject>) async throws -> Void)
  case window(@Sendable (RoleContext<any WindowSubject>) async throws -> Void)
  case sending(@Sendable (RoleContext<any SendSubject>) async throws -> Void)
  case worker(@Sendable (RoleContext<any SendWorkerSubject>) async throws -> Void)
}

/// What a script cannot say: checks in Swift, by `REQ/slug`.
public enum Checks {
  static let all: [String: Check] =
    repository.mapValues(Check.repository)
    .merging(rows.mapValues(Check.rows)) { first, _ in first }
    .merging(diff.mapValues(Check.diff)) { first, _ in first }
    .merging(scroll.mapValues(Check.scroll)) { first, _ in first }
    .merging(window.mapValues(Check.window)) { first, _ in first }
    .merging(sending.mapValues(Check.sending)) { first, _ in first }
    .merging(worker.mapValues(Check.worker)) { first, _ in first }

  private static let repository: [String: @Sendable (CheckContext) async throws -> Void] = [
    "CAPA-001/smallest-examples": CapabilityChecks.declaredOnesWork,
    "CAPA-002/undeclared-examples": CapabilityChecks.undeclaredOnesFail,
    "CAPA-003/nothing-there": CapabilityChecks.nothingThere,
    "GAP-003/set-of-places": GapChecks.setOfPlaces,
    "GAP-005/around-an-island": PageChecks.aroundAnIsland,
    "ORDER-007/every-field": MessageChecks.everyField,
    "ORDER-010/equal-orders": MessageChecks.equalOrders,
    "ORDER-013/one-too-many": MessageChecks.oneTooMany,
    "PAGE-004/taken-by-the-server": PageChecks.takenByTheServer,
    "PAGE-008/says-so": PageChecks.saysSo,
    "PAGE-010/bounds": PageChecks.bounds,
    "PAGE-011/refused": PageChecks.foreignCursors,
    "PAGE-012/five-thousand": PageChecks.fiveThousand,
    "RECEIPT-001/outside-of-the-page": PageChecks.receiptOutside,
    "RECEIPT-009/a-thousand-unread": PageChecks.aThousandUnread,
    "REPO-002/field-by-field": MessageChecks.fieldByField,
    "REPO-007/at-each-operation": FaultChecks.cancelledAtEachOperation,
    "REPO-012/hostile-names": NameChecks.hostileNames,
    "REPO-015/without-meaning": RefusalChecks.withoutMeaning,
    "REPO-023/outside-of-the-page": PageChecks.quoteOutside,
    "REPO-024/revision-goes-on": HandleChecks.revisionGoesOn,
    "REPO-028/structure-stays-silent": ObserverChecks.structureStaysSilent,
    "REPO-029/ten-receipts": ObserverChecks.tenReceipts,
    "REPO-029/one-burst-after-another": ObserverChecks.oneBurstAfterAnother,
    "REPO-030/at-the-bound-and-past-it": BoundChecks.atTheBoundAndPastIt,
    "REPO-031/app-and-extension": HandleChecks.appAndExtension,
    "REPO-032/every-door": HandleChecks.everyDoor,
    "REPO-033/hundred-writers": HandleChecks.hundredWriters,
    "REPO-033/two-handles": HandleChecks.twoHandles,
    "REPO-034/another-handle-first": ObserverChecks.anotherHandleFirst,
    "REPO-034/present-first": ObserverChecks.presentFirst,
    "REPO-034/changes-replayed": ObserverChecks.changesReplayed,
    "REPO-035/busy-screen": ObserverChecks.busyScreen,
    "REPO-035/one-kind-each": ObserverChecks.oneKindEach,
    "REPO-036/crash": FaultChecks.tokenAtEachCrash,
    "REPO-041/refused-secret": RefusalChecks.refusedSecret,
    "REPO-046/page-by-page": UnsentChecks.pageByPage,
    "REPO-047/random-histories": UnsentChecks.randomHistories,
    "REPO-048/recorded-transitions": RecordedChecks.transitions,
    "REPO-050/each-change-again": ReplayChecks.eachChangeAgain,
    "REPO-055/shown-or-silent": ReplayChecks.shownOrSilent,
  ]

  /// The names of all checks, for the lints.
  public static var names: Set<String> { Set(all.keys) }
}
