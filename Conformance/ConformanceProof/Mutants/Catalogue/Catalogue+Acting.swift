internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension MutantCatalogue {
  static let acting: [Mutant] = [
    Mutant(
      "retries-the-message", kills: "ACT-001", "A retry of a change retries its message.",
      origin: "a button under the message, whatever had failed",
      .acting { bent in
        bent.retries = { bent, message, _ throws(RepositoryError) in
          try await bent.actions.retry(message)
        }
      }),
    Mutant(
      "what-is-sent-is-gone", kills: "ACT-002", "A message that is sent counts as gone.",
      origin: "two answers that looked alike",
      .acting { bent in
        bent.cancels = { bent, message, change throws(RepositoryError) in
          let outcome = try await bent.actions.cancel(message, change: change)
          return outcome == .tooLate ? .gone : outcome
        }
      }),
    Mutant(
      "each-edit-is-written", kills: "ACT-003", "The same words are another edit.",
      origin: "a dialog that was closed with OK",
      .acting { bent in
        bent.edits = { bent, message, text, change throws(RepositoryError) in
          let shown = try await bent.stored(message)?.body
          guard shown == .text(ExactString(text)) else {
            return try await bent.actions.edit(message, to: text, as: change)
          }
          let edit = Change.amend(
            bent.key(message), id: change, .edit(.text(ExactString(text))))
          return ActionOutcome(try await bent.store.apply([edit]), of: bent.key(message))
        }
      }),
    Mutant(
      "words-instead-of-a-photo", kills: "ACT-004", "A new caption replaces the photo.",
      origin: "an edit of a time when there were texts alone",
      .acting { bent in
        bent.edits = { bent, message, text, change throws(RepositoryError) in
          guard try await bent.stored(message)?.body.attachments.isEmpty == false else {
            return try await bent.actions.edit(message, to: text, as: change)
          }
          let edit = Change.amend(
            bent.key(message), id: change, .edit(.text(ExactString(text))))
          return ActionOutcome(try await bent.store.apply([edit]), of: bent.key(message))
        }
      }),
    Mutant(
      "deletes-only-what-waits", kills: "ACT-005", "What is sent is not deleted.",
      origin: "a menu with one entry for two things",
      .acting { bent in
        bent.deletes = { bent, message, _ throws(RepositoryError) in
          try await bent.actions.cancel(message)
        }
      }),
    Mutant(
      "reactions-stay", kills: "ACT-006", "A reaction that is removed is added again.",
      origin: "a toggle with one direction",
      .acting { bent in
        bent.unreacts = { bent, message, reaction, change throws(RepositoryError) in
          try await bent.actions.react(to: message, with: reaction, as: change)
        }
      }),
    Mutant(
      "says-it-was-read-again", kills: "ACT-007", "Each reading is called done.",
      origin: "a result that nobody looked at",
      .acting { bent in
        bent.reads = { bent, message, time throws(RepositoryError) in
          let outcome = try await bent.actions.markAsRead(upTo: message, at: time)
          return outcome == .unchanged ? .done : outcome
        }
      }),
    Mutant(
      "what-failed-cannot-be-cancelled", kills: "ACT-008",
      "A message that failed is not cancelled.",
      origin: "a list of the states in which a message waits",
      .acting { bent in
        bent.cancels = { bent, message, change throws(RepositoryError) in
          if case .failed? = try await bent.stored(message)?.delivery { return .tooLate }
          return try await bent.actions.cancel(message, change: change)
        }
      }),
  ]
}
