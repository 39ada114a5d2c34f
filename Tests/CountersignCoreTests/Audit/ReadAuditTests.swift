import CountersignCore
import CountersignSQLite
import CountersignTesting
import Crypto
import Testing
import WebAuthnModel
import WireModel

@Suite("The audit log as an administration reads it")
struct ReadAuditTests {
  // Holds: audit
  @Test("a lane is read row by row, and whoever reads it can reckon its chain of hashes")
  func chain() async throws {
    let harness = try await ServiceHarness.withAudit()
    let host = try await harness.host(.admin)
    let lanes = try await harness.service.administration.auditLanes(PageRequest(), host: host).get()
    // The registry is the first.
    #expect(lanes.rows.map(\.kind).first == "audit_lane_started")
    let newest = try #require(lanes.rows.last)
    var rows: [AuditRecord] = []
    var next: String?
    repeat {
      let page = try await harness.service.administration.auditRows(
        of: newest.lane, try PageRequest(after: next, limit: 3), host: host
      ).get()
      #expect(page.rows.count <= 3)
      #expect(try AuditPage(json: page.json) == page)
      rows += page.rows
      next = page.next
    } while next != nil && rows.count < 100
    #expect(rows.map(\.sequence) == Array(1...Int64(rows.count)))
    // Row by row it ends too, though each look adds one.
    let last = try await harness.service.administration.auditRows(
      of: newest.lane, try PageRequest(after: "\(rows.count - 1)", limit: 1), host: host
    ).get()
    #expect(last.rows.count == 1 && last.next == nil)
    #expect(rows.count > 6 && rows[Int(newest.sequence) - 1] == newest)
    #expect(try await harness.auditKinds().starts(with: rows.map(\.kind)))
    var previous = [UInt8](repeating: 0, count: 32)
    for row in rows {
      #expect(Base64URL.decode(row.previousHash) == previous)
      previous = try hash(of: row)
      #expect(Base64URL.decode(row.hash) == previous)
    }
  }

  @Test("every start has a lane, and each is told with its newest row")
  func lanes() async throws {
    let harness = try await ServiceHarness.withAudit()
    let host = try await harness.host(.admin)
    for byte: UInt8 in 1...4 { try await harness.copyAudit(toLane: byte) }
    var rows: [AuditRecord] = []
    var next: String?
    repeat {
      let page = try await harness.service.administration.auditLanes(
        try PageRequest(after: next, limit: 2), host: host
      ).get()
      #expect(page.rows.count <= 2)
      rows += page.rows
      next = page.next
    } while next != nil && rows.count < 20
    let stored = try await harness.store.read { transaction in
      try transaction.rows(
        "SELECT lane, max(sequence) FROM audit GROUP BY lane ORDER BY lane", []
      ).map { "\(Base64URL.encode(try $0.blob(0))) \(try $0.integer(1))" }
    }
    #expect(stored.count == 6)
    #expect(Set(rows.map(\.lane)).count == 6)
    // Each look is a row of the lane that is written now.
    #expect(rows.count { stored.contains("\($0.lane) \($0.sequence)") } >= 5)
  }

  @Test("each look at the log is noted in it, by the service key that looked")
  func noted() async throws {
    let harness = try await ServiceHarness.withAudit()
    let host = try await harness.host(.admin)
    _ = try await harness.service.administration.auditLanes(PageRequest(), host: host).get()
    #expect(try await harness.auditDetails("audit_read") == "{\"key\":\"\(host.id.text)\"}")
    _ = try await harness.service.administration.auditRows(of: "AAAA", PageRequest(), host: host)
      .get()
    let details = try await harness.auditDetails("audit_read")
    #expect(details.contains("\"lane\":\"AAAA\"") && details.contains(host.id.text))
  }

  @Test("what is no lane, and no page of it, is refused; a lane that nobody wrote has no rows")
  func refusals() async throws {
    let harness = try await ServiceHarness.withAudit()
    let host = try await harness.host(.admin)
    func read(_ lane: String, after: String? = nil) async throws -> Decision<AuditPage> {
      try await harness.service.administration.auditRows(
        of: lane, try PageRequest(after: after), host: host)
    }
    for lane in ["", "!", String(repeating: "A", count: 88)] {
      #expect(try await read(lane).refusal == .malformed)
    }
    for after in ["", "x", "-1", "1.5", "99999999999999999999"] {
      #expect(try await read("AAAA", after: after).refusal == .malformed)
    }
    #expect(try await read("AAAA").get().rows.isEmpty)
    let lanes = try await harness.service.administration.auditLanes(
      PageRequest(after: "?"), host: host)
    #expect(lanes.refusal == .malformed)
  }

  /// SHA-256 over a row, written from docs/administration.md and not from the server's code.
  private func hash(of row: AuditRecord) throws -> [UInt8] {
    func bigEndian(_ number: Int64, _ count: Int) -> [UInt8] {
      (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    func text(_ text: String) -> [UInt8] { bytes(Array(text.utf8)) }
    func bytes(_ bytes: [UInt8]) -> [UInt8] { bigEndian(Int64(bytes.count), 4) + bytes }
    func encoded(_ text: String) throws -> [UInt8] { bytes(try #require(Base64URL.decode(text))) }
    var hashed = text("countersign/audit/v2") + (try encoded(row.lane))
    hashed += bigEndian(row.sequence, 8) + bigEndian(row.milliseconds, 8)
    hashed += text(row.kind) + (try encoded(row.subject)) + text(row.details)
    hashed += bigEndian(row.key, 8)
    hashed += try encoded(row.previousHash)
    return Array(SHA256.hash(data: hashed))
  }
}

extension ServiceHarness {
  /// Ada's account, with refused PINs and a stranger's refused codes.
  static func withAudit(
    change: (inout ServicePolicy) -> Void = { _ in }
  ) async throws -> ServiceHarness {
    let harness = try await ServiceHarness(change: change)
    let session = try await harness.signUp()
    try await harness.setPIN("258036", session)
    for _ in 0..<2 {
      _ = try await harness.sendByPIN("000001", session)
      harness.clock.advance(seconds: 10)
    }
    _ = try await harness.sendByPIN("258036", session)
    _ = try await harness.service.codeRequests.make(
      CodeRequest(userName: "ada@example.com", purpose: .signIn), session: nil, from: .local
    ).get()
    for _ in 0..<3 {
      _ = try await harness.service.signIn.open(
        .code(codeRequest: harness.newestCodeRequest(), validateCode: SecretText("x")))
    }
    return harness
  }

  /// Writes every row of the writer's lane into another one too, as if two nodes had worked at
  /// once; their hashes do not matter.
  func copyAudit(toLane byte: UInt8) async throws {
    let lane = [UInt8](repeating: byte, count: 16)
    try await store.write { transaction in
      let own = transaction.auditLane.lane
      try transaction.execute(
        """
        INSERT INTO audit SELECT ?, sequence, at, kind, subject, details, previous_hash, hash, key,
          code
        FROM audit WHERE lane = ?
        """, [.blob(lane), .blob(own)])
    }
  }
}
