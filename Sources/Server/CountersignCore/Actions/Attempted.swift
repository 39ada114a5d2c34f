/// A call that is under way, with all that is drawn before the database transaction.
struct Attempted: Sendable {
  let operation: StoredOperationID
  let lease: [UInt8]
  /// The code that is texted where a first one alone was given.
  let textedCode: CodeRequestID
  let now: Timestamp
  let terms: ActionTerms
  let noted: NotedAction

  init(
    _ action: some ProtectedAction, _ call: ActionCall<some Sendable>, _ commands: Commands,
    _ policy: ServicePolicy
  ) {
    let now = commands.now()
    operation = StoredOperationID.new("op_", at: now, commands.random)
    lease = commands.random.bytes(16)
    textedCode = CodeRequestID.new("cod_", commands.random)
    terms = action.terms(in: policy)
    self.now = now
    noted = NotedAction(
      action: action.name, scenario: action.scenario, proof: call.proof.name, caller: call.caller)
  }
}

/// The finding of the first look at the store.
enum Look<Answer: Sendable>: Sendable {
  /// The request was answered before.
  case answered(ActionOutcome<Answer>)
  /// The proof, by this factor as it claims, is to be checked.
  case unanswered(by: AccountFactor?)

  /// The factor that the proof claims.
  var factor: AccountFactor? {
    if case .unanswered(let factor) = self { factor } else { nil }
  }
}

/// The values that are known before the database transaction begins.
struct Readied<Action: ProtectedAction>: Sendable {
  let bodyHash: [UInt8]
  let proof: VerifiedProof
  /// The factor that the proof claimed when it was looked at: which rows are read ahead rests on
  /// it, and nothing else.
  let factor: AccountFactor?
  let prepared: Result<Action.Prepared, Refusal>
  let text: CodeText
}

extension Readied {
  /// The queries that the decision on an action and its execution are known to ask.
  func queries(of action: Action, _ call: ActionCall<Action.Request>) -> [SQLStatement] {
    let reads = action.reads(of: call.request, for: call.caller)
    var queries =
      call.queries(of: proof.claim, by: factor) + reads.document + reads.execution
    // The key of a device proves no factor, and has a row all the same.
    if let device = proof.device {
      queries.append(DeviceRow.query(of: device.id, of: proof.account))
    }
    return queries
  }
}

/// The outcome of the database transaction.
enum Decided<Answer: Sendable>: Sendable {
  case done(ActionOutcome<Answer>)
  case executed(Answer)
  /// Executed; the request runs a job before it is answered.
  case jobLeft(NewJob, under: JobLease, of: StoredOperation)
  case otpRequired(OTPRequired)
  case refused(Refusal)
  case failed(any Error)
}
