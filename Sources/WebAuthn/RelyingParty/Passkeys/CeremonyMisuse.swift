/// A mistake of the host: in its configuration, or in what it hands over.
///
/// No client causes one: what a client gets wrong is a ``CeremonyRefusal``.
public struct CeremonyMisuse: Error, Sendable, Hashable, CustomStringConvertible {
  /// A stable snake_case code; more may come.
  public let code: String
  /// The mistake in words.
  public let description: String

  /// Two mistakes are equal where their codes are.
  public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  /// A name that people are shown is empty.
  public static let nameEmpty = Self(code: "name_empty", description: "a name is empty")
  /// The relying party's id is no domain.
  public static let relyingPartyIDInvalid = Self(
    code: "relying_party_id_invalid",
    description: "the relying party's id is a domain in lower case, without scheme and port")
  /// A text is no web origin.
  public static let originInvalid = Self(
    code: "origin_invalid",
    description: "an origin is https and a host in lower case, or http and localhost; no path")
  /// No origin is expected.
  public static let originMissing = Self(
    code: "origin_missing", description: "the policy names no origin")
  /// An origin does not lie on the relying party's domain.
  public static let originElsewhere = Self(
    code: "origin_elsewhere",
    description: "an origin is neither on the relying party's domain nor below it, or that domain "
      + "is a suffix under which anybody registers, as co.uk")
  /// No algorithm is offered.
  public static let algorithmMissing = Self(
    code: "algorithm_missing", description: "the policy names no algorithm")
  /// The timeout is shorter than a second or longer than ten minutes.
  public static let timeoutOutOfRange = Self(
    code: "timeout_out_of_range", description: "the timeout is from 1,000 to 600,000 milliseconds")
  /// The challenge is shorter than 16 bytes.
  public static let challengeTooShort = Self(
    code: "challenge_too_short", description: "a challenge has at least 16 random bytes")
  /// The account's handle is empty or longer than 64 bytes.
  public static let userHandleLength = Self(
    code: "user_handle_length", description: "a user handle has 1 to 64 bytes")
  /// An account is to answer that has no credential.
  public static let credentialMissing = Self(
    code: "credential_missing",
    description: "the account has no credential: an empty list would allow any")
  /// The system's ciphers sealed nothing: it is the machine's fault, and no client's.
  public static let sealingFailed = Self(
    code: "sealing_failed", description: "a ceremony could not be sealed")
  /// A credential belongs to another account than the one that was named.
  public static let credentialOfAnother = Self(
    code: "credential_of_another", description: "a credential belongs to another account")
}
