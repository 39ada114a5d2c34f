import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("Sign-up, codes and sessions")
struct AccountTests {
  // Holds: NIST-oob
  @Test("NIST-oob: a code opens one session; it is 6 digits, single use and good for 10 minutes")
  func codes() async throws {
    let harness = try await ServiceHarness()
    let request = try await harness.service.accounts.signUp(
      SignUpRequest(userName: "Ada@Example.com", displayName: "Ada"), from: .local
    ).get()
    let code = try await harness.newestCode(to: "ada@example.com")
    #expect(code.exposed.utf8.count == 6)
    let opening = SessionRequest.code(codeRequest: request.codeRequest, validateCode: code)
    #expect(try await harness.service.signIn.open(opening).refusal == nil)
    #expect(try await harness.service.signIn.open(opening).refusal == .verificationFailed)
    let second = try await harness.service.codeRequests.make(
      CodeRequest(userName: "ada@example.com", purpose: .signIn), session: nil, from: .local
    ).get()
    let late = try await harness.newestCode(to: "ada@example.com")
    harness.clock.advance(seconds: 600)
    let lateOpening = SessionRequest.code(codeRequest: second.codeRequest, validateCode: late)
    #expect(try await harness.service.signIn.open(lateOpening).refusal == .verificationFailed)
  }

  // Holds: NIST-oob
  @Test("five tries hold per code request, then the right code is refused")
  func tries() async throws {
    let harness = try await ServiceHarness()
    let request = try await harness.service.accounts.signUp(
      SignUpRequest(userName: "ada@example.com", displayName: "Ada"), from: .local
    ).get()
    let code = try await harness.newestCode(to: "ada@example.com")
    let wrong = SecretText(code.exposed == "000000" ? "000001" : "000000")
    for _ in 0..<5 {
      let guess = SessionRequest.code(codeRequest: request.codeRequest, validateCode: wrong)
      #expect(try await harness.service.signIn.open(guess).refusal == .verificationFailed)
    }
    // Five have begun a block, whose end is told.
    let right = SessionRequest.code(codeRequest: request.codeRequest, validateCode: code)
    #expect(try await harness.service.signIn.open(right).refusal == .tooManyRequests)
  }

