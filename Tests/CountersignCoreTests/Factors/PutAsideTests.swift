import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@testable import CountersignCore

@Suite("A passkey that its own device puts aside")
struct PutAsideTests {
  @Test("a session that the passkey opened goes on by the device alone, and proves nothing")
  func session() async throws {
    let harness = try await ServiceHarness()
    let (phone, _) = try await harness.enrolledPhone()
    let options = try await harness.service.signIn.options(
      SessionOptionsRequest(deviceID: phone.id)
    ).get()
    let session = try await harness.session(
      .assertion(try phone.authenticator.assert(options.options)))
    #expect(session.level == .strong)
    _ = try await harness.service.credentials.revoke(
      .one(phone.authenticator.credentialID), session: session
    ).get()
    let rows = try await harness.store.rows(
      """
      SELECT level, methods, proved_at IS NULL, opened_by, ended_at IS NULL FROM sessions
      WHERE id = ?
      """, [.text(session.id.text)])
    let row = try #require(rows.first)
    #expect(try row.integer(0) == AssuranceLevel.unproved.rawValue)
    #expect(try row.text(1) == "")
    #expect(try row.flag(2))
    #expect(try row.text(3) == AccountFactor.devicePIN(DeviceID(phone.id)).name)
    #expect(try row.flag(4))
    #expect(try await harness.fault() == nil)
  }
}
