internal import MessagingCore
internal import MessagingModel

/// A check written in Swift, for subjects of one role.
struct Check: Sendable {
  /// Runs the check on a subject that plays the role, and counts what it tried.
  let run: @Sendable (any ConformanceSubject, RunOptions, inout RunTally) async throws -> Void

  /// A check of a role without a store.
  init<Subject>(_ check: @escaping @Sendable (RoleContext<Subject>) async throws -> Void) {
    run = { subject, options, tally in
      var allowed = options
      allowed.historiesMax =
        [options.historiesMax, subject.historiesMax].compactMap(\.self).min()
      let context = RoleContext<Subject>(
        try subject.playing(), allowed, mostOfTable: options.historiesMax ?? .max)
      defer {
        tally.steps += context.stepCount
        tally.figures = context.counts
      }
      try await check(context)
    }
  }

  /// A check of a repository. Every handle that the check opened is closed at the end.
  init(_ check: @escaping @Sendable (CheckContext) async throws -> Void) {
    run = { subject, options, tally in
      let context = CheckContext(try subject.playing(), options)
      defer {
        tally.steps += context.stepCount
        tally.figures = context.counts
      }
      do {
        try await check(context)
      } catch {
        await context.closeAll()
        guard let refusal = error as? RepositoryError else { throw error }
        throw Violation("what the check asked for was refused: \(refusal)")
      }
      await context.closeAll()
    }
  }
}

/// The checks written in Swift, for what a script cannot express; by `REQ/slug`.
package enum Checks {
  static let all = Role.all.map(\.checks).reduce(into: [:]) { $0.merge($1) { first, _ in first } }

  /// The names of all checks, for the lints.
  package static var names: Set<String> { Set(all.keys) }
}
