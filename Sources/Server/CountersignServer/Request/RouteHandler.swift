import CountersignService
import WireModel

/// What serves one route.
struct RouteHandler: Sendable {
  let route: Route
  /// The names of its path's parameters.
  let parameterNames: [String]
  /// The names that its query may hold.
  let queryNames: Set<String>
  /// Whether its body is read; without one, an empty body or `{}` is taken.
  let takesBody: Bool
  /// Whether a call keeps the session alive.
  let activity: SessionActivity
  let respond: @Sendable (RouteCall) async throws -> RouteAnswer

  init(
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

  /// Every handler, one for each route of the table.
  static let all: [RouteHandler] =
    accountRoutes + sessionRoutes + credentialRoutes + stepUpRoutes + topUpRoutes
    + secondFactorRoutes + deviceRoutes + factorRoutes + walletRoutes + healthRoutes
    + hostRoutes + linkRoutes + transactionRoutes
}
