public import CountersignServer

/// Marks the ids of top-up transactions.
public enum TopUpKind: Sendable {}
/// The id of a top-up's transaction record.
public typealias TransactionID = Identifier<TopUpKind>

/// An order to a supplier.
public struct SupplyOrder: Sendable, Hashable {
  /// The transaction; the supplier answers a repeated id with its first answer.
  public let transactionID: TransactionID
  /// The slug of the supplier.
  public let supplierSlug: String
  /// The product's code.
  public let productCode: String
  /// The price.
  public let amount: Int64
  /// ISO 4217 code of the currency.
  public let currency: String
  /// The telephone number that receives it.
  public let recipientPhone: String
}

/// A supplier's answer, sorted by its consequences.
public enum SupplyOutcome: Sendable, Hashable {
  /// It was sent.
  case supplied(reference: String)
  /// It was definitely not sent and never will be: the money goes back.
  case refused(reason: String)
  /// Nobody knows: the money stays where it is, and the supplier is asked again.
  case unknown(reason: String)
}

/// The sender of airtime.
public protocol Supplier: Sendable {
  /// Orders once. Anything that is not a definite answer is ``SupplyOutcome/unknown(reason:)``.
  func supply(_ order: SupplyOrder) async -> SupplyOutcome
}

/// Orders that are repeated until a supplier has definitely answered.
public struct SupplyPolicy: Sendable, Hashable {
  /// The try from which on each failure raises an alarm.
  public var alarmAtAttempt: Int64 = 8
  /// The pace at which a supplier is asked, which is given five seconds.
  public var pace = JobPace(
    leaseSeconds: 15, concurrentJobs: 32, concurrentJobsPerTarget: 8,
    backoff: Backoff(firstSeconds: 2, longestSeconds: 600))

  /// The strict defaults.
  public init() {}
}
