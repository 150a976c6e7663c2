import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The elements of a document, in order; throws if it is not well formed.
final class ParsedMarkup: NSObject, XMLParserDelegate {
  struct Element {
    let name: String
    let attributes: [String: String]
  }

  struct Malformed: Error {
    let line: Int
    let reason: String
  }

  private(set) var elements: [Element] = []

  init(_ text: String) throws {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    guard parser.parse() else {
      let reason = parser.parserError.map { "\($0)" } ?? "unknown"
      throw Malformed(line: parser.lineNumber, reason: reason)
    }
  }

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    elements.append(Element(name: elementName, attributes: attributes))
  }
}
