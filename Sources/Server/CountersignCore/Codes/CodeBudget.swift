import WireModel

/// Bounds the codes that one address is sent, decided when the message is due.
///
/// Lanes and sessions ask for their own person, and are bounded when they ask. What strangers may
/// have an address sent is shared by their networks; whoever asks from a network in which the
/// account's person proved a factor before has a share apart. A telephone number that is being set
/// is nobody's yet, whoever sets it: there the accounts that set it share.
///
/// A code that is left out is not good either: it is worth nothing that it could still be guessed.
struct CodeBudget: Sendable {
  let keyring: Keyring
  let policy: CodePolicy

  /// Tells if a code may go to an address, and notes it.
  func take(
    _ request: CodeRequestID, to address: Address, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> Bool {
    let row = try transaction.row(
      "SELECT \(Asked.columns) FROM code_requests WHERE id = ?", [.text(request.text)])
    guard let row else { return false }
    let asked = try Asked(row)
    let hash = keyring.requesterHash("countersign/code-address/v2:\(address.mailbox)")
    guard try hasRoom(for: asked, hash, at: now, in: transaction) else { return false }
    try transaction.execute(
      """
      INSERT INTO code_messages (request_id, address, at) VALUES (?, ?, ?)
      ON CONFLICT (request_id, address) DO NOTHING
      """, [.text(request.text), .blob(hash.newest), .integer(now.milliseconds)])
    return true
  }

  /// Tells if the code of a request was sent.
  static func wasSent(
    _ request: CodeRequestID, in transaction: any ReadTransaction
  ) throws -> Bool {
    try transaction.row(
      "SELECT 1 FROM code_messages WHERE request_id = ?", [.text(request.text)]) != nil
  }

  private func hasRoom(
    for asked: Asked, _ address: RequesterHash, at now: Timestamp,
    in transaction: any ReadTransaction
  ) throws -> Bool {
    let isNewNumber = asked.purpose == CodePurpose.confirmPhone.rawValue
    guard isNewNumber || asked.isStranger else { return true }
    let sent = try transaction.rows(
      """
      SELECT \(Asked.columns), at FROM code_messages
      JOIN code_requests ON code_requests.id = code_messages.request_id
      WHERE \(address.isIn("address")) AND at > ?
      """, address.values + [.integer(now.adding(seconds: -86_400).milliseconds)]
    ).map { (asked: try Asked($0), at: Timestamp(milliseconds: try $0.integer(Asked.count))) }
    func count(since start: Timestamp, _ isCounted: (Asked) -> Bool) -> Int64 {
      Int64(sent.count { $0.at > start && isCounted($0.asked) })
    }
    let windows = [
      (now.adding(seconds: -3600), policy.messagesPerRecipientAndHour),
      (now.adding(seconds: -86_400), policy.messagesPerRecipientAndDay),
    ]
    if isNewNumber {
      return windows.allSatisfy { start, limit in
        SharedBound.hasRoom(
          limit, used: count(since: start) { $0.purpose == asked.purpose },
          own: count(since: start) { $0.purpose == asked.purpose && $0.account == asked.account })
      }
    }
    let known = try Lanes.knownNetworks(of: asked.sentTo, in: transaction)
    if known.contains(asked.networks[0]) {
      let limits = [policy.requestsPerHour, policy.messagesPerRecipientAndDay / 2]
      return zip(windows, limits).allSatisfy { window, limit in
        count(since: window.0) { $0.isStranger && known.contains($0.networks[0]) } < limit
      }
    }
    func isOfStranger(_ other: Asked) -> Bool {
      other.isStranger && !known.contains(other.networks[0])
    }
    let levels = asked.networks.indices.map { level in
      count(since: windows[0].0) { isOfStranger($0) && $0.network(level) == asked.networks[level] }
    }
    guard SharedBound.firstFull(policy.requestsPerHour, used: levels) == nil else { return false }
    return windows.allSatisfy { start, limit in
      SharedBound.hasRoom(
        limit, used: count(since: start, isOfStranger),
        own: count(since: start) { isOfStranger($0) && $0.networks.last == asked.networks.last })
    }
  }

  /// A request whose code was asked for.
  private struct Asked {
    static let columns =
      "purpose, account_id, sent_to, session_id, lane, network, "
      + NetworkHashes.wideColumns.joined(separator: ", ")
    static let count = 8

    let purpose: String
    /// The account of the session that asked; nil for a stranger's.
    let account: String?
    let sentTo: AccountID?
    /// True if nobody is signed in, and it was in no lane.
    let isStranger: Bool
    /// Its networks, narrowest first.
    let networks: [[UInt8]]

    init(_ row: SQLRow) throws {
      purpose = try row.text(0)
      account = try row.optionalText(1)
      sentTo = try row.optionalText(2).map { AccountID($0) }
      isStranger = try row.optionalText(3) == nil && row.optionalText(4) == nil
      let levels = try (5..<Self.count).compactMap { try row.optionalBlob($0) }
      networks = levels.isEmpty ? [[]] : levels
    }

    func network(_ level: Int) -> [UInt8]? {
      networks.indices.contains(level) ? networks[level] : nil
    }
  }
}
