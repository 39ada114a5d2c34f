/// How the question before this one ended (the interaction result of seed 001).
public struct InteractionResult: Sendable, Hashable {
  /// Right or wrong.
  public enum Outcome: String, Sendable, Hashable, CaseIterable {
    /// What was given was accepted.
    case success = "SUCCESS"
    /// The PIN was not accepted.
    case pinFail = "PIN_FAIL"
    /// The code was not accepted, or could not be sent again.
    case codeFail = "CODE_FAIL"
    /// The biometric check failed, was cancelled or is not possible.
    case biometricsFail = "BIOMETRICS_FAIL"
    /// The biometric key is gone.
    case biometricsRemoved = "BIOMETRICS_REMOVED"
    /// What was given is kept; the server has not checked it yet.
    case collected = "COLLECTED"
  }

  /// Right or wrong.
  public let outcome: Outcome
  /// The question's kind.
  public let interaction: InteractionType
  /// What was given.
  public let inputTypes: Set<InputType>
  /// Why it was not accepted; nil for what was.
  public let reason: FlowReason?

  /// A result.
  public init(
    outcome: Outcome, interaction: InteractionType = .verifySecondFactor,
    inputTypes: Set<InputType>, reason: FlowReason? = nil
  ) {
    self.outcome = outcome
    self.interaction = interaction
    self.inputTypes = inputTypes
    self.reason = reason
  }
}
