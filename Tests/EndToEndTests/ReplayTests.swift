import CountersignClient
import CountersignDevice
import CountersignTesting
import Testing
import WireModel

@Suite("Replays over the wire")
struct ReplayTests {
  @Test(
    "RTS-4.1: 200 concurrent replays of token and assertion execute one",
    arguments: Wire.allCases)
  func concurrentReplays(wire: Wire) async throws {
    let harness = try await ServiceHarness()
    try await wire.run(harness) { transport in
      let phone = try await Phone.enrolled(harness, transport)
      let linked = try await phone.session.topUpOptions(.seed)
      let assertion = try await phone.authenticator.sign(
        .init(linked.options, subject: .transaction(linked.shown)))
      let token = try await phone.session.verify(assertion).verificationToken
      let proofs: [Proof] = [.assertion(assertion), .verificationToken(token)]
      let requests = proofs.map { proof in
        WireRequest(
          .topUp, accessToken: phone.session.accessToken.exposed,
          body: TopUpRequest(payload: .seed, proof: proof).json)
      }
      let answers = try await withThrowingTaskGroup { group in
        for index in 0..<200 {
          group.addTask { try await transport.send(requests[index % 2]) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.count { $0.status == 200 } == 200)
      #expect(answers.count { !$0.isReplayed } == 1)
      #expect(harness.supplier.orders.count == 1)
      #expect(try await phone.session.wallet().balance == 4500)
      #expect(try await harness.fault() == nil)
    }
  }

  @Test("30 parallel PIN guesses get at most 5 answers", arguments: Wire.allCases)
  func parallelGuesses(wire: Wire) async throws {
    let harness = try await ServiceHarness()
    try await wire.run(harness) { transport in
      let phone = try await Phone.enrolled(harness, transport)
      let answers = try await withThrowingTaskGroup { group in
        for index in 0..<30 {
          let guess = WireRequest(
            .topUp, accessToken: phone.session.accessToken.exposed, idempotencyKey: "key-\(index)",
            body: TopUpRequest(
              payload: .seed, proof: .pin(SecretText("90000\(index % 10)"))
            ).json)
          group.addTask { try await transport.send(guess) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect((1...5).contains(answers.count { $0.status == 401 || $0.status == 423 }))
      let later = answers.filter { $0.status == 429 }
      #expect(later.count == answers.count { $0.status != 401 && $0.status != 423 })
      #expect(later.allSatisfy { ($0.retryAfterSeconds ?? 0) >= 1 })
    }
  }
}
