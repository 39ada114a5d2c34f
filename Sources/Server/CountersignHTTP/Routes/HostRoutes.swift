import CountersignCore
import HTTPTypes
import WireModel

extension RouteHandler {
  /// What a host's backend does with sessions, and with proofs of its own scenarios.
  static let hostRoutes = [
    RouteHandler(.openServiceSession, takesBody: true) { call in
      try .json(
        try await call.service.openSession(call.read(), host: try call.host), status: .created)
    },
    RouteHandler(.introspect, takesBody: true) { call in
      .json(try await call.service.introspect(call.read(), host: try call.host))
    },
    RouteHandler(.redeem, takesBody: true) { call in
      let outcome = try await call.service.redeem(
        call.read(), idempotencyKey: try call.idempotencyKey, host: try call.host
      ).get()
      return .json(outcome.answer).marked(isReplayed: outcome.isReplayed)
    },
  ]
}
