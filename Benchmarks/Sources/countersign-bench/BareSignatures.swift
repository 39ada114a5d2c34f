import Crypto
import RelyingParty
import ToolSupport
import WebAuthnModel

/// The cryptography of one core: a bare signature check, and an assertion from the bytes
/// of its JSON to the verdict.
struct BareSignatures {
  private let publicKey: [UInt8]
  private let signature: [UInt8]
  private let message: [UInt8]
  private let body: [UInt8]
  private let challenge: Challenge
  private let credential: OwnedCredential
  private let policy: CeremonyPolicy

  init() throws {
    guard let origin = Origin("http://localhost:8080") else {
      throw CommandFailure(.environment, "the benchmark's origin is none")
    }
    let key = P256.Signing.PrivateKey()
    publicKey = Array(key.publicKey.x963Representation)
    message = Array(0..<69)
    signature = Array(try key.signature(for: message).derRepresentation)
    let benchKey = BenchKey(origin: origin)
    let relyingPartyID = RelyingPartyID("localhost")
    challenge = Challenge((0..<89).map { UInt8($0) })
    let assertion = try benchKey.assertion(over: challenge, relyingPartyID: relyingPartyID)
    body = assertion.json.serialized()
    let owner = UserHandle(Array("acc_AAAAAAAAAAAAAAAAAAAAAA".utf8))
    credential = try OwnedCredential(
      CredentialRecord(
        id: benchKey.id, owner: owner, publicKey: benchKey.publicKey, algorithm: .es256,
        signCount: 0, backupEligible: false, backedUp: false, userVerified: true,
        transports: ["internal"], origin: origin), owner: owner)
    policy = CeremonyPolicy(relyingPartyID: relyingPartyID, origins: [origin])
  }

  /// Checks signatures and assertions by turns, over and over, so that a core that slows down slows
  /// both.
  func measure(seconds: Double) throws -> (bare: BareMeasure, verdicts: BareMeasure) {
    var (bare, verdicts) = (BareMeasure(), BareMeasure())
    let deadline = ContinuousClock.now + .seconds(seconds)
    repeat {
      try Task.checkCancellation()
      bare += try Self.measure { try isBareSignatureValid() }
      verdicts += try Self.measure { try isVerified() }
    } while ContinuousClock.now < deadline
    return (bare, verdicts)
  }

  /// One signature, with the key from its encoding, as a server has it.
  private func isBareSignatureValid() throws -> Bool {
    let key = try P256.Signing.PublicKey(x963Representation: publicKey)
    return key.isValidSignature(try .init(derRepresentation: signature), for: message)
  }

  /// One assertion from the bytes of its body to the verdict.
  func isVerified() throws -> Bool {
    let assertion = try UnverifiedAssertion(AssertionResponse(json: JSONValue(parsing: body)))
    return try assertion.verified(challenge: challenge, credential: credential, policy: policy)
      .credentialID == assertion.credentialID
  }

  private static func measure(_ work: () throws -> Bool) throws -> BareMeasure {
    let start = threadCPUSeconds()
    for _ in 0..<50 {
      guard try work() else {
        throw CommandFailure(.environment, "a signature of this benchmark does not verify")
      }
    }
    return BareMeasure(count: 50, cpuSeconds: threadCPUSeconds() - start)
  }
}
