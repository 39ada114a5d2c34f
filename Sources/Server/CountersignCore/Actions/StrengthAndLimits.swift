import FlowModel
package import WireModel

/// The two judgements that no action makes itself: whether a proof is strong enough for a document,
/// and whether the account may go that far now. Ways are both, without a proof.
extension Service {
  /// Refuses a proof, or what takes its place, that is too weak for the action.
  ///
  /// - Throws: `linking_required` for a proof that has to be linked to the document;
  ///   `insufficient_user_authentication` where a factor has to be proved; `proof_required` where a
  ///   mailed code is missing.
  func requireStrength(
    _ strength: ProofStrength, _ terms: ActionTerms, _ document: ActionDocument, _ caller: Caller,
    in context: ReadingContext
  ) throws {
    switch strength {
    case .key(let kind, let isLinked):
      if kind == .deviceProof, try Self.hasLoginFactor(context.account, in: context.transaction) {
        // Possession alone: where there is a factor, that factor is asked for.
        throw Refusal.factorRequired
      }
      switch terms.linking {
      case .none: return
      case .ofKeys: guard isLinked else { throw Refusal.linkingRequired(document.scenario) }
      case .always: guard isLinked else { throw Refusal.verificationFailed }
      }
    case .pin, .codes: return
    case .code(let isGiven):
      try requireCodeSuffices(terms.substitute, in: context)
      guard isGiven || terms.substitute == .laterCode else {
        throw Refusal(.proofRequired, "give the validateCode that was mailed for this purpose")
      }
    case .nothing: try requireSubstitute(terms.substitute, caller, in: context)
    }
  }

  /// Refuses a mailed code on an account that has, or had, a factor: that factor is proved, or the
  /// account is recovered.
  private func requireCodeSuffices(
    _ substitute: ActionTerms.Substitute, in context: ReadingContext
  ) throws {
    guard try Self.hadFactor(context.account, in: context.transaction) else { return }
    switch substitute {
    case .codeForFirstFactorOrRecovery, .laterCode, .groundOfLink:
      guard try isRecoverable(context.account, at: context.now, in: context.transaction) else {
        throw Refusal.factorRequired
      }
    case .none, .codeForFirstFactor, .freshProof, .freshProofWhereFactor:
      throw Refusal.factorRequired
    }
  }

  private func requireSubstitute(
    _ substitute: ActionTerms.Substitute, _ caller: Caller, in context: ReadingContext
  ) throws {
    switch substitute {
    case .freshProof:
      try requireFreshProof(of: caller, in: context)
    case .freshProofWhereFactor:
      guard try Self.hadFactor(context.account, in: context.transaction) else { return }
      try requireFreshProof(of: caller, in: context)
    case .groundOfLink: return
    case .none, .codeForFirstFactor, .codeForFirstFactorOrRecovery, .laterCode:
      throw Refusal.factorRequired
    }
  }

  private func requireFreshProof(of caller: Caller, in context: ReadingContext) throws {
    guard let session = caller.session else { throw Refusal.factorRequired }
    try requireFreshProof(in: session, at: context.now, in: context.transaction)
  }

  /// Refuses an amount that the proof, or the account, may not move now.
  ///
  /// - Returns: What is counted when the action is executed.
  /// - Throws: `linking_required` where only a linked proof moves so much (PSD2 RTS, Article 16);
  ///   `recovered_limit` on an account that was recovered a moment ago.
  @discardableResult
  func requireWithinLimits(
    _ strength: ProofStrength, _ document: ActionDocument, in context: ReadingContext
  ) throws -> LimitStanding {
    let isLinked = strength.isLinked
    switch document.value {
    case .none: return .uncounted
    case .unknown:
      if try isFreshlyRecovered(context.account, at: context.now, in: context.transaction) {
        throw Refusal.recoveredLimit
      }
      return .uncounted
    case .amount(let amount, let currency):
      // The worth of another currency's amount is not known here: it counts as high.
      let judged = currency == policy.currency ? amount : .max
      if !isLinked, try !isLowValue(judged, of: context.account, in: context.transaction) {
        throw Refusal.linkingRequired(document.scenario)
      }
      let isRecovered = try isFreshlyRecovered(
        context.account, at: context.now, in: context.transaction)
      if isRecovered, try !isLowValue(judged, of: context.account, in: context.transaction) {
        throw Refusal.recoveredLimit
      }
      return .counted(amount, startsAnew: isLinked && !isRecovered)
    }
  }

