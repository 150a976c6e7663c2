internal import MessagingConformance

/// A package of its own inside the repository: a tool that no module imports.
struct ToolPackage: Equatable {
  /// The last part of ``folder``.
  let name: String
  /// From the root of the repository.
  let folder: String
  /// The first sentence above its `let package`, on one line.
  let comment: String
  /// The packages that it resolves, as the ends of their addresses.
  let packages: [String]

  /// The packages in the folder `Conformance`, by name.
  static func all(in sources: SourceTree) -> [ToolPackage] {
    sources.folders(in: "Conformance").compactMap { name in
      let manifest = sources.text(of: "Conformance/\(name)/Package.swift")
      return manifest.isEmpty ? nil : ToolPackage(name: name, manifest: manifest)
    }
  }

  init(name: String, manifest: String) {
    (self.name, folder) = (name, "Conformance/\(name)")
    let lines = manifest.textLines.map { String($0).trimmedText }
    let above = lines.prefix { !$0.hasPrefix("let package") }
      .reversed().prefix { $0.hasPrefix("//") }
    let text = above.reversed().map { $0.drop { $0 == "/" }.trimmedText }.joined(separator: " ")
    comment = text.firstRange(of: ". ").map { text[..<$0.lowerBound] + "." } ?? text
    packages = lines.compactMap { line in
      guard let address = line.firstRange(of: ".package(url: \"").map({ line[$0.upperBound...] })
      else { return nil }
      return address.prefix { $0 != "\"" }.split(separator: "/").last.map { String($0) }
    }
  }
}