  // Holds: NIST-oob
  @Test("within a session only the newest code for a purpose holds")
  func newestOnly() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    let older = try await harness.code(.register, session, to: "ada@example.com")
    var newer = older
    while newer == older {
      harness.clock.advance(seconds: 1)
      newer = try await harness.code(.register, session, to: "ada@example.com")
    }
    for (code, refusal) in [(older, Reason.verificationFailed), (newer, nil)] {
      let options = try await harness.service.credentials.registrationOptions(
        RegistrationOptionsRequest(validateCode: code), session: session)
      #expect(options.refusal == refusal)
    }
  }

  // Holds: NIST-oob
  @Test("a stranger who asks for codes neither voids nor uses up the person's own")
  func strangers() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    let own = try await harness.code(.register, session, to: "ada@example.com")
    func signInCodes(after requests: Int, from requester: Requester) async throws -> Int {
      for _ in 0..<requests {
        let decision = try await harness.service.codeRequests.make(
          CodeRequest(userName: "ada@example.com", purpose: .signIn), session: nil, from: requester)
        #expect(decision.refusal == nil)
      }
      await harness.deliverMessages()
      return harness.messenger.messages.count { message in
        if case .code(_, purpose: .signIn) = message.content { true } else { false }
      }
    }
    // The sign-up was the first of five; what is more is left out, and answered as the others.
    #expect(try await signInCodes(after: 6, from: .local) == 5)
    let elsewhere = Requester(RequesterNetwork(address: [192, 0, 2, 7]))
    #expect(try await signInCodes(after: 1, from: elsewhere) == 6)
    let options = try await harness.service.credentials.registrationOptions(
      RegistrationOptionsRequest(validateCode: own), session: session)
    #expect(options.refusal == nil)
  }

  @Test("strangers of many networks together cannot flood a mailbox")
  func manyNetworks() async throws {
    let harness = try await ServiceHarness { $0.codes.messagesPerRecipientAndHour = 8 }
    for network in UInt8(1)...9 {
      let decision = try await harness.service.accounts.signUp(
        SignUpRequest(userName: "ada@example.com", displayName: "Ada"),
        from: Requester(RequesterNetwork(address: [192, 0, 2, network])))
      #expect(decision.refusal == nil)
    }
    await harness.deliverMessages()
    #expect(harness.messenger.messages.count == 8)
  }

  @Test(
    "a network is an IPv4 address, however it is written, or the first half of an IPv6 one",
    arguments: [
      ([192, 0, 2, 1], [192, 0, 2, 2], false),
      (
        [0x20, 1, 0xd, 0xb8, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1],
        [0x20, 1, 0xd, 0xb8, 0, 0, 0, 1, 9, 9, 9, 9, 9, 9, 9, 9], true
      ),
      (
        [0x20, 1, 0xd, 0xb8, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1],
        [0x20, 1, 0xd, 0xb8, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1], false
      ),
      ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 192, 0, 2, 1], [192, 0, 2, 1], true),
      ([0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0, 192, 0, 2, 1], [192, 0, 2, 1], true),
      (
        [0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0, 192, 0, 2, 1],
        [0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0, 192, 0, 2, 2], false
      ),
      ([0, 0x64, 0xff, 0x9b, 0, 1, 0, 0, 0, 0, 0, 0, 192, 0, 2, 1], [192, 0, 2, 1], true),
      ([0, 0x64, 0xff, 0x9b, 0, 1, 0xff, 0xfe, 0, 0, 0, 0, 192, 0, 2, 1], [192, 0, 2, 1], true),
      (
        [0, 0x64, 0xff, 0x9b, 0, 1, 0, 0, 0, 0, 0, 0, 192, 0, 2, 1],
        [0, 0x64, 0xff, 0x9b, 0, 1, 0, 0, 0, 0, 0, 0, 192, 0, 2, 2], false
      ),
      // Neither another /48 nor another form of address within it.
      ([0, 0x64, 0xff, 0x9b, 0, 2, 0, 0, 0, 0, 0, 0, 192, 0, 2, 1], [192, 0, 2, 1], false),
      ([0, 0x64, 0xff, 0x9b, 0, 1, 0, 0, 0, 1, 0, 0, 192, 0, 2, 1], [192, 0, 2, 1], false),
    ] as [([UInt8], [UInt8], Bool)])
  func networks(one: [UInt8], other: [UInt8], areSame: Bool) {
    #expect((RequesterNetwork(address: one) == RequesterNetwork(address: other)) == areSame)
  }

  // Holds: ASVS-6.3.8
  @Test("ASVS-6.3.8: the answer and the work are the same whether or not the account exists")
  func enumeration() async throws {
    let harness = try await ServiceHarness()
    _ = try await harness.signUp("ada@example.com")
    func rows() async throws -> [Int64] {
      [try await harness.count("code_requests"), try await harness.count("outbox")]
    }
    for userName in ["ada@example.com", "nobody@example.com"] {
      for _ in 0..<7 {
        let before = try await rows()
        let answer = try await harness.service.codeRequests.make(
          CodeRequest(userName: userName, purpose: .signIn), session: nil, from: .local
        ).get()
        #expect(answer.resendAfter == 60 && answer.destination == nil)
        #expect(try await rows() == before.map { $0 + 1 })
        await harness.deliverMessages()
      }
      let before = try await rows()
      _ = try await harness.service.accounts.signUp(
        SignUpRequest(userName: userName, displayName: "Eve"), from: .local
      ).get()
      #expect(try await rows() == before.map { $0 + 1 })
    }
  }

  @Test("a sign-up for an address that has an account signs its owner in and tells them")
  func repeatedSignUp() async throws {
    let harness = try await ServiceHarness()
    let first = try await harness.signUp()
    let second = try await harness.signUp()
    #expect(first.accountID == second.accountID)
    #expect(harness.messenger.notices(to: "ada@example.com").contains(.signUpRepeated))
    #expect(try await harness.service.moneyOrders.balance(second) == 5000)
  }

  // Holds: RTS-4.3d
  @Test("RTS-4.3d: five minutes without activity end a session; polling is no activity")
  func inactivity() async throws {
    let harness = try await ServiceHarness()
    let token = try await accessToken(harness)
    for _ in 0..<4 {
      harness.clock.advance(seconds: 200)
      #expect(
        try await harness.service.sessions.authenticate(token, activity: .person).refusal == nil)
    }
    harness.clock.advance(seconds: 200)
    #expect(
      try await harness.service.sessions.authenticate(token, activity: .background).refusal == nil)
    harness.clock.advance(seconds: 100)
    let over = try await harness.service.sessions.authenticate(token, activity: .person)
    #expect(over.refusal == .sessionRequired)
  }

  // Holds: ASVS-7.4.3
  @Test("a session that was ended is over at once; the others can be ended from one")
  func endings() async throws {
    let harness = try await ServiceHarness()
    let first = try await accessToken(harness)
    let second = try await accessToken(harness)
    let session = try await harness.service.sessions.authenticate(second, activity: .person).get()
    #expect(try await harness.service.sessions.list(session).sessions.count == 2)
    #expect(try await harness.service.sessions.endOthers(session).revoked == 1)
    let ended = try await harness.service.sessions.authenticate(first, activity: .person)
    #expect(ended.refusal == .sessionRequired)
    try await harness.service.sessions.end(session)
    let own = try await harness.service.sessions.authenticate(second, activity: .person)
    #expect(own.refusal == .sessionRequired)
  }

  @Test("one other session is ended by its id: no own, none of another account, and none twice")
  func oneEnding() async throws {
    let harness = try await ServiceHarness()
    let sessions = harness.service.sessions
    var opened: [AuthenticatedSession] = []
    for _ in 0..<3 {
      let token = try await accessToken(harness)
      opened.append(try await sessions.authenticate(token, activity: .person).get())
    }
    let (asking, other, third) = (opened[0], opened[1], opened[2])
    let stranger = try await harness.signUp("grace@example.com")
    for (id, reason) in [
      (asking.id, Reason.malformed), (SessionID("ses_x"), .notFound), (stranger.id, .notFound),
    ] {
      let refusal = await #expect(throws: Refusal.self) { try await sessions.end(id, from: asking) }
      #expect(refusal?.reason == reason)
    }
    #expect(try await sessions.list(asking).sessions.count == 3)
    #expect(try await sessions.end(other.id, from: asking).revoked == 1)
    let left = try await sessions.list(asking).sessions.map(\.id)
    #expect(Set(left) == [asking.id.text, third.id.text])
    await #expect(throws: Refusal.self) { try await sessions.end(other.id, from: asking) }
    #expect(try await sessions.list(stranger).sessions.count == 1)
  }

  @Test("a registered key opens a session, once per challenge")
  func passkeySignIn() async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    let assertion = try await authenticator.assert(
      challenge: harness.signInOptions().challenge,
      userHandle: UserHandle(Array(session.accountID.text.utf8)))
    let opened = try await harness.session(.assertion(assertion))
    #expect(opened.accountID == session.accountID)
    let again = try await harness.service.signIn.open(.assertion(assertion))
    #expect(again.refusal == .alreadyUsed)
    let nameless = try await authenticator.assert(
      challenge: harness.signInOptions().challenge)
    let refused = try await harness.service.signIn.open(.assertion(nameless))
    #expect(refused.refusal == .verificationFailed)
  }

  @Test(
    "a userName that is no e-mail address is refused",
    arguments: [
      "", "ada", "@example.com", "ada@", "a b@example.com", "ada@exa mple.com", "ada@@example.com",
      "ada@example.com\u{0}", "-f@example.com", "ada@-example.com", "\"a\"@example.com",
      "ada@example.com\nBcc: x@example.com",
    ])
  func userNames(userName: String) async throws {
    let harness = try await ServiceHarness()
    let decision = try await harness.service.accounts.signUp(
      SignUpRequest(userName: userName, displayName: "Ada"), from: .local)
    #expect(decision.refusal == .unacceptableValue)
  }

  private func accessToken(_ harness: ServiceHarness) async throws -> SecretText {
    let request = try await harness.service.accounts.signUp(
      SignUpRequest(userName: "ada@example.com", displayName: "Ada"), from: .local
    ).get()
    let code = try await harness.newestCode(to: "ada@example.com")
    return try await harness.service.signIn.open(
      .code(codeRequest: request.codeRequest, validateCode: code)
    ).get().accessToken
  }
}
