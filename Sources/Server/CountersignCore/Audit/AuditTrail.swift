public import WebAuthnModel
import WireModel

/// The append-only audit log: lanes of rows.
///
/// Each row holds the hash of the row before it, and a code that only the keyring makes.
public struct AuditTrail: Sendable {
  let keyring: Keyring

  /// Appends a row to the writer's lane, within the transaction of its event.
  ///
  /// The first row of a lane enters the lane into the `AuditRegistry`.
  public func append(
    _ event: AuditEvent, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    let head = transaction.auditLane
    if head.sequence == 0 {
      try AuditRegistry.enter(head.lane, by: self, at: now, in: transaction)
    }
    transaction.auditLane = try write(event, after: head, at: now, in: transaction)
  }

  /// Writes a row.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - head: The end of the lane.
  ///   - now: The present moment.
  ///   - former: The number of a replaced key that signs the row too; nil for the newest key alone.
  ///   - transaction: The transaction.
  /// - Returns: The new end of the lane.
  /// - Throws: ``StoreError``.
  func write(
    _ event: AuditEvent, after head: AuditLaneHead, at now: Timestamp,
    signedAlsoBy former: UInt8? = nil,
    in transaction: any WriteTransaction
  ) throws -> AuditLaneHead {
    let row = AuditRow(
      lane: head.lane, sequence: head.sequence + 1, at: now, kind: event.kind,
      subject: hiddenSubject(event.subject),
      details: String(decoding: JSONValue.object(event.details).serialized(), as: UTF8.self),
      key: Int64(keyring.newestNumber(.auditChain)), previousHash: head.hash)
    let hash = row.hash
    var code = keyring.authenticationCode(.auditChain, hash)
    if let former {
      code += keyring.authenticationCode(.auditChain, number: former, hash) ?? []
    }
    try transaction.enqueue(
      """
      INSERT INTO audit (lane, sequence, at, kind, subject, details, previous_hash, hash, key, code)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .blob(row.lane), .integer(row.sequence), .integer(now.milliseconds), .text(row.kind),
        .blob(row.subject), .text(row.details), .blob(row.previousHash), .blob(hash),
        .integer(row.key), .blob(code),
      ])
    return AuditLaneHead(lane: row.lane, sequence: row.sequence, hash: hash)
  }

  /// A subject as the rows hold it: the same in all rows about it, and no name to whoever has only
  /// them.
  private func hiddenSubject(_ subject: String) -> [UInt8] {
    keyring.authenticationCode(.auditSubject, Array(subject.utf8))
  }

  /// All forms that a subject may have in the rows: one for each key that was the newest.
  func hiddenSubjects(_ subject: String) -> [[UInt8]] {
    keyring.authenticationCodes(.auditSubject, Array(subject.utf8))
  }
}

/// One row of the audit log without its hash and its code.
struct AuditRow: Sendable, Hashable {
  let lane: [UInt8]
  let sequence: Int64
  let at: Timestamp
  let kind: String
  let subject: [UInt8]
  let details: String
  /// The number of the key of the row's code.
  let key: Int64
  let previousHash: [UInt8]

  /// SHA-256 over a domain string and every column, each with its length.
  var hash: [UInt8] {
    var form = CanonicalForm()
    form.append(utf8: "countersign/audit/v2")
    form.append(bytes: lane)
    form.append(sequence)
    form.append(at.milliseconds)
    form.append(utf8: kind)
    form.append(bytes: subject)
    form.append(utf8: details)
    form.append(key)
    form.append(bytes: previousHash)
    return sha256(form.bytes)
  }
}

/// Something that happened and that an auditor will ask about.
public struct AuditEvent: Sendable {
  /// The kind of event, in snake_case.
  let kind: String
  /// Whom it concerns; only a keyed hash of it is stored.
  let subject: String
  /// The further fields.
  ///
  /// Never a secret, and no personal data in the clear.
  let details: JSONObject

  /// An event that concerns an account.
  ///
  /// - Parameters:
  ///   - kind: What kind of thing, in snake_case.
  ///   - subject: The account; only a keyed hash of it is stored.
  ///   - details: What else is known; no secret and no personal data in the clear.
  public init(_ kind: String, subject: AccountID, _ details: JSONObject = [:]) {
    self.kind = kind
    self.subject = subject.text
    self.details = details
  }

  init(_ kind: String, subjectText: String, _ details: JSONObject = [:]) {
    self.kind = kind
    self.subject = subjectText
    self.details = details
  }
}
