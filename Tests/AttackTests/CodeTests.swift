import CountersignCore
import CountersignTesting
import SecretSearch
import Testing
import WebAuthnModel
import WireModel

@Suite("Attacks on what a code entitles to")
struct CodeTests {
  static let ada = "ada@example.com"

  // Holds: RTS-24, codes say all
  @Test("Attack 46.1: a code that approves one payment adds no factor, device or number")
  func approvalCode() async throws {
    try await AttackedServer.run { server in
      let token = try await server.signUp(Self.ada)
      let charity = try await server.payment("1.00", to: "Charity")
      let code = try await server.code(
        CodeRequest(approving: charity.action), as: token, to: Self.ada)
      try await server.expectNoFactor(by: code, as: token)
      let options = try await server.send(
        .registrationOptions, as: token, RegistrationOptionsRequest(validateCode: code))
      #expect(options.status == 401 && options.reason == .verificationFailed)
      // It is good for what its message says, with the code that is texted beside it.
      let first = try await server.send(
        .approveTransaction, at: ["id": charity.id], as: token,
        ApprovalRequest(proof: .codes(validateCode: code, otp: nil, twoFactorCode: nil)))
      #expect(first.reason == .channelMissing)
    }
  }

  // Holds: codes say all
  @Test("Attack 46.1: a code for a passkey on the way to one payment adds nothing else")
  func registrationCode() async throws {
    try await AttackedServer.run { server in
      let token = try await server.signUp(Self.ada)
      let charity = try await server.payment("1.00", to: "Charity")
      let code = try await server.code(
        CodeRequest(registeringOnTheWayTo: charity.action), as: token, to: Self.ada)
      try await server.expectNoFactor(by: code, as: token)
      let other = try await server.payment("1.00", to: "Somebody")
      let approved = try await server.send(
        .approveTransaction, at: ["id": other.id], as: token,
        ApprovalRequest(proof: .codes(validateCode: code, otp: nil, twoFactorCode: nil)))
      #expect(approved.status == 401 && approved.reason == .verificationFailed)
    }
  }

  // Holds: codes say all
  @Test("Attack 46.1: a code to set up a passkey or a PIN approves no payment")
  func factorCode() async throws {
    try await AttackedServer.run { server in
      let token = try await server.signUp(Self.ada)
      let charity = try await server.payment("1.00", to: "Charity")
      for purpose in [CodePurpose.register, .setPIN] {
        let code = try await server.code(CodeRequest(purpose: purpose), as: token, to: Self.ada)
        let approved = try await server.send(
          .approveTransaction, at: ["id": charity.id], as: token,
          ApprovalRequest(proof: .codes(validateCode: code, otp: nil, twoFactorCode: nil)))
        #expect(approved.status == 401 && approved.reason == .verificationFailed)
      }
    }
  }

