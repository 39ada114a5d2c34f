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
  /// The account of the session or link for which it holds; nil for a stranger's.
  let accountID: AccountID?
  let recipient: [UInt8]
  /// A keyed hash of the one action that it is good for; nil for what is no action.
  let binding: [UInt8]?
  /// The moment at which it was first given and right, if that did not use it up.
  let rightAt: Timestamp?
  /// The account whose addresses it was sent to; nil where it went to the name that was typed.
  let sentTo: AccountID?
  /// The ground on which it adds a factor; nil for one that adds none.
  let ground: Ground?

  init(_ row: SQLRow, in transaction: any ReadTransaction) throws {
    id = CodeRequestID(try row.text(0))
    var content = try JSONObjectReader(
      JSONValue(
        parsing: transaction.seals.deployment.bytes(
          try row.blob(1), at: Self.contentPlace(id))))
    userName = try content.string("userName")
    displayName = try content.optionalString("displayName")
    createdAt = Timestamp(milliseconds: try row.integer(2))
    tries = try row.integer(3)
    closedAt = try row.optionalInteger(4).map { Timestamp(milliseconds: $0) }
    purpose = try row.text(5)
    accountID = try row.optionalText(6).map { AccountID($0) }
    recipient = try row.blob(7)
    binding = try row.optionalBlob(8)
    rightAt = try row.optionalInteger(9).map { Timestamp(milliseconds: $0) }
    sentTo = try row.optionalText(10).map { AccountID($0) }
    ground = try row.optionalText(11).map { text in
      guard let ground = Ground(rawValue: text) else {
        throw StoreError(code: .corrupt, reason: "the ground of a code")
      }
      return ground
    }
  }

  /// The names that a code was asked for, as they are stored: they are no account's yet.
  static func sealed(
    _ userName: String, _ displayName: String?, _ id: CodeRequestID,
    in transaction: any ReadTransaction
  ) throws -> SQLValue {
    var content: JSONObject = ["userName": .string(userName)]
    content["displayName"] = displayName.map(JSONValue.string)
    return .blob(
      try transaction.seals.deployment.seal(
        JSONValue.object(content).serialized(), at: contentPlace(id)))
  }

  /// The hash by which the requests for a name are counted.
  static func nameHash(
    _ userName: String, in transaction: any ReadTransaction
  ) throws -> SQLValue {
    try transaction.seals.hashes(of: userName, .codeRequestName)[0]
  }

  private static func contentPlace(_ id: CodeRequestID) -> SealedPlace {
    SealedPlace("code_requests.content", of: id.text)
  }

  /// Tells if the code may be tried.
  func isOpen(at now: Timestamp, _ policy: CodePolicy) -> Bool {
    closedAt == nil && tries < policy.tries
      && now.milliseconds(since: createdAt) < policy.lifetimeSeconds * 1000
  }

  /// The newest code of a session or link for one of these purposes in a place that is not closed.
  ///
  /// Of two that were asked for at once the later one has closed the other, whatever their times
  /// say: of two nodes each has its own clock.
  static func newest(
    of holder: String, _ purposes: [CodePurpose], _ place: CodePlace,
    in transaction: any ReadTransaction
  ) throws -> StoredCode? {
    let names = purposes.map { SQLValue.text($0.rawValue) }
    return try transaction.row(
      """
      \(columns) WHERE session_id = ? AND place = ? AND closed_at IS NULL
        AND purpose IN (\(names.placeholders)) ORDER BY created_at DESC LIMIT 1
      """, [.text(holder), .text(place.rawValue)] + names
    ).map { try StoredCode($0, in: transaction) }
  }

  static let columns = """
    SELECT id, content, created_at, tries, closed_at, purpose, account_id, recipient, binding,
      right_at, sent_to, ground FROM code_requests
    """
}
