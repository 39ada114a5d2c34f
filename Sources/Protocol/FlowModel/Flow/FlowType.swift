/// What a flow is for (the seven types of seed 001).
///
/// It never changes while the flow lives.
public enum FlowType: String, Sendable, Hashable, CaseIterable {
  /// An account comes to this device.
  case enrol = "ENROL"
  /// A person is logged in, here or on another screen.
  case login = "LOGIN"
  /// A transaction is authorised.
  case signTransaction = "SIGN_TRANSACTION"
  /// The PIN is replaced by another.
  case changePIN = "CHANGE_PIN"
  /// A key of this device becomes a factor.
  case addBiometrics = "ADD_BIOMETRICS"
  /// The key of this device is a factor no more.
  case removeBiometrics = "REMOVE_BIOMETRICS"
  /// An account that was enrolled without a second factor gets one.
  case headlessUpgrade = "HEADLESS_UPGRADE"
}
