/// Decides whether a proof is strong enough for a document.
final class ActionStrength: Sendable {
  private let sessions: Sessions
  private let recoveries: Recoveries

  init(sessions: Sessions, recoveries: Recoveries) {
    self.sessions = sessions
    self.recoveries = recoveries
  }

  /// Refuses a proof, or what takes its place, that is too weak for the action.
  ///
  /// - Throws: `linking_required` for a proof that has to be linked to the document;
  ///   `insufficient_user_authentication` where a factor has to be proved; `proof_required` where a
  ///   mailed code is missing.
  func require(
    _ strength: ProofStrength, _ terms: ActionTerms, _ document: ActionDocument, _ caller: Caller,
    in context: ReadingContext
  ) throws {
    if let takes = document.takes, let kind = strength.kind, !takes.contains(kind) {
      throw Refusal.proofNotAllowed
    }
    switch strength {
    case .key(let kind, let isLinked):
      if kind == .deviceProof, try Accounts.hasLoginFactor(context.account, in: context.transaction)
      {
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
    guard try Accounts.hadFactor(context.account, in: context.transaction) else { return }
    switch substitute {
    case .codeForFirstFactorOrRecovery, .laterCode, .groundOfLink:
      guard try recoveries.isRecoverable(context.account, at: context.now, in: context.transaction)
      else {
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
      guard try Accounts.hadFactor(context.account, in: context.transaction) else { return }
      try requireFreshProof(of: caller, in: context)
    case .groundOfLink: return
    case .none, .codeForFirstFactor, .codeForFirstFactorOrRecovery, .laterCode:
      throw Refusal.factorRequired
    }
  }

  private func requireFreshProof(of caller: Caller, in context: ReadingContext) throws {
    guard let session = caller.session else { throw Refusal.factorRequired }
    try sessions.requireFreshProof(in: session, at: context.now, in: context.transaction)
  }
}
