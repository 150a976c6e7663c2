internal import SwiftParser
internal import SwiftSyntax

/// What the sources declare, as far as it helps to plant faults that compile: which parameters have
/// one type, and which cases an enum has.
public struct SourceIndex: Sendable {
  /// By `name(label:_:)`, the types of the parameters of each function of that name.
  private(set) var parameters: [String: Set<[String]>] = [:]
  /// By a case without values, those that stand beside it, for each enum that has it.
  private(set) var siblings: [String: [[String]]] = [:]

  /// Reads sources; a text that does not parse adds what could be read of it.
  public init(_ texts: [String] = []) {
    for text in texts {
      let collector = DeclarationCollector(viewMode: .sourceAccurate)
      collector.walk(Parser.parse(source: text))
      parameters.merge(collector.parameters) { $0.union($1) }
      siblings.merge(collector.siblings, uniquingKeysWith: +)
    }
  }

  /// Whether two arguments of a call can change places: all labels alike, or one type for both in a
  /// function of that name.
  func canSwap(_ first: Int, _ second: Int, of call: String, labels: [String]) -> Bool {
    let known = parameters["\(call)(\(labels.map { $0 + ":" }.joined()))"] ?? []
    return known.contains { types in
      types.indices.contains(second) && types[first] == types[second]
    }
  }
}

/// Notes functions and enums.
private final class DeclarationCollector: SyntaxVisitor {
  var parameters: [String: Set<[String]>] = [:]
  var siblings: [String: [[String]]] = [:]

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    note(node.name.text, node.signature.parameterClause)
    return .visitChildren
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    var parent = node.parent
    while let place = parent {
      if let name = DeclarationCollector.typeName(place) {
        note(name, node.signature.parameterClause)
        note("init", node.signature.parameterClause)
        break
      }
      parent = place.parent
    }
    return .visitChildren
  }

  /// The initializer that the compiler writes.
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    let fields = node.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
      .filter { variable in
        !variable.modifiers.contains { $0.name.text == "static" }
          && variable.bindings.allSatisfy { $0.accessorBlock == nil }
      }
      .flatMap(\.bindings)
      .compactMap { binding in
        binding.typeAnnotation.map {
          (binding.pattern.trimmedDescription, $0.type.trimmedDescription)
        }
      }
    let labels = fields.map { $0.0 + ":" }.joined()
    parameters["\(node.name.text)(\(labels))", default: []].insert(fields.map(\.1))
    return .visitChildren
  }

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    let names = node.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
      .flatMap(\.elements).filter { $0.parameterClause == nil }.map(\.name.text)
    for name in names where names.count > 1 {
      siblings[name, default: []].append(names.filter { $0 != name })
    }
    return .visitChildren
  }

  private func note(_ name: String, _ clause: FunctionParameterClauseSyntax) {
    let labels = clause.parameters.map { $0.firstName.text + ":" }.joined()
    parameters["\(name)(\(labels))", default: []]
      .insert(clause.parameters.map(\.type.trimmedDescription))
  }

  private static func typeName(_ node: Syntax) -> String? {
    if let type = node.as(StructDeclSyntax.self) { return type.name.text }
    if let type = node.as(ClassDeclSyntax.self) { return type.name.text }
    if let type = node.as(ActorDeclSyntax.self) { return type.name.text }
    if let type = node.as(EnumDeclSyntax.self) { return type.name.text }
    return node.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
  }
}
