import CountersignCore
import CountersignSQLite
import CountersignTesting
import SecretSearch
import Testing
import WebAuthnModel
import WireModel

@Suite("Where messages go")
struct DirectoryTests {
  @Test("a host's person is known by its opaque id alone, and reached where its directory says")
  func opaqueID() async throws {
    let directory = ScriptedDirectory { addressee in
      guard addressee.name.text == Self.handle else { return nil }
      return Addresses(email: try EmailAddress("Ada@Bank.example"))
    }
    let harness = try await ServiceHarness(people: directory)
    let session = try await harness.hostSession(Self.handle)
    let asked = try await harness.ask(.setPIN, session).get()
    #expect(asked.destination == "a•••@bank.example")
    try await harness.setPIN("258036", session, to: "ada@bank.example")
    await harness.deliverMessages()
    #expect(harness.messenger.notices(to: "ada@bank.example") == [.pinChanged])
    let addressee = try #require(directory.asked.first)
    #expect(addressee.account == session.accountID && addressee.phone == nil)
    #expect(addressee.name == .handle(try Handle(Self.handle)))
    #expect(try await harness.hostSession(Self.handle).accountID == session.accountID)
    #expect(try await harness.fault() == nil)
  }

  @Test("a message goes where the directory says when it is sent, not when it was put in")
  func movedMeanwhile() async throws {
    let directory = ScriptedDirectory { _ in
      Addresses(email: try EmailAddress("old@bank.example"))
    }
    let harness = try await ServiceHarness(people: directory)
    let session = try await harness.hostSession(Self.handle)
    #expect(try await harness.ask(.register, session).get().destination == "o•••@bank.example")
    directory.script { _ in Addresses(email: try EmailAddress("new@bank.example")) }
    await harness.deliverMessages()
    #expect(harness.messenger.messages.map(\.recipient) == ["new@bank.example"])
  }

  @Test("by itself a server mails to names that are addresses and texts to the number set here")
  func ownAccounts() async throws {
    let account = AccountID("acc_1")
    let (mail, number) = (try EmailAddress("ada@example.com"), try PhoneNumber(Self.number))
    let other = try PhoneNumber("+2348087654321")
    for (name, phone, expected) in [
      (.email(mail), nil, Addresses(email: mail)),
      (.email(mail), other, Addresses(email: mail, phone: other)),
      (.phone(number), nil, Addresses(phone: number)),
      (.phone(number), other, Addresses(phone: other)),
      (.handle(try Handle("ada")), nil, Addresses()),
      (.handle(try Handle("ada")), other, Addresses(phone: other)),
    ] as [(AccountName, PhoneNumber?, Addresses)] {
      let addressee = Addressee(account: account, name: name, phone: phone)
      #expect(try await OwnAccounts().addresses(of: addressee) == expected)
    }
  }

  @Test("a person who has signed in and has no address is told why no code can be sent")
  func noAddress() async throws {
    for people in [OwnAccounts(), ScriptedDirectory()] as [any Directory] {
      let harness = try await ServiceHarness(people: people)
      let session = try await harness.hostSession(Self.handle)
      for purpose in [CodePurpose.register, .setPIN, .recover] {
        guard case .failure(let refusal) = try await harness.ask(purpose, session) else {
          Issue.record("a code was promised")
          continue
        }
        #expect(refusal.reason == .channelMissing)
        #expect(refusal.detail.contains("no e-mail address and no telephone number is known"))
      }
      #expect(try await harness.codeRequests() == 0)
      let options = try await harness.service.actions.optionsWithWays(
        LinkedOptionsRequest(scenario: .testBiometrics, payload: [:]), session: session
      ).get()
      #expect(options.ways.first { $0.proof == .validateCode }?.reason == "channel_missing")
    }
  }

  @Test("codes are no way to act for a person whose address is gone, whatever app there is")
  func addressGone() async throws {
    let directory = ScriptedDirectory { _ in Addresses(email: try EmailAddress("ada@bank.example"))
    }
    let harness = try await ServiceHarness(people: directory)
    let session = try await harness.hostSession(Self.handle)
    _ = try await harness.enrolApp(session, to: "ada@bank.example")
    for (addresses, reason) in [
      (Addresses(email: try EmailAddress("ada@bank.example")), nil),
      (Addresses(), "channel_missing"),
    ] {
      directory.script { _ in addresses }
      let options = try await harness.service.actions.optionsWithWays(
        LinkedOptionsRequest(scenario: .testBiometrics, payload: [:]), session: session
      ).get()
      let codes = try #require(options.ways.first { $0.proof == .validateCode })
      #expect(codes.reason == reason)
    }
  }

