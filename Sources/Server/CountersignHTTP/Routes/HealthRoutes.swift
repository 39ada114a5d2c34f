import CountersignCore
import HTTPTypes
import WebAuthnModel
import WireModel

extension RouteHandler {
  /// Health, for whoever restarts the process or routes to it.
  static let healthRoutes = [
    RouteHandler(.live) { _ in RouteAnswer(status: .ok, body: ["status": "live"]) },
    RouteHandler(.ready) { call in
      guard await call.service.isReady() else {
        throw Refusal.busy("the store does not answer; try again in a moment")
      }
      return RouteAnswer(status: .ok, body: ["status": "ready"])
    },
  ]
}
