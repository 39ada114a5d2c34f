import WebAuthnModel
import WireModel

extension AuditRecord {
  static let columns =
    "SELECT lane, sequence, at, kind, subject, details, previous_hash, hash FROM audit"

  /// Reads what ``columns`` selects.
  init(_ row: SQLRow) throws {
    let at = Timestamp(milliseconds: try row.integer(2))
    self.init(
      lane: Base64URL.encode(try row.blob(0)), sequence: try row.integer(1),
      milliseconds: at.milliseconds, at: at.rfc3339, kind: try row.text(3),
      subject: Base64URL.encode(try row.blob(4)), details: try row.text(5),
      previousHash: Base64URL.encode(try row.blob(6)), hash: Base64URL.encode(try row.blob(7)))
  }
}
