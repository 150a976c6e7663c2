public import MessagingModel

/// A type that reads and writes the canonical form, under test: the area FORM.
///
/// It can be a store in another language, an export, or a tool that reads journals: anything with
/// its own reader for the bytes of `Spec/canonical-form.md`.
public protocol FormSubject: ConformanceSubject {
  /// Reads a value from exactly these bytes, and writes it back.
  ///
  /// - Throws: `CanonicalError` if they are not the canonical form of such a value.
  func rewritten(_ form: [UInt8], as type: FormType) throws(CanonicalError) -> [UInt8]
  /// Returns bytes that sort in the order of positions.
  ///
  /// - Parameter position: the canonical form of a `Position`.
  func sortKey(of position: [UInt8]) throws(CanonicalError) -> [UInt8]
  /// Returns the id of a message that has only the network's id: 32 hexadecimal digits.
  func messageID(derivedFrom remoteID: RemoteID, in conversation: ConversationID) -> String
}

/// A type of value, named as in the tables of `Spec/canonical-form.md`.
public enum FormType: String, CaseIterable, Sendable {
  case position = "Position"
  case body = "Body"
  case change = "Change"
  case row = "Row"
  case query = "Query"
  case snapshot = "Snapshot"
  case commit = "Commit"
}

extension Role {
  /// Reads and writes the canonical form.
  public static let form = Role(
    "form", areas: [Area("FORM", "The canonical form", place: 128)],
    kinds: [.form], checks: FormChecks.all.mapValues { Check($0) },
    isPlayed: { $0 is any FormSubject })
}

extension BlockKind {
  /// The bytes that are read, and the bytes that their value is written as.
  static let form = BlockKind("form", FormLanguage.language) { subject, _, _ in
    FormPlayer(subject)
  }
}

extension FormType {
  /// Reads a value of this type with this package's reader, and writes it back.
  public func rewritten(_ form: [UInt8]) throws(CanonicalError) -> [UInt8] {
    switch self {
    case .position: try Position(canonical: form).canonical
    case .body: try Body(canonical: form).canonical
    case .change: try Change(canonical: form).canonical
    case .row: try StoredRecord(canonical: form).canonical
    case .query: try Query(canonical: form).canonical
    case .snapshot: try Snapshot(canonical: form).canonical
    case .commit: try Commit(canonical: form).canonical
    }
  }
}
