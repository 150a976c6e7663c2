internal import SwiftSyntax

// Statements that are not there.
extension FaultVisitor {
  func dropStatements(of list: CodeBlockItemListSyntax) {
    let owner = list.owner
    for item in list {
      guard isDroppable(item, in: list, owner) else { continue }
      draft(.statement, .statement, at: item, "")
    }
  }

  private func isDroppable(
    _ item: CodeBlockItemSyntax, in list: CodeBlockItemListSyntax, _ owner: BlockOwner
  ) -> Bool {
    let isLast = item.id == list.last?.id
    // What gives the value of a function or a closure cannot be left out.
    if list.count == 1, owner.givesValue { return false }
    switch item.item {
    case .decl: return false
    case .stmt(let statement):
      // Without the value of one case, the function has none to give.
      let givesValue = statement.as(ReturnStmtSyntax.self)?.expression != nil
      if givesValue, list.parent?.is(SwitchCaseSyntax.self) == true { return false }
      if statement.is(ReturnStmtSyntax.self) || statement.is(ThrowStmtSyntax.self)
        || statement.is(ContinueStmtSyntax.self)
      {
        return owner == .branch && isLast
      }
      // A `break` in a case only says that nothing is done.
      if statement.is(BreakStmtSyntax.self) {
        return owner == .branch && isLast && list.parent?.is(SwitchCaseSyntax.self) != true
      }
      // Not a `defer`: behind the switch it would run at once. What it does is left out instead.
      return statement.is(ForStmtSyntax.self) || statement.is(WhileStmtSyntax.self)
        || statement.is(ExpressionStmtSyntax.self)
          && isWholeSwitch(statement)
    case .expr(let expression):
      // The compiler wants every field of a value set, and the value itself.
      if let infix = expression.as(InfixOperatorExprSyntax.self),
        infix.operator.is(AssignmentExprSyntax.self)
      {
        let isWhole =
          infix.leftOperand.as(DeclReferenceExprSyntax.self)?.baseName.text == "self"
        if owner == .initializer || isWhole { return false }
      }
      if owner == .guardElse, isLast { return false }
      return expression.isAction
    }
  }

  /// A `switch` over something; an `if` that is not there is a condition that never holds.
  private func isWholeSwitch(_ statement: StmtSyntax) -> Bool {
    statement.as(ExpressionStmtSyntax.self)?.expression.is(SwitchExprSyntax.self) ?? false
  }

  /// All statements of a block.
  func dropBody(_ statements: CodeBlockItemListSyntax) {
    guard let first = statements.first, let last = statements.last else { return }
    // One statement alone is dropped as a statement; a value has to be given.
    guard statements.count > 1 || !statements.owner.givesValue else { return }
    if statements.count == 1, isDroppable(first, in: statements, statements.owner) { return }
    let range = source.range(first).lowerBound..<source.range(last).upperBound
    draft(.body, .statement, range, "")
  }

  func dropCase(_ node: SwitchCaseSyntax) {
    guard node.statements.owner != .value, node.statements.count > 1 else { return }
    dropBody(node.statements)
  }
}

/// Who a list of statements belongs to.
enum BlockOwner: Equatable {
  /// The body of an initializer.
  case initializer
  /// A body that gives a value: its last statement, if it is the only one.
  case value
  /// The `else` of a guard.
  case guardElse
  /// A branch or a loop: what leaves it early can be left out.
  case branch
  case other

  var givesValue: Bool { self == .value }
}

extension CodeBlockItemListSyntax {
  var owner: BlockOwner {
    guard let block = parent else { return .other }
    if block.is(ClosureExprSyntax.self) { return .value }
    if block.is(AccessorBlockSyntax.self) { return .value }
    if block.is(SwitchCaseSyntax.self) {
      let isValue = block.parent?.parent?.parent?.is(ExpressionStmtSyntax.self) != true
      return isValue ? .value : .branch
    }
    guard let holder = block.parent else { return .other }
    if holder.is(InitializerDeclSyntax.self) { return .initializer }
    if holder.is(GuardStmtSyntax.self) { return .guardElse }
    if let function = holder.as(FunctionDeclSyntax.self) {
      return function.signature.returnClause == nil ? .other : .value
    }
    if let accessor = holder.as(AccessorDeclSyntax.self) {
      return accessor.accessorSpecifier.text == "get" ? .value : .other
    }
    if let branch = holder.as(IfExprSyntax.self) { return branch.isValue ? .value : .branch }
    if holder.is(ForStmtSyntax.self) || holder.is(WhileStmtSyntax.self)
      || holder.is(DoStmtSyntax.self)
    {
      return .branch
    }
    return .other
  }
}

extension ExprSyntax {
  /// Whether it does something: a call or an assignment, tried or awaited.
  fileprivate var isAction: Bool {
    if let tried = self.as(TryExprSyntax.self) { return tried.expression.isAction }
    if let awaited = self.as(AwaitExprSyntax.self) { return awaited.expression.isAction }
    if let chained = self.as(OptionalChainingExprSyntax.self) { return chained.expression.isAction }
    if let call = self.as(FunctionCallExprSyntax.self) {
      let name = call.calledExpression.trimmedDescription
      let kept = ["precondition", "assert", "fatalError", "preconditionFailure", "super.init"]
      return !kept.contains(name) && name != "self.init"
    }
    guard let infix = self.as(InfixOperatorExprSyntax.self) else { return false }
    return infix.operator.is(AssignmentExprSyntax.self)
      || infix.operator.trimmedDescription.hasSuffix("=")
  }
}
