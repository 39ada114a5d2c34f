public import WebAuthnModel
import WireModel

/// The append-only audit log: lanes of rows, each row holding the hash of the one before.
public struct AuditTrail: Sendable {
  let keyring: Keyring

  /// Appends a row to the writer's lane, within the transaction of its event.
  public func append(
    _ event: AuditEvent, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    let head = transaction.auditLane
    let row = AuditRow(
      lane: head.lane, sequence: head.sequence + 1, at: now, kind: event.kind,
      subject: hiddenSubject(event.subject),
      details: String(decoding: JSONValue.object(event.details).serialized(), as: UTF8.self),
      previousHash: head.hash)
    let hash = row.hash
    try transaction.enqueue(
      """
      INSERT INTO audit (lane, sequence, at, kind, subject, details, previous_hash, hash)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .blob(row.lane), .integer(row.sequence), .integer(now.milliseconds), .text(row.kind),
        .blob(row.subject), .text(row.details), .blob(row.previousHash), .blob(hash),
      ])
    transaction.auditLane = AuditLaneHead(lane: row.lane, sequence: row.sequence, hash: hash)
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

/// One row of the audit log without its hash.
struct AuditRow: Sendable, Hashable {
  let lane: [UInt8]
  let sequence: Int64
  let at: Timestamp
  let kind: String
  let subject: [UInt8]
  let details: String
  let previousHash: [UInt8]

  /// SHA-256 over a domain string and every column, each with its length.
  var hash: [UInt8] {
    var form = CanonicalForm()
    form.append(utf8: "countersign/audit/v1")
    form.append(bytes: lane)
    form.append(sequence)
    form.append(at.milliseconds)
    form.append(utf8: kind)
    form.append(bytes: subject)
    form.append(utf8: details)
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
