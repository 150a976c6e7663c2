internal import SwiftSyntax

/// The faults that can be planted in a file.
///
/// Only the text is looked at, not the types: a fault that does not compile is found out by the
/// compiler.
public enum FaultFinder {
  /// The faults of one file, in the order of their places.
  ///
  /// - Parameters:
  ///   - path: the file, from the root of the package; names the faults.
  ///   - text: what is written there.
  ///   - index: what the sources declare.
  /// - Complexity: O(n log n) in the bytes of the text.
  public static func faults(
    in path: String, text: String, index: SourceIndex = SourceIndex()
  ) -> [Fault] {
    let source = SourceText(path: path, text: text)
    let visitor = FaultVisitor(source, index)
    visitor.walk(source.tree)
    return named(visitor.found, in: source)
  }

  /// Gives every draft its name; equal ones are numbered in the order of their places.
  private static func named(_ drafts: [FaultDraft], in source: SourceText) -> [Fault] {
    var counts: [Fault.Name: Int] = [:]
    var faults: [Fault] = []
    for draft in drafts.inOrder where draft.replacement != source.text(draft.range) {
      var name = Fault.Name(
        path: source.path, kind: draft.kind, original: source.text(draft.shown).onOneLine,
        faulty: draft.shownAs.onOneLine, ordinal: 0)
      counts[name, default: 0] += 1
      name.ordinal = counts[name] ?? 1
      let place = source.place(of: draft.shown.lowerBound)
      faults.append(
        Fault(
          name: name, form: draft.form, range: draft.range, replacement: draft.replacement,
          line: place.line, column: place.column,
          lastLine: source.place(of: max(draft.shown.lowerBound, draft.shown.upperBound - 1)).line,
          isRunOnce: draft.isRunOnce))
    }
    return faults
  }
}

/// A fault that has no name yet.
struct FaultDraft {
  let kind: FaultKind
  let form: Fault.Form
  /// What it replaces.
  let range: Range<Int>
  let replacement: String
  /// What is shown of it: the range, or only the part that says what is wrong.
  let shown: Range<Int>
  let shownAs: String
  let isRunOnce: Bool
}

extension [FaultDraft] {
  /// By place; equal drafts once.
  fileprivate var inOrder: [FaultDraft] {
    var seen: Set<String> = []
    return enumerated().sorted { first, second in
      let (a, b) = (first.element.shown, second.element.shown)
      return (a.lowerBound, a.upperBound, first.offset) < (
        b.lowerBound, b.upperBound, second.offset
      )
    }.map(\.element).filter { draft in
      seen.insert("\(draft.range) \(draft.form) \(draft.replacement)").inserted
    }
  }
}

/// Walks through a file and drafts faults. What it does not enter holds no code that a fault could
/// be planted in, or says something to people only.
final class FaultVisitor: SyntaxVisitor {
  let source: SourceText
  let index: SourceIndex
  var found: [FaultDraft] = []
  /// How many declarations around are run once in a process.
  private var onceDepth = 0

  init(_ source: SourceText, _ index: SourceIndex) {
    self.source = source
    self.index = index
    super.init(viewMode: .sourceAccurate)
  }

  /// Drafts a fault.
  ///
  /// - Parameter part: the piece of the node that is shown, and what it becomes; the whole without
  ///   one.
  func draft(
    _ kind: FaultKind, _ form: Fault.Form = .expression, at node: some SyntaxProtocol,
    _ replacement: String, showing part: (Syntax, String)? = nil
  ) {
    draft(kind, form, source.range(node), replacement, showing: part)
  }

  func draft(
    _ kind: FaultKind, _ form: Fault.Form, _ range: Range<Int>, _ replacement: String,
    showing part: (Syntax, String)? = nil
  ) {
    found.append(
      FaultDraft(
        kind: kind, form: form, range: range, replacement: replacement,
        shown: part.map { source.range($0.0) } ?? range, shownAs: part?.1 ?? replacement,
        isRunOnce: onceDepth > 0))
  }

