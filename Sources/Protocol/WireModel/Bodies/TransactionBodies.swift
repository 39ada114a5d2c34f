public import WebAuthnModel

/// How far the review of a transaction has come, on the wire.
public enum TransactionStatus: String, Sendable, Hashable, CaseIterable {
  /// Nobody has decided.
  case pending
  /// It was approved.
  case approved
  /// It was denied.
  case denied
  /// Its time is over.
  case expired
}

/// Body of `POST /service/transactions`.
public struct NewTransactionRequest: JSONBody, Hashable {
  /// Who reviews it.
  public var userName: String
  /// What is paid, in the unit in which the deployment counts the currency.
  public var amount: Int64
  /// ISO 4217 code of the currency.
  public var currency: String
  /// Who is paid.
  public var payee: String
  /// The last four digits of the card's number.
  public var lastFourPAN: String?
  /// Seconds until its time is over; nil for the server's default.
  public var expiresIn: Int64?

  /// A transaction to create.
  public init(
    userName: String, amount: Int64, currency: String, payee: String, lastFourPAN: String? = nil,
    expiresIn: Int64? = nil
  ) {
    self.userName = userName
    self.amount = amount
    self.currency = currency
    self.payee = payee
    self.lastFourPAN = lastFourPAN
    self.expiresIn = expiresIn
  }

  /// Reads the body.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    userName = try reader.string("userName")
    amount = try reader.amount("amount")
    currency = try reader.string("currency")
    payee = try reader.string("payee")
    lastFourPAN = try reader.optionalString("lastFourPAN")
    expiresIn = try reader.optionalInteger("expiresIn")
    try reader.finish()
  }

  /// The body's fields.
  public var json: JSONValue {
    var members: JSONObject = [
      "userName": .string(userName), "amount": .integer(amount), "currency": .string(currency),
      "payee": .string(payee),
    ]
    members["lastFourPAN"] = lastFourPAN.map(JSONValue.string)
    members["expiresIn"] = expiresIn.map(JSONValue.integer)
    return .object(members)
  }
}

/// A transaction under review, with how far it has come.
///
/// Answer of `POST /service/transactions`, `GET /transactions/{id}`, approve and deny, and the data
/// of each `transaction` event of `GET /transactions/events`.
public struct TransactionAnswer: JSONBody, Hashable {
  /// What is reviewed.
  public var transaction: ReviewTransaction
  /// How far it has come.
  public var status: TransactionStatus
  /// When it was decided, RFC 3339 in UTC; nil while it is not.
  public var decidedAt: String?
  /// What the person said when it was approved.
  public var userInput: String?

  /// An answer to send.
  public init(
    transaction: ReviewTransaction, status: TransactionStatus, decidedAt: String?,
    userInput: String? = nil
  ) {
    self.transaction = transaction
    self.status = status
    self.decidedAt = decidedAt
    self.userInput = userInput
  }

  /// Reads the answer.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    transaction = try ReviewTransaction(reading: &reader)
    status = try reader.choice("status")
    decidedAt = try reader.optionalString("decidedAt")
    userInput = try reader.optionalString("userInput")
  }

  /// The answer's fields.
  public var json: JSONValue {
    var members = transaction.members
    members["status"] = .string(status.rawValue)
    members["decidedAt"] = decidedAt.map(JSONValue.string)
    members["userInput"] = userInput.map(JSONValue.string)
    return .object(members)
  }
}

/// Answer of `GET /transactions`.
public struct TransactionList: JSONBody, Hashable {
  /// The account's transactions: those to be decided first, in the order of their time; then newest
  /// first.
  public var transactions: [TransactionAnswer]

  /// A list to send.
  public init(transactions: [TransactionAnswer]) { self.transactions = transactions }

  /// Reads the answer.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    transactions = []
    for value in try reader.array("transactions") {
      transactions.append(try TransactionAnswer(json: value))
    }
  }

  /// The answer's fields.
  public var json: JSONValue { ["transactions": .array(transactions.map(\.json))] }
}

/// Body of `POST /transactions/{id}/approve`.
public struct ApprovalRequest: JSONBody, Hashable {
  /// The proof.
  public var proof: Proof
  /// What the person said beside it: at most 256 characters, kept with the approval.
  public var userInput: String?

  /// A request to send.
  public init(proof: Proof, userInput: String? = nil) {
    self.proof = proof
    self.userInput = userInput
  }

  /// Reads the body.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    proof = try Proof(reading: &reader)
    userInput = try reader.optionalString("userInput")
    try reader.finish()
    guard userInput.flatMap(UserInputRule.fault) != .tooLong else {
      throw JSONShapeError(path: "userInput", problem: "must be at most 256 characters")
    }
  }

  /// The body's fields.
  public var json: JSONValue {
    var members = proof.members
    members["userInput"] = userInput.map(JSONValue.string)
    return .object(members)
  }
}
