internal import MessagingModel

/// Matrix identifiers, checked only for their sigil and a length of at most 255 bytes.
enum MatrixNames {
  static func event(_ json: JSON?) -> RemoteID? { name(json, "$").map { RemoteID($0) } }
  static func user(_ json: JSON?) -> ParticipantID? { name(json, "@").map { ParticipantID($0) } }
  static func room(_ text: ExactString) -> ConversationID? {
    isName(text, "!") ? ConversationID(text) : nil
  }

  /// The address of a file in the network: `mxc://server/id`.
  static func file(_ json: JSON?) -> ExactString? {
    guard let text = json?.string, filePlace(text) != nil else { return nil }
    return text
  }

  /// The server and the id of a file.
  static func filePlace(_ text: ExactString) -> (server: String, id: String)? {
    let parts = text.string.split(separator: "/", omittingEmptySubsequences: false)
    guard text.byteCount <= 255, parts.count == 4, parts[0] == "mxc:", parts[1].isEmpty,
      isPlain(parts[2]), isPlain(parts[3])
    else { return nil }
    return (String(parts[2]), String(parts[3]))
  }

  private static func name(_ json: JSON?, _ sigil: String) -> ExactString? {
    json?.string.flatMap { isName($0, sigil) ? $0 : nil }
  }

  private static func isName(_ text: ExactString, _ sigil: String) -> Bool {
    (2...255).contains(text.byteCount) && text.string.utf8.starts(with: sigil.utf8)
  }

  /// Whether the text may be a part of a path: not empty, not `.` or `..`, and of plain characters.
  private static func isPlain(_ part: Substring) -> Bool {
    !part.isEmpty && part != "." && part != ".."
      && part.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"?#%\\".utf8.contains($0) }
  }
}
