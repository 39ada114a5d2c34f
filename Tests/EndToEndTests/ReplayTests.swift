import CountersignClient
import CountersignCore
import CountersignDevice
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("Replays over the wire")
struct ReplayTests {
  // Holds: RTS-4.1
  @Test(
    "RTS-4.1: 200 concurrent replays of token and assertion execute one",
    arguments: Wire.allCases)
  func concurrentReplays(wire: Wire) async throws {
    // None is shed: what is tried is that all of them are at work at once.
    let harness = try await ServiceHarness {
      ($0.requests.underWay, $0.requests.leastUnderWay) = (200, 200)
    }
    try await wire.run(harness) { transport in
      let phone = try await Phone.enrolled(harness, transport)
      let linked = try await phone.session.options(for: Remittance(.sample))
      let assertion = try await phone.authenticator.sign(
        .init(linked.options, document: linked.document))
      let token = try await phone.session.verify(assertion).verificationToken
      let proofs: [Proof] = [.assertion(assertion), .verificationToken(token)]
      let requests = proofs.map { proof in
        WireRequest(
          .sendMoney, accessToken: phone.session.accessToken.exposed,
          body: SendMoneyRequest(payload: .sample, proof: proof).json)
      }
      let answers = try await send((0..<200).map { requests[$0 % 2] }, over: transport)
      #expect(answers.count == 200)
      #expect(answers.filter { $0.status != 200 }.map { "\($0.status) \($0.body as Any)" } == [])
      #expect(answers.count { !$0.isReplayed } == 1)
      #expect(harness.bank.orders.count == 1)
      #expect(try await phone.session.pocket().balance == 4500)
      #expect(try await harness.fault() == nil)
    }
  }

  // Holds: RTS-4.3b
  @Test("30 parallel PIN guesses get at most 5 answers", arguments: Wire.allCases)
  func parallelGuesses(wire: Wire) async throws {
    let harness = try await ServiceHarness()
    try await wire.run(harness) { transport in
      let statuses = try await guess(harness, transport)
      #expect((1...5).contains(statuses.count { $0 == 401 || $0 == 423 }))
      // One that finds its account's places in the queue taken is not checked.
      #expect(statuses.allSatisfy { [401, 423, 429, 503].contains($0) })
    }
  }

  /// Sends 30 wrong PINs at once.
  private func guess(
    _ harness: ServiceHarness, _ transport: CountingTransport
  ) async throws -> [Int] {
    let phone = try await Phone.enrolled(harness, transport)
    var guesses: [WireRequest] = []
    for index in 0..<30 {
      let proof = Proof.pin(SecretText("90000\(index % 10)"))
      guesses.append(
        WireRequest(
          .sendMoney, accessToken: phone.session.accessToken.exposed,
          idempotencyKey: "key-\(index)",
          body: SendMoneyRequest(payload: .sample, proof: proof).json))
    }
    return try await send(guesses, over: transport).map(\.status)
  }

  /// Sends all at once.
  private func send(
    _ requests: [WireRequest], over transport: CountingTransport
  ) async throws -> [WireResponse] {
    try await withThrowingTaskGroup(of: WireResponse.self) { group in
      for request in requests {
        group.addTask { try await transport.send(request) }
      }
      var answers: [WireResponse] = []
      for try await answer in group { answers.append(answer) }
      return answers
    }
  }
}
