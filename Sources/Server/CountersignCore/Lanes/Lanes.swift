import WebAuthnModel
package import WireModel

/// The lanes of accounts: what a browser or device that has proved a factor of an account before
/// asks for codes in, whatever strangers have used up.
///
/// A lane lets nobody in. It says that a request is not a stranger's, so that it has a limit of its
/// own and no stranger's failures stop it.
public final class Lanes: Sendable {
  private let commands: Commands
  private let keyring: Keyring
  private let policy: CodePolicy

  init(commands: Commands, keyring: Keyring, policy: CodePolicy) {
    self.commands = commands
    self.keyring = keyring
    self.policy = policy
  }

  /// The lane of somebody who is not signed in; nil for a stranger to the account.
  static func lane(
    of requester: Requester, for account: AccountID?, in transaction: any ReadTransaction
  ) throws -> Lane? {
    guard let token = requester.laneToken else { return nil }
    let hash = hash(token)
    // Looked up for no account, too: the time is not to tell which names have one.
    let row = try transaction.row(
      "SELECT 1 FROM lanes WHERE token_hash = ? AND account_id = ?",
      [.blob(hash), .text(account?.text ?? "")])
    return row == nil ? nil : account.map { .browser(hash, $0) }
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

  /// Gives a browser a lane of an account of which a factor was proved in it, and notes its
  /// network.
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
        networks: try Lanes.knownNetworks(of: account, in: transaction),
        token: try Lanes.account(of: requester, in: transaction) == nil ? nil : requester.laneToken
      )
    }
    let network = keyring.hash(of: requester.network)
    if !known.networks.contains(network) { try await note(network, of: account) }
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

  /// The networks in which a factor of an account was proved, as keyed hashes: whoever asks there
  /// for codes of the account has a share apart from all other strangers.
  static func knownNetworks(
    of account: AccountID?, in transaction: any ReadTransaction
  ) throws -> Set<[UInt8]> {
    guard let account else { return [] }
    let rows = try transaction.rows(
      "SELECT network FROM known_networks WHERE account_id = ?", [.text(account.text)])
    return Set(try rows.map { try $0.blob(0) })
  }

  /// Notes that a factor of an account was proved in a network; of many the oldest is forgotten.
  private func note(_ network: [UInt8], of account: AccountID) async throws {
    let now = commands.now()
    try await commands.write { transaction in
      try transaction.execute(
        """
        INSERT INTO known_networks (account_id, network, created_at) VALUES (?, ?, ?)
        ON CONFLICT (account_id, network) DO NOTHING
        """, [.text(account.text), .blob(network), .integer(now.milliseconds)])
      try transaction.execute(
        """
        DELETE FROM known_networks WHERE account_id = ? AND network NOT IN (
          SELECT network FROM known_networks WHERE account_id = ?
          ORDER BY created_at DESC, network = ? DESC LIMIT ?)
        """,
        [
          .text(account.text), .text(account.text), .blob(network),
          .integer(Self.networksPerAccount),
        ])
    }
  }

  private static let networksPerAccount: Int64 = 20

  /// Ends the lane of a browser: too many wrong codes were given in it.
  static func end(
    _ hash: [UInt8], of account: AccountID, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      "DELETE FROM lanes WHERE token_hash = ? AND account_id = ?",
      [.blob(hash), .text(account.text)])
  }

  /// Ends every lane of an account, and forgets its networks: a factor of somebody else's may have
  /// brought it.
  static func endAll(of account: AccountID, in transaction: any WriteTransaction) throws {
    for table in ["lanes", "known_networks"] {
      try transaction.execute(
        "DELETE FROM \(table) WHERE account_id = ?", [.text(account.text)])
    }
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
