internal import MessagingConformance

/// The members of a type with their doc comments, as a Swift file has them.
///
/// It reads well-formatted source: two spaces for each level, one declaration on a line.
struct SourceComments {
  struct Member: Equatable {
    /// The raw value of a case that has one, the name of everything else.
    let name: String
    /// On one line; empty if there is none.
    let comment: String
  }

  /// In written order: the cases of an enum, the stored properties of a structure.
  private(set) var members: [Member] = []

  /// - Parameter type: without the types around it; the first one of this name counts.
  init(of type: String, in source: String) {
    let lines = source.textLines
    let start = lines.firstIndex { line in
      ["enum", "struct"].contains { line.hasDeclaration("\($0) \(type)") }
    }
    guard let start else { return }
    let indent = lines[start].prefix { $0 == " " }
    var comment: [String] = []
    for line in lines[(start + 1)...] {
      if line == "\(indent)}" { break }
      let isMember = line.hasPrefix("\(indent)  ") && line.dropFirst(indent.count + 2).first != " "
      let text = line.trimmedText
      if isMember, text.hasPrefix("///") {
        comment.append(text.dropFirst(3).trimmedText)
        continue
      }
      if isMember, let name = SourceComments.name(in: text) {
        members.append(Member(name: name, comment: comment.joined(separator: " ")))
      }
      comment = []
    }
  }

  /// The comment of a member; empty if there is none.
  subscript(name: String) -> String {
    members.first { $0.name == name }?.comment ?? ""
  }

  private static func name(in line: String) -> String? {
    let declarations = ["case ", "public var ", "public let ", "public static let "]
    guard let word = declarations.first(where: line.hasPrefix) else { return nil }
    let rest = line.dropFirst(word.count)
    if word == "case ", let raw = rest.split(separator: "\"").dropFirst().first {
      return String(raw)
    }
    return String(rest.prefix { $0.isLetter || $0.isNumber })
  }
}

extension Substring {
  /// Whether a line declares it: `struct Limits` in `public enum Limits {`, not in `LimitsOfPages`.
  fileprivate func hasDeclaration(_ words: String) -> Bool {
    guard !trimmedText.hasPrefix("//"), let end = firstRange(of: words)?.upperBound else {
      return false
    }
    return end == endIndex || !(self[end].isLetter || self[end].isNumber)
  }
}
