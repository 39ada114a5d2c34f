import CountersignCore
package import HTTPTypes
package import Hummingbird
package import WireModel

/// The service's routes with what is served beside them, for any router and under any prefix of it.
package struct ServiceRoutes: Sendable {
  private let slot: ServiceSlot
  private let settings: ServerSettings
  private let modules: [any Module]
  private let handlers: [RouteHandler]
  /// The statuses of modules' reasons.
  private let statuses: [Reason: Int]
  let gate: AdmissionGate
  /// The paths that are served however much there is to do.
  var alwaysServed: Set<String> { Set(handlers.filter(\.isNeverShed).map(\.route.path)) }

  /// The routes of a service.
  ///
  /// - Parameters:
  ///   - slot: The service, or the place where it will be.
  ///   - settings: The treatment of requests, and what is served beside the routes.
  ///   - modules: The modules of the service, whose routes are served with its own.
  package init(slot: ServiceSlot, settings: ServerSettings, modules: [any Module]) {
    self.slot = slot
    self.settings = settings
    self.modules = modules
    handlers = RouteHandler.all + modules.flatMap { $0.served.routes }
    statuses = modules.reduce(into: [:]) { $0.merge($1.served.statuses) { first, _ in first } }
    gate = AdmissionGate(slot, settings.loadClock)
  }

  /// Puts the routes on a router that has others, too: of a host, whatever its context.
  ///
  /// What no route takes under the router's prefix is answered by a problem body. Nothing outside
  /// of the prefix changes.
  package func add<Context: RequestContext>(to router: some RouterMethods<Context>) {
    // A group of its own: the fields of every answer are those of these routes' answers alone.
    let group = router.group()
    _ = group.add(
      middleware: AnswerMiddleware<Context>(settings: settings, slot: slot, gate: gate))
    fill(group)
    let served = Set(
      handlers.map(\.route.path) + settings.additions.flatMap(\.paths) + DescriptionRoutes.paths)
    for path in UnservedPaths(beside: served).all { group.refuse(at: path) }
  }

  /// The `Set-Cookie` that hands a session of a service to a browser.
  package func cookie(of session: SessionAnswer, at service: CountersignCore.Service) -> String {
    PageCookie(
      origins: service.origins, protection: settings.protection, instance: settings.instance
    ).setting(session.accessToken)
  }

  /// A router that has nothing else, so that it refuses whatever path and method no route takes.
  func router() -> Router<ServerContext> {
    let router = Router(context: ServerContext.self)
    router.add(
      middleware: AnswerMiddleware<ServerContext>(settings: settings, slot: slot, gate: gate))
    fill(router)
    return router
  }

  private func fill(_ router: some RouterMethods) {
    for handler in handlers {
      let endpoint = Endpoint(
        handler: handler, slot: slot, settings: settings, statuses: statuses, gate: gate)
      router.answer(handler.route.method, at: handler.route.path) { request, context in
        await endpoint.respond(to: request, context)
      }
    }
    for (path, handlers) in Dictionary(grouping: handlers, by: \.route.path) {
      router.answerOthers(than: Set(handlers.map(\.route.method)), at: path)
    }
    DescriptionRoutes(modules).add(to: router)
    for addition in settings.additions { addition.add(to: router, slot, modules) }
  }
}

/// The paths between served paths and behind them, which a host's router would answer itself.
///
/// A router stops at the deepest node whose name fits, so one catch-all at the prefix would leave
/// out what begins like a route.
struct UnservedPaths {
  let all: [String]

  init(beside served: Set<String>) {
    var nodes: Set<String> = ["/"]
    for path in served {
      var node = ""
      for segment in path.split(separator: "/") {
        node += "/" + segment
        nodes.insert(node)
      }
    }
    let between = nodes.subtracting(served)
    // Where a parameter or a catch-all takes every name, there is nothing beside it.
    let taken = nodes.filter { $0.hasSuffix("}") || $0.hasSuffix("**") }
      .map { $0.split(separator: "/").dropLast().map { "/" + $0 }.joined() }
    let behind = nodes.filter { !$0.hasSuffix("**") }.map { $0 == "/" ? "" : $0 }
      .filter { !taken.contains($0) }.map { $0 + "/**" }
    all = between.sorted() + behind.sorted()
  }
}

