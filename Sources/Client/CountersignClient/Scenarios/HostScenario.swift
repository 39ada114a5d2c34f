import FlowModel
import WebAuthnModel
public import WireModel

/// What a host's backend said to an action of its own.
public enum HostAnswer: Sendable, Hashable {
  /// It is done.
  case done
  /// It was refused, for a reason of the host's.
  case refused(reason: String)
}

extension Scenario {
  /// A scenario of the app's own, whose action is the host's.
  ///
  /// The person's proof gives a token, which the host redeems for exactly this payload
  /// (`POST /service/redeem`). The server's document is what is shown and linked to; it says what
  /// the payload does, field by field.
  ///
  /// - Parameters:
  ///   - name: The scenario's name, which the server must know too.
  ///   - takesPIN: Whether the PIN may stand in for biometrics; the server's declaration decides.
  ///   - screens: What its screens say.
  ///   - callbacks: What the app does when it ends.
  ///   - action: Sends the payload with the token to the host's backend. It may be called again
  ///     with the very same token, where an answer was lost; the error says whether the host can
  ///     have acted.
  public init(
    _ name: String, takesPIN: Bool = false, screens: ScenarioScreens,
    callbacks: ScenarioCallbacks = ScenarioCallbacks(),
    action: @escaping @Sendable (Payload, SecretText) async throws(TransportError) -> HostAnswer
  ) {
    let name = ScenarioName(name)
    let policy =
      takesPIN
      ? ScenarioPolicy(name, level: .biometricsWithFallback, fallback: [.pin])
      : ScenarioPolicy(name, level: .biometricsOnly)
    self.init(policy, screens: screens, callbacks: callbacks) { payload in
      ScenarioPlan(
        request: .asked,
        calls: HostCalls(name: name, payload: payload.json) { token throws(TransportError) in
          try await action(payload, token)
        }, proofPath: .token)
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
      ScenarioPlan(
        request: .asked, calls: DeclaredCalls(name: policy.name, payload: payload.json))
    }
  }
}
