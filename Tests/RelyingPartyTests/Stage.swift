import CountersignTesting
import Crypto
import RelyingParty
import Testing
import WebAuthnModel

/// A relying party, an account and an authenticator, honest until a test breaks one of them.
struct Stage {
  var authenticator: TestAuthenticator
  var policy: CeremonyPolicy
  let user = UserHandle([1, 2, 3, 4])
  let challenge = Challenge(Array("a challenge of this server".utf8))

  init(_ algorithm: COSEAlgorithm = .es256) throws {
    let origin = try Self.origin("https://example.org")
    let relyingPartyID = RelyingPartyID("example.org")
    authenticator = try TestAuthenticator(
      algorithm: algorithm, relyingPartyID: relyingPartyID, origin: origin)
    policy = CeremonyPolicy(relyingPartyID: relyingPartyID, origins: [origin])
  }

  /// The credential as a store would hold it.
  func record(
    signCount: UInt32 = 0, backupEligible: Bool = false, owner: UserHandle? = nil,
    publicKey: [UInt8]? = nil
  ) -> CredentialRecord {
    CredentialRecord(
      id: authenticator.credentialID, owner: owner ?? user,
      publicKey: publicKey ?? authenticator.key.publicKey.serialized(),
      algorithm: authenticator.key.algorithm, signCount: signCount,
      backupEligible: backupEligible, backedUp: false, userVerified: false,
      transports: ["internal"], origin: authenticator.origin)
  }

  func register(_ changes: CeremonyChanges = CeremonyChanges()) throws -> VerifiedRegistration {
    try verify(authenticator.register(challenge: challenge, user: user, changes: changes))
  }

  func verify(_ response: RegistrationResponse) throws -> VerifiedRegistration {
    try UnverifiedRegistration(response).verified(
      challenge: challenge, user: user, policy: policy)
  }

  func assert(
    _ changes: CeremonyChanges = CeremonyChanges(), record: CredentialRecord? = nil,
    userHandle: UserHandle? = nil, allowed: [CredentialID] = []
  ) throws -> VerifiedAssertion {
    try verify(
      authenticator.assert(challenge: challenge, userHandle: userHandle, changes: changes),
      record: record, allowed: allowed)
  }

  func verify(
    _ response: AssertionResponse, record: CredentialRecord? = nil, allowed: [CredentialID] = []
  ) throws -> VerifiedAssertion {
    let credential = try OwnedCredential(record ?? self.record(), owner: user)
    return try UnverifiedAssertion(response).verified(
      challenge: challenge, credential: credential, policy: policy, allowed: allowed)
  }

  static func origin(_ text: String) throws -> Origin {
    guard let origin = Origin(text) else { throw NotAnOrigin() }
    return origin
  }

  private struct NotAnOrigin: Error {}
}

/// A refusal told by its place and reason, which is what tests compare.
struct Refusal: Equatable, CustomStringConvertible {
  let fault: CeremonyRefusal.Fault
  let step: String
  let reason: CeremonyRefusal.Reason

  static func malformed(_ step: String, _ reason: CeremonyRefusal.Reason) -> Refusal {
    Refusal(fault: .malformed, step: step, reason: reason)
  }

  static func refused(_ step: String, _ reason: CeremonyRefusal.Reason) -> Refusal {
    Refusal(fault: .refused, step: step, reason: reason)
  }

  var description: String { "\(fault) \(reason.rawValue) at \(step)" }

  /// The refusal that work ends in; nothing when it succeeds.
  ///
  /// Any other error fails the test.
  init?(of work: () throws -> some Any) {
    do {
      _ = try work()
      return nil
    } catch let refusal as CeremonyRefusal {
      self.init(fault: refusal.fault, step: refusal.step, reason: refusal.reason)
    } catch {
      Issue.record(error)
      return nil
    }
  }

  private init(fault: CeremonyRefusal.Fault, step: String, reason: CeremonyRefusal.Reason) {
    self.fault = fault
    self.step = step
    self.reason = reason
  }
}
