import AuthenticationServices
import CountersignClient
import CountersignDevice
import Foundation
import StandInPhone
import Testing
import WebAuthnModel
import WireModel

@Suite("The system's passkeys", .ownPhone)
struct PasskeyAuthenticatorTests {
  private let vault = KeychainVault(service: "com.example.pay")
  private let id = CredentialID([7, 7, 7])

  @Test("a passkey is asked for with the server's words, and the system's answer is passed on")
  func creation() async throws {
    let authenticator = authenticator()
    script(.made(Data([7, 7, 7]), Data("client".utf8), Data("object".utf8)))
    let options = DeviceFixture.creation(exclude: [CredentialID([9])])
    let response = try await authenticator.createCredential(options)
    #expect(response.id == id)
    #expect(response.clientDataJSON == Array("client".utf8))
    #expect(response.attestationObject == Array("object".utf8))
    #expect(response.transports == ["internal", "hybrid"])
    #expect(
      Phone.current.with { $0.passkeyRequests } == [
        PhoneState.PasskeyRequest(
          relyingPartyID: "pay.example.com", challenge: Data(options.challenge.bytes),
          credentials: [Data([9])], userVerification: "required", userID: Data([1, 2, 3]))
      ])
    #expect(try await authenticator.credentials(for: DeviceFixture.relyingPartyID) == [id])
    #expect(try await authenticator.credentials(for: RelyingPartyID("example.com")).isEmpty)
    try await authenticator.deleteCredential(id)
    #expect(try await authenticator.credentials(for: DeviceFixture.relyingPartyID).isEmpty)
  }

  @Test("a challenge as shown is signed by an allowed passkey")
  func assertion() async throws {
    script(.signed(Data([7, 7, 7]), Data("client".utf8), Data([1]), Data([2]), Data([3])))
    let response = try await authenticator().sign(EnclaveFixture.request(id))
    #expect(response.id == id)
    #expect(response.authenticatorData == [1])
    #expect(response.signature == [2])
    #expect(response.userHandle == UserHandle([3]))
    let requests = Phone.current.with { $0.passkeyRequests }
    #expect(requests.map(\.challenge) == [Data(EnclaveFixture.challenge().bytes)])
    #expect(requests.map(\.credentials) == [[Data([7, 7, 7])]])
    #expect(requests.map(\.userVerification) == ["required"])
    #expect(requests.map(\.isOfThisDevice) == [true])
  }

  @Test("what is not as shown, of a foreign relying party or for no passkey is not even asked for")
  func refused() async throws {
    let authenticator = authenticator()
    let challenge = EnclaveFixture.challenge()
    for (request, error) in [
      (
        DeviceFixture.request(
          [id], challenge: challenge, document: DeviceFixture.management),
        AuthenticatorError.challengeNotAsShown
      ),
      (
        DeviceFixture.request(
          [id], challenge: challenge, relyingPartyID: RelyingPartyID("example.com")),
        .relyingPartyNotAllowed
      ),
      (DeviceFixture.request([], challenge: challenge), .nothingEnrolled),
    ] {
      await #expect(throws: error) { try await authenticator.sign(request) }
    }
    await #expect(throws: AuthenticatorError.algorithmNotSupported) {
      try await authenticator.createCredential(DeviceFixture.creation(algorithms: [.rs256]))
    }
    let foreign = PasskeyAuthenticator(
      vault: vault, account: "acct_1", relyingPartyID: RelyingPartyID("example.com"),
      anchor: { ASPresentationAnchor() })
    await #expect(throws: AuthenticatorError.relyingPartyNotAllowed) {
      try await foreign.createCredential(DeviceFixture.creation())
    }
    #expect(Phone.current.with { $0.passkeyRequests.isEmpty })
  }

  @Test("each answer of the system has its error, and leaves nothing behind")
  func outcomes() async throws {
    let authenticator = authenticator()
    for (code, error) in ErrorTableTests.passkeys where code != .addedLater {
      script(.refused(code.rawValue), .refused(code.rawValue))
      await #expect(throws: error) {
        try await authenticator.createCredential(DeviceFixture.creation())
      }
      await #expect(throws: error) { try await authenticator.sign(EnclaveFixture.request(id)) }
    }
    #expect(try await authenticator.credentials(for: DeviceFixture.relyingPartyID).isEmpty)
  }

  @Test("when nobody waits any more the prompt leaves the screen")
  func cancelledTask() async throws {
    let authenticator = authenticator()
    script(.silent)
    let signing = Task { try await authenticator.sign(EnclaveFixture.request(id)) }
    while Phone.current.with({ $0.passkeyRequests.isEmpty }) { await Task.yield() }
    signing.cancel()
    await #expect(throws: AuthenticatorError.cancelled) { try await signing.value }
  }

  @Test("one ceremony follows the other, and is not asked for before", .timeLimit(.minutes(5)))
  func oneAtATime() async throws {
    let authenticator = authenticator()
    script(.silent, .signed(Data([7, 7, 7]), Data("client".utf8), Data([1]), Data([2]), nil))
    let first = Task { try await authenticator.sign(EnclaveFixture.request(id)) }
    while Phone.current.with({ $0.passkeyRequests.isEmpty }) { await Task.yield() }
    let second = Task { try await authenticator.sign(EnclaveFixture.request(id)) }
    for _ in 0..<1000 { await Task.yield() }
    #expect(Phone.current.with { $0.passkeyRequests.count } == 1)
    first.cancel()
    await #expect(throws: AuthenticatorError.cancelled) { try await first.value }
    #expect(try await second.value.id == id)
    #expect(Phone.current.with { $0.passkeyRequests.count } == 2)
  }

  @Test("an answer without its parts, of the other kind, or by a passkey not asked for is none")
  func oddAnswers() async throws {
    let authenticator = authenticator()
    let signed = PhoneState.PasskeyAnswer.signed(
      Data([7, 7, 7]), Data(), Data([1]), Data([2]), nil)
    for answer in [PhoneState.PasskeyAnswer.made(Data([7]), Data(), nil), signed] {
      script(answer)
      await #expect(throws: AuthenticatorError.failed) {
        try await authenticator.createCredential(DeviceFixture.creation())
      }
    }
    for answer in [
      PhoneState.PasskeyAnswer.signed(Data([7, 7, 7]), Data(), nil, Data([2]), nil),
      .signed(Data([7, 7, 7]), Data(), Data([1]), nil, nil),
      .signed(Data([8]), Data(), Data([1]), Data([2]), nil),
      .made(Data([7, 7, 7]), Data(), Data([1])),
    ] {
      script(answer)
      await #expect(throws: AuthenticatorError.failed) {
        try await authenticator.sign(EnclaveFixture.request(id))
      }
    }
  }

  @Test("it is ready where the device has a passcode")
  func readiness() async {
    #expect(await authenticator().readiness() == .ready)
    Phone.current.with { $0.hasPasscode = false }
    #expect(await authenticator().readiness() == .nothingEnrolled)
  }

  private func authenticator() -> PasskeyAuthenticator {
    PasskeyAuthenticator(
      vault: vault, account: "acct_1", relyingPartyID: DeviceFixture.relyingPartyID,
      anchor: { ASPresentationAnchor() })
  }

  private func script(_ answers: PhoneState.PasskeyAnswer...) {
    Phone.current.with { $0.passkeyAnswers = answers }
  }
}
