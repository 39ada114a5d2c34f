import CountersignClient
import CountersignDevice
import Foundation
import LocalAuthentication
import RelyingParty
import Security
import StandInPhone
import Testing
import WebAuthnModel
import WireModel

@Suite("The Secure Enclave's authenticator", .ownPhone)
struct SecureEnclaveAuthenticatorTests {
  @Test(
    "what it creates and signs passes the relying party's verification",
    arguments: [AttestationConveyance.none, .direct])
  func passesVerification(attestation: AttestationConveyance) async throws {
    let app = try EnclaveFixture()
    let options = DeviceFixture.creation(attestation: attestation)
    let response = try await app.authenticator.createCredential(options)
    var record = try app.verified(response, options)
    for count in 1...3 {
      let verified = try app.verified(try await app.sign(response.id), record)
      #expect(verified.signCount == UInt32(count))
      record.signCount = verified.signCount
    }
  }

  @Test("the prompt says what is signed, and asks for biometrics alone")
  func prompt() async throws {
    let app = try EnclaveFixture()
    let id = try await app.authenticator.createCredential(DeviceFixture.creation()).id
    _ = try await app.sign(id)
    for title in ["Change how you confirm", ""] {
      let document = Document(scenario: .manageFactors, language: .english, title: title)
      _ = try await app.authenticator.sign(
        DeviceFixture.request(
          [id], challenge: DeviceFixture.challenge(over: document), document: document))
    }
    #expect(
      Phone.current.questions.map(\.reason) == [
        "Set up biometrics for ada@example.com at pay.example.com",
        "Buy airtime: 500.00\u{a0}NGN, MTN airtime", "Change how you confirm",
        "Confirm at pay.example.com",
      ])
    #expect(Set(Phone.current.questions.map(\.policy)) == [1])
  }

  @Test("an app's own words stand in the prompt, and its silence does not")
  func ownWords() async throws {
    let app = try EnclaveFixture()
    for (words, said) in [("Chave nova", "Chave nova"), ("", "Open the app")] {
      let presence = BiometricPresence(reason: { _ in words })
      try await presence.verify(.unlock)
      #expect(Phone.current.questions.last?.reason == said)
    }
    let authenticator = SecureEnclaveAuthenticator(
      vault: app.vault, account: "acct_1", origin: app.origin, reason: { _ in "Chave nova" })
    _ = try await authenticator.createCredential(DeviceFixture.creation())
    #expect(Phone.current.questions.last?.reason == "Chave nova")
  }

  @Test("a key asks for the biometrics that are enrolled, on this device, with a passcode")
  func accessControl() async throws {
    let app = try EnclaveFixture()
    _ = try await app.authenticator.createCredential(DeviceFixture.creation())
    let flags: SecAccessControlCreateFlags = [.privateKeyUsage, .biometryCurrentSet]
    #expect(Phone.current.with { $0.keys.values.map(\.flags) } == [flags.rawValue])
    let hidden = Phone.current.with { $0.keys.values.map(\.bytes) }
    let kept = Phone.current.with { $0.items.map(\.data) }
    #expect(kept.count == 1)
    for key in hidden {
      let text = Base64URL.encode(Array(key))
      #expect(!kept.contains { String(decoding: $0, as: UTF8.self).contains(text) })
    }
  }

  @Test("each answer of the system has its error, for a new key as for a signature")
  func outcomes() async throws {
    let app = try EnclaveFixture()
    let id = try await app.authenticator.createCredential(DeviceFixture.creation()).id
    for (code, error) in ErrorTableTests.local {
      Phone.current.refuse(code.rawValue, code.rawValue)
      await #expect(throws: error) { try await app.sign(id) }
      await #expect(throws: error) {
        try await app.authenticator.createCredential(DeviceFixture.creation())
      }
    }
    #expect(try await app.authenticator.credentials(for: DeviceFixture.relyingPartyID) == [id])
  }

  @Test("a key is gone when the enrolled biometrics have changed")
  func biometricsChanged() async throws {
    let app = try EnclaveFixture()
    let id = try await app.authenticator.createCredential(DeviceFixture.creation()).id
    _ = try await app.sign(id)
    Phone.current.changeBiometrics()
    let before = Phone.current.questions.count
    for _ in 1...2 {
      await #expect(throws: AuthenticatorError.keyGone) { try await app.sign(id) }
    }
    // The owner is asked once for each, and not once more by the key.
    #expect(Phone.current.questions.count == before + 2)
    try await app.authenticator.deleteCredential(id)
    let other = try await app.authenticator.createCredential(DeviceFixture.creation()).id
    _ = try await app.sign(other)
  }

  @Test("a key is gone when the biometrics change while it is asked for")
  func changedUnderThePrompt() async throws {
    let app = try EnclaveFixture()
    let id = try await app.authenticator.createCredential(DeviceFixture.creation()).id
    Phone.current.answer(.verifiedAfterChange)
    await #expect(throws: AuthenticatorError.keyGone) { try await app.sign(id) }
  }

  @Test(
    "a key is gone whatever error says so, and only where the biometrics have changed",
    arguments: [
      LAError.Code.addedLater, .biometryNotEnrolled, .authenticationFailed, .notInteractive,
    ])
  func deadKeyErrors(code: LAError.Code) async throws {
    let app = try EnclaveFixture()
    let id = try await app.authenticator.createCredential(DeviceFixture.creation()).id
    Phone.current.with { $0.deadKeyCode = code.rawValue }
    _ = try await app.sign(id)
    Phone.current.changeBiometrics()
    await #expect(throws: AuthenticatorError.keyGone) { try await app.sign(id) }
    Phone.current.with { $0.deadKeyCode = LAError.Code.userCancel.rawValue }
    await #expect(throws: AuthenticatorError.cancelled) { try await app.sign(id) }
  }

  @Test("when nobody waits any more the prompt leaves the screen, and nothing is signed or counted")
  func cancelledTask() async throws {
    let app = try EnclaveFixture()
    let options = DeviceFixture.creation()
    let response = try await app.authenticator.createCredential(options)
    Phone.current.answer(.silent)
    let signing = Task { try await app.sign(response.id) }
    while Phone.current.questions.count < 2 { await Task.yield() }
    signing.cancel()
    await #expect(throws: AuthenticatorError.cancelled) { try await signing.value }
    let record = try app.verified(response, options)
    #expect(try app.verified(try await app.sign(response.id), record).signCount == 1)
  }

  @Test("who has left before the prompt is shown is told as of a prompt that was left")
  func cancelledBefore() async throws {
    let app = try EnclaveFixture()
    let id = try await app.authenticator.createCredential(DeviceFixture.creation()).id
    let signing = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await app.sign(id)
    }
    await #expect(throws: AuthenticatorError.cancelled) { try await signing.value }
  }

  @Test("a key lives on when a release of the system tells the same biometrics apart anew")
  func newRelease() async throws {
    let app = try EnclaveFixture()
    let id = try await app.authenticator.createCredential(DeviceFixture.creation()).id
    Phone.current.with { $0.release = Data("next".utf8) }
    _ = try await app.sign(id)
    // A later refusal has another cause than the release, which is known by now.
    Phone.current.with { $0.enclaveStatus = errSecIO }
    await #expect(throws: AuthenticatorError.failed) { try await app.sign(id) }
    Phone.current.with { $0.enclaveStatus = nil }
    Phone.current.changeBiometrics()
    await #expect(throws: AuthenticatorError.keyGone) { try await app.sign(id) }
  }

  @Test(
    "what Security says of a key has its error",
    arguments: [
      (errSecUserCanceled, AuthenticatorError.cancelled),
      (errSecInteractionNotAllowed, .notInForeground), (errSecItemNotFound, .keyGone),
      (errSecNotAvailable, .notAvailable), (errSecIO, .failed),
    ])
  func keyStatus(status: OSStatus, error: AuthenticatorError) async throws {
    let app = try EnclaveFixture()
    let id = try await app.authenticator.createCredential(DeviceFixture.creation()).id
    Phone.current.with { $0.enclaveStatus = status }
    await #expect(throws: error) { try await app.sign(id) }
  }

  @Test("a key that the Secure Enclave does not know, or that is none, is gone")
  func unknownKey() async throws {
    let app = try EnclaveFixture()
    let id = try await app.authenticator.createCredential(DeviceFixture.creation()).id
    let name = try #require(try await app.vault.names(account: "acct_1").first)
    let held = try #require(try await app.vault.value(name))
    let text = String(decoding: held, as: UTF8.self)
    for changed in [
      text.replacingOccurrences(of: "secureEnclave", with: "somethingElse"), "{}", "",
    ] {
      try await app.vault.setValue(Array(changed.utf8), name)
      await #expect(throws: AuthenticatorError.keyGone) { try await app.sign(id) }
    }
  }

  @Test("without a Secure Enclave nothing is asked, made or signed")
  func noSecureEnclave() async throws {
    let app = try EnclaveFixture()
    let id = try await app.authenticator.createCredential(DeviceFixture.creation()).id
    Phone.current.with { $0.hasSecureEnclave = false }
    #expect(await app.authenticator.readiness() == .notSupported)
    await #expect(throws: AuthenticatorError.notAvailable) { try await app.sign(id) }
    await #expect(throws: AuthenticatorError.notAvailable) {
      try await app.authenticator.createCredential(DeviceFixture.creation())
    }
    #expect(Phone.current.questions.count == 1)
  }

  @Test("it says whether the owner can be verified, and asks nobody for it")
  func readiness() async throws {
    let app = try EnclaveFixture()
    #expect(await app.authenticator.readiness() == .ready)
    for (biometrics, readiness, error) in [
      (
        PhoneState.Biometrics.nothing, AuthenticatorReadiness.nothingEnrolled,
        AuthenticatorError.nothingEnrolled
      ),
      (.notAvailable, .notSupported, .notAvailable), (.lockedOut, .ready, .permanentLockout),
    ] {
      Phone.current.with { $0.biometrics = biometrics }
      #expect(await app.authenticator.readiness() == readiness)
      await #expect(throws: error) {
        try await app.authenticator.createCredential(DeviceFixture.creation())
      }
    }
    Phone.current.with { $0.hasPasscode = false }
    #expect(await app.authenticator.readiness() == .nothingEnrolled)
    #expect(Phone.current.questions.isEmpty)
  }
}