  @Test("a host's own id names its person wherever a host names one")
  func namedByHost() async throws {
    let harness = try await ServiceHarness()
    let account = try await harness.hostSession(Self.handle).accountID
    var request = NewTransactionRequest.sample
    request.userName = Self.handle
    _ = try await harness.review(request)
    let found = try await harness.service.administration.findAccount(
      AdministrationRequest(.userName(Self.handle)), host: harness.host(.admin)
    ).get()
    #expect(found.account.accountID == account.text && found.account.userName == Self.handle)
    request.userName = Self.handle.uppercased()
    let other = try await harness.service.reviews.create(
      request, idempotencyKey: nil, host: harness.host())
    #expect(other.refusal == .notFound)
  }

  // Holds: ASVS-6.3.8
  @Test("ASVS-6.3.8: a stranger learns neither who has an account nor who has an address")
  func strangers() async throws {
    let directory = ScriptedDirectory()
    let harness = try await ServiceHarness(people: directory)
    for name in [Self.handle, "ada@example.com", Self.number] {
      _ = try await harness.hostSession(name)
    }
    for name in [Self.handle, "4712", "ada@example.com", "bob@example.com", Self.number] {
      for channel in [nil, CodeChannel.email] {
        let answer = try await harness.service.codeRequests.make(
          CodeRequest(userName: name, purpose: .signIn, channel: channel), session: nil,
          from: .local
        ).get()
        #expect(answer.resendAfter == 60 && answer.destination == nil)
      }
      let texted = try await harness.service.codeRequests.make(
        CodeRequest(userName: name, purpose: .signIn, channel: .sms), session: nil, from: .local)
      #expect(texted.refusal == .channelMissing)
    }
    for name in ["ada@example.com", "bob@example.com", Self.number, "+2348087654321"] {
      let answer = try await harness.service.accounts.signUp(
        SignUpRequest(userName: name, displayName: "A"), from: .local
      ).get()
      #expect(answer.resendAfter == 60 && answer.destination == nil)
    }
    // That of a name to which nothing can be sent, with an account or without.
    for name in [Self.handle, "4712"] {
      let answer = try await harness.service.accounts.signUp(
        SignUpRequest(userName: name, displayName: "A"), from: .local)
      #expect(answer.refusal == .unacceptableValue)
    }
    // Time would tell, if it was asked before the answer.
    #expect(directory.asked == [])
    await harness.deliverMessages()
    #expect(
      Set(harness.messenger.messages.map(\.recipient)) == ["bob@example.com", "+2348087654321"])
  }

  @Test("the name that somebody types is no address of an account that the directory knows better")
  func typedName() async throws {
    let directory = ScriptedDirectory { _ in
      Addresses(email: try EmailAddress("ada@bank.example"))
    }
    let harness = try await ServiceHarness(people: directory)
    let session = try await harness.hostSession("ada@example.com")
    let request = try await harness.service.accounts.signUp(
      SignUpRequest(userName: "ada@example.com", displayName: "Eve"), from: .local
    ).get()
    await harness.deliverMessages()
    #expect(Set(harness.messenger.messages.map(\.recipient)) == ["ada@bank.example"])
    let code = try await harness.newestCode(to: "ada@bank.example")
    let opened = try await harness.session(
      .code(codeRequest: request.codeRequest, validateCode: code))
    #expect(opened.accountID == session.accountID)
  }

  @Test("a code that was sent to a typed name opens no account that a host has made since")
  func madeMeanwhile() async throws {
    let harness = try await ServiceHarness()
    let request = try await harness.service.accounts.signUp(
      SignUpRequest(userName: "ada@example.com", displayName: "Eve"), from: .local
    ).get()
    let code = try await harness.newestCode(to: "ada@example.com")
    _ = try await harness.hostSession("ada@example.com")
    let opening = SessionRequest.code(codeRequest: request.codeRequest, validateCode: code)
    #expect(try await harness.service.signIn.open(opening).refusal == .verificationFailed)
    // One that was sent to the account does.
    let sent = try await harness.service.codeRequests.make(
      CodeRequest(userName: "ada@example.com", purpose: .signIn), session: nil, from: .local
    ).get()
    _ = try await harness.session(
      .code(
        codeRequest: sent.codeRequest,
        validateCode: try await harness.newestCode(to: "ada@example.com")))
  }

  @Test("of two sign-ups that were asked for at once both codes open the one account")
  func signedUpTwice() async throws {
    let harness = try await ServiceHarness()
    var openings: [SessionRequest] = []
    for _ in 0..<2 {
      let request = try await harness.service.accounts.signUp(
        SignUpRequest(userName: "ada@example.com", displayName: "Ada"), from: .local
      ).get()
      let code = try await harness.newestCode(to: "ada@example.com")
      openings.append(.code(codeRequest: request.codeRequest, validateCode: code))
      harness.clock.advance(seconds: 61)
    }
    let first = try await harness.session(openings[0])
    #expect(try await harness.session(openings[1]).accountID == first.accountID)
  }

  @Test("who signs up with a telephone number gets first codes by text, and no second one there")
  func telephoneNumber() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp(Self.number)
    let asked = try await harness.ask(.register, session).get()
    #expect(asked.destination == "+234•••••78")
    let mailed = try await harness.service.codeRequests.make(
      CodeRequest(purpose: .register, channel: .email), session: session, from: .local)
    #expect(mailed.refusal == .channelMissing)
    let action = LinkedOptionsRequest(scenario: .testBiometrics, payload: [:])
    let sent = try await harness.service.codeRequests.make(
      CodeRequest(approving: action), session: session, from: .local
    ).get()
    #expect(sent.destination == "+234•••••78" && sent.second == nil)
    let code = try await harness.newestCode(to: Self.number)
    let tried = try await harness.service.actions.testBiometrics(
      BiometricTestRequest(
        proof: .codes(validateCode: code, otp: nil, twoFactorCode: nil)), idempotencyKey: nil,
      session: session)
    guard case .failure(let refusal) = tried else {
      Issue.record("both codes would be on one telephone")
      return
    }
    #expect(refusal.reason == .channelMissing)
    #expect(refusal.detail.contains("only telephone"))
    _ = try await harness.registerKey(session, to: Self.number)
    await harness.deliverMessages()
    #expect(harness.messenger.notices(to: Self.number) == [.credentialAdded])
    #expect(harness.messenger.messages.allSatisfy { $0.channel == .sms })
    // Who comes again gets a code there, too.
    #expect(try await harness.signUp(Self.number).accountID == session.accountID)
  }

  @Test("where nothing is texted, nobody signs up with a telephone number")
  func noTexts() async throws {
    let harness = try await ServiceHarness { $0.codes.channels = [.email] }
    _ = try await harness.hostSession(Self.number)
    for name in [Self.number, "+2348087654321"] {
      let answer = try await harness.service.accounts.signUp(
        SignUpRequest(userName: name, displayName: "A"), from: .local)
      #expect(answer.refusal == .channelMissing)
    }
    let session = try await harness.hostSession(Self.number)
    #expect(try await harness.ask(.register, session).refusal == .channelMissing)
  }

  @Test("the directory's number takes the second code of an action, and the news of a recovery")
  func secondAddress() async throws {
    let directory = ScriptedDirectory { _ in
      Addresses(
        email: try EmailAddress("ada@bank.example"), phone: try PhoneNumber(Self.number))
    }
    let harness = try await ServiceHarness(people: directory)
    let session = try await harness.hostSession(Self.handle)
    let action = LinkedOptionsRequest(scenario: .testBiometrics, payload: [:])
    let options = try await harness.service.actions.optionsWithWays(action, session: session).get()
    #expect(options.ways.first { $0.proof == .validateCode }.map { $0.reason == nil } == true)
    let asked = try await harness.service.codeRequests.make(
      CodeRequest(approving: action), session: session, from: .local
    ).get()
    #expect(asked.second == .otp && asked.destination == "a•••@bank.example")
    let mailed = try await harness.newestCode(to: "ada@bank.example")
    func test(_ otp: SecretText?) async throws -> ActionOutcome<BiometricTestAnswer> {
      try await harness.service.actions.testBiometrics(
        BiometricTestRequest(
          proof: .codes(validateCode: mailed, otp: otp, twoFactorCode: nil)),
        idempotencyKey: nil, session: session
      ).get()
    }
    guard case .otpRequired(let required) = try await test(nil) else {
      Issue.record("no second code was asked for")
      return
    }
    #expect(required.destination == "+234•••••78")
    guard case .done = try await test(try await harness.newestCode(to: Self.number)) else {
      Issue.record("both codes do not act")
      return
    }
    _ = try await harness.registerKey(session, to: "ada@bank.example")
    let recover = try await harness.code(.recover, session, to: "ada@bank.example")
    _ = try await harness.service.recoveries.begin(
      RecoveryRequest(validateCode: recover), session: session
    ).get()
    await harness.deliverMessages()
    #expect(harness.messenger.notices(to: Self.number) == [.recoveryBegun])
    #expect(harness.messenger.notices(to: "ada@bank.example").contains(.recoveryBegun))
  }

  private static let handle = "cust-4711"
  private static let number = "+2348012345678"
}

extension ServiceHarness {
  /// A session of a person whom a host has signed in, and calls by a name.
  func hostSession(_ userName: String) async throws -> AuthenticatedSession {
    let answer = try await service.hostSessions.open(
      ServiceSessionRequest(userName: userName, displayName: "Ada")
    ).get()
    watch.note("accessToken", answer.accessToken.exposed)
    return try await service.sessions.authenticate(answer.accessToken, activity: .person).get()
  }

  /// Asks for a code within a session.
  func ask(
    _ purpose: CodePurpose, _ session: AuthenticatedSession
  ) async throws -> Decision<CodeRequestAnswer> {
    try await service.codeRequests.make(
      CodeRequest(purpose: purpose), session: session, from: .local)
  }

  /// How many codes were asked for.
  func codeRequests() async throws -> Int64? {
    try await store.rows("SELECT count(*) FROM code_requests", []).first?.integer(0)
  }
}