  // Holds: RTS-5.1, codes say all
  @Test("Attack 46.1: a passkey that was made on the way approves its document and no other")
  func keyOnTheWay() async throws {
    try await AttackedServer.run { server in
      let opened = try await server.openByCode(Self.ada, from: "127.0.0.1")
      let token = opened.accessToken.exposed
      let charity = try await server.payment("1.00", to: "Charity")
      let key = try await server.keyOnTheWay(to: charity, as: token)
      let large = try await server.payment("4000.00", to: "Thief")
      let small = try await server.payment("0.50", to: "Thief")
      let pays = try await server.approve(large.answer, by: key, as: token)
      #expect(pays.status == 403 && pays.reason == .transactionMismatch)
      let paysLittle = try await server.approve(small.answer, by: key, as: token)
      #expect(paysLittle.status == 403 && paysLittle.reason == .transactionMismatch)
      let unlinked = try await server.send(.authenticationOptions, as: token)
      let verified = try await server.send(
        .verifyAssertion, as: token,
        key.assert(CredentialRequestOptions(json: unlinked.json)))
      #expect(verified.status == 403 && verified.reason == .transactionMismatch)
      try await server.expectNoSession(by: key, of: opened.accountID, as: token)
      let other = try await server.signUp(Self.ada)
      let elsewhere = try await server.approve(charity.answer, by: key, as: other)
      #expect(elsewhere.status == 403 && elsewhere.reason == .transactionMismatch)
      // No factor yet: its own session alone lists it, as what it is.
      let keys: CredentialList = try await server.read(.credentials, as: token)
      #expect(keys.credentials.map(\.isOnTheWay) == [true])
      let others: CredentialList = try await server.read(.credentials, as: other)
      #expect(others.credentials.isEmpty)
      let approved = try await server.approve(charity.answer, by: key, as: token)
      #expect(approved.status == 200)
      let after: CredentialList = try await server.read(.credentials, as: token)
      #expect(after.credentials.map(\.id) == [key.credentialID.base64URL])
      #expect(after.credentials.map(\.isOnTheWay) == [nil])
      #expect(try await server.send(.credentials, as: other).status == 401)
      #expect(try await server.approve(small.answer, by: key, as: token).status == 200)
    }
  }

  @Test("Attack 46.1: the token of a passkey on the way acts on its document alone")
  func tokenOnTheWay() async throws {
    try await AttackedServer.run { server in
      let token = try await server.signUp(Self.ada)
      let charity = try await server.payment("1.00", to: "Charity")
      let small = try await server.payment("0.50", to: "Thief")
      let large = try await server.payment("4000.00", to: "Thief")
      let key = try await server.keyOnTheWay(to: charity, as: token)
      for payment in [small, large] {
        let options: LinkedOptions = try await server.read(
          .linkedOptions, as: token, payment.action)
        let verified = try await server.send(
          .verifyAssertion, as: token, key.assert(options.options))
        #expect(verified.status == 403 && verified.reason == .transactionMismatch)
      }
      var tokens: [SecretText] = []
      for _ in 0..<2 {
        let options: LinkedOptions = try await server.read(
          .linkedOptions, as: token, charity.action)
        let verified: VerificationAnswer = try await server.read(
          .verifyAssertion, as: token, key.assert(options.options))
        tokens.append(verified.verificationToken)
      }
      let approved = try await server.send(
        .approveTransaction, at: ["id": charity.id], as: token,
        ApprovalRequest(proof: .verificationToken(tokens[1])))
      #expect(approved.status == 200)
      // The other one is void with the first factor.
      let late = try await server.send(
        .approveTransaction, at: ["id": charity.id], as: token,
        ApprovalRequest(proof: .verificationToken(tokens[0])))
      #expect(late.reason == .alreadyUsed || late.reason == .alreadyApproved)
    }
  }

  // Holds: codes say all
  @Test("Attack 46.1: a code that is used or replaced registers no passkey by its grant")
  func usedCode() async throws {
    try await AttackedServer.run { server in
      let token = try await server.signUp(Self.ada)
      let charity = try await server.payment("1.00", to: "Charity")
      let registering = CodeRequest(registeringOnTheWayTo: charity.action)
      for way in ["number", "replaced", "twice"] {
        let request = way == "twice" ? registering : CodeRequest(purpose: .register)
        let code = try await server.code(request, as: token, to: Self.ada)
        func grant() async throws -> CredentialCreationOptions {
          try await server.read(
            .registrationOptions, as: token, RegistrationOptionsRequest(validateCode: code))
        }
        let (first, second) = (try await grant(), try await grant())
        switch way {
        case "number":
          let _: CodeRequestAnswer = try await server.read(
            .setPhone, as: token, PhoneRequest(phone: "+2348012345678", validateCode: code))
        case "replaced": _ = try await server.code(request, as: token, to: Self.ada)
        default:
          let key = try server.newKey().register(first)
          #expect(try await server.send(.registerCredential, as: token, key).status == 201)
        }
        let again = try await server.send(
          .registerCredential, as: token, server.newKey().register(second))
        #expect(again.reason == .alreadyUsed, "\(way)")
      }
    }
  }