@Suite("What the Secure Enclave's authenticator refuses", .ownPhone)
struct SecureEnclaveRefusalTests {
  @Test("a challenge for another transaction than the shown one is refused, and nobody is asked")
  func notAsShown() async throws {
    let app = try EnclaveFixture()
    let id = try await app.authenticator.createCredential(DeviceFixture.creation()).id
    let request = DeviceFixture.request(
      [id], challenge: EnclaveFixture.challenge(), document: DeviceFixture.management)
    await #expect(throws: AuthenticatorError.challengeNotAsShown) {
      try await app.authenticator.sign(request)
    }
    #expect(Phone.current.questions.count == 1)
  }

  @Test("a web origin signs for its own relying party alone")
  func otherRelyingParty() async throws {
    let app = try EnclaveFixture(origin: "https://evil.example")
    await #expect(throws: AuthenticatorError.relyingPartyNotAllowed) {
      try await app.authenticator.createCredential(DeviceFixture.creation())
    }
    #expect(Phone.current.questions.isEmpty)
  }

  @Test("an excluded credential is refused, and told only to a verified owner")
  func excluded() async throws {
    let app = try EnclaveFixture()
    let id = try await app.authenticator.createCredential(DeviceFixture.creation()).id
    await #expect(throws: AuthenticatorError.credentialExists) {
      try await app.authenticator.createCredential(DeviceFixture.creation(exclude: [id]))
    }
    Phone.current.refuse(LAError.Code.userCancel.rawValue)
    await #expect(throws: AuthenticatorError.cancelled) {
      try await app.authenticator.createCredential(DeviceFixture.creation(exclude: [id]))
    }
    await #expect(throws: AuthenticatorError.algorithmNotSupported) {
      try await app.authenticator.createCredential(
        DeviceFixture.creation(algorithms: [.rs256]))
    }
  }

  @Test("a deleted key, one of another account and one of another device sign nothing")
  func otherKeys() async throws {
    let app = try EnclaveFixture()
    let id = try await app.authenticator.createCredential(DeviceFixture.creation()).id
    let other = SecureEnclaveAuthenticator(
      vault: app.vault, account: "acct_2", origin: app.origin)
    await #expect(throws: AuthenticatorError.nothingEnrolled) {
      try await other.sign(EnclaveFixture.request(id))
    }
    let name = try #require(try await app.vault.names(account: "acct_1").first)
    let held = try await app.vault.value(name)
    try await Phone.$current.withValue(Phone()) {
      try await app.vault.setValue(held, name)
      await #expect(throws: AuthenticatorError.failed) { try await app.sign(id) }
    }
    try await app.authenticator.deleteCredential(id)
    await #expect(throws: AuthenticatorError.nothingEnrolled) { try await app.sign(id) }
  }
}