  // What is not code, or is only for people.
  override func visit(_ node: AttributeListSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: TypeAnnotationSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: GenericWhereClauseSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
  override func visit(_ node: AvailabilityConditionSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }

  // Patterns are matched, not evaluated.
  override func visit(_ node: ExpressionPatternSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    let name = node.bindings.first?.pattern.trimmedDescription ?? ""
    guard !["description", "debugDescription"].contains(name) else { return .skipChildren }
    if node.isRunOnce { onceDepth += 1 }
    return .visitChildren
  }

  override func visitPost(_ node: VariableDeclSyntax) {
    if node.isRunOnce { onceDepth -= 1 }
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    if node.signature.returnClause == nil, let body = node.body { dropBody(body.statements) }
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.calledExpression.trimmedDescription
    let isPromise = ["precondition", "assert", "fatalError", "preconditionFailure"].contains(name)
    guard !isPromise else { return .skipChildren }
    swapArguments(node)
    renameMember(node)
    return .visitChildren
  }

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    changeOperator(node)
    return .visitChildren
  }

  override func visit(_ node: PrefixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    if node.operator.text == "!" {
      draft(.negation, at: node, source.text(node.expression))
    } else if node.operator.text == "-" {
      draft(.arithmetic, at: node, source.text(node.expression))
    }
    return .visitChildren
  }

  override func visit(_ node: ConditionElementListSyntax) -> SyntaxVisitorContinueKind {
    changeConditions(node)
    return .visitChildren
  }

  override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
    negate(node.condition)
    return .visitChildren
  }

  override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
    negate(node.condition)
    replace(node.condition, .always, with: "true")
    return .visitChildren
  }

  override func visit(_ node: CodeBlockItemListSyntax) -> SyntaxVisitorContinueKind {
    dropStatements(of: node)
    emptyResult(of: node)
    return .visitChildren
  }

  override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
    if !node.isValue, case .codeBlock(let block)? = node.elseBody { dropBody(block.statements) }
    return .visitChildren
  }

  override func visit(_ node: SwitchCaseSyntax) -> SyntaxVisitorContinueKind {
    dropCase(node)
    return .visitChildren
  }

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    if let value = node.expression { emptyResult(value, in: node) }
    return .visitChildren
  }

  override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    changeNumber(node)
    return .visitChildren
  }

  override func visit(_ node: FloatLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    changeNumber(node)
    return .visitChildren
  }

  override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    draft(.boolean, at: node, node.literal.text == "true" ? "false" : "true")
    return .visitChildren
  }

  override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    // A text with blanks is for people; a word is a name that something depends on.
    let text = source.text(node)
    if node.segments.count == 1, text.count > 2, !text.contains(where: \.isWhitespace) {
      draft(.empty, at: node, "\"\"")
    }
    return .visitChildren
  }

  override func visit(_ node: ArrayExprSyntax) -> SyntaxVisitorContinueKind {
    if !node.elements.isEmpty { draft(.empty, at: node, "[]") }
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if node.base == nil {
      changeCase(node)
    } else if node.parent?.is(FunctionCallExprSyntax.self) != true {
      renameMember(node)
    }
    return .visitChildren
  }
}

extension VariableDeclSyntax {
  /// Whether its value is made once in a process: a global or static one that is stored.
  fileprivate var isRunOnce: Bool {
    guard bindings.contains(where: { $0.initializer != nil }) else { return false }
    let isGlobal = parent?.parent?.parent?.is(SourceFileSyntax.self) ?? false
    return isGlobal || modifiers.contains { $0.name.text == "static" }
  }
}

extension IfExprSyntax {
  /// Whether something is done with what it gives.
  var isValue: Bool {
    if let outer = parent?.as(IfExprSyntax.self) { return outer.isValue }
    return parent?.is(ExpressionStmtSyntax.self) != true
  }
}
