import BrowserTesting
import CountersignSQLite
import CountersignTesting
import Testing

extension Trial {
  func boundToken() async throws {
    try await enrol()
    let isBound = client.kind.claim(on: .boundToken) == .holds
    let keys = try await server.harness.store.rows("SELECT key_thumbprint FROM sessions", [])
      .map { try $0.optionalText(0) }
    #expect(keys.count == 1 && keys.allSatisfy { ($0 != nil) == isBound })
    // Past the time of the nonce, which is followed within one call.
    server.harness.clock.advance(seconds: 270)
    let sent = try await client.callsSent()
    try await expect(.done, client.askOptions(Self.payload))
    let sentNow = try await client.callsSent()
    #expect(sentNow == sent + (isBound ? 2 : 1))
    try await expect(.done, client.sign())
    _ = try await buy(by: .assertion)
  }
}
