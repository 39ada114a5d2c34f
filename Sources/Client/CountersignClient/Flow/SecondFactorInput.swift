public import WireModel

/// What a person answers VERIFY_SECOND_FACTOR or SET_SECOND_FACTOR with.
public enum SecondFactorInput: Sendable {
  /// The PIN, 4 to 12 digits. Secret.
  case pin(SecretText)
  /// Biometrics: the authenticator will ask.
  case biometrics
  /// A new PIN, and biometrics beside it. Secret.
  case pinAndBiometrics(SecretText)
  /// The code that was mailed or texted, or that of an authenticator app. Secret.
  case code(SecretText)

  /// The PIN that is given; nil where none is.
  var pin: SecretText? {
    switch self {
    case .pin(let pin), .pinAndBiometrics(let pin): pin
    case .biometrics, .code: nil
    }
  }
}
