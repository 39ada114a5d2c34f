/// A factor: the means of a proof.
///
/// Two factors are different when their cases are.
public enum Factor: String, Sendable, Hashable, CaseIterable {
  /// The PIN, checked by the server.
  case pin = "PIN"
  /// A key that signs after the device has verified its user.
  case biometrics = "BIOMETRICS"
  /// A code that was mailed.
  case validateCode = "VALIDATE_CODE"
  /// A code that was texted.
  case otp = "OTP"
  /// A code of the person's authenticator app.
  case twoFactor = "TWO_FACTOR"
}

/// The type of a person's input.
public enum InputType: String, Sendable, Hashable, CaseIterable {
  /// The PIN.
  case pin = "PIN"
  /// Biometrics.
  case biometrics = "BIOMETRICS"
  /// A yes or, to an offer, a no: what is confirmed holds no factor.
  case confirm = "CONFIRM"
  /// A code that was mailed.
  case validateCode = "VALIDATE_CODE"
  /// A code that was texted.
  case otp = "OTP"
  /// A code of the person's authenticator app.
  case twoFactor = "TWO_FACTOR"
}

/// The level of a flow: the factors that it may use.
public enum SecurityLevel: Sendable, Hashable, CaseIterable {
  /// Only a signed challenge.
  case biometricsOnly
  /// A signed challenge, or the fallback where that is not possible or not wanted.
  case biometricsWithFallback
  /// Only the fallback: no challenge is asked for.
  case fallbackOnly
}

/// The state of an account's second factor, as the server told it last.
public struct SecondFactorAccount: Sendable, Hashable {
  /// True if the PIN is blocked.
  public let isBlocked: Bool
  /// Wrong PINs since the last right one.
  public let failedAttempts: Int64
  /// The number of wrong PINs in a row that block it.
  public let maxAttempts: Int64
  /// Seconds until the next PIN is taken; 0 for at once.
  public let penalisedForSeconds: Int64
  /// The time at which the next PIN is taken, RFC 3339 in UTC; nil for at once.
  public let penalisedUntil: String?
  /// True if the account has a PIN.
  public let hasPIN: Bool
  /// True if the account has a credential.
  public let hasBiometrics: Bool

  /// An account as the server described it.
  public init(
    isBlocked: Bool, failedAttempts: Int64, maxAttempts: Int64, penalisedForSeconds: Int64,
    penalisedUntil: String?, hasPIN: Bool, hasBiometrics: Bool
  ) {
    self.isBlocked = isBlocked
    self.failedAttempts = failedAttempts
    self.maxAttempts = maxAttempts
    self.penalisedForSeconds = penalisedForSeconds
    self.penalisedUntil = penalisedUntil
    self.hasPIN = hasPIN
    self.hasBiometrics = hasBiometrics
  }
}

/// The path of a signed challenge to the protected action.
public enum ProofPath: Sendable, Hashable, CaseIterable {
  /// First exchanged for a verification token: three calls in all.
  case token
  /// Straight to the action: two calls in all.
  case straight
}
