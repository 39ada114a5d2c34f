import CountersignClient
import CountersignDevice
import RelyingParty
import Testing
import WebAuthnModel
import WireModel

@Suite("The software authenticator")
struct SoftwareAuthenticatorTests {
  private let directory = TemporaryDirectory()
  private var vault: FileVault { FileVault(directory: directory.path) }

  @Test(
    "what it creates and signs passes the relying party's verification",
    arguments: [AttestationConveyance.none, .direct])
  func passesVerification(attestation: AttestationConveyance) async throws {
    let device = try DeviceFixture(vault: vault)
    let options = DeviceFixture.creation(attestation: attestation)
    let response = try await device.authenticator.createCredential(options)
    let policy = CeremonyPolicy(
      relyingPartyID: DeviceFixture.relyingPartyID, origins: [device.origin])
    let registration = try UnverifiedRegistration(RegistrationResponse(json: response.json))
      .verified(
        challenge: options.challenge, user: DeviceFixture.user.id, policy: policy)

    let challenge = DeviceFixture.challenge()
    var record = registration.record
    for count in 1...3 {
      let assertion = try await device.authenticator.sign(
        DeviceFixture.request([response.id], challenge: challenge))
      let verified = try UnverifiedAssertion(AssertionResponse(json: assertion.json)).verified(
        challenge: challenge,
        credential: OwnedCredential(record, owner: DeviceFixture.user.id), policy: policy)
      #expect(verified.signCount == UInt32(count))
      record.signCount = verified.signCount
    }
  }

