internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

extension FaultyPart {
  /// The naive model with another rule.
  static func scroll<Rule>(
    _ name: WritableKeyPath<ScrollRules, Rule>, _ rule: Rule
  ) -> FaultyPart {
    var rules = ScrollRules()
    rules[keyPath: name] = rule
    return .scroll { [rules] in NaiveScroll($0, rules: rules) }
  }

  /// A list with a fault in its options.
  static func scroll(
    options change: @escaping @Sendable (inout ScrollOptions) -> Void
  ) -> FaultyPart {
    .scroll { options in
      var changed = options
      change(&changed)
      return NaiveScroll(changed)
    }
  }

  /// A list with a fault that remembers something.
  ///
  /// - Parameter notes: what it remembers at first.
  static func scroll<Notes: Sendable>(
    noting notes: Notes,
    handling: @escaping @Sendable (inout Bent<NaiveScroll, Notes>, ScrollEvent) -> ScrollOutcome
  ) -> FaultyPart {
    .scroll { options in
      Bent<NaiveScroll, Notes>(NaiveScroll(options), options, noting: notes) { bent, event, _ in
        handling(&bent, event)
      }
    }
  }

  /// A list with a fault in how it handles an event.
  static func scroll(
    handling: @escaping @Sendable (inout NaiveScroll, ScrollEvent) -> ScrollOutcome
  ) -> FaultyPart {
    .scroll(noting: ()) { bent, event in handling(&bent.part, event) }
  }

  /// A list with a fault in what it hears of changes.
  static func scroll(
    hearing change: @escaping @Sendable (inout ScrollTransaction, NaiveScroll) -> Void
  ) -> FaultyPart {
    .scroll(handling: { model, event in
      guard case .transaction(var transaction) = event else { return model.handle(event) }
      change(&transaction, model)
      return model.handle(.transaction(transaction))
    })
  }

  /// A list with a fault in what it does about a change that it takes.
  static func scroll(
    doing change:
      @escaping @Sendable (
        inout ScrollOutcome, ScrollTransaction, _ old: NaiveScroll, inout NaiveScroll
      ) -> Void
  ) -> FaultyPart {
    .scroll(handling: { model, event in
      let old = model
      var outcome = model.handle(event)
      guard case .transaction(let transaction) = event, old.isOpen, outcome.rejection == nil
      else { return outcome }
      change(&outcome, transaction, old, &model)
      if outcome.command != nil { model.isWritten = true }
      return outcome
    })
  }
}

extension ScrollTransaction {
  /// Changes how the rows change.
  mutating func mapChanges(_ change: (inout RowChanges) -> Void) {
    guard case .changes(var changes) = rows else { return }
    change(&changes)
    rows = .changes(changes)
  }

  /// Changes all heights.
  mutating func mapHeights(_ change: (Double) -> Double) {
    mapChanges { changes in
      for index in changes.inserts.indices {
        changes.inserts[index].row.height = change(changes.inserts[index].row.height)
      }
      for index in changes.resizes.indices {
        changes.resizes[index].height = change(changes.resizes[index].height)
      }
    }
    guard case .replace(var all) = rows else { return }
    for index in all.indices { all[index].height = change(all[index].height) }
    rows = .replace(all)
  }

  /// Whether a row comes, goes, moves or gets a height.
  var changesRows: Bool {
    switch rows {
    case .same: false
    case .changes(let changes): changes != RowChanges()
    case .replace: true
    }
  }
}

extension NaiveStep {
  /// By how much a row of the old list became higher.
  func growth(of index: Int) -> Int {
    let row = old.rows[index]
    return (new.rows.first { $0.id == row.id }?.height ?? row.height) - row.height
  }

  /// Whether no row came, went, moved or got a height.
  var areRowsSame: Bool {
    !rows.isReplaced && rows.causes.isEmpty && rows.origins.enumerated().allSatisfy { $0 == $1 }
  }
}
