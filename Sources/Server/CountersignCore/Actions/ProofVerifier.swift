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

  /// Reads what a request gives.
  ///
  /// - Throws: A ``Refusal`` for what cannot be right by its form, or is somebody else's: it costs
  ///   no attempt.
  func read(
    _ given: GivenProof, for scenario: ScenarioName, _ caller: Caller
  ) throws -> ReadProof {
    switch given {
    case .redeemed(let proof): .token(proof)
    case .devicePIN(let claim): .devicePIN(claim)
    case .code(let code, let use): .code(code, use)
    case .nothing: .nothing
    case .proof(let proof): try read(proof, for: scenario, caller)
    }
  }

  private func read(
    _ proof: Proof, for scenario: ScenarioName, _ caller: Caller
  ) throws -> ReadProof {
    switch proof {
    case .assertion(let response):
      let assertion = try assertions.unverified(response)
      return .assertion(response, assertion, ChallengeLayout(assertion.claimedChallenge.bytes))
    case .verificationToken(let token):
      guard let session = caller.session,
        let claimed = tokens.claimed(token, scenarios: [scenario]),
        claimed.proof.accountID == session.accountID, claimed.sessionID == session.id
      else { throw Refusal.verificationFailed }
      return .token(claimed.proof)
    case .pinProof(let proof): return .pinProof(proof, ChallengeLayout(proof.challenge.bytes))
    case .deviceProof(let proof):
      return .deviceProof(proof, ChallengeLayout(proof.challenge.bytes))
    case .pin(let pin):
      guard PINRule.isWellFormed(pin) else { throw Refusal.pinMalformed }
      return .pin(pin)
    case .codes(let mailed, let otp, let twoFactorCode):
      return .codes(try GivenCodes(mailed: mailed, otp: otp, twoFactorCode: twoFactorCode))
    }
  }

  /// Verifies a proof as far as that is possible outside the action's transaction: challenge and
  /// signature of a key, and a PIN, whose attempt is counted first.
  func verify(
    _ read: ReadProof, for scenario: ScenarioName, _ caller: Caller
  ) async throws -> CheckedProof {
    switch read {
    case .assertion(let response, let assertion, _):
      return .key(
        try await assertions.verify(
          assertion, response, caller.audience, [scenario], owner: caller.account.userHandle,
          from: caller.origin))
    case .token(let proof): return .key(proof)
    case .pinProof(let proof, _):
      return .key(
        try await devices.verify(
          proof, audience: caller.audience, scenarios: [scenario], from: caller.origin))
    case .deviceProof(let proof, _):
      return .key(
        try await devices.verify(
          proof, audience: caller.audience, scenarios: [scenario], from: caller.origin))
    case .pin(let pin):
      guard let session = caller.session else { throw Refusal.proofNotAllowed }
      return .pin(try await pins.verify(pin, of: session))
    case .devicePIN(let claim):
      return .pin(
        try await devices.verify(
          claim.signature, over: claim.statement, of: claim.device,
          generation: claim.device.record.pinGeneration, session: caller.session))
    case .codes(let codes): return .codes(codes)
    case .code(let code, let use):
      if let code { try await verify(code, use, caller) }
      return .code(code, use)
    case .nothing: return .nothing
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
