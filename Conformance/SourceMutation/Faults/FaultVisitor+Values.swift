internal import SwiftSyntax

// Values, names and arguments.
extension FaultVisitor {
  func changeNumber(_ node: some ExprSyntaxProtocol) {
    let text = source.text(node).replacing("_", with: "")
    // What is written in another base is a mask or a word of some format.
    guard text == "0" || !text.hasPrefix("0") || text.contains(".") else { return }
    if let number = Int(text) {
      var others = [number + 1]
      if number > 0 { others.append(number - 1) }
      if number > 1 { others.append(0) }
      for other in others { draft(.constant, at: node, String(other)) }
    } else if let number = Double(text) {
      for other in [number + 1, number == 0 ? nil : 0].compactMap(\.self) {
        draft(.constant, at: node, String(other))
      }
    }
  }

  private static let pairs = [
    ("first", "last"), ("min", "max"), ("prefix", "suffix"), ("dropFirst", "dropLast"),
    ("popFirst", "popLast"), ("removeFirst", "removeLast"), ("lowerBound", "upperBound"),
    ("startIndex", "endIndex"), ("before", "after"), ("older", "newer"), ("oldest", "newest"),
    ("lower", "upper"), ("lowest", "highest"), ("start", "end"), ("old", "new"),
    ("top", "bottom"), ("above", "below"), ("left", "right"), ("leading", "trailing"),
    ("union", "intersection"), ("formUnion", "formIntersection"), ("insert", "remove"),
    ("firstIndex", "lastIndex"), ("minX", "maxX"), ("minY", "maxY"), ("width", "height"),
    ("allSatisfy", "contains"), ("deletes", "inserts"), ("from", "to"), ("keys", "values"),
  ]

  private static let opposites: [String: String] = pairs.reduce(into: [:]) { opposites, pair in
    opposites[pair.0] = pair.1
    if pair.0 != "allSatisfy" { opposites[pair.1] = pair.0 }
  }

  /// `messages.first` → `messages.last`.
  func renameMember(_ node: MemberAccessExprSyntax) {
    guard let other = Self.opposites[node.declName.baseName.text] else { return }
    draft(
      .member, at: node, source.text(of: node, replacing: node.declName.baseName, with: other))
  }

  /// `messages.first { … }` → `messages.last { … }`, `min(a, b)` → `max(a, b)`.
  func renameMember(_ call: FunctionCallExprSyntax) {
    let name: TokenSyntax
    if let member = call.calledExpression.as(MemberAccessExprSyntax.self), member.base != nil {
      name = member.declName.baseName
    } else if let plain = call.calledExpression.as(DeclReferenceExprSyntax.self) {
      name = plain.baseName
    } else {
      return
    }
    guard let other = Self.opposites[name.text] else { return }
    draft(.member, at: call, source.text(of: call, replacing: name, with: other))
  }

  /// `.sent` → `.failed`.
  func changeCase(_ node: MemberAccessExprSyntax) {
    guard node.parent?.is(FunctionCallExprSyntax.self) != true,
      node.parent?.is(MemberAccessExprSyntax.self) != true
    else { return }
    for siblings in index.siblings[node.declName.baseName.text] ?? [] {
      if let other = siblings.first { draft(.enumCase, at: node, ".\(other)") }
    }
  }

  /// Two neighbours, or two further apart, that have one type.
  func swapArguments(_ call: FunctionCallExprSyntax) {
    let arguments = Array(call.arguments)
    guard arguments.count > 1, let name = call.name else { return }
    let labels = arguments.map { $0.label?.text ?? "_" }
    for first in arguments.indices {
      for second in arguments.indices where second > first {
        let (a, b) = (arguments[first].expression, arguments[second].expression)
        guard index.canSwap(first, second, of: name, labels: labels), !a.is(InOutExprSyntax.self),
          source.text(a) != source.text(b)
        else { continue }
        let (whole, one, two) = (source.range(call), source.range(a), source.range(b))
        let text =
          source.text(whole.lowerBound..<one.lowerBound) + source.text(two)
          + source.text(one.upperBound..<two.lowerBound) + source.text(one)
          + source.text(two.upperBound..<whole.upperBound)
        draft(.swap, at: call, text)
      }
    }
  }

  /// A function that gives a list, a text or nothing, and does.
  func emptyResult(of list: CodeBlockItemListSyntax) {
    guard list.count == 1, list.owner.givesValue, case .expr(let value)? = list.first?.item
    else { return }
    emptyResult(value, in: list)
  }

  func emptyResult(_ value: ExprSyntax, in node: some SyntaxProtocol) {
    guard let type = resultType(around: Syntax(node)) else { return }
    let nothing: String
    switch type {
    case _ where type.hasSuffix("?"): nothing = "nil"
    case _ where type.hasPrefix("[") && type.contains(":"): nothing = "[:]"
    case _ where type.hasPrefix("["), _ where type.hasPrefix("Set<"): nothing = "[]"
    case "String": nothing = "\"\""
    case "Bool":
      negate(value)
      return
    default: return
    }
    if source.text(value) != nothing { draft(.empty, at: value, nothing) }
  }

  /// The type that the function or variable around gives; `nil` inside of a closure.
  private func resultType(around node: Syntax) -> String? {
    var next: Syntax? = node
    while let place = next {
      if place.is(ClosureExprSyntax.self) || place.is(InitializerDeclSyntax.self) { return nil }
      if let function = place.as(FunctionDeclSyntax.self) {
        return function.signature.returnClause?.type.trimmedDescription
      }
      if let binding = place.as(PatternBindingSyntax.self) {
        return binding.accessorBlock == nil
          ? nil : binding.typeAnnotation?.type.trimmedDescription
      }
      if let part = place.as(SubscriptDeclSyntax.self) {
        return part.returnClause.type.trimmedDescription
      }
      next = place.parent
    }
    return nil
  }
}

extension FunctionCallExprSyntax {
  /// The name that is called, without what it is called on.
  fileprivate var name: String? {
    if let member = calledExpression.as(MemberAccessExprSyntax.self) {
      return member.declName.baseName.text
    }
    return calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
  }
}
