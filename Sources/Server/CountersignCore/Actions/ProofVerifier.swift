import RelyingParty
import WebAuthnModel
import WireModel

/// Reads and verifies what a request gives for an action, as far as that is possible outside the
/// action's transaction.
final class ProofVerifier: Sendable {
  private let commands: Commands
  private let assertions: AssertionVerifier
  private let devices: DeviceVerifier
  private let pins: PINVerifier
  private let tokens: TokenVerifier
  private let codes: Codes

  init(
    commands: Commands, assertions: AssertionVerifier, devices: DeviceVerifier, pins: PINVerifier,
    tokens: TokenVerifier, codes: Codes
  ) {
    self.commands = commands
    self.assertions = assertions
    self.devices = devices
    self.pins = pins
    self.tokens = tokens
    self.codes = codes
  }

  /// Checks the signature of a token, by which the claim of a token is known; takes any other proof
  /// as it is.
  ///
  /// - Throws: A ``Refusal`` for a token of another account or session: it costs no attempt.
  func decoded(
    _ proof: UnverifiedProof, for scenario: ScenarioName, _ caller: Caller
  ) throws -> UnverifiedProof {
    guard case .token(let token) = proof else { return proof }
    guard let session = caller.session,
      let claimed = tokens.claimed(token, scenarios: [scenario]),
      claimed.proof.account == session.accountID, claimed.sessionID == session.id
    else { throw Refusal.verificationFailed }
    return .checkedToken(claimed.proof)
  }

  /// Verifies a proof as far as that is possible outside the action's transaction: challenge and
  /// signature of a key, and a PIN, whose attempt is counted first.
  func verify(
    _ proof: UnverifiedProof, for scenario: ScenarioName, _ caller: Caller
  ) async throws -> VerifiedProof {
    switch proof {
    case .assertion(let response, let assertion):
      return try await assertions.verify(
        assertion, response, caller.audience, [scenario], owner: caller.account.userHandle,
        from: caller.origin)
    case .checkedToken(let proof): return proof
    case .devicePIN(let proof):
      return try await devices.verify(
        proof, audience: caller.audience, scenarios: [scenario], from: caller.origin)
    case .device(let proof):
      return try await devices.verify(
        proof, audience: caller.audience, scenarios: [scenario], from: caller.origin)
    case .pin(let pin):
      guard let session = caller.session else { throw Refusal.proofNotAllowed }
      return VerifiedProof(
        pin: proof.claim, try await pins.verify(pin, of: session), of: caller.account)
    case .oldDevicePIN(let claim):
      let attempt = try await devices.verify(
        claim.signature, over: claim.statement, of: claim.device,
        generation: claim.device.record.pinGeneration, session: caller.session)
      return VerifiedProof(pin: proof.claim, attempt, of: caller.account)
    case .codes(let codes):
      return VerifiedProof(unverified: proof.claim, .codes(codes), of: caller.account)
    case .code(let code, let use):
      if let code { try await verify(code, use, caller) }
      return VerifiedProof(unverified: proof.claim, .code(code, use), of: caller.account)
    case .nothing: return VerifiedProof(unverified: proof.claim, .none, of: caller.account)
    case .token: throw Refusal.verificationFailed
    case .malformed(_, let refusal): throw refusal
    }
  }

  /// Verifies the code that takes a proof's place, before anything is prepared for it: a wrong one
  /// is counted, a right one stays open for the action's transaction.
  private func verify(_ code: SecretText, _ use: CodeUse, _ caller: Caller) async throws {
    let now = commands.now()
    try await commands.run { [self] transaction in
      _ = try codes.verify(code, use, caller, at: now, in: transaction)
    }.get()
  }
}
