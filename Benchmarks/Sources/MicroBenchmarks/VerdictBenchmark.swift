import Crypto
import WebAuthn

/// One assertion, as a server receives it, and the signature in it alone.
struct VerdictBenchmark {
  private let key = P256.Signing.PrivateKey()
  private let body: [UInt8]
  private let message: [UInt8]
  private let signature: [UInt8]
  private let challenge = Challenge((0..<89).map { UInt8($0) })
  private let credential: OwnedCredential
  private let policy: CeremonyPolicy

  init() throws {
    guard let origin = Origin("http://localhost:8080") else {
      throw BenchmarkFailure(name: "origin")
    }
    let id = CredentialID([UInt8](repeating: 7, count: 20))
    let owner = UserHandle(Array("acc_AAAAAAAAAAAAAAAAAAAAAA".utf8))
    let clientData = CollectedClientData.serialized(
      type: .get, challenge: challenge, origin: origin)
    let data = AuthenticatorData(
      relyingPartyIDHash: Array(SHA256.hash(data: Array("localhost".utf8))),
      flags: [.userPresent, .userVerified], signCount: 0, attestedCredentialData: nil
    ).serialized()
    message = data + Array(SHA256.hash(data: clientData))
    signature = Array(try key.signature(for: message).derRepresentation)
    body = AssertionResponse(
      credentialID: id, clientDataJSON: clientData, authenticatorData: data,
      signature: signature, userHandle: nil
    ).json.serialized()
    let point = Array(key.publicKey.rawRepresentation)
    credential = try OwnedCredential(
      CredentialRecord(
        id: id, owner: owner,
        publicKey: COSEPublicKey.es256(x: Array(point[..<32]), y: Array(point[32...]))
          .serialized(),
        algorithm: .es256, signCount: 0, backupEligible: false, backedUp: false,
        userVerified: true, transports: ["internal"], origin: origin), owner: owner)
    policy = CeremonyPolicy(relyingPartyID: RelyingPartyID("localhost"), origins: [origin])
    encodedKey = Array(key.publicKey.x963Representation)
  }

  private let encodedKey: [UInt8]

  func isBareSignatureValid() throws -> Bool {
    try P256.Signing.PublicKey(x963Representation: encodedKey)
      .isValidSignature(.init(derRepresentation: signature), for: message)
  }

  func isVerified() throws -> Bool {
    let assertion = try UnverifiedAssertion(AssertionResponse(json: JSONValue(parsing: body)))
    return try assertion.verified(challenge: challenge, credential: credential, policy: policy)
      .credentialID == assertion.credentialID
  }

  func isParsed() throws -> Bool {
    try AssertionResponse(json: JSONValue(parsing: body)).signature == signature
  }
}
