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
  /// Finds the operation of an equal request, if more than a key and a proof identifies the
  /// request.
  ///
  /// A confirmation is known by its link, and a change of a PIN by the device's signature.
  let earlier: @Sendable (any ReadTransaction) throws -> StoredOperation?

  init(
    caller: Caller, request: Request, proof: UnverifiedProof, idempotencyKey: IdempotencyKey? = nil,
    earlier: @escaping @Sendable (any ReadTransaction) throws -> StoredOperation? = { _ in nil }
  ) {
    self.caller = caller
    self.request = request
    self.proof = proof
    self.idempotencyKey = idempotencyKey
    self.earlier = earlier
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

extension ActionCall {
  /// The queries that are asked for every action, whatever it is.
  func queries(
    of claim: ProofClaim, by factor: AccountFactor?, on device: SigningDevice? = nil
  ) -> [SQLStatement] {
    var queries = [ActionFacts.query(caller, idempotencyKey, claim.challenge?.id)]
    if let factor { queries.append(factor.query(of: caller.account)) }
    if !claim.isLinked { queries.append(ActionRules.lowValueQuery(of: caller.account)) }
    // The key of a device proves no factor, and has a row all the same.
    if let device { queries.append(DeviceRow.query(of: device.id, of: caller.account)) }
    return queries
  }
}
