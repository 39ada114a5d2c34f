import FlowModel
import WebAuthnModel
public import WireModel

/// The answer of a host's backend to an action of its own.
public enum HostAnswer: Sendable, Hashable {
  /// It is done.
  case done
  /// It was refused, for a reason of the host's.
  case refused(reason: String)
}

extension Scenario {
  /// A scenario of the app's own, whose action the server executes.
  ///
  /// - Parameters:
  ///   - policy: Its name and which factors prove it, as the server has them.
  ///   - screens: What its screens say.
  ///   - callbacks: What the app does when it ends.
  ///   - proofPath: How a signed challenge reaches the action.
  ///   - action: The action of a payload.
  public init(
    _ policy: ScenarioPolicy, screens: ScenarioScreens,
    callbacks: ScenarioCallbacks = ScenarioCallbacks(), proofPath: ProofPath = .straight,
    action: @escaping @Sendable (Payload) -> some ClientAction
  ) {
    self.init(policy, screens: screens, callbacks: callbacks) { payload, policy in
      .action(ActionAPI(action(payload)), policy.signing(by: proofPath))
    }
  }

  /// A scenario of the app's own, whose action the host's backend executes.
  ///
  /// The person's proof gives a token, which the host redeems for exactly this payload
  /// (`POST /service/redeem`). The server's document is what is shown and linked to; it says what
  /// the payload does, field by field.
  ///
  /// - Parameters:
  ///   - policy: Its name and which factors prove it, as the server has them.
  ///   - screens: What its screens say.
  ///   - callbacks: What the app does when it ends.
  ///   - redeem: Sends the payload with the token to the host's backend. It may be called again
  ///     with the very same token, where an answer was lost; the error says whether the host can
  ///     have acted.
  public init(
    redeemedByHost policy: ScenarioPolicy, screens: ScenarioScreens,
    callbacks: ScenarioCallbacks = ScenarioCallbacks(),
    redeem: @escaping @Sendable (Payload, SecretText) async throws(TransportError) -> HostAnswer
  ) {
    self.init(policy, screens: screens, callbacks: callbacks) { payload, policy in
      let action = ActionAPI(Declared(policy.name, payload)) { token throws(TransportError) in
        try await redeem(payload, token)
      }
      return .action(action, policy.signing(by: .token))
    }
  }

  /// A declared scenario that the server performs: it records the operation, once, and tells the
  /// host of it.
  ///
  /// - Parameters:
  ///   - policy: Its name and which factors prove it, as the server declares them.
  ///   - screens: What its screens say.
  ///   - callbacks: What the app does when it ends.
  public init(
    performing policy: ScenarioPolicy, screens: ScenarioScreens,
    callbacks: ScenarioCallbacks = ScenarioCallbacks()
  ) {
    self.init(policy, screens: screens, callbacks: callbacks) { payload in
      Declared(policy.name, payload)
    }
  }
}
