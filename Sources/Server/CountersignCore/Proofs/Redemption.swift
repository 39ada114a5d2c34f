import WebAuthnModel
package import WireModel

/// Redeems a verification token for an action of a host's own: once, and for exactly the
/// transaction that the person signed.
package struct Redemption: ProtectedAction {
  package let name = "redeem"
  package let declared: DeclaredScenario

  package var scenario: ScenarioName { declared.name }

  /// The host's action, and the content of the token.
  package struct Request: Sendable {
    let payload: JSONValue
    let claimed: ClaimedProof
  }

  package func requirements(in policy: ServicePolicy) -> ProofRequirements {
    var requirements = ProofRequirements(kinds: [.verificationToken])
    requirements.linking = .always
    requirements.repetition = .byKeyAlone
    return requirements
  }

  package func bodyHash(of request: Request) throws(Refusal) -> [UInt8] {
    BodyHash.of(
      name,
      [
        .blob(try declared.document(of: request.payload, in: .none).valueBytes),
        .blob(request.claimed.proof.challenge?.id ?? []),
      ])
  }

  package func document(
    for request: Request, _ facts: NoFacts, in words: DocumentWords
  ) throws(Refusal) -> ActionDocument {
    try declared.document(of: request.payload, in: words.languages)
  }

  package func execute(
    _ request: Request, _ prepared: Void, _ facts: NoFacts, in context: ActionContext
  ) -> Execution { Execution("token_redeemed", answer: request.claimed.answer.json) }

  package func result(of operation: StoredOperation) throws -> RedemptionAnswer {
    try RedemptionAnswer(json: operation.requireAnswer())
  }
}

extension Refusal {
  /// The session in which a token was given is over: what it proved is void with it.
  static let provingSessionOver = Refusal(
    .verificationFailed, "the session in which this was proved is over; let the person prove again"
  ).concerningSecret()
}
