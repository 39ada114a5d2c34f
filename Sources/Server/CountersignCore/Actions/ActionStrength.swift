import WireModel

/// Decides whether a proof is strong enough for a document.
final class ActionStrength: Sendable {
  /// The levels of factors.
  let levels: FactorLevels
  private let grounds: Grounds

  init(levels: FactorLevels, grounds: Grounds) {
    self.levels = levels
    self.grounds = grounds
  }

  /// Refuses a proof, or what takes its place, that is too weak for the action.
  ///
  /// - Returns: What entitles to a change of factors; nil for any other action, and where the
  ///   action checks its own ground.
  /// - Throws: `linking_required` for a proof that has to be linked to the document;
  ///   `insufficient_user_authentication` where a factor, or a stronger one, has to be proved;
  ///   `proof_required` where a mailed code is missing.
  @discardableResult
  func require(
    _ strength: ProofStrength, of level: AssuranceLevel, _ terms: ActionTerms,
    _ document: ActionDocument, _ caller: Caller, in context: ReadingContext
  ) throws -> Ground? {
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
      try requireLinked(isLinked, terms, document)
      return try ground(ofProof: level, terms, caller, in: context)
    // The old PIN of the same form: a PIN in a body is none of a device's.
    case .pin(let form) where terms.replacesPIN == form: return .oldPIN
    case .pin, .codes: return try ground(ofProof: level, terms, caller, in: context)
    case .code(let isGiven):
      let ground = try ground(ofCode: terms.substitute, in: context)
      guard isGiven || terms.substitute == .laterCode else {
        throw Refusal(.proofRequired, "give the validateCode that was mailed for this purpose")
      }
      return ground
    case .nothing:
      try requireSubstitute(terms.substitute, caller, in: context)
      return nil
    }
  }

  private func requireLinked(
    _ isLinked: Bool, _ terms: ActionTerms, _ document: ActionDocument
  ) throws {
    switch terms.linking {
    case .none: return
    case .ofKeys: guard isLinked else { throw Refusal.linkingRequired(document.scenario) }
    case .always: guard isLinked else { throw Refusal.verificationFailed }
    }
  }

  private func ground(
    ofProof level: AssuranceLevel, _ terms: ActionTerms, _ caller: Caller,
    in context: ReadingContext
  ) throws -> Ground? {
    guard terms.changesFactors else { return nil }
    return try grounds.ground(
      ofProof: level, context.account, in: caller.session?.id, at: context.now,
      in: context.transaction)
  }

  /// The ground of a mailed code: on an account that has, or had, a factor that factor is proved,
  /// or the account is recovered.
  private func ground(
    ofCode substitute: ActionTerms.Substitute, in context: ReadingContext
  ) throws -> Ground {
    let ground = try grounds.ground(
      ofCodeFor: context.account, at: context.now, in: context.transaction)
    switch substitute {
    case .codeForFirstFactorOrRecovery, .laterCode, .groundOfLink: return ground
    case .none, .codeForFirstFactor, .nothingWithoutFactor, .ownDevice:
      guard ground == .first else { throw Refusal.factorRequired }
      return ground
    }
  }

  private func requireSubstitute(
    _ substitute: ActionTerms.Substitute, _ caller: Caller, in context: ReadingContext
  ) throws {
    switch substitute {
    case .nothingWithoutFactor:
      guard try !Accounts.hadFactor(context.account, in: context.transaction) else {
        throw Refusal.factorRequired
      }
    case .ownDevice: guard caller.session?.deviceID != nil else { throw Refusal.factorRequired }
    case .groundOfLink: return
    case .none, .codeForFirstFactor, .codeForFirstFactorOrRecovery, .laterCode:
      throw Refusal.factorRequired
    }
  }
}
