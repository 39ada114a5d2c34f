package import WireModel

/// A request for an action.
package struct ActionCall<Request: Sendable>: Sendable {
  /// The caller of the action.
  package let caller: Caller
  /// For what.
  package let request: Request
  /// With which proof.
  let proof: UnverifiedProof
  /// Under which name, where the caller gave one.
  package let idempotencyKey: IdempotencyKey?

  init(
    caller: Caller, request: Request, proof: UnverifiedProof, idempotencyKey: IdempotencyKey? = nil
  ) {
    self.caller = caller
    self.request = request
    self.proof = proof
    self.idempotencyKey = idempotencyKey
  }

  /// A request with a proof as the wire has it.
  package init(
    caller: Caller, request: Request, proof: Proof, idempotencyKey: IdempotencyKey? = nil
  ) {
    self.init(
      caller: caller, request: request, proof: UnverifiedProof(proof),
      idempotencyKey: idempotencyKey)
  }
}

/// The outcome of a protected action.
public enum ActionOutcome<Answer: Sendable>: Sendable {
  /// It was executed, now or before.
  case done(ActionResponse<Answer>)
  /// Nothing was executed: the mailed code is right, and another was texted that is to come beside
  /// it.
  case otpRequired(OTPRequired)
}

/// The answer of an action that was executed.
public struct ActionResponse<Answer: Sendable>: Sendable {
  /// The answer.
  public let answer: Answer
  /// True if it is the first operation's answer again, and nothing was executed now.
  public let isReplayed: Bool
}

extension ActionResponse: Equatable where Answer: Equatable {}
extension ActionOutcome: Equatable where Answer: Equatable {}

extension ProtectedAction {
  /// The answer of an operation, whose status is looked up.
  func answer(of operation: StoredOperation, in context: ReadingContext) throws -> Result {
    var operation = operation
    operation.status = try status(of: operation, in: context)
    return try result(of: operation)
  }
}

extension ActionCall {
  /// The queries that are asked for every action, whatever it is.
  func queries(
    of claim: ProofClaim, by factor: AccountFactor?
  ) -> [SQLStatement] {
    var queries = [ActionFacts.query(caller, idempotencyKey, claim.challenge?.id)]
    if let factor { queries.append(factor.query(of: caller.account)) }
    if !claim.isLinked { queries.append(ActionRules.lowValueQuery(of: caller.account)) }
    return queries
  }
}
