import FlowModel
import WireModel

/// The facts of the store by which an action's strength and limits are decided.
///
/// What no rule needs for a proof is not read, and a rule that misses it refuses.
struct DecidingFacts: Sendable {
  /// The worth of the proof's factor for the document.
  let worth: FactorWorth
  /// What entitles to a change of factors; nil if it was not read.
  let grounds: GroundFacts?
  /// True if the account has a factor for a login; nil if it was not read.
  let hasLoginFactor: Bool?
  /// The low values since the last linked proof, by currency; nil if they were not read.
  let lowValues: [LowValue]?
}

/// The amount that an account moved in one currency since its last linked proof.
struct LowValue: Sendable, Hashable {
  let currency: String
  let actions: Int64
  let total: Int64
}

/// Decides whether a proof, or what takes its place, may act on a document.
///
/// ``decide(_:on:_:for:_:)`` is pure: the same rules decide on the snapshot before a proof is
/// verified, in the transaction in which it acts, and on proofs that a person could give.
final class ActionRules: Sendable {
  private let levels: FactorLevels
  private let grounds: Grounds
  private let policy: ServicePolicy

  init(levels: FactorLevels, grounds: Grounds, policy: ServicePolicy) {
    self.levels = levels
    self.grounds = grounds
    self.policy = policy
  }

  /// Reads the facts for a proof by a factor.
  ///
  /// - Throws: ``Refusal/keyIsOnTheWay`` for a key on the way to another document.
  func facts(
    for claim: ProofClaim, by factor: AccountFactor?, _ requirements: ProofRequirements,
    on document: ActionDocument, in context: ReadingContext
  ) throws -> DecidingFacts {
    try facts(
      for: claim, of: levels.worth(of: factor, for: document, in: context), requirements,
      on: document, in: context)
  }

  /// Reads the facts for a proof by a factor of a known worth.
  func facts(
    for claim: ProofClaim, of worth: FactorWorth, _ requirements: ProofRequirements,
    on document: ActionDocument, in context: ReadingContext
  ) throws -> DecidingFacts {
    let isStrong = claim.isLinked && worth.level >= .strong
    let needsLowValues = if case .amount = document.value { !isStrong } else { false }
    return DecidingFacts(
      worth: worth,
      grounds: try groundFacts(for: claim, of: worth, requirements, in: context),
      hasLoginFactor: claim.kind == .deviceProof
        ? try Accounts.hasLoginFactor(context.account, in: context.transaction) : nil,
      lowValues: needsLowValues
        ? try context.transaction.rows(Self.lowValueQuery(of: context.account)).map {
          LowValue(
            currency: try $0.text(0), actions: try $0.integer(1), total: try $0.integer(2))
        } : nil)
  }

  /// Reads what entitles to a change of factors, as far as the claim needs it.
  private func groundFacts(
    for claim: ProofClaim, of worth: FactorWorth, _ requirements: ProofRequirements,
    in context: ReadingContext
  ) throws -> GroundFacts? {
    let (account, session) = (context.account, context.caller.session?.id)
    if claim.isCodeGiven != nil {
      return try grounds.factsOfCode(account, at: context.now, in: context.transaction)
    }
    if claim.kind == nil {
      guard requirements.substitute == .nothingWithoutFactor, let session else { return nil }
      return .nothing(
        hasNothingToProve: try Sessions.hasNothingToProve(
          in: session, reading: context.transaction))
    }
    guard requirements.factorEffect != nil, worth.level == .weak else { return nil }
    return try grounds.factsOfProof(
      account, in: session, at: context.now, in: context.transaction)
  }