  @Test("Attack 46.1: a passkey on the way is void once the account has another first factor")
  func overtaken() async throws {
    try await AttackedServer.run { server in
      let thief = try await server.signUp(Self.ada)
      let charity = try await server.payment("1.00", to: "Charity")
      let key = try await server.keyOnTheWay(to: charity, as: thief)
      let owner = try await server.signUp(Self.ada)
      let own = try await server.registerKey(owner, of: Self.ada)
      #expect(try await server.send(.transactions, as: thief).status == 401)
      let late = try await server.approve(charity.answer, by: key, as: owner)
      #expect(late.status == 401 && late.reason == .verificationFailed)
      #expect(try await server.approve(charity.answer, by: own, as: owner).status == 200)
      let rows = try await server.harness.store.rows(
        "SELECT id FROM credentials WHERE revoked_at IS NULL OR bound_to IS NOT NULL", [])
      #expect(try rows.map { try $0.blob(0) } == [own.credentialID.bytes])
    }
  }

  @Test("Attack 46.1: where the account has a factor, a code on the way names the action alone")
  func hasFactor() async throws {
    try await AttackedServer.run { server in
      let owner = try await server.signUp(Self.ada)
      _ = try await server.registerKey(owner, of: Self.ada)
      let thief = try await server.signUp(Self.ada)
      let charity = try await server.payment("1.00", to: "Charity")
      let code = try await server.code(
        CodeRequest(registeringOnTheWayTo: charity.action), as: thief, to: Self.ada)
      let sent = server.harness.messenger.messages.last { $0.code != nil }
      #expect(sent?.purpose == .approve)
      let refused = try await server.send(
        .registrationOptions, as: thief, RegistrationOptionsRequest(validateCode: code))
      #expect(refused.status == 401 && refused.reason == .insufficientUserAuthentication)
    }
  }

  // Holds: codes say all
  @Test("Attack 46.1: a code that was asked for before a recovery is ready does not complete it")
  func codeBeforeRecovery() async throws {
    try await AttackedServer.run { server in
      let owner = try await server.signUp(Self.ada)
      _ = try await server.registerKey(owner, of: Self.ada)
      let thief = try await server.signUp(Self.ada)
      let begin = try await server.code(CodeRequest(purpose: .recover), as: thief, to: Self.ada)
      // Its message says that it begins a recovery; it completes none.
      let early = try await server.send(
        .registrationOptions, as: thief, RegistrationOptionsRequest(validateCode: begin))
      #expect(early.status == 401 && early.reason == .insufficientUserAuthentication)
      let begun = try await server.send(
        .beginRecovery, as: thief, RecoveryRequest(validateCode: begin))
      #expect(begun.status == 202)
      _ = try await server.code(to: Self.ada)
      server.turn(seconds: 72 * 3600 - 60)
      let later = try await server.signUp(Self.ada)
      let old = try await server.code(CodeRequest(purpose: .register), as: later, to: Self.ada)
      server.turn(seconds: 120)
      let late = try await server.send(
        .registrationOptions, as: later, RegistrationOptionsRequest(validateCode: old))
      #expect(late.status == 401 && late.reason == .verificationFailed)
      let code = try await server.code(CodeRequest(purpose: .register), as: later, to: Self.ada)
      let sent = server.harness.messenger.messages.last { $0.code != nil }
      #expect(sent?.content == .recoveringCode(code, purpose: .register))
      let options = try await server.send(
        .registrationOptions, as: later, RegistrationOptionsRequest(validateCode: code))
      #expect(options.status == 200)
    }
  }

