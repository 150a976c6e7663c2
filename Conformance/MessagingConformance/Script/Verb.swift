/// What a step does. `Vocabulary.steps` says how each is written and what it means.
public enum Verb: String, CaseIterable, Hashable, Sendable {
  case send, ack, fail, retry, cancel, status
  case receive, page, gap
  case edit, delete, react, unreact, receipt
  case amend, settle, discard
  case upload, token, reset, forget
  case reopen, kill, apply
}

/// What an expectation looks at. `Vocabulary.observables` says how each is written and what its
/// value is.
public enum Observable: String, CaseIterable, Hashable, Sendable {
  case timeline, newest, older, newer, around, window
  case text, state, sender, id, version, kind, deleted, reactions, quote, file, source
  case readers, unread, gaps, complete, outbox, retractions, dependents, token
  case revision, kinds, notices, error, commits
}

/// What a property block sets. `Vocabulary.settings` says how each is written.
public enum Directive: String, CaseIterable, Hashable, Sendable {
  case orders, ops, cases, length
}
