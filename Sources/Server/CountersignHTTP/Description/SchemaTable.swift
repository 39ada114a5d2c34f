import WebAuthnModel

/// The names that a text of the description may mention, and where the page has them.
struct DescriptionLinks {
  private let components: JSONObject
  /// The addresses on the page, by the texts in code that name them.
  private let addresses: [String: String]

  init(_ whole: JSONObject) {
    components = whole["components"].object
    var addresses: [String: String] = [:]
    for (path, methods) in whole["paths"].object.entries {
      for (method, operation) in methods.object.entries {
        let id = operation.object["operationId"].text
        if !id.isEmpty { addresses["\(method.uppercased()) \(path)"] = id }
      }
    }
    for name in components["schemas"].object.names { addresses[name] = "schema-\(name)" }
    for reason in components["schemas"].object["Reason"].object["enum"].array {
      addresses[reason.text] = "reason-\(reason.text)"
    }
    self.addresses = addresses
  }

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

  /// The name of the schema that a reference leads to; nil for no reference.
  func name(in reference: JSONValue) -> String? {
    reference.object["$ref"].text.split(separator: "/").last.map(String.init)
  }

  /// The examples of a schema, or of the first of its forms that has any.
  func examples(of schema: JSONValue) -> [JSONValue] {
    let schema = resolved(schema).object
    let own = schema["examples"].array
    if !own.isEmpty { return own }
    return schema["anyOf"].array.lazy.map { resolved($0).object["examples"].array }
      .first { !$0.isEmpty } ?? []
  }

  /// Paragraphs, with code and links in them.
  func prose(_ text: String) -> String {
    text.split(separator: "\n\n")
      .map { "<p>\(inline($0.trimmingNewlines))</p>" }
      .joined(separator: "\n")
  }

  /// A text whose code, between backticks, leads to what it names.
  func inline(_ text: some StringProtocol) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    return parts.enumerated().map { index, part in
      guard !index.isMultiple(of: 2), index < parts.count - 1 else { return HTMLText.escaped(part) }
      let code = "<code>\(HTMLText.escaped(part))</code>"
      let name = String(part.map { $0.isNewline ? " " : $0 })
      return addresses[name].map { "<a href=\"#\(HTMLText.escaped($0))\">\(code)</a>" } ?? code
    }.joined()
  }

  /// The type of a value in words, with its bounds.
  func type(of schema: JSONValue) -> String {
    if let name = name(in: schema) {
      return "<a href=\"#schema-\(HTMLText.escaped(name))\">\(HTMLText.escaped(name))</a>"
    }
    let schema = schema.object
    for choice in ["oneOf", "anyOf"] {
      let choices = schema[choice].array
      if !choices.isEmpty { return Self.alternatives(choices.map(type)) }
    }
    if let value = schema["const"] { return Self.code(value) }
    let values = schema["enum"].array
    if !values.isEmpty { return Self.alternatives(values.map(Self.code)) }
    if let items = schema["items"] { return "list of " + type(of: items) + bounds(of: schema) }
    let all = schema["allOf"].array
    if !all.isEmpty { return all.map(type).joined(separator: " and ") }
    let types = schema["type"].array.map(\.text) + [schema["type"].text]
    let names = types.filter { !$0.isEmpty }
    return HTMLText.escaped(names.isEmpty ? "any value" : names.joined(separator: " or "))
      + bounds(of: schema)
  }

  private func bounds(of schema: JSONObject) -> String {
    let named = [
      ("minimum", "at least"), ("maximum", "at most"), ("minLength", "length at least"),
      ("maxLength", "length at most"), ("minItems", "items at least"),
      ("maxItems", "items at most"), ("format", "format"), ("pattern", "form"),
      ("default", "default"),
    ]
    return named.compactMap { key, words in
      schema[key].map { ", \(words) \(Self.code($0))" }
    }.joined()
  }

  private static func alternatives(_ choices: [String]) -> String {
    choices.joined(separator: choices.count > 4 ? ", " : " or ")
  }

  private static func code(_ value: JSONValue) -> String {
    let text =
      if case .string(let text) = value { text } else {
        String(decoding: value.serialized(), as: UTF8.self)
      }
    return "<code>\(HTMLText.escaped(text))</code>"
  }
}

/// The fields of a body, one a row.
struct SchemaTable {
  struct Row {
    let name: String
    let isRequired: Bool
    /// The type, in HTML.
    let type: String
    /// The meaning, in HTML.
    let text: String
  }

  let rows: [Row]

  var html: String {
    let lines = rows.map { row in
      """
      <tr><th scope="row"><code>\(HTMLText.escaped(row.name))</code>\
      \(row.isRequired ? " <small>required</small>" : "")</th>\
      <td>\(row.type)</td><td>\(row.text)</td></tr>
      """
    }
    return """
      <div class="table"><table>
      <thead><tr><th scope="col">Name</th><th scope="col">Type</th>\
      <th scope="col">Meaning</th></tr></thead>
      <tbody>
      \(lines.joined(separator: "\n"))
      </tbody>
      </table></div>

      """
  }

  /// The fields of a schema, with those of each form where it has several.
  static func html(of schema: JSONValue, _ links: DescriptionLinks) -> String {
    let name = links.name(in: schema)
    let title = name.map { _ in "<p>\(links.type(of: schema))</p>\n" } ?? ""
    return title + fields(of: links.resolved(schema), links)
  }

  private static func fields(of schema: JSONValue, _ links: DescriptionLinks) -> String {
    let object = schema.object
    let own = rows(of: schema, under: "", links)
    let table = own.isEmpty ? "" : SchemaTable(rows: own).html
    let forms = object["oneOf"].array + object["anyOf"].array
    guard !forms.isEmpty else {
      return own.isEmpty && object["allOf"] == nil && object["type"].text != "object"
        ? "<p>\(links.type(of: schema))</p>\n" : table
    }
    let parts = forms.enumerated().map { index, form in
      let title = form.object["title"].text
      let heading = title.isEmpty ? "Form \(index + 1)" : HTMLText.escaped(title)
      return "<h5>\(heading)</h5>\n" + html(of: form, links)
    }
    return table + parts.joined()
  }

  /// The fields of an object; those of one that stands in it, and has no name, come behind it.
  private static func rows(
    of schema: JSONValue, under path: String, _ links: DescriptionLinks
  ) -> [Row] {
    let object = schema.object
    let required = Set(object["required"].array.map(\.text))
    let own = object["properties"].object.entries.flatMap { name, field -> [Row] in
      let full = path + name
      let text = field.object["description"].text
      let row = Row(
        name: full, isRequired: required.contains(name), type: links.type(of: field),
        text: links.inline(text))
      let items = field.object["items"]
      return [row]
        + (items.map { rows(of: $0, under: full + "[].", links) }
          ?? rows(of: field, under: full + ".", links))
    }
    return own
      + object["allOf"].array.flatMap { rows(of: links.resolved($0), under: path, links) }
  }
}

extension StringProtocol {
  /// The text without line breaks at its ends.
  fileprivate var trimmingNewlines: String {
    split(separator: "\n", omittingEmptySubsequences: true).joined(separator: "\n")
  }
}