  // Holds: RTS-24
  @Test("Attack 46.4: the first factor ends what a mailed code alone entitled to before")
  func firstFactor() async throws {
    try await AttackedServer.run { server in
      let opened = try await server.openByCode(Self.ada, from: "127.0.0.1")
      let thief = opened.accessToken.exposed
      let phone = TestPhone(try server.newKey())
      let code = try await server.code(CodeRequest(purpose: .register), as: thief, to: Self.ada)
      let registered = try await server.send(
        .registerDevice, as: thief,
        DeviceRequest(
          device: try phone.device(for: opened.accountID, withPIN: false), validateCode: code))
      #expect(registered.status == 201)
      let link: SessionLinkAnswer = try await server.read(
        .makeLink, as: thief, SessionLinkRequest(type: .enrol))
      let charity = try await server.payment("1.00", to: "Charity")
      #expect(try await server.send(.transactions, as: thief).status == 200)
      let owner = try await server.signUp(Self.ada)
      let key = try await server.registerKey(owner, of: Self.ada)
      for route in [Route.transactions, .sessions, .secondFactor, .devices] {
        #expect(try await server.send(route, as: thief).status == 401, "\(route.path)")
      }
      let id = ["id": charity.id]
      #expect(try await server.send(.denyTransaction, at: id, as: thief).status == 401)
      #expect(
        try await server.send(.linkOptions, at: ["id": link.id], LinkOptionsRequest()).reason
          == .linkOver)
      let options = try await server.send(
        .sessionOptions, SessionOptionsRequest(deviceID: phone.id))
      #expect(options.reason == .deviceUnknown)
      let devices: DeviceList = try await server.read(.devices, as: owner)
      #expect(devices.devices.isEmpty)
      await server.harness.deliverMessages()
      #expect(server.harness.messenger.notices(to: Self.ada).contains(.deviceRevoked))
      #expect(try await server.approve(charity.answer, by: key, as: owner).status == 200)
    }
  }

  @Test("Attack 46.4: what a host answers for stays as its own link brings the first factor")
  func hostsStay() async throws {
    try await AttackedServer.run { server in
      let host = try await server.harness.serviceKey([.sessions], of: .shop).exposed
      let opened: SessionAnswer = try await server.read(
        .openServiceSession, as: host,
        ServiceSessionRequest(userName: Self.ada, displayName: "Ada"))
      let headless = try await server.phone(by: host, SecondFactorDemand.none)
      _ = try await server.phone(by: host, .required)
      for token in [opened.accessToken.exposed, headless] {
        #expect(try await server.send(.secondFactor, as: token).status == 200)
      }
    }
  }

  @Test("Attack 46.1: no code is for a passkey on the way where a host's device is on hold")
  func onHold() async throws {
    try await AttackedServer.run { server in
      let host = try await server.harness.serviceKey([.sessions], of: .shop).exposed
      _ = try await server.phone(by: host, .required)
      // The mailbox alone takes the account over no sooner by a payment that its code names.
      let thief = try await server.signUp(Self.ada)
      let large = try await server.payment("4000.00", to: "Thief")
      let sent = server.harness.messenger.messages.count { $0.code != nil }
      server.turn(seconds: 1)
      let promised = try await server.send(
        .requestCode, as: thief, CodeRequest(registeringOnTheWayTo: large.action))
      #expect(promised.status == 403 && promised.reason == .factorWaits)
      await server.harness.deliverMessages()
      #expect(server.harness.messenger.messages.count { $0.code != nil } == sent)
    }
  }

  @Test("Attack 46.4: a session that two codes raised before the first factor ends with it")
  func raisedByCodes() async throws {
    try await AttackedServer.run { server in
      let browser = Browser()
      let thief = try await server.signUp(Self.ada)
      try await server.setPhone("+2348012345678", as: thief, of: Self.ada)
      let proof = try await server.proof(
        of: LinkedOptionsRequest(scenario: .signIn, payload: [:]), as: thief, to: Self.ada)
      let raised = try await server.send(
        WireRequest(
          .raiseSession, accessToken: thief, body: SessionProofRequest(proof: proof).json),
        in: browser)
      #expect(raised.status == 200)
      let strong = try SessionAnswer(json: raised.json).accessToken.exposed
      let owner = try await server.signUp(Self.ada)
      _ = try await server.registerKey(owner, of: Self.ada)
      for token in [thief, strong] {
        #expect(try await server.send(.transactions, as: token).status == 401)
      }
      let left = try await server.harness.store.rows(
        "SELECT 1 FROM lanes UNION ALL SELECT 1 FROM phones WHERE number IS NOT NULL", [])
      #expect(left.isEmpty)
    }
  }

  @Test("Attack 46.4: a device without a PIN shortens no recovery's wait")
  func weakChannel() async throws {
    try await AttackedServer.run { server in
      let opened = try await server.openByCode(Self.ada, from: "127.0.0.1")
      let phone = TestPhone(try server.newKey())
      let token = opened.accessToken.exposed
      let code = try await server.code(CodeRequest(purpose: .register), as: token, to: Self.ada)
      let registered = try await server.send(
        .registerDevice, as: token,
        DeviceRequest(
          device: try phone.device(for: opened.accountID, withPIN: false), validateCode: code))
      #expect(registered.status == 201)
      // The device's own session stores the first factor, so the device stays.
      _ = try await server.registerKey(token, of: Self.ada)
      let devices: DeviceList = try await server.read(.devices, as: token)
      #expect(devices.devices.map(\.id) == [phone.id])
      let thief = try await server.signUp(Self.ada)
      let begin = try await server.code(CodeRequest(purpose: .recover), as: thief, to: Self.ada)
      let begun = try await server.send(
        .beginRecovery, as: thief, RecoveryRequest(validateCode: begin))
      #expect(begun.status == 202)
      _ = try await server.code(to: Self.ada)
      server.turn(seconds: 24 * 3600 + 60)
      let later = try await server.signUp(Self.ada)
      let waiting: RecoveryAnswer = try await server.read(.recovery, as: later)
      #expect(waiting.status == .waiting)
    }
  }
}

