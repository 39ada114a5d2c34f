public import WireModel

/// What a protected action came to.
public enum ActionOutcome<Done: Sendable & Hashable>: Sendable, Hashable {
  /// It was executed, now or before.
  case done(Done)
  /// Nothing was executed: the mailed code is right, and another was texted that is to come beside
  /// it.
  case otpRequired(OTPRequired)
}
