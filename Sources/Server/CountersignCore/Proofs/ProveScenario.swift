import WebAuthnModel
import WireModel

/// Proves a declared scenario without performing it: the result is a token, which a host redeems.
///
/// All steps of an action run but its execution. A key's challenge gives the token its id; for a
/// PIN and codes, which answer none, the server makes one. Limits are checked here and again when
/// the token acts, and counted then alone.
struct ProveScenario: ProtectedAction {
  let name = "proveScenario"
  let declared: DeclaredScenario
  let tokens: TokenVerifier

  var scenario: ScenarioName { declared.name }

  /// The id of a token that stands for a PIN or codes.
  struct TokenID: Sendable {
    let challengeID: [UInt8]
    let nonce: [UInt8]
  }

  func requirements(in policy: ServicePolicy) -> ProofRequirements {
    var requirements = ProofRequirements(
      kinds: declared.policy.kinds.subtracting([.verificationToken]))
    requirements.linking = .ofKeys
    requirements.repetition = .never
    requirements.usesProofUp = false
    // A second token moves nothing before it is redeemed.
    requirements.duplicates = .none
    return requirements
  }

  func bodyHash(of payload: JSONValue) throws(Refusal) -> [UInt8] {
    BodyHash.of(name, [.blob(try declared.document(of: payload, in: .none).valueBytes)])
  }

  func prepare(
    _ payload: JSONValue, for caller: Caller, at now: Timestamp, _ random: any RandomBytes
  ) async throws -> TokenID {
    let nonce = random.bytes(16)
    let issuedAt = withUnsafeBytes(of: now.milliseconds.bigEndian) { Array($0) }
    return TokenID(challengeID: issuedAt + nonce, nonce: nonce)
  }

  func document(
    for payload: JSONValue, _ facts: NoFacts, in words: DocumentWords
  ) throws(Refusal) -> ActionDocument {
    try declared.document(of: payload, in: words.languages)
  }

  func execute(
    _ payload: JSONValue, _ made: TokenID, _ facts: NoFacts, in context: ActionContext
  ) throws -> Execution {
    guard let session = context.caller.session else { throw Refusal.proofNotAllowed }
    try Hosts.note(
      declared, provedIn: session.id, of: context.account, at: context.now,
      in: context.transaction)
    let document = context.document
    let challenge =
      context.proof.challenge
      ?? ProofChallenge(
        id: made.challengeID, nonce: made.nonce, binding: document.binding(nonce: made.nonce),
        language: document.document.language)
    let claims = tokens.claims(
      of: context.proof, answering: challenge, for: scenario, in: session.id, at: context.now)
    if let first = context.repeated { try voidToken(of: first, besides: claims.jti, in: context) }
    try SpentProofs.markVerified(
      context.proof, as: challenge.id, for: scenario, by: context.seal, at: context.now,
      in: context.transaction)
    return Execution("scenario_proved", answer: claims.json)
  }

  /// Voids the token that a request under the same key gave, which may never have arrived: of one
  /// action there is one token.
  ///
  /// - Throws: ``Refusal/usedUp`` where its host has redeemed it.
  private func voidToken(
    of first: StoredOperationID, besides id: String, in context: ActionContext
  ) throws {
    let stored = try Operations.stored(first, in: context.transaction)
    let before = try VerificationClaims(json: stored.requireAnswer()).jti
    guard before != id, let challengeID = Base64URL.decode(before) else { return }
    try SpentProofs.void(challengeID, at: context.now, in: context.transaction)
  }

  func result(of operation: StoredOperation) throws -> VerificationAnswer {
    tokens.issue(try VerificationClaims(json: operation.requireAnswer()))
  }
}
