import WebAuthnModel
import WireModel

extension Service {
  /// Texts the code that is to come beside the mailed one; the same request repeated texts no
  /// second one until it may be sent again.
  ///
  /// - Throws: `channel_missing` where the account has no telephone number.
  func requireOTP(
    _ id: CodeRequestID, for action: ActionDocument, session: AuthenticatedSession,
    at now: Timestamp, in transaction: any WriteTransaction
  ) throws -> OTPRequired {
    let number = try confirmedPhone(of: session.accountID, in: transaction)
    let destination = MaskedDestination.ofPhone(number)
    let resend = policy.codes.resendSeconds
    if let texted = try openCode(.sms, for: action, session, at: now, in: transaction) {
      let wait = texted.createdAt.adding(seconds: resend).milliseconds(since: now)
      if wait > 0 {
        return OTPRequired(destination: destination, resendAfter: (wait + 999) / 1000)
      }
    }
    try textCode(id, to: number, for: action, session: session, at: now, in: transaction)
    return OTPRequired(destination: destination, resendAfter: resend)
  }

  /// Texts a code for an action, and says so in the audit log.
  func textCode(
    _ id: CodeRequestID, to number: String, for action: ActionDocument,
    session: AuthenticatedSession, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    try putCode(id, .sms, to: number, for: action, session: session, at: now, in: transaction)
    try audit.append(
      AuditEvent(
        "code_texted", subject: session.accountID, ["codeRequest": id.auditID]), at: now,
      in: transaction)
  }

  /// Refuses an account that has an authenticator app: a text stands in for none, since whoever
  /// takes over the telephone's number would pass by the app.
  func requireNoApp(
    of account: AccountID, in transaction: any ReadTransaction
  ) throws {
    guard try !AuthenticatorApps.isEnrolled(account, in: transaction) else {
      throw Refusal.authenticatorAppNeeded
    }
  }

  /// The account's telephone number.
  func confirmedPhone(
    of account: AccountID, in transaction: any ReadTransaction
  ) throws -> String {
    guard policy.codes.channels.contains(.sms),
      let number = try Phones.confirmed(of: account, in: transaction)
    else { throw Refusal.phoneMissing }
    return number
  }
}

extension Refusal {
  /// Nothing can be texted to this account.
  static let phoneMissing = Refusal(
    .channelMissing, "the account has no telephone number to text to; set one, or use a passkey")
}
