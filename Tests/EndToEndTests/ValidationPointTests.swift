import CountersignClient
import CountersignTesting
import FlowModel
import Testing
import WireModel

/// What a step-up on a phone must show, one test each.
@Suite("A step-up on a phone")
struct ValidationPointTests {
  @Test("the challenge is received before the local biometric", arguments: Wire.allCases)
  func challengeFirst(wire: Wire) async throws {
    try await onPhone(wire) { phone, _ in
      _ = try await phone.send(.sample, .biometrics)
      #expect(
        phone.transport.calls == [
          "POST /actions/{scenario}/options", "biometric prompt", "POST /biometric/auth/verify",
          "POST /actions/{scenario}",
        ])
    }
  }

  @Test("the local biometric succeeds, and the transaction completes", arguments: Wire.allCases)
  func completes(wire: Wire) async throws {
    try await onPhone(wire) { phone, harness in
      let flows = try await phone.send(.sample, .biometrics)
      let last = try #require(flows.last)
      #expect(last.phase == .done)
      let sent = try Remittance(.sample).result(of: #require(last.result))
      #expect(sent.balance == 4500)
      #expect(last.transaction?.document?["payee"] == .payee("Bola Ade"))
      #expect(try await harness.fault() == nil)
    }
  }

  // Holds: plain client
  @Test("three network calls with a token, two straight", arguments: Wire.allCases)
  func callsWithBiometrics(wire: Wire) async throws {
    try await onPhone(wire) { phone, _ in
      _ = try await phone.send(.sample, .biometrics)
      #expect(phone.networkCalls == 3)
      phone.transport.reset()
      let flows = try await phone.send(.sample, path: .straight, .biometrics)
      #expect(flows.last?.phase == .done)
      #expect(phone.networkCalls == 2)
    }
  }

  // Holds: plain client
  @Test("one network call with the PIN, two after options", arguments: Wire.allCases)
  func callsWithPIN(wire: Wire) async throws {
    try await onPhone(wire) { phone, _ in
      let pin = SecondFactorInput.pin(SecretText(Phone.pin))
      let alone = try await phone.send(.sample, level: .fallbackOnly, pin)
      #expect(alone.last?.phase == .done)
      #expect(phone.networkCalls == 1)
      phone.transport.reset()
      let after = try await phone.send(.sample, pin)
      #expect(after.last?.phase == .done)
      #expect(phone.networkCalls == 2)
    }
  }

  @Test("the PIN falls in where the biometric fails or is cancelled", arguments: Wire.allCases)
  func fallsBack(wire: Wire) async throws {
    try await onPhone(wire) { phone, _ in
      phone.presence.refuse(with: .cancelled)
      let flows = try await phone.send(
        .sample, .biometrics, .pin(SecretText(Phone.pin)))
      let asked = flows.filter { $0.phase == .waitForInput }
      #expect(asked.count == 2)
      #expect(asked.last?.previousInteractionResult?.outcome == .biometricsFail)
      #expect(flows.last?.phase == .done)
      #expect(phone.networkCalls == 2)
    }
  }

  @Test("a wrong PIN is told with the attempts, and the next one goes through")
  func wrongPIN() async throws {
    try await onPhone(.loopback) { phone, _ in
      let flows = try await phone.send(
        .sample, level: .fallbackOnly, .pin(SecretText("000001")), .pin(SecretText(Phone.pin)))
      let asked = flows.filter { $0.phase == .waitForInput }
      #expect(asked.last?.previousInteractionResult?.outcome == .pinFail)
      #expect(asked.last?.secondFactorAccount?.failedAttempts == 1)
      #expect(flows.last?.phase == .done)
    }
  }

  private func onPhone(
    _ wire: Wire, _ body: (Phone, ServiceHarness) async throws -> Void
  ) async throws {
    let harness = try await ServiceHarness()
    try await wire.run(harness) { transport in
      try await body(Phone.enrolled(harness, transport), harness)
    }
  }
}

extension Phone {
  /// How many calls went over the network since the last reset.
  var networkCalls: Int { transport.calls.count { $0.hasPrefix("GET") || $0.hasPrefix("P") } }
}
