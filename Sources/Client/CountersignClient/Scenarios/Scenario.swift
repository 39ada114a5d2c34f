import FlowModel
public import WebAuthnModel
public import WireModel

/// A named reason to authenticate, as an app describes it.
///
/// What both sides must agree on is its ``policy``; screens and callbacks are the app's.
public struct Scenario<Payload: JSONBody>: Sendable {
  /// Its name and which factors prove it.
  public var policy: ScenarioPolicy
  /// The words of its screens.
  public var screens: ScenarioScreens
  /// The app's part when it ends.
  public var callbacks: ScenarioCallbacks
  /// Makes the signature for a payload, by the app's policy.
  let signature: @Sendable (Payload, ScenarioPolicy) -> SignatureAPI

  /// Its name.
  public var name: ScenarioName { policy.name }

  init(
    _ policy: ScenarioPolicy, screens: ScenarioScreens,
    callbacks: ScenarioCallbacks = ScenarioCallbacks(),
    signature: @escaping @Sendable (Payload, ScenarioPolicy) -> SignatureAPI
  ) {
    self.policy = policy
    self.screens = screens
    self.callbacks = callbacks
    self.signature = signature
  }
}
