import CountersignClient
import Crypto
import WebAuthnModel

/// A P-256 key of the load generator: signs whatever it is asked, without a person or a vault.
struct BenchKey: Authenticator {
  let id: CredentialID
  private let origin: Origin
  private let key = P256.Signing.PrivateKey()

  init(origin: Origin) {
    self.origin = origin
    id = CredentialID((0..<20).map { _ in UInt8.random(in: .min ... .max) })
  }

  /// The public key in COSE's form.
  var publicKey: [UInt8] {
    let point = Array(key.publicKey.x963Representation)
    return COSEPublicKey.es256(x: Array(point[1...32]), y: Array(point[33...64])).serialized()
  }

  func readiness() async -> AuthenticatorReadiness { .ready }

  func createCredential(
    _ options: CredentialCreationOptions
  ) async throws(AuthenticatorError) -> RegistrationResponse {
    let credential = AttestedCredentialData(
      aaguid: [UInt8](repeating: 0, count: 16), credentialID: id, publicKey: publicKey)
    let data = authenticatorData(of: options.relyingPartyID, credential)
    let object = AttestationObject(
      format: "none", statement: CBORMap([(CBORValue, CBORValue)]()), authenticatorData: data)
    return RegistrationResponse(
      credentialID: id,
      clientDataJSON: CollectedClientData.serialized(
        type: .create, challenge: options.challenge, origin: origin),
      attestationObject: object.serialized(), transports: ["internal"])
  }

  func sign(_ request: SigningRequest) async throws(AuthenticatorError) -> AssertionResponse {
    try assertion(over: request.challenge, relyingPartyID: request.relyingPartyID)
  }

  /// Signs a challenge.
  func assertion(
    over challenge: Challenge, relyingPartyID: RelyingPartyID
  ) throws(AuthenticatorError) -> AssertionResponse {
    let clientData = CollectedClientData.serialized(
      type: .get, challenge: challenge, origin: origin)
    let data = authenticatorData(of: relyingPartyID, nil)
    guard let signature = try? key.signature(for: data + Array(SHA256.hash(data: clientData)))
    else { throw .failed }
    return AssertionResponse(
      credentialID: id, clientDataJSON: clientData, authenticatorData: data,
      signature: Array(signature.derRepresentation), userHandle: nil)
  }

  func credentials(
    for relyingPartyID: RelyingPartyID
  ) async throws(AuthenticatorError) -> [CredentialID] { [id] }

  func deleteCredential(_ id: CredentialID) async throws(AuthenticatorError) {}

  private func authenticatorData(
    of relyingPartyID: RelyingPartyID, _ credential: AttestedCredentialData?
  ) -> [UInt8] {
    AuthenticatorData(
      relyingPartyIDHash: Array(SHA256.hash(data: Array(relyingPartyID.text.utf8))),
      flags: [.userPresent, .userVerified], signCount: 0, attestedCredentialData: credential
    ).serialized()
  }
}

extension CredentialCreationOptions {
  fileprivate var relyingPartyID: RelyingPartyID { relyingParty.id }
}
