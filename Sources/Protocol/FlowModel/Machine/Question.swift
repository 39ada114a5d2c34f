/// A question for a person, with all that its answer needs.
public indirect enum Question: Sendable, Hashable {
  /// CONFIRM.
  case confirm(OpenedSession)
  /// CONFIRM_TRANSACTION.
  case review(SignErrand, Review)
  /// VERIFY_SECOND_FACTOR.
  case verify(Verification)
  /// SOFT_PROMPT.
  case softPrompt(SoftPrompt)
  /// SET_SECOND_FACTOR.
  case set(SetQuestion)
  /// SET_SECOND_FACTOR with biometrics alone, for a key that is registered on the way to a
  /// signature, with the code that was mailed to there.
  case register(SignErrand, Matter, mailed: CodeDelivery)
}

/// SET_SECOND_FACTOR: what is set, and what entitles to it.
public struct SetQuestion: Sendable, Hashable {
  /// What is set, and what was proved for it.
  public let basis: Basis
  /// Which factors are asked for.
  public let factors: Factors

  init(_ basis: Basis, _ factors: Factors) {
    self.basis = basis
    self.factors = factors
  }

  /// Which factors are asked for.
  public enum Factors: Sendable, Hashable, CaseIterable {
    /// The PIN.
    case pin
    /// The PIN, and biometrics where the person wants them.
    case pinAndMaybeBiometrics
    /// Biometrics.
    case biometrics
  }

  /// What was proved before.
  public indirect enum Basis: Sendable, Hashable {
    /// Nothing had to be.
    case confirmed(Setting)
    /// This was given, in answer to this choice.
    case proved(Setting, Verification.Choice, Kept)
  }

  /// A proof that is kept until what it entitles to is sent.
  public enum Kept: Sendable, Hashable {
    /// The PIN.
    case pin
    /// The mailed code.
    case code
    /// The signed challenge of this operation.
    case assertion(OperationID)
  }
}

/// SOFT_PROMPT: whether biometrics are wanted, and what goes on then.
public indirect enum SoftPrompt: Sendable, Hashable {
  /// Factors are set next.
  case setting(SetQuestion.Basis)
  /// A key is registered on the way, with the code that was mailed to there.
  case registration(SignErrand, Matter, mailed: CodeDelivery)

  /// What the person says.
  public enum Answer: Sendable, Hashable, CaseIterable {
    /// Biometrics are wanted.
    case accept
    /// They are not.
    case decline
  }
}