  /// Decides whether a proof may act on a document: by its kind, its strength and the value at
  /// stake.
  ///
  /// A factor that waits under a hold proves nothing; the old PIN alone may be replaced by itself.
  ///
  /// - Returns: The ground of a change of factors, nil for any other action and if the action
  ///   checks its own; and the amount that counts if the action is executed.
  /// - Throws: `factor_waits` for a factor that proves nothing yet; `linking_required` for a proof
  ///   that has to be linked to the document; `insufficient_user_authentication` if a factor, or a
  ///   stronger one, has to be proved; `proof_required` if a mailed code is missing;
  ///   `recovered_limit` for a recovered account.
  func decide(
    _ claim: ProofClaim, on document: ActionDocument, _ requirements: ProofRequirements,
    for caller: Caller, _ facts: DecidingFacts
  ) throws(Refusal) -> (ground: Ground?, counted: CountedValue) {
    let ground = try decideStrength(claim, document, requirements, caller, facts)
    return (ground, try decideValue(claim, document, facts))
  }

  private func decideStrength(
    _ claim: ProofClaim, _ document: ActionDocument, _ requirements: ProofRequirements,
    _ caller: Caller, _ facts: DecidingFacts
  ) throws(Refusal) -> Ground? {
    if let takes = document.takes, let kind = claim.provedKind, !takes.contains(kind) {
      throw Refusal.proofNotAllowed
    }
    // The old PIN of the same form: a PIN in a body is none of a device's.
    if let form = claim.pinForm, requirements.replacesPIN == form { return .oldPIN }
    if let wait = facts.worth.barrier { throw Refusal.waits(wait) }
    if let isCodeGiven = claim.isCodeGiven {
      let ground = try groundOfCode(requirements.substitute, facts)
      guard isCodeGiven || requirements.substitute == .laterCode else {
        throw Refusal(.proofRequired, "give the validateCode that was mailed for this purpose")
      }
      return ground
    }
    guard claim.kind != nil else {
      try requireSubstitute(requirements.substitute, caller, facts)
      return nil
    }
    // Possession of a device alone: an account that has a factor is asked for that.
    if claim.kind == .deviceProof, facts.hasLoginFactor != false {
      throw Refusal.factorRequired
    }
    if claim.isByKey, !claim.isLinked {
      switch requirements.linking {
      case .none: break
      case .ofKeys: throw Refusal.linkingRequired(document.scenario)
      case .always: throw Refusal.verificationFailed
      }
    }
    return try groundOfProof(requirements, facts)
  }

  /// The ground of a proof; nil for an action that changes no factors.
  ///
  /// A factor that waits sets no telephone number: what stops the factor would leave the number.
  ///
  /// - Throws: ``Refusal/unclaimed`` for a factor that is to add something, before the maker of its
  ///   link has said whose it is; `factor_waits` for a waiting one that is to set a number.
  private func groundOfProof(
    _ requirements: ProofRequirements, _ facts: DecidingFacts
  ) throws(Refusal) -> Ground? {
    guard let effect = requirements.factorEffect else { return nil }
    let ground = try GroundFacts.ground(ofProof: facts.worth.level, facts.grounds, policy)
    if effect != .removes, facts.worth.wait?.isUnclaimed == true { throw Refusal.unclaimed }
    if effect == .setsNumber, let wait = facts.worth.wait { throw Refusal.setsNoNumber(wait) }
    return ground
  }

  /// The ground of a mailed code: on an account that has, or had, a factor that factor is proved,
  /// or the account is recovered.
  private func groundOfCode(
    _ substitute: ProofRequirements.Substitute, _ facts: DecidingFacts
  ) throws(Refusal) -> Ground {
    guard let grounds = facts.grounds else { throw Refusal.factorRequired }
    // Of a link the action has checked whose it is.
    let ground = try grounds.groundOfCode(
      byLinkOfHost: substitute == .groundOfLink, policy)
    switch substitute {
    case .codeForFirstFactorOrRecovery, .laterCode, .groundOfLink: return ground
    case .none, .codeForFirstFactor, .nothingWithoutFactor, .ownDevice:
      guard ground == .first else { throw Refusal.factorRequired }
      return ground
    }
  }

  private func requireSubstitute(
    _ substitute: ProofRequirements.Substitute, _ caller: Caller, _ facts: DecidingFacts
  ) throws(Refusal) {
    switch substitute {
    case .nothingWithoutFactor:
      guard facts.grounds == .nothing(hasNothingToProve: true) else {
        throw Refusal.factorRequired
      }
    case .ownDevice: guard caller.session?.deviceID != nil else { throw Refusal.factorRequired }
    case .groundOfLink: return
    case .none, .codeForFirstFactor, .codeForFirstFactorOrRecovery, .laterCode:
      throw Refusal.factorRequired
    }
  }

