public import DocumentModel

/// VERIFY_SECOND_FACTOR: what is proved, and which factors prove it.
public struct Verification: Sendable, Hashable {
  /// What is proved.
  public let cause: Cause
  /// Which factors answer.
  public let choice: Choice

  init(_ cause: Cause, _ choice: Choice) {
    self.cause = cause
    self.choice = choice
  }

  /// Which factors answer; biometrics only where there is a challenge to sign, and a code only
  /// where it was sent.
  public enum Choice: Sendable, Hashable {
    /// The PIN alone.
    case pin
    /// The signed challenge of this operation alone.
    case biometrics(OperationID)
    /// The signed challenge or the PIN.
    case either(OperationID)
    /// The signed challenge, or a code that the person asks for first.
    case biometricsOrCode(OperationID, SignErrand.SecondCode)
    /// The code that was mailed.
    case mailedCode(CodeUse, CodeDelivery)
    /// The code that was texted after the mailed one was right.
    case textedCode(CodeDelivery)
    /// The authenticator app's code, after the mailed one was kept.
    case authenticatorCode(mailed: CodeDelivery)
  }
}

/// What a mailed code is for.
public enum CodeUse: Sendable, Hashable {
  /// It goes with the action.
  case proof
  /// It is the first of the two codes that stand in for biometrics.
  case fallback(SignErrand.SecondCode)
  /// It entitles to register a key on the way.
  case registration(Offer)

  /// What comes after the code.
  public enum Offer: Sendable, Hashable, CaseIterable {
    /// The soft prompt.
    case open
    /// The question itself: the person has agreed to biometrics on this installation before.
    case agreed
    /// The registration: both were answered, and the code before was wrong.
    case taken
  }

  /// The same, with the second code that the server names.
  func with(_ second: SignErrand.SecondCode?) -> CodeUse {
    if case .fallback = self, let second { .fallback(second) } else { self }
  }

  /// Whether it entitles to a key.
  var isRegistration: Bool { if case .registration = self { true } else { false } }
}

/// What a person proves something for.
public indirect enum Cause: Sendable, Hashable {
  /// SIGN_TRANSACTION.
  case sign(SignErrand, Matter)
  /// LOGIN.
  case login(LoginSession, SessionAccount)
  /// ENROL without a second factor.
  case headless(EnrolSession)
  /// REMOVE_BIOMETRICS.
  case removal
  /// A factor that is set next: ENROL, CHANGE_PIN, ADD_BIOMETRICS, HEADLESS_UPGRADE.
  case setting(Setting)
}

/// What is signed.
public indirect enum Matter: Sendable, Hashable {
  /// The scenario itself.
  case scenario
  /// A transaction that the app asked for.
  case transaction(Document?)
  /// A transaction that the server holds for review.
  case review(Review)
}