/// A payment that a host put before Ada.
struct AskedPayment {
  let answer: TransactionAnswer

  var id: String { answer.transaction.transactionID }
  /// The approval of it, for options and codes.
  var action: LinkedOptionsRequest {
    LinkedOptionsRequest(
      scenario: .authorizeTransaction, payload: ReviewPayload(transactionID: id).json)
  }
}

extension AttackedServer {
  fileprivate func payment(_ amount: DecimalAmount, to payee: String) async throws -> AskedPayment {
    let host = try await harness.serviceKey([.transactions], of: .shop).exposed
    return AskedPayment(
      answer: try await read(
        .createTransaction, as: host,
        NewTransactionRequest(
          userName: CodeTests.ada, amount: amount, currency: "EUR", payee: payee)))
  }

  /// Enrols a phone by a host's link, and gives the token of its session.
  fileprivate func phone(
    by host: String, _ demand: SecondFactorDemand
  ) async throws -> String {
    let link: SessionLinkAnswer = try await read(
      .makeServiceLink, as: host,
      SessionLinkRequest(
        type: .enrol, userName: CodeTests.ada, displayName: "Ada", secondFactor: demand))
    let device = try TestPhone(try newKey()).device(for: link.id, withPIN: demand == .required)
    let enrolled: LinkConfirmed = try await read(
      .confirmLink, at: ["id": link.id],
      LinkConfirmation.enrol(device, registration: nil, .nothing))
    return try #require(enrolled.session).accessToken.exposed
  }

  /// Asks for a code and reads it.
  fileprivate func code(
    _ request: CodeRequest, as token: String, to recipient: String
  ) async throws -> SecretText {
    turn(seconds: 1)
    let _: CodeRequestAnswer = try await read(.requestCode, as: token, request)
    return try await code(to: recipient)
  }