  @Test("two signatures asked for at once carry two counts, and one prompt is shown at a time")
  func oneAtATime() async throws {
    let presence = SlowPresence()
    let authenticator = try slowAuthenticator(presence)
    let id = try await authenticator.createCredential(DeviceFixture.creation()).id
    let request = shownRequest(id)
    let counts = try await withThrowingTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          let data = try await authenticator.sign(request).authenticatorData
          return try AuthenticatorData(parsing: data).signCount
        }
      }
      return try await group.reduce(into: Set<UInt32>()) { $0.insert($1) }
    }
    #expect(counts == Set(1...8))
    #expect(await presence.mostAtOnce == 1)
  }

  @Test("what nobody waits for any more is not signed, nor counted")
  func leftUnderThePrompt() async throws {
    let prompt = try await signUnderPrompt()
    prompt.signing.cancel()
    await prompt.presence.letGo()
    await #expect(throws: AuthenticatorError.cancelled) { try await prompt.signing.value }
    let next = try await prompt.authenticator.sign(prompt.request)
    #expect(try AuthenticatorData(parsing: next.authenticatorData).signCount == 1)
  }

  @Test("a key that is deleted while a prompt is shown stays deleted")
  func deletedUnderThePrompt() async throws {
    let prompt = try await signUnderPrompt()
    async let deletion: Void = prompt.authenticator.deleteCredential(prompt.id)
    // Time enough for a deletion that does not wait for the prompt.
    for _ in 0..<1000 { await Task.yield() }
    await prompt.presence.letGo()
    _ = try? await prompt.signing.value
    try await deletion
    #expect(try await prompt.authenticator.credentials(for: DeviceFixture.relyingPartyID) == [])
  }

  @Test("a key that another authenticator of the app deletes under the prompt stays deleted")
  func deletedElsewhere() async throws {
    let prompt = try await signUnderPrompt()
    try await slowAuthenticator(prompt.presence).deleteCredential(prompt.id)
    await prompt.presence.letGo()
    do {
      _ = try await prompt.signing.value
      Issue.record("signed with a key that was deleted")
    } catch {
      #expect(error as? AuthenticatorError == .keyGone)
    }
    #expect(try await prompt.authenticator.credentials(for: DeviceFixture.relyingPartyID) == [])
  }

  /// A signature whose prompt is shown, and stays until it is let go.
  private struct SigningUnderPrompt {
    let presence: SlowPresence
    let authenticator: SoftwareAuthenticator
    let id: CredentialID
    let request: SigningRequest
    let signing: Task<AssertionResponse, any Error>
  }

  private func signUnderPrompt() async throws -> SigningUnderPrompt {
    let presence = SlowPresence()
    let authenticator = try slowAuthenticator(presence)
    let id = try await authenticator.createCredential(DeviceFixture.creation()).id
    let request = shownRequest(id)
    await presence.hold()
    let signing = Task { try await authenticator.sign(request) }
    while await presence.shown == 0 { await Task.yield() }
    return SigningUnderPrompt(
      presence: presence, authenticator: authenticator, id: id, request: request, signing: signing)
  }

  private func shownRequest(_ id: CredentialID) -> SigningRequest {
    DeviceFixture.request([id], challenge: DeviceFixture.challenge())
  }

  private func slowAuthenticator(_ presence: SlowPresence) throws -> SoftwareAuthenticator {
    SoftwareAuthenticator(
      vault: vault, account: "acct_1",
      origin: try #require(Origin("https://pay.example.com")), presence: presence)
  }

  // Holds: RTS-5.2
  @Test(
    "RTS-5.2: a challenge for another document than the shown one is not signed, label by label")
  func changedDocumentIsNotSigned() async throws {
    let device = try DeviceFixture(vault: vault)
    let id = try await device.authenticator.createCredential(DeviceFixture.creation()).id
    let changes = DeviceFixture.changes(of: DeviceFixture.document)
    #expect(changes.count == 19)
    for (what, document) in changes {
      let request = DeviceFixture.request(
        [id], challenge: DeviceFixture.challenge(), document: document)
      await #expect(throws: AuthenticatorError.challengeNotAsShown, "\(what)") {
        try await device.authenticator.sign(request)
      }
    }
    // The user was asked for the creation only: what does not fit is not even put to them.
    #expect(await device.presence.questions.count == 1)
  }

  // Holds: RTS-5.2
  @Test(
    "a challenge that is unlinked, of another scenario, language or layout, or cut, is not signed")
  func otherChallengesAreNotSigned() async throws {
    let device = try DeviceFixture(vault: vault)
    let id = try await device.authenticator.createCredential(DeviceFixture.creation()).id
    let good = DeviceFixture.challenge()
    let others = [
      DeviceFixture.challenge {
        ChallengeLayout.Subject(
          language: nil, scenarioTag: $0.scenarioTag, binding: ChallengeLayout.unlinked)
      },
      DeviceFixture.challenge {
        ChallengeLayout.Subject(
          language: .german, scenarioTag: $0.scenarioTag, binding: $0.binding)
      },
      DeviceFixture.challenge {
        ChallengeLayout.Subject(
          language: $0.language, scenarioTag: [1, 2, 3, 4], binding: $0.binding)
      },
      DeviceFixture.challenge(over: DeviceFixture.management),
      Challenge(Array(good.bytes.dropLast())), Challenge([0x10] + good.bytes.dropFirst()),
      Challenge([UInt8](repeating: 1, count: 32)), Challenge([]),
    ]
    for challenge in others {
      let request = DeviceFixture.request([id], challenge: challenge)
      await #expect(throws: AuthenticatorError.challengeNotAsShown) {
        try await device.authenticator.sign(request)
      }
    }
    _ = try await device.authenticator.sign(DeviceFixture.request([id], challenge: good))
  }

  // Holds: RTS-5.2
  @Test("a document that no screen can show truthfully is not signed")
  func unshowableIsNotSigned() async throws {
    let device = try DeviceFixture(vault: vault)
    let id = try await device.authenticator.createCredential(DeviceFixture.creation()).id
    let document = Document(
      scenario: ScenarioName("TOP_UP"), language: .english, title: "Buy airtime",
      fields: [Document.Field("payee", label: "To", .payee("MTN \u{202E}500"))])
    let request = DeviceFixture.request(
      [id], challenge: DeviceFixture.challenge(over: document), document: document)
    await #expect(throws: AuthenticatorError.challengeNotAsShown) {
      try await device.authenticator.sign(request)
    }
  }

  @Test("a challenge for a transaction is not signed as one for managing factors")
  func transactionIsNotSignedUnseen() async throws {
    let device = try DeviceFixture(vault: vault)
    let id = try await device.authenticator.createCredential(DeviceFixture.creation()).id
    let document = DeviceFixture.management
    await #expect(throws: AuthenticatorError.challengeNotAsShown) {
      try await device.authenticator.sign(
        DeviceFixture.request([id], challenge: DeviceFixture.challenge(), document: document))
    }
    let manage = DeviceFixture.challenge(over: document)
    let assertion = try await device.authenticator.sign(
      DeviceFixture.request([id], challenge: manage, document: document))
    #expect(assertion.id == id)
  }

  @Test(
    "nothing is signed for a relying party that this app does not speak for",
    arguments: ["example.com", "ay.example.com", "evil.example", "pay.example.com.evil.example"])
  func otherRelyingParty(id text: String) async throws {
    let challenge = DeviceFixture.challenge()
    let device = try DeviceFixture(origin: "https://login.pay.example.com", vault: vault)
    _ = try await device.authenticator.createCredential(DeviceFixture.creation())
    let request = DeviceFixture.request(
      [], challenge: challenge, relyingPartyID: RelyingPartyID(text))
    // A parent domain may be spoken for; it just has no key here.
    let expected: AuthenticatorError =
      text == "example.com" ? .nothingEnrolled : .relyingPartyNotAllowed
    await #expect(throws: expected) { try await device.authenticator.sign(request) }
  }

  @Test("without user verification nothing is created and nothing is signed")
  func userVerificationIsNeeded() async throws {
    let device = try DeviceFixture(vault: vault, presence: ScriptedPresence(.cancelled))
    await #expect(throws: AuthenticatorError.cancelled) {
      try await device.authenticator.createCredential(DeviceFixture.creation())
    }
    #expect(
      try await device.authenticator.credentials(for: DeviceFixture.relyingPartyID).isEmpty)
    await device.presence.answer(nil)
    let id = try await device.authenticator.createCredential(DeviceFixture.creation()).id
    await device.presence.answer(.failed)
    let request = DeviceFixture.request([id], challenge: DeviceFixture.challenge())
    await #expect(throws: AuthenticatorError.failed) {
      try await device.authenticator.sign(request)
    }
  }

  @Test("a key survives a restart, is found by its relying party, and is gone once deleted")
  func keysAreKept() async throws {
    let id = try await DeviceFixture(vault: vault).authenticator
      .createCredential(DeviceFixture.creation()).id
    let restarted = try DeviceFixture(vault: vault).authenticator
    #expect(try await restarted.credentials(for: DeviceFixture.relyingPartyID) == [id])
    #expect(try await restarted.credentials(for: RelyingPartyID("example.com")).isEmpty)
    try await restarted.deleteCredential(id)
    #expect(try await restarted.credentials(for: DeviceFixture.relyingPartyID).isEmpty)
  }

  @Test("an excluded credential and an unknown algorithm are refused")
  func creationIsRefused() async throws {
    let device = try DeviceFixture(vault: vault)
    let id = try await device.authenticator.createCredential(DeviceFixture.creation()).id
    await #expect(throws: AuthenticatorError.credentialExists) {
      try await device.authenticator.createCredential(DeviceFixture.creation(exclude: [id]))
    }
    await #expect(throws: AuthenticatorError.algorithmNotSupported) {
      try await device.authenticator.createCredential(
        DeviceFixture.creation(algorithms: [.rs256]))
    }
  }
}

/// A user who takes a while, so that whatever may come between does.
private actor SlowPresence: UserPresence {
  nonisolated var readiness: AuthenticatorReadiness { .ready }

  private(set) var shown = 0
  private(set) var mostAtOnce = 0
  private var isHeld = false

  func hold() { isHeld = true }
  func letGo() { isHeld = false }

  func verify(_ question: PresenceQuestion) async throws(AuthenticatorError) {
    shown += 1
    mostAtOnce = max(mostAtOnce, shown)
    for _ in 0..<50 { await Task.yield() }
    while isHeld { await Task.yield() }
    shown -= 1
  }
}
