import CountersignService
import WireModel

extension RouteHandler {
  /// The second-factor account.
  static let secondFactorRoutes = [
    RouteHandler(.secondFactor) { call in
      .json(try await call.service.secondFactor(try call.session))
    },
    RouteHandler(.setPIN, takesBody: true) { call in
      let change = try await call.service.setPIN(
        call.read(), idempotencyKey: try call.idempotencyKey, session: try call.session
      ).get()
      return .noContent.marked(isReplayed: change.isReplayed)
    },
  ]
}
