import CountersignCore
import HTTPTypes
import WebAuthnModel
import WireModel

extension RouteHandler {
  /// The routes of a host's backend for sessions, and for proofs of its own scenarios.
  static let hostRoutes = [
    RouteHandler(.openServiceSession, takesBody: true) { call in
      try .json(
        try await call.service.hostSessions.open(call.read(), host: try call.host), status: .created
      )
    },
    RouteHandler(.introspect, takesBody: true) { call in
      .json(try await call.service.hostSessions.introspect(call.read(), host: try call.host))
    },
    RouteHandler(.redeem, takesBody: true) { call in
      let outcome = try await call.service.proofs.redeem(
        call.read(), idempotencyKey: try call.idempotencyKey, host: try call.host
      ).get()
      return .json(outcome.answer).marked(isReplayed: outcome.isReplayed)
    },
  ]

  /// Health, for whoever restarts the process or routes to it.
  static let healthRoutes = [
    RouteHandler(.live) { _ in RouteAnswer(status: .ok, body: ["status": "live"]) },
    RouteHandler(.ready) { call in
      try await call.service.requireReady()
      var body: JSONObject = ["status": "ready"]
      let remarks = (try? await call.service.remarks()) ?? []
      if !remarks.isEmpty { body["remarks"] = .array(remarks.map(JSONValue.string)) }
      return RouteAnswer(status: .ok, body: .object(body))
    },
  ].map { $0.servedAlways() }
}
