import CountersignService
import WireModel

extension RouteHandler {
  /// The step-up of seed 002: options and verify.
  static let stepUpRoutes = [
    RouteHandler(.authenticationOptions) { call in
      try .json(try await call.service.authenticationOptions(session: try call.session))
    },
    RouteHandler(.linkedOptions, takesBody: true) { call in
      try .json(try await call.service.linkedOptions(call.read(), session: try call.session))
    },
    RouteHandler(.verifyAssertion, takesBody: true) { call in
      try .json(try await call.service.verifyAssertion(call.read(), session: try call.session))
    },
  ]
}
