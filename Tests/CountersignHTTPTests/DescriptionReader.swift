import WebAuthnModel

/// The parts of the interface's description that others refer to.
struct DescriptionLinks {
  private let components: JSONObject

  init(_ whole: JSONObject) { components = whole["components"].object }

  /// The part that a reference leads to; any other value as it is.
  func resolved(_ value: JSONValue) -> JSONValue {
    var value = value
    // Of two references that lead to each other, neither is anything.
    for _ in 0..<8 {
      let path = value.object["$ref"].text.split(separator: "/")
      guard path.count == 4, let found = components[String(path[2])].object[String(path[3])] else {
        return value
      }
      value = found
    }
    return value
  }

  /// The examples of a schema, or of the first of its forms that has any.
  func examples(of schema: JSONValue) -> [JSONValue] {
    let schema = resolved(schema).object
    let own = schema["examples"].array
    if !own.isEmpty { return own }
    return schema["anyOf"].array.lazy.map { resolved($0).object["examples"].array }
      .first { !$0.isEmpty } ?? []
  }
}

/// The content of a part of the description, empty where the part is of another kind.
extension JSONValue? {
  var object: JSONObject { self?.object ?? JSONObject() }
  var array: [JSONValue] { if case .array(let elements)? = self { elements } else { [] } }
  var text: String { self?.text ?? "" }
}

extension JSONValue {
  var object: JSONObject { if case .object(let object) = self { object } else { JSONObject() } }
  var text: String { if case .string(let text) = self { text } else { "" } }
}

extension JSONObject {
  /// The members in order.
  var entries: [(name: String, value: JSONValue)] {
    names.compactMap { name in self[name].map { (name, $0) } }
  }
}
