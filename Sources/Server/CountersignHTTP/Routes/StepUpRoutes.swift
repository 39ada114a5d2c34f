import CountersignCore
import WireModel

extension RouteHandler {
  /// The step-up: options and verify; and the action that only proves.
  static let stepUpRoutes = [
    RouteHandler(.authenticationOptions) { call in
      try .json(try await call.service.actions.options(session: try call.session))
    },
    RouteHandler(.linkedOptions, takesBody: true) { call in
      try .json(try await call.service.actions.options(call.read(), session: try call.session))
    },
    RouteHandler(.actionOptions, takesBody: true) { call in
      let asked: ActionOptionsRequest = try call.read()
      let request = LinkedOptionsRequest(
        scenario: ScenarioName(try call.parameter("scenario")),
        payload: asked.payload ?? .object([:]))
      return try .json(
        try await call.service.actions.optionsWithWays(request, session: try call.session))
    },
    RouteHandler(.performAction, takesBody: true) { call in
      let outcome = try await call.service.actions.perform(
        ScenarioName(try call.parameter("scenario")), call.read(),
        idempotencyKey: try call.idempotencyKey, session: try call.session
      ).get()
      return .action(outcome)
    },
    RouteHandler(.proveScenario, takesBody: true) { call in
      let outcome = try await call.service.proofs.prove(
        call.read(), idempotencyKey: try call.idempotencyKey, session: try call.session
      ).get()
      return .action(outcome)
    },
    RouteHandler(.verifyAssertion, takesBody: true) { call in
      try .json(try await call.service.proofs.verify(call.read(), session: try call.session))
    }
    .refusing { refusal in
      let isUnverified = refusal.reason == .verificationFailed
      return [
        "verified": false,
        "message": .string(isUnverified ? "Signature verification failed" : refusal.detail),
      ]
    },
    RouteHandler(.testBiometrics, takesBody: true) { call in
      let outcome = try await call.service.actions.testBiometrics(
        call.read(), idempotencyKey: try call.idempotencyKey, session: try call.session
      ).get()
      return .action(outcome)
    },
    // A poll or a retry: nobody may be there, so it keeps no session alive.
    RouteHandler(.operation, activity: .background) { call in
      try .json(
        try await call.service.actions.operation(
          try call.parameter("id"), session: try call.session))
    },
  ]
}
