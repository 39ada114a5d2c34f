import WireModel

/// A request for a code as the store holds it.
struct StoredCode: Sendable, Hashable {
  let id: CodeRequestID
  let userName: String
  let displayName: String?
  let createdAt: Timestamp
  let tries: Int64
  let closedAt: Timestamp?
  let purpose: String
  /// Whose session or link it holds for; nil for a stranger's.
  let accountID: AccountID?
  let recipient: [UInt8]
  /// The one action that it is good for; nil for what is no action.
  let binding: [UInt8]?
  /// When it was first given and right, where it was not used up by that.
  let rightAt: Timestamp?
  /// The account whose addresses it was sent to; nil where it went to the name that was typed.
  let sentTo: AccountID?

  init(_ row: SQLRow) throws {
    id = CodeRequestID(try row.text(0))
    userName = try row.text(1)
    displayName = try row.optionalText(2)
    createdAt = Timestamp(milliseconds: try row.integer(3))
    tries = try row.integer(4)
    closedAt = try row.optionalInteger(5).map { Timestamp(milliseconds: $0) }
    purpose = try row.text(6)
    accountID = try row.optionalText(7).map { AccountID($0) }
    recipient = try row.blob(8)
    binding = try row.optionalBlob(9)
    rightAt = try row.optionalInteger(10).map { Timestamp(milliseconds: $0) }
    sentTo = try row.optionalText(11).map { AccountID($0) }
  }

  /// Whether the code may be tried.
  func isOpen(at now: Timestamp, _ policy: CodePolicy) -> Bool {
    closedAt == nil && tries < policy.tries
      && now.milliseconds(since: createdAt) < policy.lifetimeSeconds * 1000
  }

  /// The newest code of a session or link for a purpose in a place that is not closed.
  ///
  /// Of two that were asked for at once the later one has closed the other, whatever their times
  /// say: of two nodes each has its own clock.
  static func newest(
    of holder: String, _ purpose: CodePurpose, _ place: CodePlace,
    in transaction: any ReadTransaction
  ) throws -> StoredCode? {
    try transaction.row(
      """
      \(columns) WHERE session_id = ? AND purpose = ? AND place = ? AND closed_at IS NULL
      ORDER BY created_at DESC LIMIT 1
      """, [.text(holder), .text(purpose.rawValue), .text(place.rawValue)]
    ).map(StoredCode.init)
  }

  static let columns = """
    SELECT id, user_name, display_name, created_at, tries, closed_at, purpose, account_id,
      recipient, binding, right_at, sent_to FROM code_requests
    """
}
