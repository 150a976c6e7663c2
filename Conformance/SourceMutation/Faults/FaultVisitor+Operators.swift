internal import SwiftSyntax

// Operators and conditions.
extension FaultVisitor {
  private static let others: [String: [(FaultKind, String)]] = [
    "<": [(.boundary, "<="), (.comparison, ">=")],
    "<=": [(.boundary, "<"), (.comparison, ">")],
    ">": [(.boundary, ">="), (.comparison, "<=")],
    ">=": [(.boundary, ">"), (.comparison, "<")],
    "..<": [(.boundary, "...")],
    "...": [(.boundary, "..<")],
    "==": [(.equality, "!=")],
    "!=": [(.equality, "==")],
    "===": [(.equality, "!==")],
    "&&": [(.connective, "||")],
    "||": [(.connective, "&&")],
    "+": [(.arithmetic, "-")],
    "-": [(.arithmetic, "+")],
    "*": [(.arithmetic, "/")],
    "/": [(.arithmetic, "*")],
    "%": [(.arithmetic, "/")],
    "&+": [(.arithmetic, "&-")],
    "&-": [(.arithmetic, "&+")],
    "<<": [(.arithmetic, ">>")],
    ">>": [(.arithmetic, "<<")],
    "&": [(.arithmetic, "|")],
    "|": [(.arithmetic, "&")],
    "+=": [(.arithmetic, "-=")],
    "-=": [(.arithmetic, "+=")],
  ]

  func changeOperator(_ node: InfixOperatorExprSyntax) {
    guard let sign = node.operator.as(BinaryOperatorExprSyntax.self) else { return }
    let written = sign.operator.text
    let form: Fault.Form = ["+=", "-="].contains(written) ? .statement : .expression
    for (kind, other) in Self.others[written] ?? [] {
      // The whole is replaced, and shown: an operator alone says little.
      let text = source.text(of: node, replacing: sign, with: other)
      draft(kind, form, at: node, text)
    }
    let (left, right) = (source.text(node.leftOperand), source.text(node.rightOperand))
    switch written {
    case "&&", "||":
      draft(.operand, at: node, left)
      draft(.operand, at: node, right)
    case "??": draft(.operand, at: node, right)
    case "+", "-", "*": draft(.operand, at: node, left)
    default: break
    }
  }

  func changeConditions(_ list: ConditionElementListSyntax) {
    var hasOptional = false
    for element in list {
      switch element.condition {
      case .expression(let expression):
        guard !expression.is(BooleanLiteralExprSyntax.self) else { continue }
        negate(expression)
        // A loop without an end is no fault that anybody overlooks.
        if list.parent?.is(WhileStmtSyntax.self) != true {
          replace(expression, .always, with: "true")
        }
        if list.count == 1 { replace(expression, .never, with: "false") }
      case .optionalBinding, .matchingPattern: hasOptional = true
      case .availability: return
      }
    }
    guard hasOptional || list.count > 1 else { return }
    let text = source.text(list)
    draft(.never, .condition, at: list, text + ", false")
  }

  /// A condition that says the opposite, where no operator says it shorter.
  func negate(_ expression: ExprSyntax) {
    if let infix = expression.as(InfixOperatorExprSyntax.self) {
      let sign = infix.operator.trimmedDescription
      guard Self.others[sign] == nil else { return }
    }
    guard !expression.is(PrefixOperatorExprSyntax.self),
      !expression.is(BooleanLiteralExprSyntax.self)
    else { return }
    draft(.negation, at: expression, "!(\(source.text(expression)))")
  }

  func replace(_ expression: ExprSyntax, _ kind: FaultKind, with text: String) {
    draft(kind, at: expression, text)
  }
}
