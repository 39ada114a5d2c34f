/// What a person proves something with.
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

/// What a person gave in answer to a question (the input types of seed 001).
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
