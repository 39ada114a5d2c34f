import CountersignCore
import CountersignSQLite
import CountersignTesting
import Crypto
import Testing
import WebAuthnModel
import WireModel

@Suite("Logging a page in by a link")
struct LinkLoginTests {
  @Test(
    "the phone proves, and the page that shows the number is logged in with what was proved",
    arguments: [Proof.Kind.pinProof, .assertion])
  func logsIn(_ kind: Proof.Kind) async throws {
    let harness = try await ServiceHarness()
    let (phone, own) = try await harness.enrolledPhone()
    let link = try await harness.loginLink()
    #expect(try await harness.status(link) == LinkEvent(status: .waiting))
    let shown = try await harness.service.links.describe(SessionLinkID(link.id)).get()
    #expect(shown.type == .login && shown.origin == ServiceHarness.originText)
    #expect(shown.account == nil && shown.expiresIn == 120)
    let number = try #require(link.number)
    #expect(Set(shown.numbers).count == 3 && shown.numbers.contains(number))
    #expect(try await harness.status(link) == LinkEvent(status: .opened))
    let confirmed = try await harness.confirm(
      link, try await harness.login(phone, link, by: kind)
    ).get()
    #expect(confirmed.session == nil && confirmed.account.displayName == "Ada")
    #expect(try await harness.status(link) == LinkEvent(status: .confirmed))
    harness.clock.advance(seconds: 40)
    let collected = try await harness.collect(link).get()
    let session = try await harness.service.sessions.authenticate(
      collected.accessToken, activity: .person
    ).get()
    #expect(session.accountID == own.accountID && session.deviceID == nil)
    // A code that may be relayed is not told as one of several factors.
    let methods = kind == .pinProof ? "swk pin" : "swk user"
    let stored = try await harness.store.read { transaction in
      try transaction.rows(
        "SELECT methods FROM sessions WHERE id = ?", [.text(session.id.text)])[0].text(0)
    }
    #expect(stored == methods)
    // Whoever shows somebody a code of their own is logged in by it: it is worth no more.
    #expect(session.level == .weak)
    #expect(try await harness.fault() == nil)
  }

  @Test("a phone without a second factor logs in alone; where there is a factor, it does not")
  func headless() async throws {
    let harness = try await ServiceHarness()
    let (phone, _) = try await harness.enrolledPhone(secondFactor: .none)
    let link = try await harness.loginLink()
    let alone = try await harness.login(phone, link, by: .deviceProof)
    _ = try await harness.confirm(link, alone).get()
    let token = try await harness.collect(link).get().accessToken
    let session = try await harness.service.sessions.authenticate(token, activity: .person).get()
    #expect(try await harness.count("sessions WHERE proved_at IS NOT NULL") == 0)
    let second = try await harness.loginLink()
    let proof = try await harness.login(phone, second, by: .deviceProof)
    _ = try await harness.registerKey(session)
    #expect(try await harness.confirm(second, proof).refusal == .insufficientUserAuthentication)
    #expect(try await harness.status(second) == LinkEvent(status: .waiting))
  }

