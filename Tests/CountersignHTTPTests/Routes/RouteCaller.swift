import CountersignTesting
import WebAuthnModel
import WireModel

@testable import CountersignHTTP

/// Whoever may call a route: a person without a factor, or a host with every scope; and the
/// requests that the route's description has as examples.
struct RouteCaller {
  private let server: ServerHarness
  private let route: Route
  private let token: String

  init(_ route: Route) async throws {
    server = try await ServerHarness()
    self.route = route
    token =
      if case .service = route.access {
        try await server.harness.serviceKey().exposed
      } else {
        try await server.signUp()
      }
  }

  /// The fields of a request's head that the server reads.
  static let fieldNames = [
    "Idempotency-Key", "Accept-Language", "Last-Event-ID", "Countersign-Watch", "Origin", "Cookie",
    "X-Countersign-Activity", "X-Countersign-Page", "DPoP", "traceparent", "X-Forwarded-For",
    "Forwarded", "User-Agent",
  ]

  /// The bodies of a route that its description has as examples; a plain one for a route without.
  static func bodies(of route: Route) -> [JSONValue] {
    let order: JSONValue = ["payload": MoneyOrder.sample.json, "pin": "258036"]
    let own: [JSONValue] =
      switch route.path {
      case "/money-orders": [["amount": 500, "recipient": "BOLA", "pin": "258036"]]
      case Route.performAction.path, Route.actionOptions.path, Route.handOver.path: [order]
      case Route.linkedOptions.path, Route.proveScenario.path:
        [["scenario": "SEND_MONEY", "payload": MoneyOrder.sample.json]]
      default: []
      }
    return own + (examples["\(route.methodName) \(route.path)"] ?? []) + [["member": "text"]]
  }

  private static let examples: [String: [JSONValue]] = {
    guard let whole = try? InterfaceDescription().json().object else { return [:] }
    let links = DescriptionLinks(whole)
    var examples: [String: [JSONValue]] = [:]
    for (path, methods) in whole["paths"].object.entries {
      for (method, operation) in methods.object.entries {
        let content = links.resolved(operation.object["requestBody"] ?? .null).object["content"]
          .object["application/json"].object
        let named = content["examples"].object.entries.compactMap { $0.value.object["value"] }
        let own = named + [content["example"]].compactMap(\.self)
        examples["\(method.uppercased()) \(path)"] =
          own.isEmpty ? content["schema"].map(links.examples) ?? [] : own
      }
    }
    return examples
  }()

  /// The path and query of the route.
  ///
  /// - Parameters:
  ///   - parameter: The value of each parameter of the path, as it is sent; nil for one that fits.
  ///   - query: The query, as it is sent; nil for none.
  /// - Returns: The request's target.
  func target(parameter: String? = nil, query: String? = nil) -> String {
    let segments = route.path.split(separator: "/").map { segment -> String in
      guard segment.first == "{" else { return String(segment) }
      return parameter ?? (segment == "{scenario}" ? "SEND_MONEY" : "x")
    }
    return "/" + segments.joined(separator: "/") + (query.map { "?" + $0 } ?? "")
  }

  /// Sends a body to the route.
  func send(body: [UInt8]) async throws -> RawResponse {
    try await send(target(), [("Content-Type", "application/json")], body)
  }

  /// Sends a request to a target of the route, with the first body that it takes.
  func send(target: String) async throws -> RawResponse { try await send(target, [], nil) }

  /// Sends a request with further fields.
  func send(fields: [(String, String)]) async throws -> RawResponse {
    try await send(target(), fields, nil)
  }

  private func send(
    _ target: String, _ fields: [(String, String)], _ body: [UInt8]?
  ) async throws -> RawResponse {
    try await server.transport.send(
      RawRequest(
        method: route.method.rawValue, target: target,
        fields: [(name: "Authorization", value: "Bearer \(token)")]
          + fields.map { (name: $0, value: $1) }, body: body))
  }
}

extension Route {
  /// True if an answer ends: a stream of events goes on.
  var isAnsweredAtOnce: Bool { !path.hasSuffix("/events") }
}

extension JSONValue {
  /// The value with each of its texts and names replaced, one at a time.
  func textsReplaced(by text: String) -> [JSONValue] {
    switch self {
    case .string: [.string(text)]
    default: parts { $0.textsReplaced(by: text) } + renamed(to: text)
    }
  }

  /// The value with each of its texts, numbers and flags replaced, one at a time.
  func leavesReplaced(by leaf: JSONValue) -> [JSONValue] {
    switch self {
    case .object, .array: parts { $0.leavesReplaced(by: leaf) }
    default: [leaf]
    }
  }

  private func parts(_ changes: (JSONValue) -> [JSONValue]) -> [JSONValue] {
    switch self {
    case .object(let members):
      members.entries.flatMap { name, value in
        changes(value).map { changed in
          var members = members
          members[name] = changed
          return .object(members)
        }
      }
    case .array(let items):
      items.enumerated().flatMap { index, item in
        changes(item).map { changed in
          var items = items
          items[index] = changed
          return .array(items)
        }
      }
    default: []
    }
  }

  private func renamed(to text: String) -> [JSONValue] {
    guard case .object(let members) = self, let first = members.names.first else { return [] }
    var renamed = members
    renamed[first] = nil
    renamed[text] = members[first]
    return [.object(renamed)]
  }
}
