import CountersignSQLite
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@testable import CountersignCore

@Suite("The telephone number")
struct PhoneTests {
  @Test("a number holds once the code that was texted to it is given, and is no factor")
  func firstNumber() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    let code = try await harness.code(.register, session, to: Self.mail)
    let asked = try await harness.set(Self.number, session, code: code).get()
    #expect(asked.destination == "+234•••••78" && asked.resendAfter == 60)
    #expect(try await !harness.service.secondFactors.show(session).hasPhone)
    // The mailed code sets one number.
    #expect(
      try await harness.set(Self.newNumber, session, code: code).refusal == .verificationFailed)
    let otp = try await harness.newestCode(to: Self.number)
    #expect(
      harness.messenger.messages.last?.content == .code(otp, purpose: .confirmPhone))
    #expect(try await harness.confirm(harness.other(otp), session).refusal == .verificationFailed)
    try await harness.confirm(otp, session).get()
    #expect(try await harness.service.secondFactors.show(session).hasPhone)
    #expect(try await harness.confirm(otp, session).refusal == .verificationFailed)
    await harness.deliverMessages()
    #expect(harness.messenger.notices(to: Self.mail).last == .phoneChanged)
    // The account still has no factor: a mailed code registers its first key.
    _ = try await harness.registerKey(session)
    #expect(try await harness.auditKinds().contains("phone_set"))
    #expect(try await harness.fault() == nil)
  }

  // Holds: ASVS-7.5.1
  @Test("an account with a factor changes its number with a proof by it, and the old one is told")
  func changed() async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    try await harness.confirmPhone(Self.number, session)
    let code = try await harness.code(.register, session, to: Self.mail)
    #expect(
      try await harness.set(Self.newNumber, session, code: code).refusal
        == .insufficientUserAuthentication)
    #expect(
      try await harness.set(Self.newNumber, session).refusal == .insufficientUserAuthentication)
    let proof = try await harness.managementProof(
      authenticator, session, changing: .setPhone(Self.newNumber))
    _ = try await harness.set(Self.newNumber, session, proof: proof).get()
    // Until then the old one holds.
    #expect(try await harness.number(session) == Self.number)
    try await harness.confirm(try await harness.newestCode(to: Self.newNumber), session).get()
    #expect(try await harness.number(session) == Self.newNumber)
    await harness.deliverMessages()
    #expect(harness.messenger.notices(to: Self.mail).last == .phoneChanged)
    #expect(harness.messenger.notices(to: Self.number) == [.phoneChanged])
  }

  @Test("a number that a PIN in a body set shortens no recovery, until its own time is over")
  func weak() async throws {
    let harness = try await ServiceHarness { $0.sessionLifetimeSeconds = 604_800 }
    let session = try await harness.signUp()
    try await harness.setPIN("258036", session)
    // Past the hour in which the first factor adds others at once.
    harness.clock.advance(seconds: 7200)
    try await harness.keepAlive(session)
    _ = try await harness.set(Self.number, session, proof: .pin(SecretText("258036"))).get()
    try await harness.confirm(try await harness.newestCode(to: Self.number), session).get()
    for (seconds, wait) in [(0, 259_200), (259_199, 259_200), (1, 86_400)] as [(Int64, Int64)] {
      harness.clock.advance(seconds: seconds)
      try await harness.keepAlive(session)
      let code = try await harness.code(.recover, session, to: Self.mail)
      _ = try await harness.service.recoveries.begin(
        RecoveryRequest(validateCode: code), session: session
      ).get()
      #expect(try await harness.count("waits WHERE seconds = \(wait) AND stopped_at IS NULL") == 1)
      _ = try await harness.service.stops.stop(harness.stopRequest(of: .recoveryBegun)).get()
    }
  }

  @Test("a number that a mailed code alone had texted to holds no more once there is a factor")
  func overtaken() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    let code = try await harness.code(.register, session, to: Self.mail)
    _ = try await harness.set(Self.number, session, code: code).get()
    let otp = try await harness.newestCode(to: Self.number)
    _ = try await harness.registerKey(session)
    #expect(try await harness.confirm(otp, session).refusal == .verificationFailed)
    #expect(try await harness.number(session) == nil)
  }

  @Test("a number that a PIN in a body began is not confirmed once a strong factor has come")
  func strongFactorCame() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    try await harness.setPIN("258036", session)
    let thief = try await harness.signUp()
    _ = try await harness.set(Self.number, thief, proof: .pin(SecretText("258036"))).get()
    let otp = try await harness.newestCode(to: Self.number)
    // In the first session it waits for nothing.
    let key = try await harness.registerSecondKey(session, pin: "258036")
    #expect(
      try await harness.confirm(otp, thief).refusal == .insufficientUserAuthentication)
    #expect(try await harness.number(session) == nil)
    let proof = try await harness.managementProof(
      key, session, changing: .setPhone(Self.newNumber))
    _ = try await harness.set(Self.newNumber, session, proof: proof).get()
    try await harness.confirm(try await harness.newestCode(to: Self.newNumber), session).get()
    #expect(try await harness.number(session) == Self.newNumber)
  }

  @Test("what the former number may have begun is void once another takes its place")
  func voids() async throws {
    let (harness, session, key) = try await ServiceHarness.withKey()
    try await harness.confirmPhone(Self.number, session)
    func grant() async throws -> CredentialCreationOptions {
      try await harness.service.credentials.registrationOptions(
        RegistrationOptionsRequest(
          proof: try await harness.managementProof(key, session, changing: .addPasskey)),
        session: session
      ).get()
    }
    func setPhone(_ number: String) async throws {
      let proof = try await harness.managementProof(key, session, changing: .setPhone(number))
      _ = try await harness.set(number, session, proof: proof).get()
      try await harness.confirm(try await harness.newestCode(to: number), session).get()
    }
    // The same number again changes nothing.
    for (number, reason) in [(Self.number, nil), (Self.newNumber, .alreadyUsed)]
      as [(String, Reason?)]
    {
      let options = try await grant()
      harness.clock.advance(seconds: 60)
      try await setPhone(number)
      let added = try await harness.service.credentials.register(
        try harness.newAuthenticator().register(options), session: session)
      #expect(added.refusal == reason)
    }
  }

  @Test("a number that a mailed code alone has set goes when the account gets its first factor")
  func goesWithFirstFactor() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    try await harness.confirmPhone(Self.number, session)
    #expect(try await harness.number(session) == Self.number)
    let authenticator = try await harness.registerKey(session)
    #expect(try await harness.number(session) == nil)
    #expect(try await !harness.service.secondFactors.show(session).hasPhone)
    #expect(try await harness.auditKinds().count { $0 == "phone_removed" } == 1)
    // One that the factor entitled to stays, whatever other factor comes.
    let proof = try await harness.managementProof(
      authenticator, session, changing: .setPhone(Self.number))
    _ = try await harness.set(Self.number, session, proof: proof).get()
    try await harness.confirm(try await harness.newestCode(to: Self.number), session).get()
    _ = try await harness.enrolApp(
      session,
      entitledBy: AuthenticatorAppRequest(
        proof: try await harness.managementProof(
          authenticator, session, changing: .addAuthenticatorApp)))
    #expect(try await harness.number(session) == Self.number)
    #expect(try await harness.auditKinds().count { $0 == "phone_removed" } == 1)
  }

  @Test("the code of one session confirms no number that another session has set since")
  func otherSession() async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    let other = try await harness.signUp()
    for (number, person) in [(Self.number, session), (Self.newNumber, other)] {
      let proof = try await harness.managementProof(
        authenticator, person, changing: .setPhone(number))
      _ = try await harness.set(number, person, proof: proof).get()
    }
    let first = try await harness.newestCode(to: Self.number)
    #expect(try await harness.confirm(first, session).refusal == .verificationFailed)
    #expect(try await harness.number(session) == nil)
  }

  @Test("revoking a key ends what it entitled to, and a recovery keeps the number")
  func revoked() async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey {
      $0.recovery.waitSeconds = 60
    }
    try await harness.confirmPhone(Self.number, session)
    let proof = try await harness.managementProof(
      authenticator, session, changing: .setPhone(Self.newNumber))
    _ = try await harness.set(Self.newNumber, session, proof: proof).get()
    let otp = try await harness.newestCode(to: Self.newNumber)
    _ = try await harness.revokeKeys(.all, by: authenticator, session).get()
    #expect(try await harness.confirm(otp, session).refusal == .verificationFailed)
    let recover = try await harness.code(.recover, session, to: Self.mail)
    _ = try await harness.service.recoveries.begin(
      RecoveryRequest(validateCode: recover), session: session
    ).get()
    await harness.deliverMessages()
    harness.clock.advance(seconds: 61)
    _ = try await harness.registerKey(session)
    #expect(try await harness.number(session) == Self.number)
  }

  @Test(
    "what is no international number is refused",
    arguments: [
      "08012345678", "+0123456789", "+123456", "+1234567890123456", "+23480123a5678", "",
    ])
  func form(_ number: String) async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    let code = try await harness.code(.register, session, to: Self.mail)
    #expect(try await harness.set(number, session, code: code).refusal == .phoneInvalid)
  }

  @Test("without a way to text, no number is set; nobody asks for its code by another route")
  func noChannel() async throws {
    let harness = try await ServiceHarness { $0.codes.channels = [.email] }
    let session = try await harness.signUp()
    let code = try await harness.code(.register, session, to: Self.mail)
    #expect(try await harness.set(Self.number, session, code: code).refusal == .channelMissing)
    let asked = try await harness.service.codeRequests.make(
      CodeRequest(purpose: .confirmPhone), session: session, from: .local)
    #expect(asked.refusal == .unacceptableValue)
  }

  @Test("the same change under one key texts once, and answers as it did")
  func repeated() async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    let key = try IdempotencyKey("phone-1")
    let proof = try await harness.managementProof(
      authenticator, session, changing: .setPhone(Self.number))
    let first = try await harness.set(Self.number, session, proof: proof, key: key).get()
    let again = try await harness.set(Self.number, session, proof: proof, key: key).get()
    #expect(first == again)
    let byProof = try await harness.set(Self.number, session, proof: proof).get()
    #expect(byProof == first)
    #expect(
      try await harness.set(Self.newNumber, session, proof: proof, key: key).refusal
        == .alreadyUsed)
    let otp = try await harness.newestCode(to: Self.number)
    #expect(harness.messenger.messages.count { $0.channel == .sms } == 1)
    let confirmation = try IdempotencyKey("phone-2")
    for isReplayed in [false, true] {
      let confirmed = try await harness.service.phones.confirm(
        PhoneConfirmation(otp: otp), idempotencyKey: confirmation, session: session
      ).get()
      #expect(confirmed.isReplayed == isReplayed)
    }
  }

  private static let mail = "ada@example.com"
  private static let number = "+2348012345678"
  private static let newNumber = "+2348098765432"
}

extension ServiceHarness {
  fileprivate func set(
    _ number: String, _ session: AuthenticatedSession, code: SecretText? = nil,
    proof: Proof? = nil, key: IdempotencyKey? = nil
  ) async throws -> Decision<CodeRequestAnswer> {
    try await service.phones.set(
      PhoneRequest(phone: number, validateCode: code, proof: proof), idempotencyKey: key,
      session: session
    ).map(\.answer)
  }

  fileprivate func confirm(
    _ otp: SecretText, _ session: AuthenticatedSession
  ) async throws -> Decision<Void> {
    try await service.phones.confirm(PhoneConfirmation(otp: otp), session: session).map(\.answer)
  }

  fileprivate func other(_ code: SecretText) -> SecretText {
    SecretText(code.exposed == "000000" ? "000001" : "000000")
  }

  /// The number to which codes are texted.
  fileprivate func number(_ session: AuthenticatedSession) async throws -> String? {
    try await store.read { try Phones.confirmed(of: session.accountID, in: $0)?.text }
  }
}
