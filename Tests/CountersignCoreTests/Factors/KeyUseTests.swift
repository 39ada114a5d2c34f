import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@testable import CountersignCore

@Suite("The use of keys")
struct KeyUseTests {
  /// The end of a proof: refused, or taken.
  private enum Verdict: Equatable {
    case taken
    case refused(Reason)
  }

  /// The use of a proof so far.
  private enum Use {
    case unused, verified, acted

    /// The state that this use leaves, with the evidence of a PIN key of a generation.
    func state(_ device: DeviceID, generation: Int64) -> SpentState {
      switch self {
      case .unused: return .unused
      case .acted: return .acted(StoredOperationID("op_1"), bodyHash: [])
      case .verified:
        var evidence = CanonicalForm()
        evidence.append(bytes: Array(device.text.utf8))
        evidence.append(generation)
        return .verified(evidence: evidence.bytes)
      }
    }
  }

  /// The verdict on a PIN proof of an account's device, or on the token of one.
  ///
  /// - Parameters:
  ///   - use: The use of the proof so far.
  ///   - isToken: True for the token of the proof.
  ///   - generation: The generation of the PIN key by which it was verified.
  ///   - newest: The generation of the PIN key that holds now.
  ///   - isRevoked: True if the device is revoked by now.
  /// - Returns: Whether it may act.
  /// - Throws: Where the stage cannot be set.
  private static func verdict(
    _ use: Use, isToken: Bool = false, generation: Int64 = 1, newest: Int64 = 1,
    isRevoked: Bool = false
  ) async throws -> Verdict {
    let (harness, session, device) = try await ServiceHarness.withDevice()
    let id = DeviceID(device.id)
    let signed = try await harness.service.linkConfirmations.verifier.verify(
      device.pinProof("258036", over: try await harness.pinChallenge(session)),
      audience: ChallengeIssuer.Audience(session), scenarios: [.manageFactors],
      from: .session(session))
    let challenge = try #require(signed.challenge)
    let token = VerifiedProof(
      tokenOf: .pinProof, methods: signed.methods, answering: challenge, .manageFactors,
      until: harness.clock.now(), of: session.accountID)
    _ = try await harness.store.write { transaction in
      try transaction.execute(
        "UPDATE devices SET pin_generation = ?, revoked_at = ? WHERE id = ?",
        [.integer(newest), isRevoked ? .integer(1) : .null, .text(id.text)])
    }
    let keys = KeyUses(
      audit: AuditTrail(keyring: harness.keyring), registrations: harness.service.credentials.keys)
    return try await harness.store.read { transaction in
      do {
        _ = try keys.check(
          isToken ? token : signed, use.state(id, generation: generation), for: .session,
          in: transaction)
        return .taken
      } catch let refusal as Refusal {
        return .refused(refusal.reason)
      }
    }
  }

  @Test("a PIN proof acts once, by the key that the PIN has now, on a device that is not revoked")
  func device() async throws {
    #expect(try await Self.verdict(.unused) == .taken)
    #expect(try await Self.verdict(.unused, newest: 2) == .refused(.verificationFailed))
    #expect(try await Self.verdict(.unused, isRevoked: true) == .refused(.verificationFailed))
  }

  @Test("a used PIN proof is told to be used, also where its device is revoked by now")
  func usedBeforeRevoked() async throws {
    for isRevoked in [false, true] {
      for use in [Use.verified, .acted] {
        #expect(
          try await Self.verdict(use, isRevoked: isRevoked) == .refused(.alreadyUsed),
          "revoked: \(isRevoked)")
      }
    }
  }

  @Test("the token of a PIN proof acts while the PIN's key is the one that it was verified by")
  func token() async throws {
    #expect(try await Self.verdict(.verified, isToken: true) == .taken)
    #expect(
      try await Self.verdict(.verified, isToken: true, generation: 2)
        == .refused(.verificationFailed))
    #expect(
      try await Self.verdict(.verified, isToken: true, isRevoked: true)
        == .refused(.verificationFailed))
    // Without a row it is void.
    #expect(try await Self.verdict(.unused, isToken: true) == .refused(.verificationFailed))
  }
}
