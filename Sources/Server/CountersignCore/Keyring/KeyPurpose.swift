/// The purpose of a key of the keyring.
///
/// One key serves one purpose.
public enum KeyPurpose: String, Sendable, Hashable, CaseIterable {
  /// The code of a challenge (HMAC-SHA256).
  case challenge
  /// The signature of a verification token (HS256).
  case verificationToken
  /// The derivation of mailed and texted codes (HMAC-SHA256).
  case code
  /// The pepper of PINs in a body (HMAC-SHA256 before scrypt).
  case pinPepper
  /// The hashing of personal data in the audit log (HMAC-SHA256).
  case auditSubject
  /// The secrets of links that stop what a notice tells of (HMAC-SHA256).
  case stopLink
  /// The hashing of the requesters that links and codes are counted by (HMAC-SHA256).
  case requester
  /// The sealing of personal values in rows.
  case sealing
  /// The hashes by which sealed values are found (HMAC-SHA256).
  case lookup
  /// The codes of audit rows, which no writer of the database can make (HMAC-SHA256).
  case auditChain
}

/// The treatment of a purpose's older keys when a new one is made.
public enum KeyRotation: String, Sendable, Hashable {
  /// Values under a key are soon over: the key before the newest stays, and no other.
  case shortLived = "short-lived"
  /// Rows are made under a key: it stays until each of them was written under a newer one.
  case untilRewritten = "until rewritten"
  /// Values under a key can be made under no other: all keys stay.
  case kept
}

extension KeyPurpose {
  /// The class of the purpose.
  public var rotation: KeyRotation {
    switch self {
    case .challenge, .verificationToken, .code, .stopLink, .requester: .shortLived
    case .sealing, .lookup: .untilRewritten
    case .pinPepper, .auditSubject, .auditChain: .kept
    }
  }

  /// Seconds for which the longest-lived value of a short-lived key is good.
  func lifetimeSeconds(in policy: ServicePolicy) -> Int64 {
    let recovery = policy.recovery
    return switch self {
    // The answer to a proof that acted is given again while its spent row is there.
    case .challenge, .verificationToken: policy.spentRetentionSeconds
    case .code: policy.codes.lifetimeSeconds
    // The link in the notice of a recovery is good until what completed it has its full level.
    case .stopLink:
      max(
        policy.sessionLifetimeSeconds, policy.weakFactorSecondsByMailAlone,
        recovery.waitSecondsByMailAlone + recovery.openSeconds + recovery.limitSeconds)
    // Of messages to one recipient those of a day are counted.
    case .requester: 86_400
    case .pinPepper, .auditSubject, .auditChain, .sealing, .lookup: 0
    }
  }
}
