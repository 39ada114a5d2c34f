import CountersignCore
import WireModel

extension RouteHandler {
  /// The protected action of scenario TOP_UP, and what became of it.
  static let topUpRoutes = [
    RouteHandler(.topUp, takesBody: true) { call in
      let outcome = try await call.service.topUp(
        call.read(), idempotencyKey: try call.idempotencyKey, session: try call.session
      ).get()
      return .action(outcome)
    },
    // A poll or a retry: nobody may be there, so it keeps no session alive.
    RouteHandler(.operation, activity: .background) { call in
      try .json(
        try await call.service.operation(try call.parameter("id"), session: try call.session))
    },
  ]
}
