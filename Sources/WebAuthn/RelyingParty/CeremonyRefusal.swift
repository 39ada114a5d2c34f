/// The refusal of a registration or an assertion: the step of the standard, and the reason.
public struct CeremonyRefusal: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of fault: bytes that cannot be read, or a proof that does not hold.
  public let fault: Fault
  /// The step of WebAuthn Level 3, such as `7.2.12`.
  public let step: String
  /// The reason, as a stable code.
  public let reason: Reason

  /// The kinds of fault, by which a server chooses its answer.
  public enum Fault: Sendable, Hashable {
    /// The input is not what it claims to be.
    case malformed
    /// The input is well formed, and does not prove enough.
    case refused
  }

  /// Step and reason.
  public var description: String { "\(reason.rawValue) (step \(step))" }

  /// For the store: the credential's id is registered already, whoever owns it.
  public static let credentialAlreadyRegistered = CeremonyRefusal(
    fault: .refused, step: "7.1.26", reason: .credentialAlreadyRegistered)

  /// For the store: no such credential is registered.
  public static let credentialUnknown = CeremonyRefusal(
    fault: .refused, step: "7.2.6", reason: .credentialUnknown)

  static func malformed(_ step: String, _ reason: Reason) -> CeremonyRefusal {
    CeremonyRefusal(fault: .malformed, step: step, reason: reason)
  }

  static func refused(_ step: String, _ reason: Reason) -> CeremonyRefusal {
    CeremonyRefusal(fault: .refused, step: step, reason: reason)
  }
}

extension CeremonyRefusal {
  /// A stable snake_case code; the list may grow.
  public struct Reason: RawRepresentable, Sendable, Hashable {
    /// The code.
    public let rawValue: String

    /// Takes a code.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The members `id` and `rawId` name different credentials.
    public static let envelopeMismatch = Self(rawValue: "envelope_mismatch")
    /// The client data are no JSON object with the members that WebAuthn prescribes.
    public static let clientDataMalformed = Self(rawValue: "client_data_malformed")
    /// The authenticator data cannot be read.
    public static let authenticatorDataMalformed = Self(rawValue: "authenticator_data_malformed")
    /// The attestation object cannot be read.
    public static let attestationObjectMalformed = Self(rawValue: "attestation_object_malformed")
    /// The extension outputs are no map.
    public static let extensionsMalformed = Self(rawValue: "extensions_malformed")
    /// An assertion brings a new credential.
    public static let unexpectedCredentialData = Self(rawValue: "unexpected_credential_data")
    /// A registration brings no credential.
    public static let credentialDataMissing = Self(rawValue: "credential_data_missing")
    /// The credential is none of those that were asked for.
    public static let credentialNotAllowed = Self(rawValue: "credential_not_allowed")
    /// The credential belongs to another account.
    public static let ownerMismatch = Self(rawValue: "owner_mismatch")
    /// The record is of another credential than the one that signed.
    public static let credentialMismatch = Self(rawValue: "credential_mismatch")
    /// The authenticator names another account.
    public static let userHandleMismatch = Self(rawValue: "user_handle_mismatch")
    /// The authenticator names no account, and nobody else did.
    public static let userHandleMissing = Self(rawValue: "user_handle_missing")
    /// The client data are of the other ceremony.
    public static let typeMismatch = Self(rawValue: "type_mismatch")
    /// Another challenge was answered.
    public static let challengeMismatch = Self(rawValue: "challenge_mismatch")
    /// No such challenge is open: it was answered before, or never issued.
    public static let challengeUnknown = Self(rawValue: "challenge_unknown")
    /// The challenge was answered too late.
    public static let challengeExpired = Self(rawValue: "challenge_expired")
    /// No such credential is registered.
    public static let credentialUnknown = Self(rawValue: "credential_unknown")
    /// The origin is not one of this relying party's.
    public static let originNotAllowed = Self(rawValue: "origin_not_allowed")
    /// The credential was made on the web and is used by an app, or the other way round.
    public static let originKindChanged = Self(rawValue: "origin_kind_changed")
    /// The ceremony ran in a foreign frame.
    public static let crossOriginNotAllowed = Self(rawValue: "cross_origin_not_allowed")
    /// The ceremony ran in a foreign frame, and the client does not say in whose.
    public static let topOriginMissing = Self(rawValue: "top_origin_missing")
    /// The top page is not one that may frame this relying party.
    public static let topOriginNotAllowed = Self(rawValue: "top_origin_not_allowed")
    /// The authenticator signed for another relying party.
    public static let relyingPartyMismatch = Self(rawValue: "relying_party_mismatch")
    /// Nobody was there.
    public static let userNotPresent = Self(rawValue: "user_not_present")
    /// The person was not verified.
    public static let userNotVerified = Self(rawValue: "user_not_verified")
    /// The credential is backed up although it cannot be.
    public static let backupStateInvalid = Self(rawValue: "backup_state_invalid")
    /// The credential could be backed up at registration and cannot now, or the other way round.
    public static let backupEligibilityChanged = Self(rawValue: "backup_eligibility_changed")
    /// The key's algorithm is not one that was offered.
    public static let algorithmNotAllowed = Self(rawValue: "algorithm_not_allowed")
    /// The public key is malformed, off its curve, weak, or carries what it must not.
    public static let publicKeyInvalid = Self(rawValue: "public_key_invalid")
    /// The signature does not verify, or is no signature.
    public static let signatureInvalid = Self(rawValue: "signature_invalid")
    /// The signature counter did not grow: there may be a copy of the key.
    public static let signCountNotGreater = Self(rawValue: "sign_count_not_greater")
    /// The attestation format is not verified here.
    public static let attestationFormatUnknown = Self(rawValue: "attestation_format_unknown")
    /// The attestation statement is wrong.
    public static let attestationInvalid = Self(rawValue: "attestation_invalid")
    /// The attestation is right and of a type that the policy refuses.
    public static let attestationNotAllowed = Self(rawValue: "attestation_not_allowed")
    /// The credential's id is longer than 1023 bytes, or empty.
    public static let credentialIDLength = Self(rawValue: "credential_id_length")
    /// The credential's id is registered already.
    public static let credentialAlreadyRegistered = Self(
      rawValue: "credential_already_registered")
  }
}

extension CeremonyRefusal {
  /// The party to blame for a refusal, for a host's answers and its monitoring.
  ///
  /// The host's own mistakes are a ``CeremonyMisuse``.
  public enum Blame: Sendable, Hashable, CaseIterable {
    /// Nobody's: the ceremony came too late or twice, or is of a passkey that is not known here any
    /// more, or already. The person starts again.
    case state
    /// An honest authenticator's that cannot do what is asked; another one may.
    case incompatible
    /// The policy's, which does not want what was proved or where.
    case policy
    /// The sender's: no honest client and authenticator answer so.
    case misbehaved
  }

  /// The party to blame.
  public var blame: Blame { fault == .malformed ? .misbehaved : Self.blames[reason] ?? .misbehaved }

  private static let blames: [Reason: Blame] = [
    .challengeUnknown: .state, .challengeExpired: .state, .credentialUnknown: .state,
    .credentialAlreadyRegistered: .state,
    .algorithmNotAllowed: .incompatible, .attestationFormatUnknown: .incompatible,
    .userHandleMissing: .incompatible, .userNotVerified: .incompatible,
    .attestationNotAllowed: .policy, .crossOriginNotAllowed: .policy,
    .originKindChanged: .policy, .originNotAllowed: .policy, .signCountNotGreater: .policy,
    .topOriginMissing: .policy, .topOriginNotAllowed: .policy,
  ]
}
