internal import CMarkGFM

/// A Markdown document as GitHub reads it, to be changed and written as HTML.
///
/// Raw HTML is left out, but for what its owner puts in.
final class MarkdownTree {
  /// A node; it lives as long as its tree.
  struct Node: Hashable {
    fileprivate let pointer: OpaquePointer
  }

  private let root: OpaquePointer
  private static let isReady: Bool = {
    cmark_gfm_core_extensions_ensure_registered()
    return true
  }()

  /// Reads a document.
  init(_ text: String) {
    precondition(MarkdownTree.isReady)
    guard let parser = cmark_parser_new(CMARK_OPT_DEFAULT) else {
      preconditionFailure("cmark-gfm has no memory for a parser")
    }
    defer { cmark_parser_free(parser) }
    for name in ["table", "strikethrough", "autolink", "tasklist"] {
      if let found = cmark_find_syntax_extension(name) {
        cmark_parser_attach_syntax_extension(parser, found)
      }
    }
    cmark_parser_feed(parser, text, text.utf8.count)
    guard let root = cmark_parser_finish(parser) else {
      preconditionFailure("cmark-gfm made nothing of a text of \(text.utf8.count) bytes")
    }
    self.root = root
  }

  deinit { cmark_node_free(root) }

  /// The whole as HTML.
  var html: String { html(of: Node(pointer: root)) }

  /// A part as HTML.
  func html(of node: Node) -> String {
    guard let text = cmark_render_html(node.pointer, CMARK_OPT_DEFAULT, nil) else { return "" }
    defer { cmark_get_default_mem_allocator().pointee.free(text) }
    return String(cString: text)
  }

  /// All nodes of a kind, in the order of the text.
  func nodes(_ kind: Kind) -> [Node] {
    guard let iterator = cmark_iter_new(root) else { return [] }
    defer { cmark_iter_free(iterator) }
    var result: [Node] = []
    while true {
      let event = cmark_iter_next(iterator)
      if event == CMARK_EVENT_DONE { return result }
      guard event == CMARK_EVENT_ENTER, let node = cmark_iter_get_node(iterator) else { continue }
      if String(cString: cmark_node_get_type_string(node)) == kind.rawValue {
        result.append(Node(pointer: node))
      }
    }
  }

  /// What nodes are asked for, by the names that cmark gives them.
  enum Kind: String {
    case heading, link, image, code
    case codeBlock = "code_block"
    case htmlBlock = "html_block"
    case htmlInline = "html_inline"
  }
}

extension MarkdownTree {
  /// The text of a node and of all in it, without markup.
  func text(of node: Node) -> String {
    guard let text = cmark_render_plaintext(node.pointer, CMARK_OPT_NOBREAKS, 0) else { return "" }
    defer { cmark_get_default_mem_allocator().pointee.free(text) }
    let plain = String(cString: text)
    return String(plain.split(whereSeparator: \.isNewline).joined(separator: " "))
  }

  /// What stands in a code block, a piece of code or of raw HTML.
  func literal(of node: Node) -> String {
    cmark_node_get_literal(node.pointer).map { String(cString: $0) } ?? ""
  }

  /// The word behind the fence of a code block.
  func info(of node: Node) -> String {
    cmark_node_get_fence_info(node.pointer).map { String(cString: $0) } ?? ""
  }

  /// 1 to 6.
  func level(of heading: Node) -> Int { Int(cmark_node_get_heading_level(heading.pointer)) }

  /// Where a link or an image leads.
  func address(of node: Node) -> String {
    cmark_node_get_url(node.pointer).map { String(cString: $0) } ?? ""
  }

  func setAddress(of node: Node, to address: String) {
    cmark_node_set_url(node.pointer, address)
  }

  /// The line in the document, from 1.
  func line(of node: Node) -> Int { Int(cmark_node_get_start_line(node.pointer)) }

  /// Whether a node is the text of a link.
  func isInLink(_ node: Node) -> Bool {
    var parent = cmark_node_parent(node.pointer)
    while let above = parent {
      if cmark_node_get_type(above) == CMARK_NODE_LINK { return true }
      parent = cmark_node_parent(above)
    }
    return false
  }

  /// Puts HTML in the place of a node, as it is.
  func replace(_ node: Node, with html: String) {
    let parent = cmark_node_parent(node.pointer)
    let isInline = cmark_node_get_type(node.pointer).rawValue & 0xC000 == 0xC000
    let kind = isInline ? CMARK_NODE_CUSTOM_INLINE : CMARK_NODE_CUSTOM_BLOCK
    guard parent != nil, let own = cmark_node_new(kind) else { return }
    cmark_node_set_on_enter(own, html)
    cmark_node_replace(node.pointer, own)
    cmark_node_free(node.pointer)
  }
}
