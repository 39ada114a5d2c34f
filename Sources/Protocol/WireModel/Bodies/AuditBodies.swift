public import WebAuthnModel

/// A row of the audit log, with all that its hash is over.
public struct AuditRecord: JSONBody, Hashable {
  /// The lane, base64url.
  public var lane: String
  /// The row's place in its lane, from 1.
  public var sequence: Int64
  /// When it happened, in milliseconds since 1970.
  public var milliseconds: Int64
  /// The same, RFC 3339 in UTC with whole seconds.
  public var at: String
  /// What kind of thing happened, in snake_case.
  public var kind: String
  /// Whom it concerns: a keyed hash, the same in all rows about them; base64url.
  public var subject: String
  /// What else is known: JSON, as the text that was hashed.
  public var details: String
  /// The hash of the row before it in its lane, 32 bytes of 0 for the first; base64url.
  public var previousHash: String
  /// SHA-256 over the row and ``previousHash``, base64url.
  public var hash: String

  /// A row to send.
  public init(
    lane: String, sequence: Int64, milliseconds: Int64, at: String, kind: String, subject: String,
    details: String, previousHash: String, hash: String
  ) {
    self.lane = lane
    self.sequence = sequence
    self.milliseconds = milliseconds
    self.at = at
    self.kind = kind
    self.subject = subject
    self.details = details
    self.previousHash = previousHash
    self.hash = hash
  }

  /// Reads the row.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    lane = try reader.string("lane")
    sequence = try reader.integer("sequence")
    milliseconds = try reader.integer("milliseconds")
    at = try reader.string("at")
    kind = try reader.string("kind")
    subject = try reader.string("subject")
    details = try reader.string("details")
    previousHash = try reader.string("previousHash")
    hash = try reader.string("hash")
  }

  /// The row's fields.
  public var json: JSONValue {
    [
      "lane": .string(lane), "sequence": .integer(sequence),
      "milliseconds": .integer(milliseconds), "at": .string(at), "kind": .string(kind),
      "subject": .string(subject), "details": .string(details),
      "previousHash": .string(previousHash), "hash": .string(hash),
    ]
  }
}

/// Answer of `GET /service/audit` (a lane's newest row each), `GET /service/audit/{lane}` and
/// `POST /service/accounts/audit`: a page of rows of the audit log.
public struct AuditPage: JSONBody, Hashable {
  /// The rows.
  public var rows: [AuditRecord]
  /// What `after` (of an account's rows, `before`) takes for the next page; nil on the last one.
  public var next: String?

  /// A page to send.
  public init(rows: [AuditRecord], next: String?) {
    self.rows = rows
    self.next = next
  }

  /// Reads the answer.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    rows = []
    for value in try reader.array("rows") { rows.append(try AuditRecord(json: value)) }
    next = try reader.optionalString("next")
  }

  /// The answer's fields.
  public var json: JSONValue {
    ["rows": .array(rows.map(\.json)), "next": next.map(JSONValue.string) ?? .null]
  }
}

/// Body of `POST /service/accounts/audit`: the rows about an account, newest first.
public struct AccountAuditRequest: JSONBody, Hashable {
  /// Which account.
  public var account: AccountReference
  /// Where the page before this one ended; nil for the newest rows.
  public var before: String?
  /// How many rows at most; nil for as many as a page holds without saying.
  public var limit: Int64?

  /// A request to send.
  public init(_ account: AccountReference, before: String? = nil, limit: Int64? = nil) {
    self.account = account
    self.before = before
    self.limit = limit
  }

  /// Reads the body.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    account = try AccountReference(reading: &reader)
    before = try reader.optionalString("before")
    limit = try reader.optionalInteger("limit")
    try reader.finish()
  }

  /// The body's fields.
  public var json: JSONValue {
    var members = account.members
    members["before"] = before.map(JSONValue.string)
    members["limit"] = limit.map(JSONValue.integer)
    return .object(members)
  }
}