extension RouterMethods {
  /// Answers a method at a path; with GET, HEAD too (RFC 9110, section 9.3.2), from whose answer
  /// ``AnswerMiddleware`` takes the body.
  package func answer(
    _ method: HTTPRequest.Method = .get, at path: String,
    _ respond: @escaping @Sendable (Request, Context) async throws -> Response
  ) {
    for method in method.answered { on(RouterPath(path), method: method, use: respond) }
  }

  /// Answers OPTIONS at a path with the methods that it takes (RFC 9110, section 9.3.7), and
  /// refuses every other one with them (section 15.5.6).
  ///
  /// The router finds a path and its method in one step, and cannot tell a path without the method
  /// from no path.
  ///
  /// - Parameters:
  ///   - taken: The methods that routes take; with GET, HEAD counts as one.
  ///   - path: The path.
  package func answerOthers(than taken: Set<HTTPRequest.Method>, at path: String) {
    let taken = Set(taken.flatMap(\.answered)).union([.options])
    let allowed = taken.map(\.rawValue).sorted().joined(separator: ", ")
    on(RouterPath(path), method: .options) { _, _ in
      Response(status: .noContent, headers: [.allow: allowed])
    }
    var refusal = ProblemAnswer.answer(
      to: Refusal(.methodNotAllowed, "this path takes \(allowed)"))
    refusal.fields[.allow] = allowed
    for method in HTTPRequest.Method.known where !taken.contains(method) {
      on(RouterPath(path), method: method) { [refusal] _, _ in refusal.response }
    }
  }

  /// Answers every method at a path with not found.
  fileprivate func refuse(at path: String) {
    for method in HTTPRequest.Method.known {
      on(RouterPath(path), method: method) { request, context -> Response in
        throw UnservedPath(request, context, at: path)
      }
    }
  }
}

extension HTTPRequest.Method {
  /// The methods of RFC 9110 and RFC 5789, and QUERY; one that is none of them finds no path.
  fileprivate static let known: [HTTPRequest.Method] =
    [.get, .head, .post, .put, .delete, .connect, .options, .trace, .patch]
    + [HTTPRequest.Method("QUERY")].compactMap(\.self)

  /// The method's name; `_OTHER` for one that is none of them, as OpenTelemetry has it.
  var knownName: String { Self.known.contains(self) ? rawValue : "_OTHER" }

  /// The methods that a route of this one answers.
  var answered: [HTTPRequest.Method] { self == .get ? [.get, .head] : [self] }
}

/// The handler of one route.
public struct RouteHandler: Sendable {
  /// The operation that it serves.
  public let route: Route
  /// The names of its path's parameters.
  let parameterNames: [String]
  /// The names that its query may hold.
  let queryNames: Set<String>
  /// True if its body is read; otherwise it takes an empty body or `{}`.
  let takesBody: Bool
  /// The activity that a call counts as: a person's keeps the session alive.
  let activity: SessionActivity
  let respond: @Sendable (RouteCall) async throws -> RouteAnswer
  /// True if it is served however much there is to do.
  private(set) var isNeverShed = false
  /// The further members of a problem body of this route.
  private(set) var members: @Sendable (Refusal) -> JSONObject = { _ in [:] }

  /// Makes the handler of a route.
  ///
  /// - Parameters:
  ///   - route: The route.
  ///   - queryNames: The names that its query may hold.
  ///   - takesBody: Whether its body is read; without one, an empty body or `{}` is taken.
  ///   - activity: Whether a call keeps the session alive.
  ///   - respond: Decodes, calls one operation, and encodes; a `Refusal` that it throws becomes a
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

  /// The same, served however much there is to do: it costs next to nothing, and tells those who
  /// run the server how it is.
  func servedAlways() -> RouteHandler {
    var handler = self
    handler.isNeverShed = true
    return handler
  }

  /// Every handler of the server's own, one for each route of the table.
  static let all: [RouteHandler] =
    accountRoutes + sessionRoutes + credentialRoutes + stepUpRoutes
    + secondFactorRoutes + deviceRoutes + factorRoutes + healthRoutes
    + hostRoutes + administrationRoutes + linkRoutes + transactionRoutes
    + handoverRoutes
}
