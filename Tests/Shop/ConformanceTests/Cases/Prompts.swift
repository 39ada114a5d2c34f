import Testing

extension Trial {
  func cancel() async throws {
    try await unable(.cancelled)
    // Nothing was spent: the same challenge is good for another try.
    let before = try await state()
    try await client.answerPrompts(.verified)
    try await expect(.done, client.sign())
    try await buy(by: .assertion)
    try await expectPaidOnce(since: before)
  }

  /// A prompt that gives no signature: its reason is told, and the server hears nothing.
  func unable(_ answer: PromptAnswer) async throws {
    try await enrol()
    try await expect(.done, client.askOptions(Self.payload))
    let (before, sent) = (try await state(), try await client.callsSent())
    try await client.answerPrompts(answer)
    try await expect(.unable(client.kind.report(of: answer)), client.sign())
    let (after, sentNow) = (try await state(), try await client.callsSent())
    #expect(after == before)
    #expect(sentNow == sent)
    let refused = try await ServerState.refusedProofs(of: server)
    #expect(refused == [])
  }
}
