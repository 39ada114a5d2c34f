import BrowserTesting
import CountersignSQLite
import CountersignTesting
import Testing
import WireModel

extension Trial {
  func register() async throws {
    try await enrol()
    let origins = try await state().origins
    #expect(origins == [origin])
    let added = try await ServerState.audit("credential_added", of: server)
    #expect(added.count == 1)
    // An account that has a factor gets no other by a code alone, whether or not it was used.
    try await expect(
      .refused(.insufficientUserAuthentication), client.register(code: code(for: "register")))
    let count = try await state().origins.count
    #expect(count == 1)
    // A code opens one session.
    try await expect(
      .refused(.verificationFailed), client.openSession(code: code(for: "sign_in")))
    let opened = try await ServerState.audit("session_opened", of: server)
    #expect(opened.count == 1)
  }

  func registrationCancelled() async throws {
    try await signIn()
    try await expect(.done, client.requestRegistrationCode())
    let code = try await code(for: "register")
    try await client.answerPrompts(.cancelled)
    let sent = try await client.callsSent()
    try await expect(
      .unable(client.kind.report(of: .cancelled)), client.register(code: code))
    // The creation options were asked for; a key was not sent.
    let sentNow = try await client.callsSent()
    #expect(sentNow == sent + 1)
    let origins = try await state().origins
    #expect(origins == [])
  }
}

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
