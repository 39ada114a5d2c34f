import AirtimeModel
import AirtimeServer
import AirtimeTesting
import BrowserTesting
import Testing
import WireModel

extension Trial {
  func expiredChallenge() async throws {
    try await enrolAndSign()
    let before = try await state()
    // The timeout of 60 s and the tolerance of 30 s are over.
    server.turn(seconds: 91)
    try await expect(.refused(.challengeExpired), client.verify())
    try await expect(
      .refused(.challengeExpired), client.topUp(Self.payload, by: .assertion))
    let after = try await state()
    #expect(after == before)
    try await askAndSign()
    try await expect(.done, client.verify())
    try await buy(by: .token)
    try await expectPaidOnce(since: before)
  }

  func foreignOrigin() async throws {
    try await enrol()
    let before = try await state()
    try await expect(.done, client.askOptions(Self.payload))
    guard client.kind == .browser else {
      return try await refused(at: NativeOrigin.foreign, before)
    }
    // A page of another origin gets a challenge of this server, as one that is after a signature.
    try await ClockedServer.run(modules: [AirtimeShop.tested(ScriptedSupplier())]) {
      try await refused(at: $0.address, before)
    }
  }

  func otherOriginClass() async throws {
    // A browser cannot be told to.
    guard client.kind.claim(on: .otherOriginClass) == .holds else { return }
    try await enrol()
    let before = try await state()
    try await expect(.done, client.askOptions(Self.payload))
    let other = try #require(NativeOrigin.allowed.first { $0 != origin })
    try await refused(at: other, before)
  }

  /// Signs at another origin: the signature is right, and the server refuses it.
  private func refused(at origin: String, _ before: ServerState) async throws {
    try await client.speak(for: origin)
    try await expect(.done, client.sign())
    try await expect(.refused(.verificationFailed), client.verify())
    let after = try await state()
    #expect(after == before)
    try await expectRefusedProof(.verificationFailed)
  }
}

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
