import WireModel

/// Decides whether a proof is strong enough for a document, within the limits of its value.
final class ActionStrength: Sendable {
  /// The levels of factors.
  let levels: FactorLevels
  /// The limits of what a weak or unlinked proof may move.
  let limits: ActionLimits
  private let grounds: Grounds

  init(levels: FactorLevels, limits: ActionLimits, grounds: Grounds) {
    self.levels = levels
    self.limits = limits
    self.grounds = grounds
  }

  /// Refuses a proof, or what takes its place, that is too weak for the action.
  ///
  /// What waits under a hold proves nothing; the old PIN alone may be replaced by itself.
  ///
  /// - Returns: What entitles to a change of factors; nil for any other action, and where the
  ///   action checks its own ground.
  /// - Throws: `factor_waits` for a factor that proves nothing yet;
  ///   `linking_required` for a proof that has to be linked to the document;
  ///   `insufficient_user_authentication` where a factor, or a stronger one, has to be proved;
  ///   `proof_required` where a mailed code is missing.
  @discardableResult
  func require(
    _ claim: ProofClaim, of worth: FactorWorth, _ terms: ActionTerms,
    _ document: ActionDocument, _ caller: Caller, in context: ReadingContext
  ) throws -> Ground? {
    if let takes = document.takes, let kind = claim.provedKind, !takes.contains(kind) {
      throw Refusal.proofNotAllowed
    }
    // The old PIN of the same form: a PIN in a body is none of a device's.
    if let form = claim.pinForm, terms.replacesPIN == form { return .oldPIN }
    if let wait = worth.barrier { throw Refusal.waits(wait) }
    if let isCodeGiven = claim.isCodeGiven {
      let ground = try ground(ofCode: terms.substitute, in: context)
      guard isCodeGiven || terms.substitute == .laterCode else {
        throw Refusal(.proofRequired, "give the validateCode that was mailed for this purpose")
      }
      return ground
    }
    guard claim.kind != nil else {
      try requireSubstitute(terms.substitute, caller, in: context)
      return nil
    }
    if claim.isByKey {
      if claim.kind == .deviceProof,
        try Accounts.hasLoginFactor(context.account, in: context.transaction)
      {
        // Possession alone: where there is a factor, that factor is asked for.
        throw Refusal.factorRequired
      }
      try requireLinked(claim.isLinked, terms, document)
    }
    return try ground(ofProof: worth, terms, caller, in: context)
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

  /// The ground of a proof; nil for an action that changes no factors.
  ///
  /// A factor that waits sets no telephone number: what stops the factor would leave the number.
  ///
  /// - Throws: ``Refusal/unclaimed`` for a factor that is to add something, before the maker of its
  ///   link has said whose it is; `factor_waits` for a waiting one that is to set a number.
  private func ground(
    ofProof worth: FactorWorth, _ terms: ActionTerms, _ caller: Caller,
    in context: ReadingContext
  ) throws -> Ground? {
    guard let effect = terms.factorEffect else { return nil }
    let ground = try grounds.ground(
      ofProof: worth.level, context.account, in: caller.session?.id, at: context.now,
      in: context.transaction)
    if effect != .removes, worth.wait?.isUnclaimed == true { throw Refusal.unclaimed }
    if effect == .setsNumber, let wait = worth.wait { throw Refusal.setsNoNumber(wait) }
    return ground
  }

  /// The ground of a mailed code: on an account that has, or had, a factor that factor is proved,
  /// or the account is recovered.
  private func ground(
    ofCode substitute: ActionTerms.Substitute, in context: ReadingContext
  ) throws -> Ground {
    // Of a link the action has checked whose it is.
    let ground = try grounds.ground(
      ofCodeFor: context.account, byLinkOfHost: substitute == .groundOfLink, at: context.now,
      in: context.transaction)
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
      guard let session = caller.session,
        try Sessions.hasNothingToProve(in: session.id, reading: context.transaction)
      else { throw Refusal.factorRequired }
    case .ownDevice: guard caller.session?.deviceID != nil else { throw Refusal.factorRequired }
    case .groundOfLink: return
    case .none, .codeForFirstFactor, .codeForFirstFactorOrRecovery, .laterCode:
      throw Refusal.factorRequired
    }
  }
}
