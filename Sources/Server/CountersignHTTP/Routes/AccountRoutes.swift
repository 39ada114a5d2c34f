import CountersignCore
import HTTPTypes
import WireModel

extension RouteHandler {
  /// Sign-up and codes.
  static let accountRoutes = [
    RouteHandler(.signUp, takesBody: true) { call in
      try .json(try await call.service.signUp(call.read(), from: call.network()), status: .accepted)
    },
    RouteHandler(.requestCode, takesBody: true) { call in
      try .json(
        try await call.service.requestCode(
          call.read(), session: call.caller, from: call.network()), status: .accepted)
    },
  ]
}
