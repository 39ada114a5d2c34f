import WebAuthnModel
import WireModel

/// Notes that an owner has proved the address of an account, by a code that was sent there.
///
/// Until then a host's word stands for the owner, and a host makes an account for any address. So
/// the first proof puts the account's factors and devices on hold: they prove nothing until the
/// owner keeps them. Sessions, links and lanes are gone, and the telephone number is put aside. The
/// session of a host in which the code was given stays, with as little to see as that host.
///
/// A factor that was removed again by whoever had the account counts as one that is there: a hold
/// begins. If an administrator took all, no hold begins, and the account is recovered.
final class AddressProofs: Sendable {
  private let holdNews: HoldNews
  private let audit: AuditTrail

  init(holdNews: HoldNews, audit: AuditTrail) {
    self.holdNews = holdNews
    self.audit = audit
  }

  /// The holder of the code, with the session and the device that stay.
  struct Owner: Sendable {
    /// The session in which the code was given, or that it opens; nil where it confirms a link.
    let session: SessionID?
    /// The device of that session: the code's message was read at it.
    var device: DeviceID?
    /// The path in front of the page at which what was on hold is brought back.
    let page: PathPrefix
    /// The name that the owner signed up with; nil where they gave none.
    var displayName: String?
  }

  /// Notes the proof; nothing happens where the address was proved before.
  func note(
    _ account: AccountID, by owner: Owner, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    let proved = try transaction.execute(
      "UPDATE accounts SET proved_at = ? WHERE id = ? AND proved_at IS NULL",
      [.integer(now.milliseconds), .text(account.text)])
    guard proved == 1 else { return }
    let wasHeld = try Accounts.wasHeldByOthers(account, in: transaction)
    try Recovery.remove(of: account, at: now, in: transaction)
    var held = try Suspension.begin(
      of: account, sparing: owner.session, owner.device, at: now, in: transaction)
    // The host's word stands for nothing from now on, in the session that stays neither.
    try transaction.execute(
      """
      UPDATE sessions SET foreign_host_id = host_id WHERE account_id = ? AND host_id IS NOT NULL
      """, [.text(account.text)])
    try Lanes.endAll(of: account, in: transaction)
    if try Phones.suspend(of: account, in: transaction) != nil {
      // On hold by itself too: else whoever reads the mailbox would silence it, and nobody told.
      held += 1
      try audit.append(AuditEvent("phone_removed", subject: account), at: now, in: transaction)
    }
    let isOnHold = held > 0 || wasHeld
    if let name = owner.displayName {
      let seal = try transaction.seal(of: account)
      // Whoever ends the hold gets the former name back with all else.
      try transaction.execute(
        """
        UPDATE accounts SET \(isOnHold ? "former_name = display_name, " : "")display_name = ?
        WHERE id = ?
        """, [try seal.seal(name, at: Accounts.displayNamePlace(account)), .text(account.text)])
    }
    var details: JSONObject = ["held": .integer(Int64(held))]
    details["session"] = owner.session.map { .string($0.text) }
    try audit.append(
      AuditEvent("address_proved", subject: account, details), at: now, in: transaction)
    guard isOnHold else { return }
    // Whoever reads the mailbox may not be who added those factors: else the mailbox alone would
    // take over an account at once. Those that are gone say as much.
    let wait = try Holds.begin(
      of: account, seconds: holdNews.seconds, at: now, in: transaction)
    try holdNews.tellBegun(
      of: account, StopTarget(id: wait.text, page: owner.page), at: now, in: transaction)
  }
}

extension AddressProofs.Owner {
  /// Whoever gives a code for a first factor.
  init(_ caller: Caller) {
    self.init(
      session: caller.session?.id, device: caller.session?.deviceID,
      page: caller.session?.page ?? .root)
  }
}
