import WebAuthnModel

@testable import CountersignHTTP

/// The part of JSON Schema that the interface's description uses.
struct SchemaRules {
  private let links: DescriptionLinks

  init(_ links: DescriptionLinks) { self.links = links }

  /// A fault of a value, in words; nil if the schema takes it.
  func fault(of value: JSONValue, in schema: JSONValue) -> String? {
    let rules = schema.object
    if rules["$ref"] != nil {
      if let fault = fault(of: value, in: links.resolved(schema)) { return fault }
    }
    return faultOfType(value, rules) ?? faultOfText(value, rules) ?? faultOfNumber(value, rules)
      ?? faultOfItems(value, rules) ?? faultOfMembers(value, rules) ?? faultOfForms(value, rules)
  }

  private func faultOfType(_ value: JSONValue, _ rules: JSONObject) -> String? {
    let types = rules["type"].array.map(\.text) + [rules["type"].text].filter { !$0.isEmpty }
    if !types.isEmpty, !types.contains(value.typeName) {
      return "is no \(types.joined(separator: " or "))"
    }
    if let constant = rules["const"], constant != value { return "is not the constant" }
    let choices = rules["enum"].array
    return choices.isEmpty || choices.contains(value) ? nil : "is none of the choices"
  }

  private func faultOfText(_ value: JSONValue, _ rules: JSONObject) -> String? {
    guard case .string(let text) = value else { return nil }
    if let least = rules["minLength"].number, text.count < least { return "is too short" }
    if let most = rules["maxLength"].number, text.count > most { return "is too long" }
    let pattern = rules["pattern"].text
    guard !pattern.isEmpty else { return nil }
    guard let regex = try? Regex(pattern) else { return "has a pattern that is none" }
    return text.firstMatch(of: regex) == nil ? "has not the form \(pattern)" : nil
  }

  private func faultOfNumber(_ value: JSONValue, _ rules: JSONObject) -> String? {
    guard case .integer(let number) = value else { return nil }
    if let least = rules["minimum"].number, number < least { return "is too small" }
    if let most = rules["maximum"].number, number > most { return "is too large" }
    return nil
  }

  private func faultOfItems(_ value: JSONValue, _ rules: JSONObject) -> String? {
    guard case .array(let items) = value else { return nil }
    if let least = rules["minItems"].number, items.count < least { return "has too few items" }
    if let most = rules["maxItems"].number, items.count > most { return "has too many items" }
    guard let schema = rules["items"] else { return nil }
    for (index, item) in items.enumerated() {
      if let fault = fault(of: item, in: schema) { return "[\(index)] \(fault)" }
    }
    return nil
  }

  private func faultOfMembers(_ value: JSONValue, _ rules: JSONObject) -> String? {
    guard case .object(let members) = value else { return nil }
    for name in rules["required"].array.map(\.text) where members[name] == nil {
      return "lacks \(name)"
    }
    if let most = rules["maxProperties"].number, members.count > most { return "is too large" }
    let known = rules["properties"].object
    for (name, member) in members.entries {
      if let rule = rules["propertyNames"], let fault = fault(of: .string(name), in: rule) {
        return "\(name) \(fault)"
      }
      if let schema = known[name] {
        if let fault = fault(of: member, in: schema) { return "\(name) \(fault)" }
      } else if let schema = rules["additionalProperties"] {
        if schema == false { return "has \(name), which is not known" }
        if let fault = fault(of: member, in: schema) { return "\(name) \(fault)" }
      }
    }
    guard rules["unevaluatedProperties"] == false else { return nil }
    let evaluated = names(of: .object(rules))
    return members.names.first { !evaluated.contains($0) }.map { "has \($0), which is not known" }
  }

  /// The names that a schema and those it is made of know.
  private func names(of schema: JSONValue) -> Set<String> {
    let rules = links.resolved(schema).object
    return rules["allOf"].array.reduce(into: Set(rules["properties"].object.names)) {
      $0.formUnion(names(of: $1))
    }
  }

  private func faultOfForms(_ value: JSONValue, _ rules: JSONObject) -> String? {
    for part in rules["allOf"].array {
      if let fault = fault(of: value, in: part) { return fault }
    }
    if let unwanted = rules["not"], fault(of: value, in: unwanted) == nil {
      return "is what it must not be"
    }
    let any = rules["anyOf"].array
    if !any.isEmpty, !any.contains(where: { fault(of: value, in: $0) == nil }) {
      return "is none of the forms"
    }
    let one = rules["oneOf"].array
    let faults = one.map { fault(of: value, in: $0) }
    guard one.isEmpty || faults.filter({ $0 == nil }).count == 1 else {
      return "is not exactly one of the forms: \(faults.compactMap(\.self))"
    }
    return nil
  }
}

extension JSONValue {
  fileprivate var typeName: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .integer: "integer"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}

extension JSONValue? {
  fileprivate var number: Int64? { if case .integer(let number)? = self { number } else { nil } }
}
