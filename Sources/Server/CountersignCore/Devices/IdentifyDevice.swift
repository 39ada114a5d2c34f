import RelyingParty
import WebAuthnModel
import WireModel

/// A device that signed a statement over a challenge that this server issued for it.
///
/// Only ``Service/identify(_:audience:scenarios:session:)`` makes one.
struct IdentifiedDevice: Sendable {
  let record: DeviceRecord
  let issued: IssuedChallenge
  /// SHA-256 over the statement and the device key's signature: by it the same proof is known
  /// again.
  ///
  /// No PIN signature is in it, so it tests no guess.
  let hash: [UInt8]

  fileprivate init(record: DeviceRecord, issued: IssuedChallenge, hash: [UInt8]) {
    self.record = record
    self.issued = issued
    self.hash = hash
  }
}

/// What a device signed with its own key.
struct DeviceClaim: Sendable {
  let deviceID: DeviceID
  let challenge: Challenge
  let statement: [UInt8]
  let signature: [UInt8]
}

extension Service {
  /// Judges the device key's signature over a challenge for a PIN.
  ///
  /// Nothing is counted: it is independent of the PIN, so nobody but the device gets any further.
  /// A device of its own account only; of that session only, where it is a session's.
  func identify(
    _ claim: DeviceClaim, audience: ChallengeIssuer.Audience, scenarios: [ScenarioName],
    session: AuthenticatedSession?
  ) async throws -> IdentifiedDevice {
    let issued = challenges.judge(
      claim.challenge, .pin, audience: audience, scenarios: scenarios)
    guard let issued else { throw Refusal.challengeUnknown }
    guard let record = try await store.read({ try Devices.find(claim.deviceID, in: $0) }),
      audience.account.isEmpty || audience.account == record.accountID.text,
      session == nil || session?.deviceID == record.id,
      let key = try? DeviceKey(registered: record.publicKey),
      key.verifies(claim.signature, over: claim.statement)
    else { throw Refusal.verificationFailed }
    var form = CanonicalForm()
    form.append(bytes: claim.statement)
    form.append(bytes: claim.signature)
    return IdentifiedDevice(record: record, issued: issued, hash: sha256(form.bytes))
  }
}
