public import WireModel

/// What a screen has to know before it asks for a proof that approves a transaction.
public struct ApprovalTerms: Sendable, Hashable {
  /// The server's time: what is left until a transaction's end is counted from it.
  public let time: Timestamp
  /// The currency in which an amount can be low.
  public let currency: String
  /// The amount up to which a PIN or codes approve.
  public let lowValueLimit: Int64
  /// Which proofs the scenario takes.
  public let policy: ScenarioPolicy
}

extension Service {
  /// On what terms a transaction is approved now.
  public var approvalTerms: ApprovalTerms {
    ApprovalTerms(
      time: clock.now(), currency: policy.currency, lowValueLimit: policy.lowValueLimit,
      policy: policy.scenarios[.authorizeTransaction] ?? .authorizeTransaction)
  }
}
