import Testing

extension Trial {
  func register() async throws {
    try await enrol()
    let origins = try await state().origins
    #expect(origins == [origin])
    let added = try await ServerState.audit("credential_added", of: server)
    #expect(added.count == 1)
    // The code entitled to this one key.
    let code = try await code(for: "register")
    guard case .refused = try await client.register(code: code) else {
      Issue.record("a second key was registered with the same code")
      return
    }
    let count = try await state().origins.count
    #expect(count == 1)
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
