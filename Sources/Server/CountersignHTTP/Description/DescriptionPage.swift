import WebAuthnModel

/// The description of the interface as a page to read: plain HTML, each operation with its fields,
/// its refusals and an example, and an address for each part of it.
///
/// ```swift
/// let html = DescriptionPage(of: try InterfaceDescription().json()).html
/// ```
struct DescriptionPage {
  private let whole: JSONObject
  private let links: DescriptionLinks

  /// A page of a description, as ``InterfaceDescription/json()`` gives it.
  init(of description: JSONValue) {
    whole = description.object
    links = DescriptionLinks(whole)
  }

  /// The page.
  var html: String {
    let title = whole["info"].object["title"].text
    let parts =
      [header, contents] + operationsByTag.map(section) + [reasons, schemas]
    return HTMLText.document(
      "\(title): HTTP interface", styleSheet: "openapi.css", parts.joined(separator: "\n"))
  }

  private var header: String {
    let info = whole["info"].object
    return """
      <header>
      <h1>\(HTMLText.escaped(info["title"].text)) <small>\
      \(HTMLText.escaped(info["version"].text))</small></h1>
      <p>\(links.inline(info["summary"].text)).
      The same for programs: <a href="openapi.yaml">openapi.yaml</a>,
      <a href="openapi.json">openapi.json</a>.</p>
      \(links.prose(info["description"].text))
      </header>
      """
  }

  // MARK: Operations

  /// The operations by their first tag, in the order of the tags.
  private var operationsByTag: [(tag: JSONObject, operations: [Operation])] {
    let operations = whole["paths"].object.entries.flatMap { path, methods in
      methods.object.entries.filter { !$0.value.object["operationId"].text.isEmpty }
        .map { Operation(method: $0.name.uppercased(), path: path, content: $0.value.object) }
    }
    return whole["tags"].array.map { tag in
      let name = tag.object["name"]
      return (tag.object, operations.filter { $0.content["tags"].array.first == name })
    }
  }

  private struct Operation {
    let method: String
    let path: String
    let content: JSONObject

    var id: String { content["operationId"].text }
    var title: String { HTMLText.escaped("\(method) \(path)") }
  }

  private var contents: String {
    let lines = operationsByTag.map { tag, operations in
      let items = operations.map {
        """
        <li><a href="#\(HTMLText.escaped($0.id))"><code>\($0.title)</code></a> \
        \(HTMLText.escaped($0.content["summary"].text))</li>
        """
      }
      return """
        <h3>\(HTMLText.escaped(tag["description"].text))</h3>
        <ul>
        \(items.joined(separator: "\n"))
        </ul>
        """
    }
    return """
      <nav aria-label="Contents">
      <h2>Contents</h2>
      \(lines.joined(separator: "\n"))
      <p><a href="#reasons">Reasons</a> · <a href="#schemas">Schemas</a></p>
      </nav>
      """
  }

  private func section(_ tag: JSONObject, _ operations: [Operation]) -> String {
    """
    <section>
    <h2>\(HTMLText.escaped(tag["description"].text))</h2>
    \(operations.map(article).joined(separator: "\n"))
    </section>
    """
  }