  // MARK: The value at stake

  /// Refuses a value that the proof may not move now: an unknown one is never low, and what no
  /// limit looks at takes strong keys alone where its scenario is declared.
  private func decideValue(
    _ claim: ProofClaim, _ document: ActionDocument, _ facts: DecidingFacts
  ) throws(Refusal) -> CountedValue {
    let worth = facts.worth
    let isStrong = claim.isLinked && worth.level >= .strong
    if document.value != .none, worth.level == .unproved {
      throw unproved(claim, worth, document)
    }
    switch document.value {
    case .none:
      guard claim.isByKey, document.takesStrongKeysAlone, !isStrong else { return .none }
      throw worth.level == .unproved
        ? unproved(claim, worth, document) : tooWeak(claim, worth, document)
    case .unknown:
      if isStrong { return .none }
      throw tooWeak(claim, worth, document)
    case .amount(let money):
      guard isStrong || isLow(money, facts.lowValues) else {
        throw tooWeak(claim, worth, document)
      }
      return .amount(money, startsAnew: isStrong)
    }
  }

  private func tooWeak(
    _ claim: ProofClaim, _ worth: FactorWorth, _ document: ActionDocument
  ) -> Refusal {
    guard claim.isLinked else { return .linkingRequired(document.scenario) }
    return worth.refusalOfWait ?? .strongFactorRequired
  }

  /// The refusal of a proof without any worth, which moves no value, however low.
  ///
  /// Of a key that is gone no more is said than that its proof does not hold.
  private func unproved(
    _ claim: ProofClaim, _ worth: FactorWorth, _ document: ActionDocument
  ) -> Refusal {
    if let wait = worth.barrier { return .waits(wait) }
    if claim.isByKey, claim.kind != .deviceProof { return .verificationFailed }
    return tooWeak(claim, worth, document)
  }

  /// Tells if an amount is low, alone and together with those since the last linked proof (PSD2
  /// RTS, Article 16): their number counts over all currencies, their sum in each alone.
  ///
  /// An amount of a currency without a limit is never low: its worth is not known here.
  private func isLow(_ money: Money, _ before: [LowValue]?) -> Bool {
    guard let before, let limit = policy.lowValueLimits[money.currency],
      money.minorUnits <= limit
    else { return false }
    let actions = before.reduce(0) { $0 + $1.actions }
    let total = before.first { $0.currency == money.currency }?.total ?? 0
    return actions < policy.lowValueRepeats
      && total + money.minorUnits <= limit * policy.lowValueRepeats
  }

  /// The query for what an account moved since its last linked proof, by currency.
  static func lowValueQuery(of account: AccountID) -> SQLStatement {
    SQLStatement(
      "SELECT currency, actions, total FROM low_value WHERE account_id = ?",
      [.text(account.text)])
  }

  /// Counts the value of an executed action: one on a linked proof starts the count anew.
  static func count(
    _ value: CountedValue, of account: AccountID, in transaction: any WriteTransaction
  ) throws {
    switch value {
    case .none: return
    case .amount(_, startsAnew: true):
      try transaction.enqueue(
        "DELETE FROM low_value WHERE account_id = ?", [.text(account.text)])
    case .amount(let money, startsAnew: false):
      try transaction.enqueue(
        """
        INSERT INTO low_value (account_id, currency, actions, total) VALUES (?, ?, 1, ?)
        ON CONFLICT (account_id, currency) DO UPDATE SET actions = low_value.actions + 1,
          total = low_value.total + excluded.total
        """, [.text(account.text), .text(money.currency), .integer(money.minorUnits)])
    }
  }
}

/// The value that an executed action adds to what an account has moved without a linked proof.
enum CountedValue: Sendable, Hashable {
  case none
  case amount(Money, startsAnew: Bool)
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
