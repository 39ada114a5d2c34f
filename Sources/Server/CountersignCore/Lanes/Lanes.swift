import WebAuthnModel
package import WireModel

/// The lanes of accounts: what a browser or device that has proved a factor of an account before
/// asks for codes in, whatever strangers have used up.
///
/// A lane lets nobody in. It says that a request is not a stranger's, so that it has a limit of its
/// own and no stranger's failures stop it.
public final class Lanes: Sendable {
  private let commands: Commands
  private let policy: CodePolicy

  init(commands: Commands, policy: CodePolicy) {
    self.commands = commands
    self.policy = policy
  }

  /// The lane of somebody who is not signed in; nil for a stranger to the account.
  static func lane(
    of requester: Requester, for account: AccountID?, in transaction: any ReadTransaction
  ) throws -> Lane? {
    guard let account, let token = requester.laneToken else { return nil }
    let hash = hash(token)
    let row = try transaction.row(
      "SELECT 1 FROM lanes WHERE token_hash = ? AND account_id = ?",
      [.blob(hash), .text(account.text)])
    return row == nil ? nil : .browser(hash, account)
  }

  /// The lane of a session: its device's, its browser's, or its own where a factor was proved in
  /// it; nil for one that a mailed code or a host's word opened in an unknown browser.
  static func lane(
    of session: AuthenticatedSession, in transaction: any ReadTransaction
  ) throws -> Lane? {
    if let device = session.deviceID { return .device(device) }
    if let lane = try lane(of: session.requester, for: session.accountID, in: transaction) {
      return lane
    }
    return session.level > .unproved ? .session(session.id) : nil
  }

  /// The account of a lane, for somebody who names no account; nil for a stranger to all of them.
  static func account(
    of requester: Requester, in transaction: any ReadTransaction
  ) throws -> AccountID? {
    guard let token = requester.laneToken else { return nil }
    return try transaction.row(
      "SELECT account_id FROM lanes WHERE token_hash = ? ORDER BY created_at DESC LIMIT 1",
      [.blob(hash(token))]
    ).map { AccountID(try $0.text(0)) }
  }

  /// Gives a browser a lane of an account of which a factor was proved in it.
  ///
  /// One browser has one token for the lanes of all its accounts.
  ///
  /// - Parameters:
  ///   - account: The account.
  ///   - requester: The browser.
  /// - Returns: The token that the browser is to keep; nil where it has it already.
  /// - Throws: `StoreError`.
  package func grant(
    _ account: AccountID, to requester: Requester
  ) async throws -> SecretText? {
    let known = try await commands.read { transaction in
      (
        has: try Lanes.lane(of: requester, for: account, in: transaction) != nil,
        token: try Lanes.account(of: requester, in: transaction) == nil ? nil : requester.laneToken
      )
    }
    if known.has { return nil }
    let token = known.token ?? SecretText(Base64URL.encode(commands.random.bytes(32)))
    let (hash, now) = (Lanes.hash(token), commands.now())
    try await commands.write { [policy] transaction in
      try transaction.execute(
        """
        INSERT INTO lanes (token_hash, account_id, created_at) VALUES (?, ?, ?)
        ON CONFLICT (token_hash, account_id) DO NOTHING
        """, [.blob(hash), .text(account.text), .integer(now.milliseconds)])
      try transaction.execute(
        """
        DELETE FROM lanes WHERE account_id = ? AND token_hash NOT IN (
          SELECT token_hash FROM lanes WHERE account_id = ?
          ORDER BY created_at DESC, token_hash = ? DESC LIMIT ?)
        """,
        [
          .text(account.text), .text(account.text), .blob(hash), .integer(policy.lanesPerAccount),
        ])
    }
    return known.token == nil ? token : nil
  }

  /// Ends the lane of a browser: too many wrong codes were given in it.
  static func end(
    _ hash: [UInt8], of account: AccountID, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      "DELETE FROM lanes WHERE token_hash = ? AND account_id = ?",
      [.blob(hash), .text(account.text)])
  }

  /// Ends every lane of an account: a factor of somebody else's may have brought it.
  static func endAll(of account: AccountID, in transaction: any WriteTransaction) throws {
    try transaction.execute("DELETE FROM lanes WHERE account_id = ?", [.text(account.text)])
  }

  /// A token is 256 random bits; its hash alone is stored.
  private static func hash(_ token: SecretText) -> [UInt8] {
    sha256(Array("countersign/lane/v1\(token.exposed)".utf8))
  }
}

/// A browser, a device or a session that has proved a factor of an account.
enum Lane: Sendable, Hashable {
  /// A browser, by the hash of its token, and the account.
  case browser([UInt8], AccountID)
  /// A device, by its session.
  case device(DeviceID)
  /// A session in which a factor was proved.
  case session(SessionID)

  /// The text under which its requests are counted.
  var text: String {
    switch self {
    case .browser(let hash, let account): "browser:\(Base64URL.encode(hash)):\(account.text)"
    case .device(let id): "device:\(id.text)"
    case .session(let id): "session:\(id.text)"
    }
  }
}
