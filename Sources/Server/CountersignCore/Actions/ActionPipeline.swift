import WebAuthnModel
import WireModel

/// Decides every protected action: the steps of ``PipelineRun``, in their order, and no other.
package final class ActionPipeline: Sendable {
  let commands: Commands
  let proofs: ProofVerifier
  let rules: ActionRules
  /// The actions that tell the status of their operations.
  let registry: ActionRegistry
  let codes: Codes
  let keys: KeyUses
  let refusals: RefusalLog
  let audit: AuditTrail
  let consequences: ActionConsequences
  let policy: ServicePolicy

  init(
    commands: Commands, proofs: ProofVerifier, rules: ActionRules, registry: ActionRegistry,
    codes: Codes, keys: KeyUses, refusals: RefusalLog, audit: AuditTrail,
    consequences: ActionConsequences, policy: ServicePolicy
  ) {
    self.commands = commands
    self.proofs = proofs
    self.rules = rules
    self.registry = registry
    self.codes = codes
    self.keys = keys
    self.refusals = refusals
    self.audit = audit
    self.consequences = consequences
    self.policy = policy
  }

  /// Performs an action.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - call: Who asks for what, and with which proof.
  /// - Returns: The result and whether it is the first one again, or that a code was texted; or the
  ///   refusal.
  /// - Throws: ``StoreError`` where the outcome is unknown; the module's own error where its
  ///   execution failed, or ``DirectoryError``, and nothing of it was stored.
  package func perform<Action: ProtectedAction>(
    _ action: Action, _ call: ActionCall<Action.Request>
  ) async throws -> Decision<ActionOutcome<Action.Result>> {
    try await perform(action, call) { try action.result(of: $0) }
  }

  /// Performs an action, and answers with something else than its result: made of the operation,
  /// which has its status then.
  func perform<Action: ProtectedAction, Answer: Sendable>(
    _ action: Action, _ call: ActionCall<Action.Request>,
    answering: @escaping @Sendable (StoredOperation) throws -> Answer
  ) async throws -> Decision<ActionOutcome<Answer>> {
    try await consequences.watch(action, by: call.proof.name) {
      try await PipelineRun(of: action, call, in: self, answering: answering).perform()
    }
  }

  /// Performs an action that texts no second code.
  package func change<Action: ProtectedAction>(
    _ action: Action, _ call: ActionCall<Action.Request>
  ) async throws -> Decision<ActionResponse<Action.Result>> {
    try await perform(action, call).flatMap { outcome in
      switch outcome {
      case .done(let answer): .success(answer)
      case .otpRequired: .failure(.proofNotAllowed)
      }
    }
  }

  /// Performs an action whose request has to be verified first, off the writer: what refuses it
  /// there is noted as the action's refusal, like that of any step.
  func change<Action: ProtectedAction>(
    _ action: Action, for caller: Caller, proof: String,
    verified: () async throws -> ActionCall<Action.Request>
  ) async throws -> Decision<ActionResponse<Action.Result>> {
    let call: ActionCall<Action.Request>
    do {
      call = try await verified()
    } catch let refusal as Refusal {
      let noted = NotedAction(
        action: action.name, scenario: action.scenario, proof: proof, caller: caller)
      try await refusals.note(refusal, noted)
      consequences.metrics?.noteApproval(of: action.scenario, by: proof, .refused)
      return .failure(refusal)
    }
    return try await change(action, call)
  }
}
