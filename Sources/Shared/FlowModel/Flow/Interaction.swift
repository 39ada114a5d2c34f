/// What kind of question is asked.
public enum InteractionType: String, Sendable, Hashable, CaseIterable {
  /// The person proves a factor that the account has.
  case verifySecondFactor = "VERIFY_SECOND_FACTOR"
}

/// Which factors answer a question.
public struct SecondFactorInfo: Sendable, Hashable {
  /// Any of these may be given.
  public let allowed: Set<Factor>
  /// All of these must be given.
  public let required: Set<Factor>

  /// A choice of factors.
  public init(allowed: Set<Factor>, required: Set<Factor> = []) {
    self.allowed = allowed
    self.required = required
  }
}

/// The question that is now asked.
public struct Interaction: Sendable, Hashable {
  /// Its kind.
  public let type: InteractionType
  /// Which factors answer it.
  public let secondFactorInfo: SecondFactorInfo
  /// What was given and is being processed; empty while the question waits.
  public let inputTypes: Set<Factor>

  /// A question.
  public init(
    type: InteractionType, secondFactorInfo: SecondFactorInfo, inputTypes: Set<Factor> = []
  ) {
    self.type = type
    self.secondFactorInfo = secondFactorInfo
    self.inputTypes = inputTypes
  }
}

/// How the question before this one ended.
public struct InteractionResult: Sendable, Hashable {
  /// Right or wrong.
  public enum Outcome: String, Sendable, Hashable, CaseIterable {
    /// The server accepted what was given.
    case success = "SUCCESS"
    /// The PIN was not accepted.
    case pinFail = "PIN_FAIL"
    /// The biometric check failed, was cancelled or is not possible.
    case biometricsFail = "BIOMETRICS_FAIL"
    /// The biometric key is gone.
    case biometricsRemoved = "BIOMETRICS_REMOVED"
  }

  /// Right or wrong.
  public let outcome: Outcome
  /// The question's kind.
  public let interaction: InteractionType
  /// What was given.
  public let inputTypes: Set<Factor>
  /// Why it was not accepted; nil for success.
  public let reason: FlowReason?

  /// A result.
  public init(
    outcome: Outcome, interaction: InteractionType = .verifySecondFactor, inputTypes: Set<Factor>,
    reason: FlowReason? = nil
  ) {
    self.outcome = outcome
    self.interaction = interaction
    self.inputTypes = inputTypes
    self.reason = reason
  }
}
