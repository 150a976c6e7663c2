internal import MessagingCore
internal import MessagingModel

extension MutantCatalogue {
  static let samples: [Mutant] = [
    Mutant(
      "stale-edit-wins", kills: "ORDER-010",
      "An edit is taken without comparing its version with the stored one.",
      origin: "two devices edited at once and the older edit stayed"
    ) { hooks in
      hooks.onLoad = { row in
        guard case .message(var record) = row else { return row }
        record.version = record.version.map { _ in Version(order: .min) }
        return .message(record)
      }
    },
    Mutant(
      "outbox-in-memory", kills: "REPO-001",
      "What is unsent is kept in memory and lost when the store is opened again.",
      origin: "pending messages vanished when the app was killed"
    ) { hooks in
      hooks.onOpen = { rows in
        var rows = rows
        let unsent = (try? rows.outbox(of: nil, limit: .max)) ?? []
        rows.apply(unsent.map { .remove(.message($0.key.conversation, .id($0.key.id))) })
        return rows
      }
    },
    Mutant(
      "half-batch", kills: "REPO-004",
      "Each change of a batch is a commit of its own, so a bad one leaves those before it.",
      origin: "a page was stored row by row and a crash left half of it"
    ) { hooks in
      hooks.onBatches = { changes in changes.map { [$0] } }
    },
  ]
}
