internal import MessagingModel

/// Checks of the area FORM in Swift, for what a script cannot express.
enum FormChecks {
  typealias Context = RoleContext<any FormSubject>

  /// The checks, by `FORM-001/slug`.
  static let all: [String: @Sendable (Context) async throws -> Void] = [
    "FORM-007/cut-short": cutShort,
    "FORM-011/keys": keys,
    "FORM-013/forms": forms,
  ]

  /// A form of each type, cut off at each byte, and with an extra byte at the end.
  static func cutShort(_ context: Context) async throws {
    for type in FormType.allCases {
      var random = SeededRandom(seed: context.options.seed, stream: "FORM/cut/\(type)")
      let forms = (0..<8).map { _ in Array(NaiveForm.of(type).random(&random).utf8) }
      guard let form = forms.min(by: { $0.count < $1.count }) else { continue }
      for length in 0..<form.count {
        try refuse(Array(form[..<length]), as: type, context)
      }
      try refuse(form + [UInt8(ascii: " ")], as: type, context)
      try refuse(form + form, as: type, context)
    }
  }

  /// Compares the sort keys of positions, each with every other.
  static func keys(_ context: Context) async throws {
    let times: [Int64] = [.min, -1_000, -1, 0, 1, 255, 256, 1_700_000_000_000, .max]
    let names = ["", "a", "s7", "s70", "é", "\u{10FFFF}"]
    var places: [(place: (kind: Int, server: Int64, at: Int64, remote: [UInt8]), form: String)] = []
    for server in times {
      for (number, name) in names.enumerated() {
        let at = times[(number * 4) % times.count]
        places.append(
          (
            (0, server, at, Array(name.utf8)),
            "{\"server\":\(server),\"at\":\(at),\"remote\":\(JSONText.quoted(name))}"
          ))
      }
      places.append(((1, server, 0, []), "{\"local\":\(server)}"))
    }
    let keys = try places.map { try context.subject.sortKey(of: Array($0.form.utf8)) }
    for (first, one) in places.enumerated() {
      for (second, other) in places.enumerated() {
        context.count(steps: 1)
        let (a, b) = (one.place, other.place)
        let isBefore =
          (a.kind, a.server, a.at) < (b.kind, b.server, b.at)
          || (a.kind, a.server, a.at) == (b.kind, b.server, b.at)
            && a.remote.lexicographicallyPrecedes(b.remote)
        guard keys[first].lexicographicallyPrecedes(keys[second]) != isBefore else { continue }
        throw Violation(
          "the key of \(one.form) comes \(isBefore ? "not " : "")before that of \(other.form)")
      }
    }
  }

  /// Random forms, ordered by length and without the longest, and random changes of them.
  static func forms(_ context: Context) async throws {
    for type in FormType.allCases {
      _ = try await context.tryHistories("forms of each type", 1) { seed, _ in
        var random = SeededRandom(seed: seed, stream: "FORM/\(type)")
        let forms = (0..<context.count(20)).map { _ in
          Array(NaiveForm.of(type).random(&random).utf8)
        }
        var damage = FormDamage(random: random)
        for form in forms.sorted(by: { $0.count < $1.count }).prefix(14) {
          try keep(form, as: type, context)
          for _ in 0..<3 { try judge(damage(form), as: type, context) }
        }
      }
    }
  }

  private static func judge(_ form: [UInt8], as type: FormType, _ context: Context) throws {
    guard NaiveForm.of(type).accepts(form) else {
      context.count("forms-refused")
      return try refuse(form, as: type, context)
    }
    try keep(form, as: type, context)
  }

  private static func keep(_ form: [UInt8], as type: FormType, _ context: Context) throws {
    context.count(steps: 1)
    do {
      let written = try context.subject.rewritten(form, as: type)
      guard written != form else { return }
      let place = zip(form, written).prefix { $0 == $1 }.count
      throw Violation(
        "\(type.rawValue) \(quoted(form, at: place)) is written as "
          + "\(quoted(written, at: place)), expected the same")
    } catch let error as CanonicalError {
      throw Violation(
        "\(type.rawValue) \(quoted(form, at: error.offset)) is refused (\(error)), "
          + "expected to be read")
    }
  }

  private static func refuse(_ form: [UInt8], as type: FormType, _ context: Context) throws {
    context.count(steps: 1)
    do {
      let written = try context.subject.rewritten(form, as: type)
      let place = zip(form, written).prefix { $0 == $1 }.count
      throw Violation(
        "\(type.rawValue) \(quoted(form, at: place)) is read, and written as "
          + "\(quoted(written, at: place)), expected to be refused")
    } catch let error as CanonicalError {
      guard (0...form.count).contains(error.offset) else {
        throw Violation(
          "\(type.rawValue) \(quoted(form, at: 0)) is refused at byte \(error.offset) "
            + "of \(form.count)")
      }
    }
  }

  /// A form as a script would write it, if it is short; otherwise the part around an index. Bytes
  /// that are not text are written as hexadecimal digits.
  private static func quoted(_ form: [UInt8], at place: Int) -> String {
    let isShort = form.count <= 160
    let part = isShort ? form[...] : form[max(0, place - 60)..<min(form.count, place + 60)]
    let text = String(decoding: part, as: UTF8.self)
    let around = isShort ? "" : " (\(form.count) bytes, around byte \(place))"
    guard text.utf8.elementsEqual(part) else {
      return part.map { JSONText.hex(UInt32($0), digits: 2) }.joined() + around
    }
    return text + around
  }
}
