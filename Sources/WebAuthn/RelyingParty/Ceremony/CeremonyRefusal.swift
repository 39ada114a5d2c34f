/// Why a registration or an assertion is refused: at which step of the standard, and for what.
public struct CeremonyRefusal: Error, Sendable, Hashable, CustomStringConvertible {
  /// Whether the bytes could not be read, or were read and judged.
  public let fault: Fault
  /// The step of WebAuthn Level 3, such as `7.2.12`.
  public let step: String
  /// What failed there, as a stable code.
  public let reason: Reason

  /// Sorts refusals by what a server answers.
  public enum Fault: Sendable, Hashable {
    /// The input is not what it claims to be.
    case malformed
    /// The input is well formed, and does not prove what is asked.
    case refused
  }

  /// Step and reason.
  public var description: String { "\(reason.rawValue) (step \(step))" }

  /// For the store: the credential's id is registered already, whoever owns it.
  public static let credentialAlreadyRegistered = CeremonyRefusal(
    fault: .refused, step: "7.1.26", reason: .credentialAlreadyRegistered)

  static func malformed(_ step: String, _ reason: Reason) -> CeremonyRefusal {
    CeremonyRefusal(fault: .malformed, step: step, reason: reason)
  }

  static func refused(_ step: String, _ reason: Reason) -> CeremonyRefusal {
    CeremonyRefusal(fault: .refused, step: step, reason: reason)
  }
}
