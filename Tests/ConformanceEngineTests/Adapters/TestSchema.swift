/// The part of JSON Schema that `any-language.schema.json` uses. A keyword that is not known here
/// is an error: what is not checked must not look as if it were.
struct TestSchema: Sendable {
  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  private let root: TestJSON

  /// - Throws: ``Mistake`` if a keyword is not known.
  init(_ root: TestJSON) throws {
    self.root = root
    try check(root)
  }

  private static let words: Set = [
    "$schema", "title", "description", "$ref", "type", "const", "enum", "pattern", "required",
    "minItems", "maxItems", "uniqueItems",
  ]

  /// Looks for keywords that are not known, in all of the schema.
  private func check(_ schema: TestJSON) throws {
    for member in schema.members {
      switch member.name {
      case "properties", "$defs": for inner in member.value.members { try check(inner.value) }
      case "oneOf": for inner in member.value.elements { try check(inner) }
      case "items": try check(member.value)
      case "additionalProperties":
        guard member.value == .bool(false) else {
          throw Mistake(description: "'additionalProperties' other than false is not known")
        }
      default:
        guard TestSchema.words.contains(member.name) else {
          throw Mistake(description: "keyword '\(member.name)' is not known")
        }
      }
    }
  }

  /// What is wrong with a value, as a path and a word; `nil` if nothing is.
  ///
  /// - Parameter name: of a definition; by default the whole schema is meant.
  func fault(in value: TestJSON, as name: String? = nil) throws -> String? {
    guard let name else { return try fault(in: value, by: root, "") }
    return try fault(in: value, by: definition(name), "")
  }

  /// The definition that `#/$defs/name` means.
  private func referred(by reference: TestJSON) throws -> TestJSON {
    try definition(String(reference.string?.dropFirst("#/$defs/".count) ?? ""))
  }

  /// What is wrong with a value by a part of this schema.
  func fault(in value: TestJSON, by part: TestJSON) throws -> String? {
    try fault(in: value, by: part, "")
  }

  private func definition(_ name: String) throws -> TestJSON {
    guard let schema = root["$defs"]?[name] else {
      throw Mistake(description: "there is no definition '\(name)'")
    }
    return schema
  }

  private func fault(in value: TestJSON, by schema: TestJSON, _ path: String) throws -> String? {
    for keyword in schema.members {
      let found: String? =
        switch keyword.name {
        case "$ref":
          try fault(in: value, by: referred(by: keyword.value), path)
        case "oneOf": try branches(value, keyword.value.elements, path)
        case "properties", "required", "additionalProperties":
          try inObject(value, schema, keyword, path)
        case "items", "minItems", "maxItems", "uniqueItems": try inArray(value, keyword, path)
        case "pattern": try matches(value, keyword.value) ? nil : "\(path): pattern"
        case "type": has(value, type: keyword.value.string) ? nil : "\(path): type"
        case "const": value == keyword.value ? nil : "\(path): const"
        case "enum": keyword.value.elements.contains(value) ? nil : "\(path): enum"
        default: nil
        }
      if let found { return found }
    }
    return nil
  }

  /// Exactly one has to fit.
  private func branches(_ value: TestJSON, _ all: [TestJSON], _ path: String) throws -> String? {
    let faults = try all.map { try fault(in: value, by: $0, path) }
    let fitting = faults.count { $0 == nil }
    guard fitting != 1 else { return nil }
    return "\(path): fits \(fitting) of \(all.count): "
      + faults.compactMap(\.self).joined(separator: " | ")
  }

  private func inObject(
    _ value: TestJSON, _ schema: TestJSON, _ keyword: TestJSON.Member, _ path: String
  ) throws -> String? {
    guard case .object(let members) = value else { return nil }
    let names = members.map(\.name)
    switch keyword.name {
    case "required":
      return keyword.value.elements.compactMap(\.string).first { !names.contains($0) }
        .map { "\(path).\($0): required" }
    case "properties":
      for member in members {
        guard let inner = keyword.value[member.name] else { continue }
        if let found = try fault(in: member.value, by: inner, "\(path).\(member.name)") {
          return found
        }
      }
      return nil
    default:
      let known = schema["properties"]?.members.map(\.name) ?? []
      return names.first { !known.contains($0) }.map { "\(path).\($0): additional" }
    }
  }

  private func inArray(
    _ value: TestJSON, _ keyword: TestJSON.Member, _ path: String
  ) throws -> String? {
    guard case .array(let elements) = value else { return nil }
    switch keyword.name {
    case "items":
      for (index, element) in elements.enumerated() {
        if let found = try fault(in: element, by: keyword.value, "\(path)[\(index)]") {
          return found
        }
      }
      return nil
    case "uniqueItems":
      return Set(elements).count == elements.count ? nil : "\(path): uniqueItems"
    default:
      guard case .number(let digits) = keyword.value, let limit = Int(digits) else {
        throw Mistake(description: "'\(keyword.name)' is a number")
      }
      let fits = keyword.name == "minItems" ? elements.count >= limit : elements.count <= limit
      return fits ? nil : "\(path): \(keyword.name)"
    }
  }

  private func matches(_ value: TestJSON, _ pattern: TestJSON) throws -> Bool {
    guard let text = value.string else { return true }
    return try Regex(pattern.string ?? "").firstMatch(in: text) != nil
  }

  private func has(_ value: TestJSON, type: String?) -> Bool {
    switch (type, value) {
    case ("object", .object), ("array", .array), ("string", .string), ("boolean", .bool),
      ("number", .number):
      true
    case ("integer", .number(let digits)): Int64(digits) != nil
    default: false
    }
  }
}
