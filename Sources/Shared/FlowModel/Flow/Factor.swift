/// What a person proves something with.
///
/// Two factors are different when their cases are.
public enum Factor: String, Sendable, Hashable, CaseIterable {
  /// The PIN, checked by the server.
  case pin = "PIN"
  /// A key that signs after the device has verified its user.
  case biometrics = "BIOMETRICS"
}