  /// Registers a passkey on the way to a payment.
  fileprivate func keyOnTheWay(
    to payment: AskedPayment, as token: String
  ) async throws -> TestAuthenticator {
    let code = try await code(
      CodeRequest(registeringOnTheWayTo: payment.action), as: token, to: CodeTests.ada)
    let options: CredentialCreationOptions = try await read(
      .registrationOptions, as: token, RegistrationOptionsRequest(validateCode: code))
    let key = try newKey()
    let registered = try await send(.registerCredential, as: token, try key.register(options))
    #expect(registered.status == 201)
    return key
  }

  /// Expects that a code adds no PIN, device, app or number.
  fileprivate func expectNoFactor(by code: SecretText, as token: String) async throws {
    let session: SessionList = try await read(.sessions, as: token)
    let account = try #require(session.account?.id)
    let phone = TestPhone(try newKey())
    for answer in [
      try await send(
        .setPIN, as: token,
        SetPINRequest(pin: SecretText("258036"), entitlement: .validateCode(code))),
      try await send(
        .registerDevice, as: token,
        DeviceRequest(device: try phone.device(for: account), validateCode: code)),
      try await send(
        .enrolAuthenticatorApp, as: token, AuthenticatorAppRequest(validateCode: code)),
      try await send(
        .setPhone, as: token, PhoneRequest(phone: "+2348012345678", validateCode: code)),
    ] {
      #expect(answer.status == 401 && answer.reason == .verificationFailed)
    }
  }

  /// Expects that a passkey opens no session, raises none and manages no factor.
  fileprivate func expectNoSession(
    by key: TestAuthenticator, of account: String, as token: String
  ) async throws {
    let options: SessionOptions = try await read(.sessionOptions, SessionOptionsRequest())
    let handle = UserHandle(Array(account.utf8))
    let opened = try await send(
      .openSession,
      SessionRequest.assertion(
        try key.assert(challenge: options.options.challenge, userHandle: handle)))
    #expect(opened.status == 401 && opened.reason == .verificationFailed)
    let raising: LinkedOptions = try await read(
      .linkedOptions, as: token, LinkedOptionsRequest(scenario: .signIn, payload: [:]))
    let raised = try await send(
      .raiseSession, as: token,
      SessionProofRequest(proof: .assertion(try key.assert(raising.options))))
    #expect(raised.status == 403 && raised.reason == .transactionMismatch)
    let managing: LinkedOptions = try await read(
      .linkedOptions, as: token, LinkedOptionsRequest(changing: .addPasskey))
    let added = try await send(
      .registrationOptions, as: token,
      RegistrationOptionsRequest(proof: .assertion(try key.assert(managing.options))))
    #expect(added.status == 403 && added.reason == .transactionMismatch)
  }

  /// Sets the telephone number of an account without a factor, by codes alone.
  fileprivate func setPhone(
    _ number: String, as token: String, of recipient: String
  ) async throws {
    let code = try await code(CodeRequest(purpose: .register), as: token, to: recipient)
    let _: CodeRequestAnswer = try await read(
      .setPhone, as: token, PhoneRequest(phone: number, validateCode: code))
    let otp = try await self.code(to: number)
    #expect(
      try await send(.confirmPhone, as: token, PhoneConfirmation(otp: otp)).status == 204)
  }

  /// A proof by a mailed and a texted code.
  fileprivate func proof(
    of action: LinkedOptionsRequest, as token: String, to recipient: String
  ) async throws -> Proof {
    let mailed = try await code(CodeRequest(approving: action), as: token, to: recipient)
    let asked = try await send(
      .raiseSession, as: token,
      SessionProofRequest(proof: .codes(validateCode: mailed, otp: nil, twoFactorCode: nil)))
    #expect(asked.status == 202)
    return .codes(
      validateCode: mailed, otp: try await code(to: "+2348012345678"), twoFactorCode: nil)
  }
}
