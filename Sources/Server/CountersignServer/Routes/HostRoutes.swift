import CountersignService
import HTTPTypes
import WireModel

extension RouteHandler {
  /// What a host's backend does with sessions.
  static let hostRoutes = [
    RouteHandler(.openServiceSession, takesBody: true) { call in
      try .json(
        try await call.service.openSession(call.read(), host: try call.host), status: .created)
    },
    RouteHandler(.introspect, takesBody: true) { call in
      .json(try await call.service.introspect(call.read(), host: try call.host))
    },
  ]
}
