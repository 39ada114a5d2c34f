public import WebAuthnModel

/// The progress of a transaction's review, on the wire.
public enum TransactionStatus: String, Codable, Sendable, Hashable, CaseIterable {
  /// Nobody has decided.
  case pending
  /// It was approved.
  case approved
  /// It was denied.
  case denied
  /// Its time is over.
  case expired
}

/// The reason why a transaction is denied (`?cause=` of `POST /transactions/{id}/deny`).
public enum DenialCause: String, Sendable, Hashable, CaseIterable {
  /// The person wants it so.
  case person
  /// Tries to approve it failed until no more were taken, so that nobody goes on trying.
  case failedTries = "failed_tries"
}

/// Body of `POST /service/transactions`: a payment, or a declared scenario with its payload.
public struct NewTransactionRequest: JSONBody, Hashable {
  /// The reviewer's account by its name; nil if ``accountID`` says it.
  public var userName: String?
  /// The reviewer's account by its id; nil if ``userName`` says it.
  public var accountID: String?
  /// The amount; nil where a scenario says what is reviewed.
  public var amount: DecimalAmount?
  /// ISO 4217 code of the currency.
  public var currency: String?
  /// The payee, as a screen shows it; nil for a declared scenario.
  public var payee: String?
  /// The last four digits of the card's number.
  public var lastFourPAN: String?
  /// The reference by which payer and payee know the payment again; at most 140 characters.
  public var reference: String?
  /// The payee's account: an IBAN.
  public var account: String?
  /// The declared scenario whose payload is reviewed.
  public var scenario: ScenarioName?
  /// The payload of that scenario.
  public var payload: JSONValue?
  /// Seconds until its time is over; nil for the server's default.
  public var expiresIn: Int64?

  /// A payment to review.
  public init(
    userName: String, amount: DecimalAmount, currency: String, payee: String,
    lastFourPAN: String? = nil, reference: String? = nil, account: String? = nil,
    expiresIn: Int64? = nil
  ) {
    self.userName = userName
    self.amount = amount
    self.currency = currency
    self.payee = payee
    self.lastFourPAN = lastFourPAN
    self.reference = reference
    self.account = account
    self.expiresIn = expiresIn
  }

  /// A declared scenario to review.
  public init(
    userName: String, scenario: ScenarioName, payload: JSONValue, expiresIn: Int64? = nil
  ) {
    self.userName = userName
    self.scenario = scenario
    self.payload = payload
    self.expiresIn = expiresIn
  }

  /// Refuses members that contradict each other, and a request that says too little.
  public func checkMembers() throws(JSONShapeError) {
    guard (userName == nil) != (accountID == nil) else {
      throw JSONShapeError(path: "", problem: "must hold either userName or accountID")
    }
    let isPayment = amount != nil && currency != nil && payee != nil
    let hasNothingOfPayment =
      amount == nil && currency == nil && payee == nil && lastFourPAN == nil && reference == nil
      && account == nil
    guard scenario == nil ? isPayment && payload == nil : hasNothingOfPayment else {
      throw JSONShapeError(
        path: "",
        problem: "must hold either amount, currency and payee, or scenario and payload")
    }
  }
}

