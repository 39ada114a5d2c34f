import CountersignCore
import WireModel

/// What serves one route.
struct RouteHandler: Sendable {
  let route: Route
  /// The names of its path's parameters.
  let parameterNames: [String]
  private let segments: [Substring]
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
    segments = route.path.split(separator: "/")
    parameterNames = segments.filter { $0.first == "{" }
      .map { String($0.dropFirst().dropLast()) }
    self.queryNames = queryNames
    self.takesBody = takesBody
    self.activity = activity
    self.respond = respond
  }

  /// Whether a path has this route, whatever the method.
  func matches(_ path: [Substring]) -> Bool {
    segments.count == path.count
      && zip(segments, path).allSatisfy { $0.first == "{" || $0 == $1 }
  }

  /// Every handler, one for each route of the table.
  static let all: [RouteHandler] =
    accountRoutes + sessionRoutes + credentialRoutes + stepUpRoutes + topUpRoutes
    + secondFactorRoutes + deviceRoutes + factorRoutes + walletRoutes + healthRoutes
    + hostRoutes + administrationRoutes + linkRoutes + transactionRoutes
}