  // Holds: ASVS-6.3.5/7
  @Test("a wrong number ends the link, logs nobody in and is told to the person")
  func wrongNumber() async throws {
    let harness = try await ServiceHarness()
    let (phone, session) = try await harness.enrolledPhone()
    let link = try await harness.loginLink()
    let wrong = try await harness.wrongNumber(link)
    let right = try await harness.login(phone, link)
    let picked = try await harness.login(phone, link, number: wrong)
    #expect(try await harness.confirm(link, picked).refusal == .linkOver)
    #expect(
      try await harness.status(link) == LinkEvent(status: .over, ending: .wrongNumber))
    #expect(try await harness.confirm(link, right).refusal == .linkOver)
    #expect(try await harness.collect(link).refusal == .linkOver)
    #expect(try await harness.notices().contains(.loginRefused))
    #expect(try await harness.count("audit WHERE kind = 'login_number_wrong'") == 1)
    // The PIN was right: nothing is counted.
    #expect(try await harness.service.secondFactors.show(session).failedAttempts == 0)
  }

  @Test("a phone that signs a screen in was used then, by its PIN or by the passkey of its app")
  func lastUsed() async throws {
    let harness = try await ServiceHarness()
    let (phone, session) = try await harness.enrolledPhone()
    for kind in [Proof.Kind.pinProof, .assertion] {
      harness.clock.advance(seconds: 60)
      let link = try await harness.loginLink()
      _ = try await harness.confirm(link, try await harness.login(phone, link, by: kind)).get()
      let listed = try await harness.service.devices.list(session).devices
      #expect(listed.map(\.lastUsedAt) == [harness.clock.now().rfc3339])
    }
  }

  // Holds: ASVS-6.6.2
  @Test("ASVS-6.6.2: a proof holds for its link, its page and its number alone")
  func linked() async throws {
    let harness = try await ServiceHarness()
    let (phone, session) = try await harness.enrolledPhone()
    let (link, other) = (try await harness.loginLink(), try await harness.loginLink())
    for kind in [Proof.Kind.pinProof, .assertion] {
      let elsewhere = try await harness.login(phone, other, by: kind)
      #expect(
        try await harness.confirm(link, renumbered(elsewhere, link.number)).refusal
          == .challengeUnknown)
      let wrong = try await harness.wrongNumber(link)
      let picked = try await harness.login(phone, link, by: kind, number: wrong)
      #expect(
        try await harness.confirm(link, renumbered(picked, link.number)).refusal
          == .transactionMismatch)
    }
    // Nor does a proof for a session's own action, or a sign-in of the app itself.
    let management = try await harness.service.actions.options(
      LinkedOptionsRequest(changing: .addPasskey), session: session
    ).get()
    let app = try await harness.service.signIn.options(
      SessionOptionsRequest(deviceID: phone.id)
    ).get()
    for challenge in [management.pinChallenge, app.pinChallenge] {
      let proof = Proof.pinProof(try phone.pinProof(try #require(challenge)))
      let number = try #require(link.number)
      #expect(
        try await harness.confirm(
          link, .login(deviceID: phone.id, number: number, proof: proof)
        ).refusal == .challengeUnknown)
    }
    #expect(try await harness.status(link)?.status == .opened)
  }

  @Test(
    "whoever only saw the code can neither watch, collect nor end, and ends nothing by guessing")
  func onlySaw() async throws {
    let harness = try await ServiceHarness()
    let (phone, session) = try await harness.enrolledPhone()
    let (link, other) = (try await harness.loginLink(), try await harness.loginLink())
    let id = SessionLinkID(link.id)
    let guesses = [nil, SecretText(""), SecretText(link.id), other.watchSecret]
    // A stranger's phone of its own account cannot be made to log this page in by proofs of none.
    let stranger = try harness.newPhone()
    let forged = LinkConfirmation.login(
      deviceID: phone.id, number: try #require(link.number),
      proof: .pinProof(try stranger.pinProof(Challenge([1, 2, 3]))))
    #expect(try await harness.confirm(link, forged).refusal == .verificationFailed)
    var mixed = try harness.newPhone()
    mixed.pinKey = phone.pinKey
    let options = try await harness.service.links.options(
      id, LinkOptionsRequest(deviceID: phone.id, number: link.number)
    ).get()
    var proof = try mixed.pinProof(try #require(options.pinChallenge))
    proof.deviceID = phone.id
    #expect(
      try await harness.confirm(
        link,
        .login(deviceID: phone.id, number: try #require(link.number), proof: .pinProof(proof))
      ).refusal == .verificationFailed)
    #expect(try await harness.service.secondFactors.show(session).failedAttempts == 0)
    #expect(try await harness.status(link)?.status == .waiting)
    _ = try await harness.confirm(link, try await harness.login(phone, link)).get()
    for guess in guesses {
      #expect(try await harness.service.links.watch(id, secret: guess).refusal == .linkOver)
      #expect(try await harness.service.links.collect(id, secret: guess).refusal == .linkOver)
      #expect(try await harness.service.links.end(id, secret: guess).refusal == .linkOver)
    }
    #expect(try await harness.collect(link).refusal == nil)
  }

  @Test("a wrong PIN counts on the device and leaves the link open; the fifth blocks")
  func wrongPIN() async throws {
    let harness = try await ServiceHarness()
    var (phone, session) = try await harness.enrolledPhone(withKey: false)
    let link = try await harness.loginLink()
    let rightPIN = phone.pinKey
    phone.pinKey = Curve25519.Signing.PrivateKey()
    let wrong = try await harness.login(phone, link)
    #expect(try await harness.confirm(link, wrong).refusal == .verificationFailed)
    #expect(try await harness.service.secondFactors.show(session).failedAttempts == 1)
    phone.pinKey = rightPIN
    // A right one ends the count, though its proof is for another number and so confirms nothing.
    let wrongNumber = try await harness.wrongNumber(link)
    let other = try await harness.login(phone, link, number: wrongNumber)
    #expect(
      try await harness.confirm(link, renumbered(other, link.number)).refusal
        == .transactionMismatch)
    #expect(try await harness.service.secondFactors.show(session).failedAttempts == 0)
    _ = try await harness.confirm(link, try await harness.login(phone, link)).get()
    #expect(try await harness.service.secondFactors.show(session).failedAttempts == 0)
  }

  @Test("a refused confirmation wakes the maker of the link, which it may have ended")
  func refusalWakesMaker() async throws {
    let harness = try await ServiceHarness()
    var (phone, _) = try await harness.enrolledPhone(withKey: false)
    let link = try await harness.loginLink()
    phone.pinKey = Curve25519.Signing.PrivateKey()
    let wrong = try await harness.login(phone, link)
    let feed = try await harness.service.links.watch(
      SessionLinkID(link.id), secret: link.watchSecret
    ).get()
    let (wakes, waker) = AsyncStream<Void>.makeStream()
    let end = try harness.service.changeBell.listen(to: feed.topic, waking: waker)
    #expect(try await harness.confirm(link, wrong).refusal == .verificationFailed)
    end()
    waker.finish()
    #expect(await wakes.reduce(0) { count, _ in count + 1 } == 1)
  }

  @Test("a device that was revoked, or a key of another device, confirms nothing")
  func foreignKeys() async throws {
    let harness = try await ServiceHarness()
    let (first, session) = try await harness.enrolledPhone()
    let (second, _) = try await harness.enrolledPhone()
    let link = try await harness.loginLink()
    let number = try #require(link.number)
    let options = try await harness.service.links.options(
      SessionLinkID(link.id), LinkOptionsRequest(deviceID: first.id, number: number)
    ).get()
    let assertion = Proof.assertion(
      try second.authenticator.assert(try #require(options.assertion)))
    let pin = Proof.pinProof(try second.pinProof(try #require(options.pinChallenge)))
    for proof in [assertion, pin] {
      let mixed = LinkConfirmation.login(deviceID: first.id, number: number, proof: proof)
      #expect(try await harness.confirm(link, mixed).refusal == .verificationFailed)
    }
    let late = try await harness.login(first, link)
    _ = try await harness.revoke(first, session).get()
    #expect(try await harness.confirm(link, late).refusal == .deviceUnknown)
    let asked = try await harness.service.links.options(
      SessionLinkID(link.id), LinkOptionsRequest(deviceID: first.id, number: number))
    #expect(asked.refusal == .deviceUnknown)
  }

  @Test("a link gives one session, however often and at once it is confirmed and collected")
  func once() async throws {
    let harness = try await ServiceHarness()
    let (phone, _) = try await harness.enrolledPhone()
    let link = try await harness.loginLink()
    let confirmation = try await harness.login(phone, link, by: .assertion)
    let before = try await harness.count("sessions")
    let confirmed = try await results(20) { try await harness.confirm(link, confirmation) }
    #expect(confirmed.allSatisfy { $0.refusal == nil })
    let collected = try await results(20) { try await harness.collect(link) }
    // Nobody has used it: each of them is given the session, and the last one its token.
    var tokens: Set<String> = []
    for outcome in collected { tokens.insert(try outcome.get().accessToken.exposed) }
    #expect(tokens.count == 20)
    #expect(try await harness.count("sessions") == before + 1)
    var good = 0
    for token in tokens {
      let found = try await harness.service.sessions.authenticate(
        SecretText(token), activity: .person)
      if found.refusal == nil { good += 1 }
    }
    #expect(good == 1)
    #expect(try await harness.collect(link).refusal == .linkOver)
    #expect(try await harness.status(link) == LinkEvent(status: .over, ending: .collected))
  }

  private func renumbered(
    _ confirmation: LinkConfirmation, _ number: String?
  ) throws -> LinkConfirmation {
    guard case .login(let deviceID, _, let proof) = confirmation else { return confirmation }
    return .login(deviceID: deviceID, number: try #require(number), proof: proof)
  }

  private func results<Outcome: Sendable>(
    _ count: Int, _ operation: @escaping @Sendable () async throws -> Outcome
  ) async throws -> [Outcome] {
    try await withThrowingTaskGroup(of: Outcome.self) { group in
      for _ in 0..<count { group.addTask { try await operation() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }
}
