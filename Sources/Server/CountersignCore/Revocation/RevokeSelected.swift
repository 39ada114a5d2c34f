import WebAuthnModel
import WireModel

/// Revokes what is selected of an account's devices or credentials.
///
/// A proof by a factor may come along; without one, the session must have proved one lately, where
/// the account ever had one.
struct RevokeSelected<ID: Revocable>: ProtectedAction {
  let event = ID.revocationEvent
  let scenario = ScenarioName.manageFactors
  let service: Service

  var name: String { ID.revocation }

  func terms(in policy: ServicePolicy) -> ActionTerms { .ofFactors(or: .freshProofWhereFactor) }

  func bodyHash(of selection: RevocationSelection<ID>) -> [UInt8] {
    BodyHash.of(name, selection.values)
  }

  /// A selection that means nothing is refused here: it costs no attempt at a PIN.
  func document(
    for selection: RevocationSelection<ID>, in context: ReadingContext
  ) throws -> Documented<[ID]> {
    Documented(
      .withoutTransaction(scenario),
      try selection.chosen(of: context.account, in: context.transaction))
  }

  func execute(
    _ selection: RevocationSelection<ID>, _ prepared: Void, _ documented: Documented<[ID]>,
    in context: ActionContext
  ) throws -> Execution {
    guard let session = context.caller.session else { throw Refusal.noSession }
    for id in documented.facts {
      try id.revoke(
        of: context.account, by: .session(session.id), with: service, at: context.now,
        in: context.transaction)
    }
    let count = Int64(documented.facts.count)
    return Execution(
      answer: RevocationAnswer(revoked: count).json, details: ["count": .integer(count)])
  }

  func result(
    of operation: StoredOperation, in context: ReadingContext
  ) throws -> RevocationAnswer { try RevocationAnswer(json: operation.requireAnswer()) }
}

extension Service {
  /// Revokes what is selected of an account's devices or credentials.
  func revoke<ID: Revocable>(
    _ selection: RevocationSelection<ID>, _ request: RevocationRequest,
    _ idempotencyKey: IdempotencyKey?, _ session: AuthenticatedSession
  ) async throws -> Decision<ActionResponse<RevocationAnswer>> {
    try await pipeline.change(
      RevokeSelected<ID>(service: self),
      ActionCall(
        caller: .session(session), request: selection, proof: GivenProof(request.proof),
        idempotencyKey: idempotencyKey))
  }
}
