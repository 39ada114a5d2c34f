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

  /// The verdict on a proof by an account's device.
  private static func verdict(
    _ form: (DeviceID) -> KeyProof.Form, _ state: (DeviceID) -> SpentState,
    isRevoked: Bool = false
  ) async throws -> Verdict {
    let (harness, session, device) = try await ServiceHarness.withDevice()
    let id = DeviceID(device.id)
    if isRevoked {
      _ = try await harness.store.write { transaction in
        try transaction.execute("UPDATE devices SET revoked_at = 1 WHERE id = ?", [.text(id.text)])
      }
    }
    let proof = KeyProof(
      accountID: session.accountID, challengeID: [1], nonce: [2],
      binding: ChallengeLayout.unlinked, language: nil, scenario: .manageFactors, isTimely: true,
      form: form(id))
    let keys = KeyUses(
      audit: AuditTrail(keyring: harness.keyring), registrations: harness.service.credentials.keys)
    let used = state(id)
    return try await harness.store.read { transaction in
      do {
        _ = try keys.check(proof, used, for: .session, in: transaction)
        return .taken
      } catch let refusal as Refusal {
        return .refused(refusal.reason)
      }
    }
  }

  private static func pinProof(generation: Int64) -> (DeviceID) -> KeyProof.Form {
    { .pinProof(CheckedDevice(id: $0, pinGeneration: generation, hash: [])) }
  }

  private static func unused(_: DeviceID) -> SpentState { .unused }
  private static func verified(_: DeviceID) -> SpentState { .verified(evidence: []) }
  private static func acted(_: DeviceID) -> SpentState {
    .acted(StoredOperationID("op_1"), bodyHash: [])
  }

  @Test("a PIN proof acts once, by the key that the PIN has now, on a device that is not revoked")
  func device() async throws {
    let now = Self.pinProof(generation: 1)
    #expect(try await Self.verdict(now, Self.unused) == .taken)
    let other = Self.pinProof(generation: 2)
    #expect(try await Self.verdict(other, Self.unused) == .refused(.verificationFailed))
    #expect(
      try await Self.verdict(now, Self.unused, isRevoked: true) == .refused(.verificationFailed))
  }

  @Test("a used PIN proof is told to be used, also where its device is revoked by now")
  func usedBeforeRevoked() async throws {
    for isRevoked in [false, true] {
      for state in [Self.verified, Self.acted] {
        #expect(
          try await Self.verdict(Self.pinProof(generation: 1), state, isRevoked: isRevoked)
            == .refused(.alreadyUsed), "revoked: \(isRevoked)")
      }
    }
  }

  @Test("the token of a PIN proof acts while the PIN's key is the one that it was verified by")
  func token() async throws {
    let token: (DeviceID) -> KeyProof.Form = { _ in .token(of: .pinProof, methods: []) }
    /// The state that a proof of a generation leaves when it is verified.
    func verified(_ generation: Int64) -> (DeviceID) -> SpentState {
      { device in
        let proof = KeyProof(
          accountID: AccountID("acc_1"), challengeID: [], nonce: [], binding: [], language: nil,
          scenario: .manageFactors, isTimely: true,
          form: Self.pinProof(generation: generation)(device))
        return .verified(evidence: proof.verifiedEvidence)
      }
    }
    #expect(try await Self.verdict(token, verified(1)) == .taken)
    #expect(try await Self.verdict(token, verified(2)) == .refused(.verificationFailed))
    #expect(
      try await Self.verdict(token, verified(1), isRevoked: true) == .refused(.verificationFailed))
    // Without a row it is void.
    #expect(try await Self.verdict(token, Self.unused) == .refused(.verificationFailed))
  }
}