  /// Whether an amount is low, alone and together with those since the last linked proof.
  private func isLowValue(
    _ amount: Int64, of account: AccountID, in transaction: any ReadTransaction
  ) throws -> Bool {
    let limit = policy.lowValueLimit
    guard amount <= limit else { return false }
    let row = try transaction.row(
      "SELECT actions, total FROM low_value WHERE account_id = ?", [.text(account.text)])
    let actions = try row?.integer(0) ?? 0
    let total = try row?.integer(1) ?? 0
    return actions < policy.lowValueRepeats && total + amount <= limit * policy.lowValueRepeats
  }

  /// Counts an executed action: one on a linked proof starts the count anew.
  func count(
    _ standing: LimitStanding, of account: AccountID, in transaction: any WriteTransaction
  ) throws {
    switch standing {
    case .uncounted: return
    case .counted(_, startsAnew: true):
      try transaction.execute(
        "DELETE FROM low_value WHERE account_id = ?", [.text(account.text)])
    case .counted(let amount, startsAnew: false):
      try transaction.execute(
        """
        INSERT INTO low_value (account_id, actions, total) VALUES (?, 1, ?)
        ON CONFLICT (account_id) DO UPDATE SET actions = low_value.actions + 1,
          total = low_value.total + excluded.total
        """, [.text(account.text), .integer(amount)])
    }
  }

  /// Each kind of proof that a scenario takes: whether it could act on a payload now, else why not.
  ///
  /// A way is no promise: the proof itself is still judged.
  package func ways(
    for request: LinkedOptionsRequest, session: AuthenticatedSession
  ) async throws -> [ActionWay] {
    let now = clock.now()
    return try await store.read { transaction in
      let caller = Caller.session(session)
      let context = ReadingContext(transaction: transaction, caller: caller, now: now)
      let terms = try registry.action(of: request.scenario).terms(in: policy)
      let document = try registry.document(of: request.scenario, request.payload, in: context)
      return try ways(of: terms, to: document, caller, in: context)
    }
  }

  private func ways(
    of terms: ActionTerms, to document: ActionDocument, _ caller: Caller,
    in context: ReadingContext
  ) throws -> [ActionWay] {
    try Proof.Kind.allCases.filter(terms.kinds.contains).map { kind in
      let strength: ProofStrength =
        switch kind {
        case .pin: .pin
        case .validateCode: .codes
        // Options give a linked challenge wherever there is a document.
        case .verificationToken, .assertion, .pinProof, .deviceProof: .key(kind, isLinked: true)
        }
      do {
        try requireStrength(strength, terms, document, caller, in: context)
        try requireWithinLimits(strength, document, in: context)
        return ActionWay(kind: kind, hindrance: nil)
      } catch let refusal as Refusal {
        return ActionWay(kind: kind, hindrance: refusal)
      }
    }
  }
}

/// A kind of proof, and whether it could act.
package struct ActionWay: Sendable, Hashable {
  /// The kind.
  package let kind: Proof.Kind
  /// Why it could not; nil where it could.
  package let hindrance: Refusal?
}

/// How an action counts towards what an account may do without linked proofs.
enum LimitStanding: Sendable, Hashable {
  case uncounted
  case counted(Int64, startsAnew: Bool)
}

extension Refusal {
  /// The proof has to be linked to the document.
  static func linkingRequired(_ scenario: ScenarioName) -> Refusal {
    Refusal(
      .linkingRequired,
      "ask for options for \(scenario) with this payload, and sign that challenge")
  }

  /// The account was recovered a moment ago.
  static let recoveredLimit = Refusal(
    .recoveredLimit,
    "the account was recovered a moment ago; only small payments are taken for a day")
}
