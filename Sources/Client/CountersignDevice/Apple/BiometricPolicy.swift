#if canImport(LocalAuthentication)
  import LocalAuthentication

  /// What shows that a device's owner is there.
  public enum BiometricPolicy: Sendable, Hashable, CaseIterable {
    /// Biometrics, and nothing else.
    case biometricsOnly
    /// Biometrics, and where they are not available, fail or are turned down, the code by which the
    /// device itself is unlocked.
    case deviceCredentialStandsIn

    var localPolicy: LAPolicy {
      switch self {
      case .biometricsOnly: .deviceOwnerAuthenticationWithBiometrics
      case .deviceCredentialStandsIn: .deviceOwnerAuthentication
      }
    }
  }
#endif
