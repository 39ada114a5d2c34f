/// A transaction as a screen shows it.
public struct FlowTransaction: Sendable, Hashable {
  /// One further line on the screen.
  public struct Line: Sendable, Hashable {
    /// What the line is about.
    public let label: String
    /// What it says.
    public let value: String

    /// A line to show.
    public init(label: String, value: String) {
      self.label = label
      self.value = value
    }
  }

  /// Who says that the transaction is this.
  public enum Source: Sendable, Hashable {
    /// The app alone; the server has not been asked yet.
    case asked
    /// The server, as it will execute it.
    case server
  }

  /// Who says so.
  public let source: Source
  /// Who is paid and for what; the product's code where only the app was asked, and the scenario's
  /// name where nothing is paid.
  public let payee: String
  /// What is paid, in the unit in which the deployment counts its currency; nil for no payment.
  public let amount: Int64?
  /// ISO 4217 code of the currency; nil where only the server knows it.
  public let currency: String?
  /// What else is shown, in order.
  public let lines: [Line]
  /// The review that it stands in; nil where the app itself asks for it.
  public let review: TransactionReview?

  /// A transaction to show.
  public init(
    source: Source, payee: String, amount: Int64?, currency: String?, lines: [Line],
    review: TransactionReview? = nil
  ) {
    self.review = review
    self.source = source
    self.payee = payee
    self.amount = amount
    self.currency = currency
    self.lines = lines
  }
}

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

/// What a protected action answered.
public struct ActionResult: Sendable, Hashable {
  /// How far the action has come.
  public enum Status: String, Sendable, Hashable, CaseIterable {
    /// It is done.
    case completed
    /// It is paid; its supplier has not said yet what became of it.
    case pending
    /// It did not work; the money is back.
    case failed
  }

  /// The transaction's id at the server.
  public let transactionID: String
  /// How far it has come.
  public let status: Status
  /// What was paid.
  public let amount: Int64
  /// What the wallet holds now.
  public let balance: Int64
  /// When, RFC 3339 in UTC.
  public let timestamp: String

  /// A result as the server gave it.
  public init(
    transactionID: String, status: Status, amount: Int64, balance: Int64, timestamp: String
  ) {
    self.transactionID = transactionID
    self.status = status
    self.amount = amount
    self.balance = balance
    self.timestamp = timestamp
  }
}

/// An operation of an earlier flow whose answer was lost then and is known now.
public struct EarlierOperation: Sendable, Hashable {
  /// The operation.
  public let operation: OperationID
  /// What became of it.
  public let result: ActionResult

  /// An operation that was looked up.
  public init(operation: OperationID, result: ActionResult) {
    self.operation = operation
    self.result = result
  }
}
