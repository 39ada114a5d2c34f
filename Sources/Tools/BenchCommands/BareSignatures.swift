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

  /// Checks a signature over and over: the key from its encoding each time, as a server has it.
  func measureBare(seconds: Double) throws -> BareMeasure {
    try Self.measure(seconds) {
      let key = try P256.Signing.PublicKey(x963Representation: publicKey)
      return key.isValidSignature(try .init(derRepresentation: signature), for: message)
    }
  }

  /// Checks an assertion over and over, from the bytes of its body.
  func measureVerdicts(seconds: Double) throws -> BareMeasure {
    try Self.measure(seconds) { try isVerified() }
  }

  /// One assertion from the bytes of its body to the verdict.
  func isVerified() throws -> Bool {
    let assertion = try UnverifiedAssertion(AssertionResponse(json: JSONValue(parsing: body)))
    return try assertion.verified(challenge: challenge, credential: credential, policy: policy)
      .credentialID == assertion.credentialID
  }

  private static func measure(
    _ seconds: Double, _ work: () throws -> Bool
  ) throws -> BareMeasure {
    var measure = BareMeasure()
    let deadline = ContinuousClock.now + .seconds(seconds)
    let start = threadCPUSeconds()
    repeat {
      try Task.checkCancellation()
      for _ in 0..<50 {
        guard try work() else {
          throw CommandFailure(.environment, "a signature of this benchmark does not verify")
        }
      }
      measure.count += 50
    } while ContinuousClock.now < deadline
    measure.cpuSeconds = threadCPUSeconds() - start
    return measure
  }
}
