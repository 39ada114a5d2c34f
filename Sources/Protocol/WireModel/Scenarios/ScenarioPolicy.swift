@_exported public import FlowModel

/// The proofs that a scenario takes: the part of it that both sides know.
///
/// An app decides by it what it asks for, and the server what it accepts.
public struct ScenarioPolicy: Sendable, Hashable {
  /// The factors that stand in for biometrics.
  public enum Fallback: String, Sendable, Hashable, CaseIterable {
    /// The PIN in a body or of a device.
    case pin
    /// The mailed code, and a texted one or that of an authenticator app.
    case codes
  }

  /// The scenario.
  public let name: ScenarioName
  /// The factors that may be used.
  public var level: SecurityLevel
  /// The factors that may stand in for biometrics; empty for the level `biometricsOnly`.
  public var fallback: Set<Fallback>

  /// A policy.
  public init(_ name: ScenarioName, level: SecurityLevel, fallback: Set<Fallback> = []) {
    self.name = name
    self.level = level
    self.fallback = fallback
  }

  /// Returns true if a proof of this kind may unlock the scenario's action.
  ///
  /// A device's own signature proves no factor, so no scenario takes it.
  public func allows(_ kind: Proof.Kind) -> Bool {
    switch kind {
    case .verificationToken, .assertion: level != .fallbackOnly
    case .pin, .pinProof: level != .biometricsOnly && fallback.contains(.pin)
    case .validateCode: level != .biometricsOnly && fallback.contains(.codes)
    case .deviceProof: false
    }
  }
}

extension ScenarioPolicy {
  /// The policies of the scenarios that are built in.
  public static let builtIn: [ScenarioPolicy] = [.testBiometrics, .authorizeTransaction]

  /// Tries the factors out, over nothing.
  public static let testBiometrics = ScenarioPolicy(
    .testBiometrics, level: .biometricsWithFallback, fallback: [.codes, .pin])
  /// Decides on a transaction that the host's backend wants reviewed.
  public static let authorizeTransaction = ScenarioPolicy(
    .authorizeTransaction, level: .biometricsWithFallback, fallback: [.codes, .pin])
}
