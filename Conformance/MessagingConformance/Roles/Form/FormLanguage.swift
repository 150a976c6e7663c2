/// The language of `form` blocks.
enum FormLanguage {
  typealias Read = BlockLanguage<FormPlayer>.Read
  typealias Ask = Script<FormPlayer>.Ask

  static let language = BlockLanguage<FormPlayer>(
    introduction: """
      Bytes that are read, and what the value is written as. A form that begins with `{` reaches to
      the end of its line: `decode Body {"text":"hello"}`.

      """,
    placeholders: [AnyPlaceholder(type), AnyPlaceholder(hex), AnyPlaceholder(Words.text)],
    steps: [reads], questions: [seen])

  private static let type = Placeholder(
    "TYPE", "a type: " + FormType.allCases.map { "`\($0.rawValue)`" }.joined(separator: " ")
  ) { FormType(rawValue: $0) }

  private static let hex = Placeholder("HEX", "bytes, as hexadecimal digits: `7b7d`") { word in
    bytes(word)
  }

  /// The bytes for pairs of hexadecimal digits; `nil` for other text.
  private static func bytes(_ word: String) -> [UInt8]? {
    let digits = word.utf8.map { UInt8(String(UnicodeScalar($0)), radix: 16) }
    guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
    let values = digits.compactMap { $0 }
    return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
  }

  private static let reads = ClauseSection<Read>(
    "What is read",
    [
      Clause(
        "decode TYPE \"TEXT\"", "A value of this type is read from these bytes, and written again.",
        example: "decode Body \"{}\""
      ) { a in
        let (type, form) = (try a.first(type), try a.first(Words.text))
        return { $0.read(Array(form.utf8), as: type) }
      },
      Clause(
        "bytes TYPE HEX", "The same, for what is no text.", example: "bytes Body 7b7d"
      ) { a in
        let (type, form) = (try a.first(type), try a.first(hex))
        return { $0.read(form, as: type) }
      },
      Clause(
        "derive \"TEXT\" \"TEXT\"",
        "The id of a message is derived from its remote id and the name of its conversation.",
        example: "derive \"s1\" \"k1\""
      ) { a in
        let names = a.all(Words.text)
        return { $0.derive(names[0], names[1]) }
      },
    ])

  private static let seen = ClauseSection<Ask>(
    "What became of it",
    [
      Clause(
        "? written", "`same` if it was written as it was read, the other form, or `refused`.",
        example: "? written = same"
      ) { player, _ in player.written },
      Clause(
        "? place", "How many bytes came before the mistake.", example: "? place = 8"
      ) { player, _ in player.place },
      Clause(
        "? tells \"TEXT\"", "Whether the error contains these words.",
        example: "? tells \"hello\" = no"
      ) { player, arguments in player.tells(try arguments.first(Words.text)) },
      Clause(
        "? sort-key", "The key for sorting, as hexadecimal digits.", example: "? sort-key = 01"
      ) { player, _ in
        Observation(
          player.sortKey.map { [$0.map { JSONText.hex(UInt32($0), digits: 2) }.joined()] })
      },
      Clause("? derived-id", "The derived id.", example: "? derived-id = 00") { player, _ in
        Observation(player.id.map { [$0] })
      },
    ])
}
