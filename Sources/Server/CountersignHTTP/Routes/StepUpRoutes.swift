import CountersignCore
import WebAuthnModel
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
      let scenario = ScenarioName(try call.parameter("scenario"))
      let outcome = try await call.service.actions.perform(
        scenario, try await call.readAction(of: scenario),
        idempotencyKey: try call.idempotencyKey, session: try call.session
      ).get()
      return .action(outcome)
    },
    RouteHandler(.proveScenario, takesBody: true) { call in
      let outcome = try await call.service.proofs.prove(
        try await call.readAction(), idempotencyKey: try call.idempotencyKey,
        session: try call.session
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

extension RouteCall {
  /// The body of an action that a scenario's payload asks for.
  ///
  /// A fault of the payload comes before a missing proof or several ones: no proof would mend it.
  ///
  /// - Parameter scenario: The scenario; nil for the one that the body names.
  /// - Returns: The body.
  /// - Throws: `Refusal`.
  fileprivate func readAction<Body: JSONBody>(
    of scenario: ScenarioName? = nil
  ) async throws -> Body {
    do {
      return try read()
    } catch let refusal as Refusal where refusal.reason == .proofRequired {
      guard case .object(var members) = body else { throw refusal }
      if let scenario { members["scenario"] = .string(scenario.text) }
      let asked = JSONObject(
        ["scenario", "payload"].compactMap { name in members[name].map { (name, $0) } })
      let request: LinkedOptionsRequest
      do {
        request = try LinkedOptionsRequest(json: .object(asked))
      } catch {
        throw Refusal(.malformed, "\(error)")
      }
      _ = try await service.actions.options(request, session: try session).get()
      throw refusal
    }
  }
}
