import CountersignCore
import CountersignTesting
import Testing
import WireModel

@Suite("Limits of codes")
struct CodeLimitTests {
  private static func requester(_ number: UInt8) -> Requester {
    Requester(RequesterNetwork(address: [192, 0, 2, number]))
  }

  private func ask(
    _ harness: ServiceHarness, _ userName: String, from number: UInt8
  ) async throws -> Refusal? {
    let decision = try await harness.service.codeRequests.make(
      CodeRequest(userName: userName, purpose: .signIn), session: nil,
      from: Self.requester(number))
    guard case .failure(let refusal) = decision else { return nil }
    return refusal
  }

  @Test("a deployment takes twenty requests a second, and the next second as many again")
  func deployment() async throws {
    let harness = try await ServiceHarness { $0.codes.requestsPerSecond = 20 }
    for number in UInt8(1)...25 {
      let refusal = try await ask(harness, "p\(number)@example.com", from: number)
      #expect((refusal == nil) == (number <= 20))
      if let refusal { #expect(refusal.retryAfterSeconds == 1) }
    }
    harness.clock.advance(seconds: 1)
    #expect(try await ask(harness, "p26@example.com", from: 26) == nil)
  }

  @Test("a network asks for thirty codes an hour over all names, an IPv6 /64 like one address")
  func network() async throws {
    let harness = try await ServiceHarness()
    for number in 1...31 {
      let refusal = try await ask(harness, "p\(number)@example.com", from: 1)
      #expect((refusal?.reason == .tooManyRequests) == (number > 30))
    }
    #expect(try await ask(harness, "other@example.com", from: 2) == nil)
    harness.clock.advance(seconds: 3600)
    #expect(try await ask(harness, "p31@example.com", from: 1) == nil)
  }

  @Test(
    "a recipient is sent ten codes an hour and thirty a day, whether or not there is an account")
  func recipient() async throws {
    let harness = try await ServiceHarness()
    var taken = 0
    for hour in 0..<5 {
      for number in UInt8(1)...12
      where try await ask(
        harness, "nobody@example.com", from: number + UInt8(hour) * 20) == nil
      {
        taken += 1
      }
      #expect(taken == min(10 * (hour + 1), 30))
      harness.clock.advance(seconds: 3600)
    }
    harness.clock.advance(seconds: 86_400)
    #expect(try await ask(harness, "nobody@example.com", from: 1) == nil)
  }

  @Test("what a directory sends to one address counts there, whosever names were typed")
  func directory() async throws {
    let shared = try EmailAddress("desk@example.com")
    let harness = try await ServiceHarness(
      people: ScriptedDirectory { _ in Addresses(email: shared) })
    for number in UInt8(1)...3 { _ = try await harness.signUp(ofHost: "person-\(number)") }
    for number in UInt8(1)...3 {
      for attempt in UInt8(0)..<5 {
        #expect(try await ask(harness, "person-\(number)", from: number * 10 + attempt) == nil)
      }
    }
    await harness.deliverMessages()
    await harness.deliverMessages()
    let codes = harness.messenger.messages.filter { $0.code != nil }
    #expect(codes.count == 10 && codes.allSatisfy { $0.recipient == shared.text })
  }

  @Test("notices are counted by no limit of codes")
  func notices() async throws {
    let harness = try await ServiceHarness()
    _ = try await harness.signUp()
    for number in UInt8(1)...12 { _ = try await ask(harness, "ada@example.com", from: number) }
    for number in UInt8(20)...22 {
      _ = try await harness.service.administration.unblock(
        AdministrationRequest(.userName("ada@example.com")), host: harness.host(.admin))
      harness.clock.advance(seconds: Int64(number))
    }
    await harness.deliverMessages()
    #expect(harness.messenger.notices(to: "ada@example.com").count { $0 == .unblocked } == 3)
  }

  @Test("an account has at most twenty lanes in browsers, and the oldest goes")
  func lanes() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    var browsers: [Requester] = []
    for _ in 1...21 {
      let token = try await harness.service.lanes.grant(session.accountID, to: .local)
      browsers.append(Requester(.local, laneToken: token))
      harness.clock.advance(seconds: 1)
    }
    // A browser that has its lane is given no other: the first one's is gone.
    let again = try await browsers.reversed().asyncMap {
      try await harness.service.lanes.grant(session.accountID, to: $0) == nil
    }
    #expect(again == Array(repeating: true, count: 20) + [false])
  }
}

extension ServiceHarness {
  /// Has a host make an account.
  fileprivate func signUp(ofHost name: String) async throws -> SessionAnswer {
    try await service.hostSessions.open(
      ServiceSessionRequest(userName: name, displayName: "Ada"), host: host(.sessions)
    ).get()
  }
}
