public import Foundation

/// The Spec as a folder of pages that are read without a server and without a network.
public struct Site {
  let root: URL
  let verdicts: Verdicts
  private(set) var pages: [Page] = []

  /// What does not fit: links that lead nowhere, markup that does not show. A line each.
  public private(set) var problems: [String] = []

  /// Reads the Markdown of a repository: the Spec, what the suite says of itself, and the texts at
  /// the top.
  ///
  /// - Throws: if a file cannot be read.
  public init(root: URL, verdicts: Verdicts) throws {
    (self.root, self.verdicts) = (root.resolvingSymlinksInPath(), verdicts)
    let files = try Site.files(under: self.root)
    guard files.contains("Spec/README.md") else {
      throw SiteError(
        description: "'\(root.path)' is not the root of the repository: no Spec/README.md")
    }
    let reader = PageReader(
      files: Set(files), isFile: { Site.exists($0, under: root) }, verdicts: verdicts)
    pages = try files.map { file in
      let text = try String(contentsOf: root.appendingPathComponent(file), encoding: .utf8)
      return reader.page(file, text)
    }
    problems = pages.flatMap(\.problems) + deadLinks
  }

  /// The numbered rules of the site.
  public var ruleCount: Int { pages.map(\.rules.count).reduce(0, +) }

  /// How many pages there are, without the first one.
  public var pageCount: Int { pages.count }

  /// Links to names that the page does not have.
  private var deadLinks: [String] {
    let anchors = Dictionary(uniqueKeysWithValues: pages.map { ($0.file, $0.anchors) })
    return pages.flatMap { page in
      page.links.compactMap { link in
        guard let anchor = link.anchor, anchors[link.file]?.contains(anchor) != true
        else { return nil }
        return "\(page.file):\(link.line): \(link.file) has no #\(anchor)"
      }
    }
  }

  /// The Markdown that becomes pages, in order.
  private static func files(under root: URL) throws -> [String] {
    let manager = FileManager.default
    var files: [String] = []
    func take(_ folder: String, deep: Bool) throws {
      let url = folder.isEmpty ? root : root.appendingPathComponent(folder)
      for name in try manager.contentsOfDirectory(atPath: url.path).sorted()
      where !name.hasPrefix(".") {
        let path = folder.isEmpty ? name : "\(folder)/\(name)"
        var isFolder: ObjCBool = false
        _ = manager.fileExists(
          atPath: root.appendingPathComponent(path).path, isDirectory: &isFolder)
        if isFolder.boolValue {
          if deep { try take(path, deep: true) }
        } else if name.hasSuffix(".md") {
          files.append(path)
        }
      }
    }
    try take("", deep: false)
    for folder in ["Conformance", "Fixtures"] where exists(folder, under: root) {
      try take(folder, deep: false)
    }
    for folder in ["Conformance/adapters", "Spec"] where exists(folder, under: root) {
      try take(folder, deep: true)
    }
    return files.sorted()
  }

  private static func exists(_ path: String, under root: URL) -> Bool {
    FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
  }
}

extension Site {
  /// Writes the site. What is in the folder stays there, but for files of the same name.
  ///
  /// - Throws: if the folder cannot be written.
  public func write(to folder: URL) throws {
    func write(_ text: String, _ path: String) throws {
      try Site.write(Data(text.utf8), path, in: folder)
    }
    let frame = PageFrame(pages: pages, verdicts: verdicts)
    try write(SiteStyle.sheet, "site.css")
    try write(SiteScript.text, "site.js")
    try write(SearchIndex(pages: pages, root: root).text, "search-index.js")
    try write(frame.landing, "index.html")
    for page in pages { try write(frame.html(of: page), page.address) }
    for asset in Set(pages.flatMap(\.assets)).sorted() {
      try Site.write(Data(contentsOf: root.appendingPathComponent(asset)), asset, in: folder)
    }
  }

  private static func write(_ data: Data, _ path: String, in folder: URL) throws {
    let file = folder.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
  }
}
