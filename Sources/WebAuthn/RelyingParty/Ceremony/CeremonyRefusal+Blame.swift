extension CeremonyRefusal {
  /// Whose doing a refusal is, for what a host says and what it watches.
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

  /// Whose doing it is.
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
