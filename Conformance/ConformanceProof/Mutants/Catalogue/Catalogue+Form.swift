internal import MessagingConformance
internal import MessagingModel

extension MutantCatalogue {
  /// Of the canonical form.
  static let form: [Mutant] = [
    Mutant(
      "empty-caption-left-out", kills: "FORM-001",
      "A caption without text is not written.",
      origin: "an encoder that leaves out what is empty, as many do",
      .form(.writing { $0.replacing(",\"caption\":\"\"", with: "") })),
    Mutant(
      "members-in-any-order", kills: "FORM-002", "Members may stand in any order.",
      origin: "a JSON library that makes a dictionary",
      .form(.lenient { form in orders(of: form) })),
    Mutant(
      "unknown-members-ignored", kills: "FORM-002", "A member that is not known is skipped.",
      origin: "a decoder that takes what it knows",
      .form(.lenient { form in withoutOneMember(form) })),
    Mutant(
      "false-is-written", kills: "FORM-003", "A flag may be false.",
      origin: "a JSON library's way with booleans",
      .form(
        .lenient { form in
          let flags = ["retryable", "start", "live"]
          return flags.map { replacing(",\"\($0)\":false", with: "", in: form) }
        })),
    Mutant(
      "leading-zeros", kills: "FORM-004", "A number may begin with zeros.",
      origin: "a parser of numbers that was not written for JSON",
      .form(
        .lenient { form in
          [replacing(":0", with: ":", in: form)]
        })),
    Mutant(
      "numbers-are-doubles", kills: "FORM-004", "Numbers are read as floating point.",
      origin: "JavaScript",
      .form(.writing { $0.replacing("9007199254740993", with: "9007199254740992") })),
    Mutant(
      "slash-escaped", kills: "FORM-005", "A slash may be escaped.",
      origin: "what JSON allows, and some libraries write",
      .form(
        .lenient { form in
          [replacing("\\/", with: "/", in: form)]
        })),
    Mutant(
      "texts-composed", kills: "FORM-006", "Texts are normalised.",
      origin: "a database, a file system, a text field",
      .form(
        .writing { text in
          String(
            decoding: Array(text.utf8).replacing(
              Array("e\u{301}".utf8), with: Array("\u{E9}".utf8)), as: UTF8.self)
        })),
    Mutant(
      "white-space-behind", kills: "FORM-007", "White space may stand behind a form.",
      origin: "a parser that stops when it has a value",
      .form(.lenient { form in form.last == 0x20 ? [Array(form.dropLast())] : [] })),
    Mutant(
      "mistake-at-the-start", kills: "FORM-008", "Each mistake is at byte 0.",
      origin: "an error that says that the data is not in the right format",
      .form(.failing { error, _ in CanonicalError(offset: 0, expected: error.expected) })),
    Mutant(
      "mistake-quoted", kills: "FORM-009", "An error quotes what was found.",
      origin: "a parser's error with an excerpt, in a log",
      .form(
        .failing { error, form in
          CanonicalError(
            offset: error.offset,
            expected: error.expected + ", found " + String(decoding: form, as: UTF8.self))
        })),
    Mutant(
      "paths-lead-anywhere", kills: "FORM-010", "A path may lead out of its folder.",
      origin: "an archive with ../ in its names",
      .form(
        .lenient { form in
          [replacing("../", with: "", in: form)]
        })),
    Mutant(
      "sign-bit-kept", kills: "FORM-011", "The sign bit of a key's numbers is not flipped.",
      origin: "big-endian bytes of a signed number",
      .form(
        FaultyForm(sortKey: { form throws(CanonicalError) in
          var key = try Position(canonical: form).sortKey
          for place in key.count < 17 ? [1] : [1, 9] { key[place] ^= 0x80 }
          return key
        }))),
    Mutant(
      "names-run-together", kills: "FORM-012", "A derived id forgets where a name ends.",
      origin: "a hash of two strings one after the other",
      .form(
        FaultyForm(messageID: { remoteID, conversation in
          let both = ExactString(conversation.text.string + remoteID.text.string)
          return MessageID(derivedFrom: RemoteID(both), in: "").description
        }))),
    Mutant(
      "not-before-forgotten", kills: "FORM-013", "When to try again is not written.",
      origin: "a member that was added later, to one of two functions",
      .form(
        .writing { text in
          text.replacing(#/,"notBefore":-?[0-9]+/#, with: "")
        })),
  ]

  private static func replacing(
    _ text: String, with other: String, in form: [UInt8]
  ) -> [UInt8] { form.replacing(Array(text.utf8), with: Array(other.utf8)) }

  private static func parts(_ form: [UInt8]) -> [[UInt8]] {
    form.dropFirst().dropLast().split(separator: UInt8(ascii: ",")).map { Array($0) }
  }

  private static func whole(_ parts: [[UInt8]]) -> [UInt8] {
    [UInt8(ascii: "{")] + parts.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "}")]
  }

  /// The same members, two of them exchanged.
  private static func orders(of form: [UInt8]) -> [[UInt8]] {
    let parts = parts(form)
    return parts.indices.flatMap { first in
      parts.indices.filter { $0 > first }.map { second in
        var changed = parts
        changed.swapAt(first, second)
        return whole(changed)
      }
    }
  }

  private static func withoutOneMember(_ form: [UInt8]) -> [[UInt8]] {
    let parts = parts(form)
    return parts.indices.map { place in
      whole(parts.enumerated().filter { $0.offset != place }.map(\.element))
    }
  }
}
