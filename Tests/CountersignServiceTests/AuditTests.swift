import CountersignService
import CountersignStore
import CountersignTesting
import Testing
import WireModel

@Suite("The audit log")
struct AuditTests {
  @Test("a whole log is found whole, with every attempt in it")
  func whole() async throws {
    let harness = try await busyHarness()
    let report = try await harness.store.read { try verifyAudit(in: $0) }
    #expect(report.fault == nil)
    #expect(report.rows >= 4)
  }

  @Test(
    "a changed, removed or reordered row is found",
    arguments: [
      "UPDATE audit SET details = '{}' WHERE sequence = 2",
      "UPDATE audit SET at = at + 1 WHERE sequence = 3",
      "DELETE FROM audit WHERE sequence = 2",
      "DELETE FROM audit WHERE sequence = 1",
      "UPDATE audit SET sequence = 1000 - sequence WHERE sequence IN (2, 3)",
      "UPDATE audit SET subject = x'00' WHERE sequence = 1",
    ])
  func tampering(statement: String) async throws {
    let harness = try await busyHarness()
    try await harness.store.write { _ = try $0.execute(statement, []) }
    let report = try await harness.store.read { try verifyAudit(in: $0) }
    #expect(report.fault != nil)
  }

  @Test("ASVS-16: every refused attempt is in the audit log with its factor")
  func refusals() async throws {
    let (harness, session, key) = try await ServiceHarness.withKey()
    let assertion = try await harness.unlinkedAssertion(key, session)
    let other = try await harness.signUp()
    _ = try await harness.service.verifyAssertion(assertion, session: other)
    _ = try await harness.topUp(forged: "not a token", session)
    harness.clock.advance(milliseconds: 1)
    _ = try await harness.service.requestCode(
      CodeRequest(userName: "ada@example.com", purpose: .signIn), session: nil
    ).get()
    _ = try await harness.service.openSession(
      .code(codeRequest: await harness.newestCodeRequest(), validateCode: SecretText("x")))
    let kinds = try await harness.store.read { transaction in
      try transaction.rows("SELECT kind, details FROM audit ORDER BY sequence", []).map {
        try ($0.text(0), $0.text(1))
      }
    }
    #expect(kinds.contains { $0 == "proof_refused" && $1.contains("\"proof\":\"assertion\"") })
    #expect(
      kinds.contains { $0 == "proof_refused" && $1.contains("\"proof\":\"verificationToken\"") })
    #expect(kinds.contains { $0.0 == "code_refused" })
  }

  @Test("no name and no secret is in the audit log")
  func noSecrets() async throws {
    let harness = try await busyHarness()
    let rows = try await harness.store.read { try $0.rows("SELECT kind, details FROM audit", []) }
    let text = try rows.map { try $0.text(0) + $0.text(1) }.joined()
    #expect(!text.contains("ada@example.com"))
    #expect(!text.contains("258036"))
  }

  private func busyHarness() async throws -> ServiceHarness {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    try await harness.setPIN("258036", session)
    _ = try await harness.pinTopUp("000001", session)
    _ = try await harness.pinTopUp("258036", session).get()
    return harness
  }
}
