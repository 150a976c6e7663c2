internal import MessagingCore
internal import MessagingModel

/// The production type of a role, for whoever needs no subject.
enum ReferenceParts {
  static let scroll: (@Sendable (ScrollOptions) -> any ScrollAnchoring)? = { ScrollAnchor($0) }
}