/// An amount as a host gives it: a decimal number in a string (`"12.50"`), or whole units as a
/// number from 1 to 2^53.
public struct DecimalAmount: Codable, Sendable, Hashable, ExpressibleByIntegerLiteral,
  ExpressibleByStringLiteral
{
  /// The decimal number, as it was given.
  public var text: String

  /// A decimal number.
  public init(_ text: String) { self.text = text }

  /// A decimal number.
  public init(stringLiteral text: String) { self.init(text) }

  /// Whole units.
  public init(integerLiteral units: Int64) { self.init(String(units)) }

  /// Reads either form.
  public init(from decoder: any Decoder) throws {
    switch try JSONValue(from: decoder) {
    case .string(let text): self.text = text
    case .integer(let units) where 1...(1 << 53) ~= units: text = String(units)
    default:
      throw JSONShapeError(
        path: "",
        problem: "must be a decimal number in a string, as in \"12.50\", or a whole number from 1 "
          + "to 2^53")
    }
  }

  /// Writes the decimal number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

/// A transaction that the host's backend wants reviewed, in its plain values.
public struct ReviewTransaction: JSONBody, ExtensibleJSON, Hashable {
  /// The id by which host and person name the transaction.
  public var transactionID: String
  /// The amount, with all decimals of the currency; nil where a scenario says what is reviewed.
  public var amount: DecimalAmount?
  /// ISO 4217 code of the currency.
  public var currency: String?
  /// The payee, as a screen shows it; nil for a declared scenario.
  public var payee: String?
  /// The last four digits of the card's number; nil if no card is used.
  public var lastFourPAN: String?
  /// The reference of the payment; nil if it has none.
  public var reference: String?
  /// The payee's account, an IBAN; nil if it was not given.
  public var account: String?
  /// The declared scenario that is reviewed, or that of an action that was handed over; nil for a
  /// payment.
  public var scenario: ScenarioName?
  /// The payload of that scenario.
  public var payload: JSONValue?
  /// The number that the asking screen shows, where another screen of the person's handed an action
  /// over; nil for a transaction of a host.
  public var number: String?
  /// The time of its creation, RFC 3339 in UTC.
  public var createdAt: String
  /// The time after which nobody can decide on it, RFC 3339 in UTC.
  public var expiresAt: String

  /// A declared scenario to review.
  public init(
    transactionID: String, scenario: ScenarioName, payload: JSONValue, createdAt: String,
    expiresAt: String
  ) {
    self.transactionID = transactionID
    self.scenario = scenario
    self.payload = payload
    self.createdAt = createdAt
    self.expiresAt = expiresAt
  }

  /// A payment to review.
  public init(
    transactionID: String, amount: DecimalAmount, currency: String, payee: String,
    lastFourPAN: String?, reference: String? = nil, account: String? = nil, createdAt: String,
    expiresAt: String
  ) {
    self.transactionID = transactionID
    self.amount = amount
    self.currency = currency
    self.payee = payee
    self.lastFourPAN = lastFourPAN
    self.reference = reference
    self.account = account
    self.createdAt = createdAt
    self.expiresAt = expiresAt
  }
}

/// The payload of scenario AUTHORIZE_TRANSACTION: which transaction.
public struct ReviewPayload: JSONBody, Hashable {
  /// The id by which host and person name the transaction.
  public var transactionID: String

  /// A payload to send.
  public init(transactionID: String) { self.transactionID = transactionID }
}

/// A transaction under review, with how far it has come.
///
/// Answer of `POST /service/transactions`, `GET /transactions/{id}`, approve and deny, and the data
/// of each `transaction` event of `GET /transactions/events`.
public struct TransactionAnswer: JSONBody, ExtensibleJSON, Hashable {
  /// The subject of the review.
  @Flattened public var transaction: ReviewTransaction
  /// The transaction as its person reads and signs it; nil for a host.
  public var document: Document?
  /// Its progress.
  public var status: TransactionStatus
  /// The time of the decision, RFC 3339 in UTC; nil while there is none.
  public var decidedAt: String?
  /// The person's words at the approval, which no signature covers; nil where there are none.
  ///
  /// They are a note for a reader, and nothing that a host may act on.
  public var userInput: String?
  /// False if there is ``userInput``, which the signed document does not contain; else nil.
  public var isUserInputSigned: Bool?

  /// An answer to send.
  public init(
    transaction: ReviewTransaction, document: Document?, status: TransactionStatus,
    decidedAt: String?, userInput: String? = nil
  ) {
    self.transaction = transaction
    self.document = document
    self.status = status
    self.decidedAt = decidedAt
    self.userInput = userInput
    isUserInputSigned = userInput.map { _ in false }
  }
}

extension TransactionAnswer: Identifiable {
  /// The id by which host and person name the transaction.
  public var id: String { transaction.transactionID }
}

/// Answer of `GET /transactions`.
public struct TransactionList: JSONBody, ExtensibleJSON, Hashable {
  /// The account's transactions: those to be decided first, in the order of their time; then newest
  /// first.
  public var transactions: [TransactionAnswer]

  /// A list to send.
  public init(transactions: [TransactionAnswer]) { self.transactions = transactions }
}

/// Body of `POST /transactions/{id}/approve`.
public struct ApprovalRequest: JSONBody, Hashable {
  /// The proof, of scenario AUTHORIZE_TRANSACTION.
  @Flattened public var proof: Proof
  /// The person's words beside it, which it does not sign: at most 256 characters, kept with the
  /// approval.
  public var userInput: String?

  /// A request to send.
  public init(proof: Proof, userInput: String? = nil) {
    self.proof = proof
    self.userInput = userInput
  }

  /// Refuses a text that no screen shows in full.
  public func checkMembers() throws(JSONShapeError) {
    guard userInput.flatMap(UserInputRule.fault) != .tooLong else {
      throw JSONShapeError(path: "userInput", problem: "must be at most 256 characters")
    }
  }

  /// The key types of flattened members.
  public static var flattenedKeys: [any CodingKey.Type] { [Proof.CodingKeys.self] }
}

/// An action of a declared scenario that was performed.
public struct PerformedAction: JSONBody, ExtensibleJSON, Hashable {
  /// The operation that it became.
  public var operationID: String
  /// The declared scenario that was performed.
  public var scenario: ScenarioName
  /// The payload of the request.
  public var payload: JSONValue

  /// An action to tell of.
  public init(operationID: String, scenario: ScenarioName, payload: JSONValue) {
    self.operationID = operationID
    self.scenario = scenario
    self.payload = payload
  }
}
