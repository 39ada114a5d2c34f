import CountersignCore
import Testing
import WebAuthnModel
import WireModel

@testable import CountersignHTTP

@Suite("The examples and reasons of the interface's description")
struct DescriptionExampleTests {
  private let whole: JSONObject
  private let links: DescriptionLinks
  private let schemas: SchemaRules

  init() throws {
    whole = try InterfaceDescription().json().object
    links = DescriptionLinks(whole)
    schemas = SchemaRules(links)
  }

  private var operations: [(name: String, content: JSONObject)] {
    whole["paths"].object.entries.flatMap { path, methods in
      methods.object.entries.map { ("\($0.name.uppercased()) \(path)", $0.value.object) }
    }
  }

  @Test("every body that is sent, and every answer but a refusal, has an example")
  func complete() {
    #expect(operations.count == Route.all.count)
    for (name, operation) in operations {
      let answers = operation["responses"].object.entries.filter { $0.name.first == "2" }
        .map { (name: "\(name) \($0.name)", value: links.resolved($0.value)) }
      let bodies =
        answers + (operation["requestBody"].map { [(name: "\(name) body", value: $0)] } ?? [])
      for (place, body) in bodies {
        for (_, content) in body.object["content"].object.entries {
          #expect(!examples(of: content.object).isEmpty, "\(place) has no example")
        }
      }
    }
  }

  @Test("every example is as its schema says")
  func valid() {
    var count = 0
    func walk(_ value: JSONValue, _ place: String) {
      for (index, item) in value.entriesOrItems {
        walk(item, "\(place)/\(index)")
      }
      let object = value.object
      if let schema = object["schema"] {
        for example in ownExamples(of: object) {
          count += 1
          #expect(schemas.fault(of: example, in: schema) == nil, "\(place)")
        }
      }
      for example in object["examples"].array {
        count += 1
        #expect(schemas.fault(of: example, in: value) == nil, "\(place)")
      }
    }
    walk(.object(whole), "")
    #expect(count > 90)
  }

  @Test("a schema holds no keyword but those of JSON Schema: a comma in a text would make one")
  func keywords() {
    let known: Set<String> = [
      "$ref", "additionalProperties", "allOf", "anyOf", "const", "default", "description", "enum",
      "examples", "format", "items", "maxItems", "maxLength", "maxProperties", "maximum",
      "minItems", "minLength", "minimum", "not", "oneOf", "pattern", "properties",
      "propertyNames", "required", "title", "type", "unevaluatedProperties", "x-meanings",
    ]
    func walk(_ schema: JSONValue, _ place: String) {
      let object = schema.object
      #expect(Set(object.names).subtracting(known) == [], "\(place)")
      for (name, field) in object["properties"].object.entries { walk(field, "\(place).\(name)") }
      let forms = ["oneOf", "anyOf", "allOf"].flatMap { object[$0].array }
      for form in forms + [object["items"], object["not"]].compactMap(\.self) {
        walk(form, place)
      }
    }
    for (name, schema) in whole["components"].object["schemas"].object.entries {
      walk(schema, name)
    }
  }

  @Test("each name has one spelling, but for those that other standards and clients fix")
  func spelling() {
    var places: [String: [String: Set<String>]] = [:]
    func note(_ name: String, _ place: String) {
      let plain = name.lowercased().filter { $0 != "_" && $0 != "-" }
      places[plain, default: [:]][name, default: []].insert(place)
    }
    func walk(_ value: JSONValue, _ place: String) {
      for (name, _) in value.object["properties"].object.entries { note(name, place) }
      if let name = value.object["in"].map({ _ in value.object["name"].text }) {
        note(name, place)
      }
      for (_, item) in value.entriesOrItems { walk(item, place) }
    }
    for (name, schema) in whole["components"].object["schemas"].object.entries {
      walk(schema, name)
    }
    walk(whole["paths"] ?? [:], "a route")
    walk(whole["components"].object["parameters"] ?? [:], "a parameter")
    let twice = places.values.filter { $0.count > 1 }.map { Set($0.keys) }
    #expect(
      Set(twice) == [
        ["transactionID", "transactionId"], ["tokenType", "token_type"], ["authTime", "auth_time"],
      ])
    // The answer to a duplicate names a transaction as the three-call step-up does.
    #expect(places["transactionid"]?["transactionId"] == ["Problem"])
    // RFC 7662 has its own names.
    #expect(places["tokentype"]?["token_type"] == ["IntrospectionAnswer"])
    #expect(places["authtime"]?["auth_time"] == ["IntrospectionAnswer"])
  }

  @Test("the reasons of a response have its status, and every reason comes with some response")
  func reasons() throws {
    let all = try #require(DocumentedRefusals.all)
    var seen: Set<Reason> = []
    for (place, reasons) in all where place.status >= 400 {
      #expect(!reasons.isEmpty, "\(place)")
      for reason in reasons {
        #expect(ProblemAnswer.status(of: reason).code == place.status, "\(place) \(reason)")
      }
      seen.formUnion(reasons)
    }
    // These two are no route's: a path without the method, and a fault of the server.
    #expect(Set(Reason.all).subtracting(seen) == [.methodNotAllowed, .internalError])
    let schema = whole["components"].object["schemas"].object["Reason"].object
    #expect(schema["x-meanings"].object.names == schema["enum"].array.map(\.text))
  }

  /// The examples of a body, its own or those of its schema.
  private func examples(of content: JSONObject) -> [JSONValue] {
    let own = ownExamples(of: content)
    return own.isEmpty ? content["schema"].map(links.examples) ?? [] : own
  }

  private func ownExamples(of content: JSONObject) -> [JSONValue] {
    content["examples"].object.entries.compactMap { $0.value.object["value"] }
      + [content["example"]].compactMap(\.self)
  }
}

extension JSONValue {
  /// The members of an object by their names, or the items of an array by their numbers.
  fileprivate var entriesOrItems: [(String, JSONValue)] {
    if case .array(let items) = self { return items.enumerated().map { ("\($0)", $1) } }
    return object.entries.map { ($0.name, $0.value) }
  }
}
