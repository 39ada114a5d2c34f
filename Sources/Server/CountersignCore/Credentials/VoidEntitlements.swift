import WebAuthnModel
import WireModel

extension Service {
  /// Takes away what an account's factors entitled to and was not used yet: it is void with them.
  ///
  /// So is the freshness of a proof in another session than the one that acts, in any where none
  /// does: a thief's may have come of the factor that is gone.
  static func voidEntitlements(
    of accountID: AccountID, sparing session: SessionID?, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      "DELETE FROM registration_grants WHERE account_id = ?", [.text(accountID.text)])
    try Phones.withdraw(of: accountID, in: transaction)
    try AuthenticatorApps.withdraw(of: accountID, in: transaction)
    try SessionLinks.endAll(of: accountID, in: transaction)
    try transaction.execute(
      "UPDATE sessions SET proved_at = NULL WHERE account_id = ? AND id <> ?",
      [.text(accountID.text), .text(session?.text ?? "")])
  }
}

extension Refusal {
  /// The session is good but too weak: a factor has to be proved (RFC 9470).
  static let factorRequired: Refusal = {
    var refusal = Refusal(
      .insufficientUserAuthentication,
      "prove a factor that the account has, and send it as proof; a code alone is not enough")
    refusal.sufficientContext = Service.linkedContext
    return refusal
  }()

  /// A kind of proof that the scenario does not allow.
  static let proofNotAllowed = Refusal(
    .proofNotAllowed, "this action does not take that kind of proof; use a passkey or the PIN")
}