  private func article(_ operation: Operation) -> String {
    let content = operation.content
    let parts = [
      """
      <article id="\(HTMLText.escaped(operation.id))">
      <h3><a href="#\(HTMLText.escaped(operation.id))"><code>\(operation.title)</code></a></h3>
      <p>\(links.inline(content["summary"].text)). \(access(to: content))</p>
      \(links.prose(content["description"].text))
      """,
      parameters(of: content), body(of: content),
      content["responses"].object.entries.map(response).joined(separator: "\n"), "</article>",
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func access(to operation: JSONObject) -> String {
    let security = (operation["security"] ?? whole["security"]).array
    let schemes = security.flatMap(\.object.names)
    guard !schemes.isEmpty else { return "Anybody may call it." }
    let isOptional = security.contains { $0.object.isEmpty }
    let names = schemes.map { $0 == "serviceKey" ? "a service key" : "an access token" }
    return "\(isOptional ? "Takes" : "Needs") \(names.joined(separator: " or "))."
  }

  private func parameters(of operation: JSONObject) -> String {
    let rows = operation["parameters"].array.map { links.resolved($0).object }.map { parameter in
      SchemaTable.Row(
        name: parameter["name"].text, isRequired: parameter["required"] == true,
        type: links.type(of: parameter["schema"] ?? [:])
          + ", in the \(HTMLText.escaped(parameter["in"].text))",
        text: links.inline(parameter["description"].text))
    }
    return rows.isEmpty ? "" : "<h4>Parameters</h4>\n" + SchemaTable(rows: rows).html
  }

  private func body(of operation: JSONObject) -> String {
    guard let body = operation["requestBody"] else { return "" }
    let note = body.object["required"] == true ? "" : " <small>optional</small>"
    return "<h4>Body\(note)</h4>\n\(links.prose(body.object["description"].text))\n"
      + content(of: body.object)
  }

  private func response(_ status: String, _ response: JSONValue) -> String {
    let response = links.resolved(response).object
    let description = response["description"].text
    guard let first = status.first, first != "4", first != "5" else {
      let codes = response["x-reasons"].array.map { links.inline("`\($0.text)`") }
      return """
        <h4>\(HTMLText.escaped(status))</h4>
        \(links.prose(description))
        \(codes.isEmpty ? "" : "<p>Reasons: \(codes.joined(separator: ", "))</p>")
        """
    }
    let fields = response["headers"].object.entries.map { name, header in
      let header = links.resolved(header).object
      return SchemaTable.Row(
        name: name, isRequired: false, type: links.type(of: header["schema"] ?? [:]),
        text: links.inline(header["description"].text))
    }
    return """
      <h4>\(HTMLText.escaped(status))</h4>
      \(links.prose(description))
      \(fields.isEmpty ? "" : SchemaTable(rows: fields).html)
      \(content(of: response))
      """
  }

  /// The schema and the examples of a body.
  private func content(of body: JSONObject) -> String {
    body["content"].object.entries.map { mediaType, content in
      let schema = content.object["schema"].map { SchemaTable.html(of: $0, links) } ?? ""
      let kind = mediaType == "application/json" ? "" : "<p><code>\(mediaType)</code></p>\n"
      return kind + schema + examples(of: content.object)
    }.joined(separator: "\n")
  }

  private func examples(of content: JSONObject) -> String {
    var examples = content["examples"].object.entries.map { _, example in
      (summary: example.object["summary"].text, value: example.object["value"])
    }
    if let example = content["example"] { examples.append(("", example)) }
    if examples.isEmpty, let schema = content["schema"] {
      examples = links.examples(of: schema).map { ("", $0) }
    }
    return examples.map { summary, value in
      let text = value.map { ExampleText.of($0) } ?? ""
      let title = summary.isEmpty ? "Example" : "Example: \(summary)"
      return """

        <figure><figcaption>\(HTMLText.escaped(title))</figcaption>
        <pre><code>\(HTMLText.escaped(text))</code></pre></figure>
        """
    }.joined()
  }

  // MARK: Reasons and schemas

  private var reasons: String {
    let schema = whole["components"].object["schemas"].object["Reason"].object
    let items = schema["enum"].array.map { reason in
      let code = HTMLText.escaped(reason.text)
      let meaning = links.inline(schema["x-meanings"].object[reason.text].text)
      return "<li id=\"reason-\(code)\"><code>\(code)</code> \(meaning)</li>"
    }
    return """
      <section id="reasons">
      <h2 id="schema-Reason">Reasons</h2>
      \(links.prose(schema["description"].text))
      <ul class="codes">
      \(items.joined(separator: "\n"))
      </ul>
      </section>
      """
  }

  private var schemas: String {
    let articles = whole["components"].object["schemas"].object.entries
      .filter { $0.name != "Reason" }
      .map { name, schema in
        """
        <article id="schema-\(HTMLText.escaped(name))">
        <h3><a href="#schema-\(HTMLText.escaped(name))">\(HTMLText.escaped(name))</a></h3>
        \(links.prose(schema.object["description"].text))
        \(SchemaTable.html(of: schema, links))\(examples(of: ["schema": schema]))
        </article>
        """
      }
    return """
      <section id="schemas">
      <h2>Schemas</h2>
      \(articles.joined(separator: "\n"))
      </section>
      """
  }
}

/// The text of an example: JSON with a member a line.
private enum ExampleText {
  static func of(_ value: JSONValue, indent: String = "") -> String {
    let inner = indent + "  "
    switch value {
    case .object(let object) where !object.isEmpty:
      let members = object.entries.map {
        "\(inner)\(text(.string($0.name))): \(of($0.value, indent: inner))"
      }
      return "{\n\(members.joined(separator: ",\n"))\n\(indent)}"
    case .array(let elements) where !elements.isEmpty:
      let lines = elements.map { inner + of($0, indent: inner) }
      return "[\n\(lines.joined(separator: ",\n"))\n\(indent)]"
    case .string(let content) where content.contains("\n"):
      // A stream of events: shown as it is sent.
      return indent.isEmpty ? content : text(value)
    default: return text(value)
    }
  }

  private static func text(_ value: JSONValue) -> String {
    String(decoding: value.serialized(), as: UTF8.self)
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
