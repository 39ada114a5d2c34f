import CountersignCore
import CountersignTesting
import Crypto
import WebAuthnModel

/// Whoever writes to a server's database, knows how rows are hashed, and has no key of its keyring,
/// or one that was replaced.
struct DatabaseWriter: Sendable {
  /// A row of the audit log.
  struct Row: Sendable {
    var lane: [UInt8]
    var sequence: Int64
    var at: Int64
    var kind: String
    var subject: [UInt8]
    var details: String
    var previousHash: [UInt8]
    var hash: [UInt8]
    var key: Int64
    var code: [UInt8]
  }

  /// The lane that names all others.
  static let registry: [UInt8] = [0]

  let store: TestedStore

  /// The rows of a lane.
  func rows(of lane: [UInt8]) async throws -> [Row] {
    try await store.rows(
      """
      SELECT lane, sequence, at, kind, subject, details, previous_hash, hash, key, code FROM audit
      WHERE lane = ? ORDER BY sequence
      """, [.blob(lane)]
    ).map { row in
      Row(
        lane: try row.blob(0), sequence: try row.integer(1), at: try row.integer(2),
        kind: try row.text(3), subject: try row.blob(4), details: try row.text(5),
        previousHash: try row.blob(6), hash: try row.blob(7), key: try row.integer(8),
        code: try row.blob(9))
    }
  }

  /// The lanes of writers, the oldest first.
  func lanes() async throws -> [[UInt8]] {
    try await rows(of: Self.registry).filter { $0.kind == "audit_lane_started" }.map { row in
      guard case .object(let details) = try JSONValue(parsing: Array(row.details.utf8)),
        case .string(let text)? = details["lane"], let lane = Base64URL.decode(text)
      else { throw StoreError(code: .corrupt, reason: row.details) }
      return lane
    }
  }

  /// Removes a lane.
  func remove(_ lane: [UInt8]) async throws {
    try await store.write {
      _ = try $0.execute("DELETE FROM audit WHERE lane = ?", [.blob(lane)])
    }
  }

  /// Makes the table anew without a check of its values.
  func dropChecks() async throws {
    try await store.write { transaction in
      for statement in [
        "CREATE TABLE audit_unchecked AS SELECT * FROM audit", "DROP TABLE audit",
        "ALTER TABLE audit_unchecked RENAME TO audit",
      ] {
        _ = try transaction.execute(statement, [])
      }
    }
  }

  /// Copies the first row of the oldest lane into another, written as SQL has it.
  func copyFirstRow(toLane lane: String) async throws {
    let first = try await lanes()[0]
    _ = try await store.write {
      try $0.execute(
        """
        INSERT INTO audit (lane, sequence, at, kind, subject, details, previous_hash, hash, key,
          code)
        SELECT \(lane), sequence, at, kind, subject, details, previous_hash, hash, key, code
        FROM audit WHERE lane = ? AND sequence = 1
        """, [.blob(first)])
    }
  }

  /// Changes a lane, and gives its rows hashes that fit.
  ///
  /// - Parameters:
  ///   - lane: The lane.
  ///   - secret: A key, by which all rows get new codes; nil to leave the codes as they are.
  ///   - change: The change; sequences stay as it leaves them.
  /// - Throws: ``StoreError``, and what the change throws.
  func rewrite(
    _ lane: [UInt8], signing secret: SymmetricKey? = nil, _ change: (inout [Row]) throws -> Void
  ) async throws {
    var rows = try await rows(of: lane)
    try change(&rows)
    var previous = rows.first.map {
      $0.sequence == 1 ? [UInt8](repeating: 0, count: 32) : $0.previousHash
    }
    for index in rows.indices {
      rows[index].previousHash = previous ?? []
      rows[index].hash = Self.hash(of: rows[index])
      if let secret { rows[index].code = Self.code(rows[index].hash, by: secret) }
      previous = rows[index].hash
    }
    try await remove(lane)
    try await put(rows)
  }

  /// Puts rows into the log as they are.
  func put(_ rows: [Row]) async throws {
    try await store.write { transaction in
      for row in rows {
        try transaction.execute(
          """
          INSERT INTO audit (lane, sequence, at, kind, subject, details, previous_hash, hash, key,
            code) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
          [
            .blob(row.lane), .integer(row.sequence), .integer(row.at), .text(row.kind),
            .blob(row.subject), .text(row.details), .blob(row.previousHash), .blob(row.hash),
            .integer(row.key), .blob(row.code),
          ])
      }
    }
  }

  /// The code of a hash under a key that the writer has.
  static func code(_ hash: [UInt8], by secret: SymmetricKey) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: hash, using: secret))
  }

  /// SHA-256 over a row, as docs/administration.md says it.
  private static func hash(of row: Row) -> [UInt8] {
    func number(_ number: Int64, _ count: Int = 8) -> [UInt8] {
      (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    func bytes(_ bytes: [UInt8]) -> [UInt8] { number(Int64(bytes.count), 4) + bytes }
    func text(_ text: String) -> [UInt8] { bytes(Array(text.utf8)) }
    var hashed = text("countersign/audit/v2") + bytes(row.lane) + number(row.sequence)
    hashed += number(row.at) + text(row.kind) + bytes(row.subject) + text(row.details)
    hashed += number(row.key) + bytes(row.previousHash)
    return Array(SHA256.hash(data: hashed))
  }
}

extension [DatabaseWriter.Row] {
  /// Numbers the rows from 1.
  mutating func renumber() {
    for index in indices { self[index].sequence = Int64(index) + 1 }
  }

  /// Appends a row that looks like the last one, and says something else.
  mutating func append(_ kind: String, _ details: JSONObject, at moment: Int64? = nil) {
    guard var row = last else { return }
    row.sequence += 1
    row.kind = kind
    row.details = String(decoding: JSONValue.object(details).serialized(), as: UTF8.self)
    row.at = moment ?? row.at
    append(row)
  }
}
