public import WebAuthnModel

/// A row of the audit log, with all that its hash is over.
public struct AuditRecord: JSONBody, ExtensibleJSON, Hashable {
  /// The lane, base64url.
  public var lane: String
  /// The row's place in its lane, from 1.
  public var sequence: Int64
  /// The time of the event, in milliseconds since 1970 in UTC.
  public var milliseconds: Int64
  /// The same, RFC 3339 in UTC with whole seconds.
  public var at: String
  /// The kind of event, in snake_case.
  public var kind: String
  /// Whom it concerns: a keyed hash, the same in all rows about them; base64url.
  public var subject: String
  /// Further details: JSON, as the text that was hashed.
  public var details: String
  /// The hash of the row before it in its lane, 32 bytes of 0 for the first; base64url.
  public var previousHash: String
  /// SHA-256 over the row, ``key`` and ``previousHash``, base64url.
  public var hash: String
  /// The number of the keyring's key that made ``code``.
  public var key: Int64
  /// HMAC-SHA256 over ``hash``, base64url; a row that changes the key has that of the key from
  /// before behind it.
  public var code: String

  /// A row to send.
  public init(
    lane: String, sequence: Int64, milliseconds: Int64, at: String, kind: String, subject: String,
    details: String, previousHash: String, hash: String, key: Int64, code: String
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
    self.key = key
    self.code = code
  }
}

/// Answer of `GET /service/audit` (a lane's newest row each), `GET /service/audit/{lane}` and
/// `POST /service/accounts/audit`: a page of rows of the audit log.
public struct AuditPage: JSONBody, ExtensibleJSON, Hashable {
  /// The rows, in the order of the route that lists them.
  public var rows: [AuditRecord]
  /// The value for the next page's `after` (of an account's rows, `before`); nil on the last page.
  @Nullable public var next: String?

  /// A page to send.
  public init(rows: [AuditRecord], next: String?) {
    self.rows = rows
    self.next = next
  }
}

/// Body of `POST /service/accounts/audit`: the rows about an account, newest first.
public struct AccountAuditRequest: JSONBody, Hashable {
  /// The account, by one of its names.
  @Flattened public var account: AccountReference
  /// The end of the page before this one; nil for the newest rows.
  public var before: String?
  /// The greatest number of rows; nil for the size of a page.
  public var limit: Int64?

  /// A request to send.
  public init(_ account: AccountReference, before: String? = nil, limit: Int64? = nil) {
    self.account = account
    self.before = before
    self.limit = limit
  }

  /// The key types of flattened members.
  public static var flattenedKeys: [any CodingKey.Type] { [AccountReference.CodingKeys.self] }
}
