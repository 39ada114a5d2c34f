public import WireModel

/// What a person answers VERIFY_SECOND_FACTOR with.
public enum SecondFactorInput: Sendable {
  /// The PIN, 4 to 12 digits. Secret.
  case pin(SecretText)
  /// Biometrics: the authenticator will ask.
  case biometrics
}
