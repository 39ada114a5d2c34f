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
  let plan: @Sendable (Payload) -> ScenarioPlan

  /// Its name.
  public var name: ScenarioName { policy.name }

  init(
    _ policy: ScenarioPolicy, screens: ScenarioScreens,
    callbacks: ScenarioCallbacks = ScenarioCallbacks(),
    plan: @escaping @Sendable (Payload) -> ScenarioPlan
  ) {
    self.policy = policy
    self.screens = screens
    self.callbacks = callbacks
    self.plan = plan
  }
}

/// The start of a scenario's flow.
struct ScenarioPlan: Sendable {
  /// The purpose of its flow, by a policy.
  var purpose: @Sendable (SigningPolicy) -> AccountPurpose
  /// The calls of its flow.
  let calls: any FlowCalls
  /// The way of a signed challenge to the action.
  var proofPath = ProofPath.straight
  /// The transaction under review that it is about; nil for none.
  var reviewID: String?
}

extension ScenarioPlan {
  /// The start of a flow for an action that the app itself asks for.
  init(_ calls: ActionCalls, proofPath: ProofPath) {
    self.init(purpose: calls.purpose, calls: calls, proofPath: proofPath)
  }
}
