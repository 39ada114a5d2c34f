import WebAuthnModel
import WireModel

/// An action that is asked for by its scenario's name (`POST /actions/{scenario}`): the same one,
/// whose result is the operation.
struct ActionByScenario<Base: ScenarioAction>: ProtectedAction {
  let base: Base

  var name: String { base.name }
  var scenario: ScenarioName { base.scenario }

  func requirements(in policy: ServicePolicy) -> ProofRequirements {
    base.requirements(in: policy)
  }

  func bodyHash(of request: Base.Request) throws(Refusal) -> [UInt8] {
    try base.bodyHash(of: request)
  }

  func facts(
    of request: Base.Request, for caller: Caller, at now: Timestamp
  ) -> FactsQuery<Base.Facts> { base.facts(of: request, for: caller, at: now) }

  func document(
    for request: Base.Request, _ facts: Base.Facts, in words: DocumentWords
  ) throws(Refusal) -> ActionDocument { try base.document(for: request, facts, in: words) }

  func prepare(
    _ request: Base.Request, for caller: Caller, at now: Timestamp, _ random: any RandomBytes
  ) async throws -> Base.Prepared {
    try await base.prepare(request, for: caller, at: now, random)
  }

  func execute(
    _ request: Base.Request, _ prepared: Base.Prepared, _ facts: Base.Facts,
    in context: ActionContext
  ) throws -> Execution { try base.execute(request, prepared, facts, in: context) }

  func result(of operation: StoredOperation) throws -> OperationAnswer {
    OperationAnswer(operation, result: base.json(of: try base.result(of: operation)))
  }
}

extension OperationAnswer {
  /// An operation, as it is told to whoever performed it or asks for it.
  init(_ operation: StoredOperation, result: JSONValue?) {
    self.init(
      operationID: operation.id.text, scenario: operation.scenario, status: operation.status,
      result: result)
  }
}

extension Actions {
  /// Performs the action of a scenario (`POST /actions/{scenario}`).
  ///
  /// - Parameters:
  ///   - scenario: The scenario.
  ///   - request: Its payload and the proof.
  ///   - idempotencyKey: The caller's name for this operation, if it gave one.
  ///   - session: Who asks.
  /// - Returns: The operation, or that a code was texted; or the refusal.
  /// - Throws: ``StoreError``; the outcome of the request is then asked for by its proof or key.
  public func perform(
    _ scenario: ScenarioName, _ request: ActionRequest, idempotencyKey: IdempotencyKey?,
    session: AuthenticatedSession
  ) async throws -> Decision<ActionOutcome<OperationAnswer>> {
    try await decision {
      try await perform(
        registry.action(of: scenario), request, idempotencyKey, session
      ).get()
    }
  }

  private func perform<Action: ScenarioAction>(
    _ action: Action, _ request: ActionRequest, _ idempotencyKey: IdempotencyKey?,
    _ session: AuthenticatedSession
  ) async throws -> Decision<ActionOutcome<OperationAnswer>> {
    try await pipeline.perform(
      ActionByScenario(base: action),
      ActionCall(
        caller: .session(session), request: try action.request(of: request.payload ?? .object([:])),
        proof: UnverifiedProof(request.proof), idempotencyKey: idempotencyKey))
  }
}
