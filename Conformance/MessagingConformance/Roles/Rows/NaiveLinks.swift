package import MessagingModel
package import MessagingTimeline

/// The content that the oracle derives from a body. It looks at every character separately.
package enum NaiveLinks {
  @Sendable package static func derived(_ body: Body) -> DerivedContent {
    switch body {
    case .text(let text): DerivedContent(links: links(in: text))
    case .media(let media): DerivedContent(links: links(in: media.caption))
    case .payment(let payment): DerivedContent(links: links(in: payment.note))
    case .system(let text): DerivedContent(links: links(in: text), isSystem: true)
    case .redacted, .unknown: DerivedContent()
    }
  }

  static func links(in text: ExactString) -> [Range<Int>] {
    let scalars = Array(text.string.unicodeScalars)
    var found: [Range<Int>] = []
    var index = 0
    while index < scalars.count {
      guard let end = linkEnd(scalars, from: index) else {
        index += 1
        continue
      }
      found.append(bytes(scalars[..<index])..<bytes(scalars[..<end]))
      index = end
    }
    return found
  }

  /// The end of the link that begins here; `nil` if none does.
  private static func linkEnd(_ scalars: [Unicode.Scalar], from start: Int) -> Int? {
    let rest = String(String.UnicodeScalarView(scalars[start...].prefix(8))).lowercased()
    guard let scheme = ["https://", "http://", "www."].first(where: rest.hasPrefix),
      start == 0 || !scalars[start - 1].isASCII || !isWordLike(scalars[start - 1])
    else { return nil }
    let host = start + scheme.unicodeScalars.count
    var link = Array(scalars[host...].prefix { !isStop($0) })
    guard let first = link.first, isWordLike(first) || first == "[" else { return nil }
    while let last = link.last, belongsToTheSentence(last, of: link) { link.removeLast() }
    return link.isEmpty ? nil : host + link.count
  }

  /// Whether the last character is punctuation after the link, and not part of it.
  private static func belongsToTheSentence(
    _ last: Unicode.Scalar, of link: [Unicode.Scalar]
  ) -> Bool {
    switch last {
    case ")": link.filter { $0 == ")" }.count > link.filter { $0 == "(" }.count
    case "]": link.filter { $0 == "]" }.count > link.filter { $0 == "[" }.count
    default: ".,;:!?'*_~".unicodeScalars.contains(last)
    }
  }

  private static func isStop(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value <= 0x20 || scalar.value == 0x7F || scalar.properties.isWhitespace
      || scalar.value == 0x200B || "\"<>`«»‘’‚‛“”„‟".unicodeScalars.contains(scalar)
      || "、。！（）＊＋，：；？〈〉《》「」『』【】".unicodeScalars.contains(scalar)
  }

  private static func isWordLike(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.isASCII || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }

  private static func bytes(_ scalars: ArraySlice<Unicode.Scalar>) -> Int {
    scalars.reduce(0) { $0 + UTF8.width($1) }
  }
}
