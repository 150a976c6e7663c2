internal import MessagingConformance

extension FuzzTarget {
  /// A Markdown file of the Spec: its requirements, and the lines of their blocks.
  static let spec = FuzzTarget("spec", seeds: ["Spec/requirements", "Spec/README.md"]) { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    let file = SpecFile(name: "FUZZ.md", text: text)
    return problem(in: file.diagnostics, linesOf: text)
  }

  /// A golden file: the first line names its kind, and gets the checksum of what follows, which no
  /// fuzzer would find.
  static let fixture = FuzzTarget("fixture", seeds: ["Fixtures/golden"]) { bytes in
    let body = Array(bytes.drop { $0 != UInt8(ascii: "\n") }.dropFirst())
    let words = bytes.prefix { $0 != UInt8(ascii: "\n") }.split(separator: UInt8(ascii: " "))
    let named = words.compactMap { word in
      FixtureKind.allCases.first { word.elementsEqual("kind=\($0.rawValue)".utf8) }
    }
    let kind = named.first ?? FixtureKind.allCases[body.count % FixtureKind.allCases.count]
    let header = FixtureHeader(
      kind: kind, covers: ["REPO-001"], spec: ConformanceRunner.specVersion, oracle: .identity,
      digest: FixtureFile.digest(body))
    do throws(FixtureError) {
      let file = try FixtureFile(
        name: "fuzz.\(kind.rawValue)", bytes: Array("\(header)\n".utf8) + body)
      return try file.differenceWhenWritten()
    } catch {
      let lines = body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).count
      return (1...(lines + 1)).contains(error.diagnostic.location.line)
        ? nil : "line \(error.diagnostic.location.line) of \(lines + 1) is refused"
    }
  }

  /// A list of known failures.
  static let knownFailures = FuzzTarget("known-failures", seeds: ["Conformance/expectations"]) {
    bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    do throws(KnownFailuresError) {
      let list = try KnownFailures(file: "fuzz.txt", text: text)
      return list.lines.count <= text.utf8.count ? nil : "more entries than signs"
    } catch {
      guard !error.diagnostics.isEmpty else { return "refused without a reason" }
      return problem(in: error.diagnostics, linesOf: text)
    }
  }

  /// What stands behind `--select`: some patterns.
  static let patterns = FuzzTarget(
    "patterns", seeds: ["Conformance/expectations"], takesLines: true
  ) { bytes in
    guard let selection = try? Selection(String(decoding: bytes, as: UTF8.self)) else { return nil }
    let again = try? Selection(selection.description.joined(separator: ","))
    return again?.description == selection.description ? nil : "read again it is something else"
  }

  /// Whether each mistake stands on a line of the text.
  private static func problem(in diagnostics: [Diagnostic], linesOf text: String) -> String? {
    let count = text.utf8.count { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } + 1
    let stray = diagnostics.first { !(1...count).contains($0.location.line) }
    return stray.map { "line \($0.location.line) of at most \(count): \($0.message)" }
  }
}
