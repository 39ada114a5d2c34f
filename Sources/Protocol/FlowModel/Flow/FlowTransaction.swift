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
