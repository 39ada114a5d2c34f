import CountersignCore
import CountersignSQLite
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("What the audit log holds about an account")
struct AuditOfAccountTests {
  private static let ada = AccountReference.userName("ada@example.com")

  @Test("an account's rows come newest first, with strangers' codes for its name, and no other's")
  func ofAccount() async throws {
    let harness = try await ServiceHarness.withAudit()
    let bob = try await harness.signUp("bob@example.com")
    try await harness.service.sessions.end(bob)
    let host = try await harness.host(.admin)
    let whole = try await page(harness, limit: 100)
    #expect(whole.next == nil)
    let kinds = Set(whole.rows.map(\.kind))
    #expect(kinds.isSuperset(of: ["account_created", "code_refused", "pin_refused"]))
    #expect(!kinds.contains("session_ended"))
    // The look itself is the newest row.
    #expect(whole.rows.first?.kind == "account_audit_read")
    let order = whole.rows.map { [$0.milliseconds, $0.sequence] }
    #expect(order == order.sorted { $0.lexicographicallyPrecedes($1) }.reversed())
    // A stranger's wrong codes too are about the account that they were aimed at.
    #expect(Set(whole.rows.map(\.subject)).count == 1)
    let ofBob = try await harness.service.administration.auditRows(
      about: AccountAuditRequest(.id(bob.accountID.text)), host: host
    ).get()
    #expect(
      ofBob.rows.map(\.kind).reversed()
        == ["account_created", "session_opened", "session_ended", "account_audit_read"])
  }

  @Test("pages are together all rows, each once, though two lanes' rows share a moment")
  func pages() async throws {
    let harness = try await ServiceHarness.withAudit()
    for byte: UInt8 in [0, 255] { try await harness.copyAudit(toLane: byte) }
    let whole = try await page(harness, limit: 100).rows.filter(Self.isNoLook)
    #expect(whole.count > 20 && Set(whole.map(\.milliseconds)).count < whole.count / 3)
    for limit: Int64 in 1...3 {
      let rows = try await allPages(harness, limit: limit).flatMap(\.rows)
      #expect(rows.filter(Self.isNoLook) == whole)
    }
  }

  @Test("a look goes through so many rows of the log, and the next page goes on below them")
  func bounded() async throws {
    let harness = try await ServiceHarness.withAudit { $0.auditRowsPerLook = 4 }
    // Between Ada's rows there are others', more than one look goes through.
    for index in 0..<3 {
      harness.clock.advance(seconds: 60)
      _ = try await harness.signUp("other\(index)@example.com")
      for _ in 0..<3 {
        harness.clock.advance(milliseconds: 1)
        try await harness.serviceKeys.keep(
          ServiceKeyAdministration.newKey(SystemRandomBytes()), name: "x", scopes: [.sessions])
      }
    }
    harness.clock.advance(seconds: 60)
    let pages = try await allPages(harness, limit: 100)
    #expect(pages.count > 3 && pages.contains { $0.rows.isEmpty })
    let rows = pages.flatMap(\.rows).filter(Self.isNoLook)
    let kinds = try await harness.store.read { transaction in
      try transaction.rows(
        "SELECT kind FROM audit WHERE subject IN (SELECT subject FROM audit WHERE kind = ?)",
        [.text("account_audit_read")]
      ).map { try $0.text(0) }.filter { $0 != "account_audit_read" }
    }
    #expect(rows.count == kinds.count)
    #expect(Set(rows).count == rows.count && rows.last?.kind == "account_created")
  }

  @Test("what no page gave as the next one, and too large a page, is refused")
  func refusals() async throws {
    let harness = try await ServiceHarness.withAudit()
    let host = try await harness.host(.admin)
    let lane = try await page(harness, limit: 1).rows[0].lane
    let places = [
      "", "1", "AAAA.1", "?.1", "\(lane).x", "\(lane).0", "\(lane).-1", "\(lane).\(Int64.max)",
      "\(lane).1.1",
    ]
    for before in places {
      let request = AccountAuditRequest(Self.ada, before: before)
      #expect(
        try await harness.service.administration.auditRows(about: request, host: host).refusal
          == .malformed)
    }
    let tooMany = AccountAuditRequest(Self.ada, limit: 101)
    #expect(
      try await harness.service.administration.auditRows(about: tooMany, host: host).refusal
        == .unacceptableValue)
  }

  @Test("no row says the id of a code request, by which a code could be tried")
  func noCodeRequest() async throws {
    let harness = try await ServiceHarness.withAudit()
    let request = try await harness.newestCodeRequest()
    let rows = try await page(harness, limit: 100).rows.filter { $0.kind == "code_refused" }
    #expect(rows.count == 3 && Set(rows.map(\.details)).count == 1)
    #expect(!rows.contains { $0.details.contains(request) })
  }

  private static func isNoLook(_ row: AuditRecord) -> Bool { row.kind != "account_audit_read" }

  private func page(
    _ harness: ServiceHarness, before: String? = nil, limit: Int64
  ) async throws -> AuditPage {
    try await harness.service.administration.auditRows(
      about: AccountAuditRequest(Self.ada, before: before, limit: limit),
      host: harness.host(.admin)
    ).get()
  }

  private func allPages(_ harness: ServiceHarness, limit: Int64) async throws -> [AuditPage] {
    var pages = [try await page(harness, limit: limit)]
    while let next = pages.last?.next, pages.count < 100 {
      pages.append(try await page(harness, before: next, limit: limit))
    }
    #expect(pages.allSatisfy { $0.rows.count <= limit } && pages.last?.next == nil)
    return pages
  }
}
