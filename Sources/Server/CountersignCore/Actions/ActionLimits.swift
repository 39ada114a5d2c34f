import FlowModel
import WireModel

/// Decides whether an account may go as far as a document says, now.
final class ActionLimits: Sendable {
  private let policy: ServicePolicy

  init(policy: ServicePolicy) {
    self.policy = policy
  }

  /// Refuses a value that the proof may not move now: an unknown one is never low, and what no
  /// limit looks at takes strong keys alone where its scenario is declared.
  ///
  /// - Returns: What is counted when the action is executed.
  /// - Throws: `linking_required` where only a linked proof moves so much (PSD2 RTS, Article 16);
  ///   `recovered_limit` and `factor_waits` for a linked one of a factor that waits, and
  ///   `insufficient_user_authentication` for one of another weak factor.
  @discardableResult
  func require(
    _ claim: ProofClaim, _ worth: FactorWorth, _ document: ActionDocument,
    in context: ReadingContext
  ) throws -> LimitStanding {
    let isStrong = claim.isLinked && worth.level >= .strong
    if document.value != .none, worth.level == .unproved {
      throw unproved(claim, worth, document)
    }
    switch document.value {
    case .none:
      guard claim.isByKey, document.takesStrongKeysAlone, !isStrong else {
        return .uncounted
      }
      throw worth.level == .unproved
        ? unproved(claim, worth, document) : tooWeak(claim, worth, document)
    case .unknown:
      if isStrong { return .uncounted }
      throw tooWeak(claim, worth, document)
    case .amount(let money):
      if !isStrong, try !isLowValue(money, of: context.account, in: context.transaction) {
        throw tooWeak(claim, worth, document)
      }
      return .counted(money, startsAnew: isStrong)
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

  /// Tells if an amount is low, alone and together with those since the last linked proof: how many
  /// there were counts over all currencies, what they come to in each alone.
  ///
  /// An amount of a currency without a limit is never low: its worth is not known here.
  private func isLowValue(
    _ money: Money, of account: AccountID, in transaction: any ReadTransaction
  ) throws -> Bool {
    guard let limit = policy.lowValueLimits[money.currency], money.minorUnits <= limit else {
      return false
    }
    let counts = try transaction.rows(Self.query(of: account))
    let actions = try counts.reduce(0) { try $0 + $1.integer(1) }
    let total = try counts.first { try $0.text(0) == money.currency }?.integer(2) ?? 0
    return actions < policy.lowValueRepeats
      && total + money.minorUnits <= limit * policy.lowValueRepeats
  }

  /// The query for what an account moved since its last linked proof, by currency.
  static func query(of account: AccountID) -> SQLStatement {
    SQLStatement(
      "SELECT currency, actions, total FROM low_value WHERE account_id = ?",
      [.text(account.text)])
  }

  /// Counts an executed action: one on a linked proof starts the count anew.
  func count(
    _ standing: LimitStanding, of account: AccountID, in transaction: any WriteTransaction
  ) throws {
    switch standing {
    case .uncounted: return
    case .counted(_, startsAnew: true):
      try transaction.enqueue(
        "DELETE FROM low_value WHERE account_id = ?", [.text(account.text)])
    case .counted(let money, startsAnew: false):
      try transaction.enqueue(
        """
        INSERT INTO low_value (account_id, currency, actions, total) VALUES (?, ?, 1, ?)
        ON CONFLICT (account_id, currency) DO UPDATE SET actions = low_value.actions + 1,
          total = low_value.total + excluded.total
        """, [.text(account.text), .text(money.currency), .integer(money.minorUnits)])
    }
  }
}

/// The effect of an action on the limits of an account without linked proofs.
enum LimitStanding: Sendable, Hashable {
  case uncounted
  case counted(Money, startsAnew: Bool)
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
