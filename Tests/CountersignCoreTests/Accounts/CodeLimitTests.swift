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
    "an address is sent ten codes an hour and thirty a day, whether or not there is an account")
  func recipient() async throws {
    let harness = try await ServiceHarness()
    func sent(after number: UInt8) async throws -> Int {
      let answer = try await harness.service.accounts.signUp(
        SignUpRequest(userName: "ada@example.com", displayName: "Ada"),
        from: Self.requester(number))
      #expect(answer.refusal == nil)
      await harness.deliverMessages()
      return harness.messenger.messages.count
    }
    for hour in 0..<5 {
      for number in 1...12 {
        let count = try await sent(after: UInt8(hour * 20 + number))
        #expect(count == min(10 * hour + min(number, 10), 30))
      }
      harness.clock.advance(seconds: 3600)
    }
    harness.clock.advance(seconds: 86_400)
    #expect(try await sent(after: 1) == 31)
  }

  @Test("one network has an address sent half of its codes an hour and a day, and others the rest")
  func shares() async throws {
    let harness = try await ServiceHarness()
    func sent(from number: UInt8, _ times: Int) async throws -> Int {
      let before = harness.messenger.messages.count
      for _ in 0..<times {
        _ = try await harness.service.accounts.signUp(
          SignUpRequest(userName: "ada@example.com", displayName: "Ada"),
          from: Self.requester(number)
        ).get()
      }
      await harness.deliverMessages()
      return harness.messenger.messages.count - before
    }
    for hour in 0..<5 {
      #expect(try await sent(from: 1, 8) == (hour < 3 ? 5 : 0))
      harness.clock.advance(seconds: 3600)
    }
    for number in UInt8(2)...21 {
      #expect(try await sent(from: number, 1) == (number <= 11 ? 1 : 0))
    }
    harness.clock.advance(seconds: 3600)
    #expect(try await sent(from: 30, 3) == 1)
  }

  @Test("a session has five codes an hour, its account ten, and a recovery as many beside them")
  func sessions() async throws {
    let harness = try await ServiceHarness()
    func ask(_ session: AuthenticatedSession, _ purpose: CodePurpose) async throws -> Bool {
      try await harness.service.codeRequests.make(
        CodeRequest(purpose: purpose), session: session, from: .local
      ).refusal == nil
    }
    var taken: [Int] = []
    let sessions = try await (0..<3).asyncMap { _ in try await harness.signUp() }
    for purpose in [CodePurpose.register, .recover] {
      for session in sessions {
        let answers = try await (0..<7).asyncMap { _ in try await ask(session, purpose) }
        taken.append(answers.count { $0 })
      }
    }
    #expect(taken == [5, 1, 1, 5, 1, 1])
  }

  @Test("strangers of a network use up nothing of the sessions in it")
  func apart() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    var refusals: [Reason?] = []
    for number in 1...31 {
      let request = CodeRequest(userName: "p\(number)@example.com", purpose: .signIn)
      let answer = try await harness.service.codeRequests.make(
        request, session: nil, from: session.requester)
      refusals.append(answer.refusal)
    }
    #expect(refusals.last == .tooManyRequests)
    let own = try await harness.service.codeRequests.make(
      CodeRequest(purpose: .register), session: session, from: session.requester)
    #expect(own.refusal == nil)
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
