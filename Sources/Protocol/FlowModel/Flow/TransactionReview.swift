/// How far the review of a transaction has come.
public enum ReviewStatus: String, Sendable, Hashable, CaseIterable {
  /// Nobody has decided.
  case pending
  /// It was approved.
  case approved
  /// It was denied.
  case denied
  /// Its time is over.
  case expired
}

/// A transaction that the host's backend wants reviewed (scenarios, "Pending transactions").
public struct TransactionReview: Sendable, Hashable {
  /// The transaction's id at the server.
  public let id: String
  /// When it was created, RFC 3339 in UTC.
  public let created: String
  /// When its time is over, RFC 3339 in UTC.
  public let expires: String
  /// How far it has come.
  public let status: ReviewStatus

  /// A review as the server described it.
  public init(id: String, created: String, expires: String, status: ReviewStatus) {
    self.id = id
    self.created = created
    self.expires = expires
    self.status = status
  }
}
