import CountersignCore
import CountersignTesting
import Crypto
import Testing
import WebAuthnModel
import WireModel

@Suite("Enrolling a device by a link")
struct LinkEnrolTests {
  @Test("a first phone needs the mailed code, and comes with PIN, key and session at once")
  func firstPhone() async throws {
    let harness = try await ServiceHarness()
    let page = try await harness.signUp()
    let link = try await pageLink(harness, page)
    #expect(link.number == nil)
    let shown = try await harness.service.links.describe(SessionLinkID(link.id)).get()
    #expect(shown.account?.displayName == "Ada" && shown.numbers == [])
    let code = try await mailedCode(harness, link)
    let phone = try harness.newPhone()
    let bare = try await harness.enrolment(of: phone, link)
    #expect(try await harness.confirm(link, bare).refusal == .proofRequired)
    let wrong = SecretText(code.exposed == "000000" ? "111111" : "000000")
    let guess = try await harness.enrolment(of: phone, link, .validateCode(wrong))
    #expect(try await harness.confirm(link, guess).refusal == .verificationFailed)
    #expect(try await harness.count("devices") == 0)
    let whole = try await harness.enrolment(of: phone, link, withKey: true, .validateCode(code))
    let confirmed = try await harness.confirm(link, whole).get()
    let token = try #require(confirmed.session?.accessToken)
    let session = try await harness.service.sessions.authenticate(token, activity: .person).get()
    #expect(session.accountID == page.accountID && session.deviceID?.text == phone.id)
    let factors = try await harness.service.secondFactors.show(session)
    #expect(factors.hasPIN && factors.hasBiometrics)
    #expect(
      try await harness.count("credentials WHERE device_id = '\(phone.id)'") == 1)
    #expect(try await harness.status(link) == LinkEvent(status: .confirmed))
    #expect(try await harness.collect(link).refusal == .linkOver)
    let notices = try await harness.notices()
    #expect(notices.contains(.deviceAdded) && notices.contains(.credentialAdded))
    #expect(try await harness.fault() == nil)
  }

  // Holds: RTS-24
  @Test("RTS-24: once there is a factor, no link is made by a mailed code's session alone")
  func needsProof() async throws {
    let (harness, session, key) = try await ServiceHarness.withKey()
    let bare = try await harness.service.linkIssuer.make(
      SessionLinkRequest(type: .enrol), session: session, from: .local, origin: nil)
    #expect(bare.refusal == .insufficientUserAuthentication)
    let options = try await harness.service.actions.options(
      LinkedOptionsRequest(changing: .addDeviceByLink), session: session
    ).get()
    let proof = Proof.assertion(try key.assert(options.options))
    let link = try await pageLink(harness, session, proof)
    let asked = try await harness.service.links.options(
      SessionLinkID(link.id), LinkOptionsRequest()
    ).get()
    #expect(asked.demand == .nothing)
    let code = try await harness.service.links.requestCode(SessionLinkID(link.id))
    #expect(code.refusal == .unacceptableValue)
    let phone = try harness.newPhone()
    _ = try await harness.confirm(link, try await harness.enrolment(of: phone, link)).get()
    let again = try await harness.service.linkIssuer.make(
      SessionLinkRequest(type: .enrol, proof: proof), session: session, from: .local, origin: nil)
    #expect(again.refusal == .alreadyUsed)
  }

  // Holds: RTS-24
  @Test("a link that waits for a code takes none once the account has its first factor")
  func overtaken() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    let link = try await pageLink(harness, session)
    let code = try await mailedCode(harness, link)
    let late = try await harness.enrolment(of: try harness.newPhone(), link, .validateCode(code))
    _ = try await harness.registerKey(session)
    #expect(try await harness.confirm(link, late).refusal == .linkOver)
    #expect(
      try await harness.service.links.requestCode(SessionLinkID(link.id)).refusal == .linkOver)
    #expect(try await harness.count("devices") == 0)
  }

  @Test("a recovery that is ready is completed by a phone with the mailed code; all else is ended")
  func recovers() async throws {
    let (harness, session, _) = try await ServiceHarness.withKey()
    let code = try await harness.code(.recover, session, to: ServiceHarness.ada)
    _ = try await harness.service.recoveries.begin(
      RecoveryRequest(validateCode: code), session: session
    ).get()
    let early = try await harness.service.linkIssuer.make(
      SessionLinkRequest(type: .enrol), session: session, from: .local, origin: nil)
    #expect(early.refusal == .insufficientUserAuthentication)
    // Nobody but the mailbox is told of it.
    await harness.deliverMessages()
    harness.clock.advance(seconds: 259_200)
    try await harness.keepAlive(session)
    let link = try await pageLink(harness, session)
    let mailed = try await mailedCode(harness, link)
    let phone = try harness.newPhone()
    let enrolment = try await harness.enrolment(of: phone, link, .validateCode(mailed))
    _ = try await harness.confirm(link, enrolment).get()
    #expect(try await harness.count("credentials WHERE revoked_at IS NULL") == 0)
    #expect(
      try await harness.count("sessions WHERE ended_at IS NULL AND device_id = '\(phone.id)'") == 1)
    #expect(try await harness.count("sessions WHERE ended_at IS NULL") == 1)
    #expect(try await harness.notices().contains(.recovered))
    // Nobody begins another before it is settled, and the notice's link undoes it.
    let undone = try await harness.service.stops.stop(harness.stopRequest(of: .recovered)).get()
    #expect(undone == StopAnswer(stopped: .recovery))
    #expect(try await harness.count("credentials WHERE revoked_at IS NULL") == 1)
    #expect(try await harness.count("devices WHERE revoked_at IS NULL") == 0)
    #expect(try await harness.count("accounts WHERE stopped_recoveries = 1") == 1)
  }

  @Test("whoever made the link undoes a recovery that somebody else completed by it")
  func recoveredByAnother() async throws {
    let (harness, session, _) = try await ServiceHarness.withKey()
    let code = try await harness.code(.recover, session, to: ServiceHarness.ada)
    _ = try await harness.service.recoveries.begin(
      RecoveryRequest(validateCode: code), session: session
    ).get()
    await harness.deliverMessages()
    harness.clock.advance(seconds: 259_200)
    try await harness.keepAlive(session)
    let link = try await pageLink(harness, session)
    let mailed = try await mailedCode(harness, link)
    let enrolment = try await harness.enrolment(
      of: try harness.newPhone(), link, .validateCode(mailed))
    _ = try await harness.confirm(link, enrolment).get()
    harness.clock.advance(seconds: 86_399)
    #expect(try await harness.count("waits WHERE is_unclaimed = 1 AND reason = 'recovered'") == 1)
    try await harness.service.stops.settle(
      SessionLinkID(link.id), LinkClaim(isMine: false), secret: link.watchSecret
    ).get()
    #expect(try await harness.count("credentials WHERE revoked_at IS NULL") == 1)
  }

  @Test("the options of a link check its code: a wrong one counts, and a right one stays good")
  func codeChecked() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    func check(
      _ code: SecretText, of link: SessionLinkAnswer
    ) async throws -> Decision<LinkOptions> {
      try await harness.service.links.options(
        SessionLinkID(link.id), LinkOptionsRequest(validateCode: code))
    }
    let guessed = try await pageLink(harness, session)
    let found = try await mailedCode(harness, guessed)
    let wrong = SecretText(found.exposed == "000000" ? "111111" : "000000")
    for _ in 0..<5 { #expect(try await check(wrong, of: guessed).refusal == .verificationFailed) }
    #expect(try await check(found, of: guessed).refusal == .linkOver)
    let link = try await pageLink(harness, session)
    let code = try await mailedCode(harness, link)
    for _ in 0..<2 { #expect(try await check(code, of: link).get().demand == .code) }
    let phone = try harness.newPhone()
    let enrolment = try await harness.enrolment(of: phone, link, .validateCode(code))
    _ = try await harness.confirm(link, enrolment).get()
    #expect(try await harness.count("devices") == 1)
    let byHost = try await hostLink(harness)
    #expect(try await check(code, of: byHost).refusal == .unacceptableValue)
  }

  @Test("a code is good for its own link, and five wrong ones void it")
  func codes() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    let (link, other) = (
      try await pageLink(harness, session), try await pageLink(harness, session)
    )
    let ofSession = try await harness.code(.register, session, to: ServiceHarness.ada)
    let ofOther = try await mailedCode(harness, other)
    let code = try await mailedCode(harness, link)
    let phone = try harness.newPhone()
    let wrong = SecretText(code.exposed == "000000" ? "111111" : "000000")
    let guess = try await harness.enrolment(of: phone, link, .validateCode(wrong))
    let right = try await harness.enrolment(of: phone, link, .validateCode(code))
    for foreign in [ofSession, ofOther] where foreign != code {
      let enrolment = try await harness.enrolment(of: phone, link, .validateCode(foreign))
      #expect(try await harness.confirm(link, enrolment).refusal == .verificationFailed)
    }
    for _ in 0..<5 { #expect(try await harness.confirm(link, guess).refusal != nil) }
    #expect(try await harness.confirm(link, right).refusal == .linkOver)
    #expect(try await harness.count("devices") == 0)
    // Whoever guessed has stopped the link alone: the account's codes are taken as before.
    let ofAda = RegistrationOptionsRequest(validateCode: ofSession)
    let options = try await harness.service.credentials.registrationOptions(
      ofAda, session: session)
    #expect(options.refusal == nil)
  }

  @Test("the PIN of a device's earlier registration entitles to its new one, which replaces it")
  func replaces() async throws {
    let harness = try await ServiceHarness()
    let (old, page) = try await harness.enrolledPhone()
    let link = try await hostLink(harness)
    let id = SessionLinkID(link.id)
    let asked = try await harness.service.links.options(id, LinkOptionsRequest(deviceID: old.id))
      .get()
    #expect(asked.demand == .pin)
    let challenge = try #require(asked.pinChallenge)
    var guesser = old
    guesser.pinKey = Curve25519.Signing.PrivateKey()
    let phone = try harness.newPhone()
    let guess = try await harness.enrolment(
      of: phone, link, .pinProof(try guesser.pinProof(challenge)))
    #expect(try await harness.confirm(link, guess).refusal == .verificationFailed)
    #expect(try await harness.service.secondFactors.show(page).failedAttempts == 1)
    let right = try await harness.enrolment(
      of: phone, link, .pinProof(try old.pinProof(challenge)))
    let session = try #require(try await harness.confirm(link, right).get().session)
    let fresh = try await harness.service.sessions.authenticate(
      session.accessToken, activity: .person
    )
    .get()
    let devices = try await harness.service.devices.list(fresh).devices
    #expect(devices.map(\.id) == [phone.id])
    #expect(try await harness.count("credentials WHERE revoked_at IS NULL") == 0)
    #expect(try await harness.count("sessions WHERE ended_at IS NULL") == 1)
  }

  @Test("the PIN of another account's device entitles to nothing")
  func foreignPIN() async throws {
    let harness = try await ServiceHarness()
    _ = try await harness.enrolledPhone()
    let (eves, _) = try await harness.enrolledPhone(userName: "eve@example.com")
    let link = try await hostLink(harness)
    let asked = try await harness.service.links.options(
      SessionLinkID(link.id), LinkOptionsRequest(deviceID: eves.id)
    ).get()
    #expect(asked.demand == .nothing && asked.pinChallenge == nil)
    let app = try await harness.service.signIn.options(SessionOptionsRequest(deviceID: eves.id))
      .get()
    let proof = try eves.pinProof(try #require(app.pinChallenge))
    let enrolment = try await harness.enrolment(of: try harness.newPhone(), link, .pinProof(proof))
    #expect(try await harness.confirm(link, enrolment).refusal == .challengeUnknown)
  }

  @Test("an account without a second factor is enrolled with a device key alone")
  func headless() async throws {
    let harness = try await ServiceHarness()
    let (_, session) = try await harness.enrolledPhone(secondFactor: .none)
    let factors = try await harness.service.secondFactors.show(session)
    #expect(!factors.hasPIN && !factors.hasBiometrics)
    let link = try await hostLink(harness, SecondFactorDemand.none)
    let options = try await harness.service.links.options(
      SessionLinkID(link.id), LinkOptionsRequest()
    ).get()
    #expect(options.creation == nil && options.demand == .nothing)
    let phone = try harness.newPhone()
    let withPIN = try await harness.enrolment(of: phone, link)
    #expect(try await harness.confirm(link, withPIN).refusal == .unacceptableValue)
    let required = try await hostLink(harness)
    let without = try await harness.enrolment(of: phone, required, withPIN: false)
    #expect(try await harness.confirm(required, without).refusal == .unacceptableValue)
    _ = try await harness.registerKey(session)
    let late = try await harness.service.linkIssuer.make(
      SessionLinkRequest(
        type: .enrol, userName: ServiceHarness.ada, secondFactor: SecondFactorDemand.none),
      from: .local, mandate: .anyFactor)
    #expect(late.refusal == .unacceptableValue)
  }

  @Test("a device signs for this link: nothing of another, of the account, or changed after")
  func signatures() async throws {
    let harness = try await ServiceHarness()
    let link = try await hostLink(harness)
    let other = try await hostLink(harness)
    let shown = try await harness.service.links.describe(SessionLinkID(link.id)).get()
    let phone = try harness.newPhone()
    let account = try #require(shown.account)
    for context in [other.id, account.id, ""] {
      let device = try phone.device(for: context)
      let confirmation = LinkConfirmation.enrol(device, registration: nil, .nothing)
      #expect(try await harness.confirm(link, confirmation).refusal == .verificationFailed)
    }
    let another = try harness.newPhone().device(for: link.id)
    for change: @Sendable (inout NewDevice) -> Void in [
      { $0.key = another.key }, { $0.pinKey = another.pinKey }, { $0.id = another.id },
      { $0.pinSignature = another.pinSignature }, { $0.signature = another.signature },
    ] {
      var device = try phone.device(for: link.id)
      change(&device)
      let confirmation = LinkConfirmation.enrol(device, registration: nil, .nothing)
      #expect(try await harness.confirm(link, confirmation).refusal == .verificationFailed)
    }
    let foreign = try await harness.enrolment(of: phone, other, withKey: true)
    guard case .enrol(_, let registration, _) = foreign else { return }
    let mixed = LinkConfirmation.enrol(
      try phone.device(for: link.id), registration: registration, .nothing)
    #expect(try await harness.confirm(link, mixed).refusal == .challengeUnknown)
    #expect(try await harness.count("devices") == 0)
  }

  // Holds: ASVS-2.3.3
  @Test("ASVS-2.3.3: all of an enrolment is stored, or nothing")
  func allOrNothing() async throws {
    let harness = try await ServiceHarness()
    let (old, page) = try await harness.enrolledPhone()
    let link = try await hostLink(harness)
    let asked = try await harness.service.links.options(
      SessionLinkID(link.id), LinkOptionsRequest(deviceID: old.id)
    ).get()
    let proof = try old.pinProof(try #require(asked.pinChallenge))
    // A key that is registered already, and a device's id that is taken.
    var phone = try harness.newPhone()
    phone.authenticator = old.authenticator
    let takenKey = try await harness.enrolment(of: phone, link, withKey: true, .pinProof(proof))
    #expect(try await harness.confirm(link, takenKey).refusal == .credentialExists)
    let takenID = try await harness.enrolment(of: old, link, .pinProof(proof))
    #expect(try await harness.confirm(link, takenID).refusal == .deviceExists)
    #expect(try await harness.service.devices.list(page).devices.map(\.id) == [old.id])
    #expect(try await harness.count("credentials WHERE revoked_at IS NULL") == 1)
    // What was refused used nothing up.
    let whole = try await harness.enrolment(of: try harness.newPhone(), link, .pinProof(proof))
    #expect(try await harness.confirm(link, whole).refusal == nil)
  }

  // Holds: NIST-bind
  @Test("the same confirmation again gives the same session a new token, and another is refused")
  func repeats() async throws {
    let harness = try await ServiceHarness()
    let link = try await hostLink(harness)
    let phone = try harness.newPhone()
    let confirmation = try await harness.enrolment(of: phone, link, withKey: true)
    let first = try #require(try await harness.confirm(link, confirmation).get().session)
    let again = try #require(try await harness.confirm(link, confirmation).get().session)
    #expect(first.accessToken != again.accessToken)
    let lost = try await harness.service.sessions.authenticate(first.accessToken, activity: .person)
    #expect(lost.refusal == .sessionRequired)
    let session = try await harness.service.sessions.authenticate(
      again.accessToken, activity: .person
    )
    .get()
    #expect(session.deviceID?.text == phone.id)
    #expect(try await harness.count("devices") == 1)
    #expect(try await harness.count("sessions") == 1)
    let fresh = LinkConfirmation.enrol(
      try harness.newPhone().device(for: link.id), registration: nil, .nothing)
    #expect(try await harness.confirm(link, fresh).refusal == .linkOver)
    // A token that was used has arrived: nobody gets another in its place.
    #expect(try await harness.confirm(link, confirmation).refusal == .linkOver)
    let still = try await harness.service.sessions.authenticate(
      again.accessToken, activity: .person)
    #expect(still.refusal == nil)
  }

  @Test("a name that no screen can show is refused to a host, also where the account is there")
  func hostDisplayName() async throws {
    let harness = try await ServiceHarness()
    func make(_ displayName: String?) async throws -> Reason? {
      try await harness.service.linkIssuer.make(
        SessionLinkRequest(
          type: .enrol, userName: ServiceHarness.ada, displayName: displayName),
        from: .local, mandate: .firstFactor
      ).refusal
    }
    #expect(try await make(nil) == .notFound)
    let long = String(repeating: "0", count: 65)
    #expect(try await make(long) == .unacceptableValue)
    #expect(try await make("Ada") == nil)
    #expect(try await make(long) == .unacceptableValue)
    #expect(try await make(nil) == nil)
  }

  @Test("RTS-24: a host's key brings an account its first device, and no further one")
  func hostMandate() async throws {
    let harness = try await ServiceHarness()
    let request = SessionLinkRequest(
      type: .enrol, userName: ServiceHarness.ada, displayName: "Ada")
    let first = try await harness.service.linkIssuer.make(
      request, from: .local, mandate: .firstFactor
    ).get()
    let confirmation = try await harness.enrolment(of: try harness.newPhone(), first)
    #expect(try await harness.confirm(first, confirmation).refusal == nil)
    let further = try await harness.service.linkIssuer.make(
      request, from: .local, mandate: .firstFactor)
    #expect(further.refusal == .scopeMissing)
  }

  // Holds: RTS-24
  @Test("RTS-24: of two links that a host made for a first factor one brings a device")
  func hostMandateWhenUsed() async throws {
    let harness = try await ServiceHarness()
    let request = SessionLinkRequest(
      type: .enrol, userName: ServiceHarness.ada, displayName: "Ada")
    func make(_ mandate: HostMandate) async throws -> SessionLinkAnswer {
      try await harness.service.linkIssuer.make(request, from: .local, mandate: mandate).get()
    }
    let (first, second) = (try await make(.firstFactor), try await make(.firstFactor))
    let old = try harness.newPhone()
    let late = try await harness.enrolment(of: try harness.newPhone(), second)
    _ = try await harness.confirm(first, try await harness.enrolment(of: old, first)).get()
    #expect(try await harness.confirm(second, late).refusal == .linkOver)
    #expect(try await harness.count("devices") == 1)
    // Nor is a PIN or a key made for it first.
    let others = try await harness.service.links.options(
      SessionLinkID(second.id), LinkOptionsRequest(deviceID: nil))
    #expect(others.refusal == .linkOver)
    // The factor that is there entitles by itself.
    let asked = try await harness.service.links.options(
      SessionLinkID(second.id), LinkOptionsRequest(deviceID: old.id)
    ).get()
    guard case .enrol(let device, let registration, _) = late else { throw NoEnrolment() }
    let proved = LinkConfirmation.enrol(
      device, registration: registration,
      .pinProof(try old.pinProof(try #require(asked.pinChallenge))))
    #expect(try await harness.confirm(second, proved).refusal == nil)
    #expect(try await harness.count("devices WHERE revoked_at IS NULL") == 1)
  }

  @Test(
    "an administration's link is its host's word for an account of its own; of others it waits",
    arguments: [true, false])
  func administrationsWord(isOwn: Bool) async throws {
    let harness = try await ServiceHarness()
    if !isOwn { _ = try await harness.signUp() }
    let link = try await hostLink(harness)
    let phone = try await harness.enrolment(of: try harness.newPhone(), link)
    _ = try await harness.confirm(link, phone).get()
    let ground = isOwn ? "host" : "administrator"
    #expect(try await harness.count("devices WHERE ground = '\(ground)'") == 1)
    #expect(try await harness.count("waits WHERE reason = 'administrator'") == (isOwn ? 0 : 1))
  }

  @Test("an administration's link outlasts the first factor, unless it enrols without one")
  func administrationsLink() async throws {
    let harness = try await ServiceHarness()
    _ = try await harness.signUp()
    let (required, headless) = (
      try await hostLink(harness), try await hostLink(harness, SecondFactorDemand.none)
    )
    let without = try await harness.enrolment(
      of: try harness.newPhone(), headless, withPIN: false)
    _ = try await harness.enrolledPhone()
    #expect(try await harness.confirm(headless, without).refusal == .linkOver)
    let further = try await harness.enrolment(of: try harness.newPhone(), required)
    #expect(try await harness.confirm(required, further).refusal == nil)
    #expect(try await harness.count("devices") == 2)
  }

  @Test("a link ends with what entitled to it, and a login with the device that confirmed it")
  func endsWithRevocation() async throws {
    let harness = try await ServiceHarness()
    let (old, page) = try await harness.enrolledPhone()
    let link = try await hostLink(harness)
    let confirmation = try await harness.enrolment(of: try harness.newPhone(), link)
    _ = try await harness.revoke(old, page).get()
    #expect(try await harness.confirm(link, confirmation).refusal == .linkOver)
    #expect(try await harness.count("devices WHERE revoked_at IS NULL") == 0)
  }

  private struct NoEnrolment: Error {}

  private func pageLink(
    _ harness: ServiceHarness, _ session: AuthenticatedSession, _ proof: Proof? = nil
  ) async throws -> SessionLinkAnswer {
    try await harness.service.linkIssuer.make(
      SessionLinkRequest(type: .enrol, proof: proof), session: session, from: .local, origin: nil
    ).get()
  }

  private func hostLink(
    _ harness: ServiceHarness, _ secondFactor: SecondFactorDemand? = nil
  ) async throws -> SessionLinkAnswer {
    try await harness.service.linkIssuer.make(
      SessionLinkRequest(
        type: .enrol, userName: ServiceHarness.ada, displayName: "Ada", secondFactor: secondFactor),
      from: .local, mandate: .anyFactor
    ).get()
  }

  private func mailedCode(
    _ harness: ServiceHarness, _ link: SessionLinkAnswer
  ) async throws -> SecretText {
    _ = try await harness.service.links.requestCode(SessionLinkID(link.id)).get()
    return try await harness.newestCode(to: ServiceHarness.ada)
  }
}
