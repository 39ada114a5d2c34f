import CountersignCore
package import HTTPTypes
package import Hummingbird
import WireModel

/// The service's routes, for a router and under any prefix of it.
struct ServiceRoutes {
  let slot: ServiceSlot
  let settings: ServerSettings
  let modules: [any Module]

  /// Puts every route of the table, and those of modules, on a router.
  func add(to router: some RouterMethods<ServerContext>) {
    let routes = RouteHandler.all + modules.flatMap { $0.served.routes }
    let statuses = modules.reduce(into: [:]) { $0.merge($1.served.statuses) { first, _ in first } }
    for handler in routes {
      let endpoint = Endpoint(
        handler: handler, slot: slot, settings: settings, statuses: statuses)
      router.on(RouterPath(handler.route.path), method: handler.route.method) { request, context in
        await endpoint.respond(to: request, context)
      }
    }
    for (path, handlers) in Dictionary(grouping: routes, by: \.route.path) {
      router.refuse(allBut: Set(handlers.map(\.route.method)), at: path)
    }
  }
}

extension RouterMethods<ServerContext> {
  /// Answers every other method at a path with those that it takes (RFC 9110, section 15.5.6).
  ///
  /// The router finds a path and its method in one step, and cannot tell a path without the method
  /// from no path.
  package func refuse(allBut taken: Set<HTTPRequest.Method>, at path: String) {
    let allowed = taken.map(\.rawValue).sorted().joined(separator: ", ")
    var answer = ProblemAnswer.answer(
      to: Refusal(.methodNotAllowed, "this path takes \(allowed)"))
    answer.fields[.allow] = allowed
    for method in HTTPRequest.Method.known where !taken.contains(method) {
      on(RouterPath(path), method: method) { [answer] _, _ in answer.response }
    }
  }
}

extension HTTPRequest.Method {
  /// The methods of RFC 9110 and RFC 5789, and QUERY; one that is none of them finds no path.
  fileprivate static let known: [HTTPRequest.Method] =
    [.get, .head, .post, .put, .delete, .connect, .options, .trace, .patch]
    + [HTTPRequest.Method("QUERY")].compactMap(\.self)
}

/// What serves one route.
public struct RouteHandler: Sendable {
  /// The route.
  public let route: Route
  /// The names of its path's parameters.
  let parameterNames: [String]
  /// The names that its query may hold.
  let queryNames: Set<String>
  /// Whether its body is read; without one, an empty body or `{}` is taken.
  let takesBody: Bool
  /// Whether a call keeps the session alive.
  let activity: SessionActivity
  let respond: @Sendable (RouteCall) async throws -> RouteAnswer
  /// What a problem body of this route says besides.
  private(set) var members: @Sendable (Refusal) -> JSONObject = { _ in [:] }

  /// What serves a route.
  ///
  /// - Parameters:
  ///   - route: The route.
  ///   - queryNames: The names that its query may hold.
  ///   - takesBody: Whether its body is read; without one, an empty body or `{}` is taken.
  ///   - activity: Whether a call keeps the session alive.
  ///   - respond: Decodes, calls one operation, and encodes; a ``Refusal`` that it throws becomes a
  ///     problem body.
  public init(
    _ route: Route, query queryNames: Set<String> = [], takesBody: Bool = false,
    activity: SessionActivity = .person,
    respond: @escaping @Sendable (RouteCall) async throws -> RouteAnswer
  ) {
    self.route = route
    parameterNames = route.path.split(separator: "/").filter { $0.first == "{" }
      .map { String($0.dropFirst().dropLast()) }
    self.queryNames = queryNames
    self.takesBody = takesBody
    self.activity = activity
    self.respond = respond
  }

  /// The same, whose problem bodies say more than others.
  public func refusing(with members: @escaping @Sendable (Refusal) -> JSONObject) -> RouteHandler {
    var handler = self
    handler.members = members
    return handler
  }

  /// Every handler of the server's own, one for each route of the table.
  static let all: [RouteHandler] =
    accountRoutes + sessionRoutes + credentialRoutes + stepUpRoutes
    + secondFactorRoutes + deviceRoutes + factorRoutes + healthRoutes
    + hostRoutes + administrationRoutes + linkRoutes + transactionRoutes
}
