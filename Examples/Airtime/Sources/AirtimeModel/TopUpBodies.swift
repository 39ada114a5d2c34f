public import WireModel

/// Body of `POST /user/topup`: the payload and the proof, side by side.
public struct TopUpRequest: JSONBody, Hashable {
  /// The request.
  @Flattened public var payload: TopUpPayload
  /// The entitlement to it.
  @Flattened public var proof: Proof

  /// A request to send.
  public init(payload: TopUpPayload, proof: Proof) {
    self.payload = payload
    self.proof = proof
  }

  /// The key types of flattened members.
  public static var flattenedKeys: [any CodingKey.Type] {
    [TopUpPayload.CodingKeys.self, Proof.memberKeys]
  }
}

/// The progress of a top-up.
public enum TopUpStatus: String, Codable, Sendable, Hashable, CaseIterable {
  /// Paid; the supplier has not said what became of it.
  case pending
  /// The airtime was sent.
  case completed
  /// The supplier refused; the money is back in the wallet.
  case failed
}

/// The answer to `POST /user/topup`.
public struct TopUpAnswer: JSONBody, ExtensibleJSON, Hashable {
  /// The transaction's id.
  public var transactionID: String
  /// Its progress.
  public var status: TopUpStatus
  /// The amount paid.
  public var amount: Int64
  /// The part of it that cashback paid; nil where it paid none.
  public var fromCashback: Int64?
  /// The wallet's balance after it.
  public var balance: Int64
  /// When it was paid, RFC 3339 in UTC.
  public var timestamp: String

  /// An answer to send.
  public init(
    transactionID: String, status: TopUpStatus, amount: Int64, fromCashback: Int64? = nil,
    balance: Int64, timestamp: String
  ) {
    self.transactionID = transactionID
    self.status = status
    self.amount = amount
    self.fromCashback = fromCashback
    self.balance = balance
    self.timestamp = timestamp
  }

  /// The words for a person.
  public var message: String {
    switch status {
    case .completed: "Topup successful"
    case .pending: "Topup is being processed"
    case .failed: "Topup failed; the amount is back in your wallet"
    }
  }
}

extension TopUpAnswer {
  private enum CodingKeys: CodingKey {
    case success
    case message
    case data
  }

  private struct Content: Codable, ExtensibleJSON {
    var transactionId: String
    var status: TopUpStatus
    var amount: Int64
    var fromCashback: Int64?
    var balance: Int64
    var timestamp: String
  }

  /// Reads the answer, whose parts must agree.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let content = try container.decode(Content.self, forKey: .data)
    self.init(
      transactionID: content.transactionId, status: content.status, amount: content.amount,
      fromCashback: content.fromCashback, balance: content.balance, timestamp: content.timestamp)
    guard try container.decode(Bool.self, forKey: .success) == (status != .failed) else {
      throw JSONShapeError(path: "success", problem: "does not agree with data.status")
    }
  }

  /// Writes the answer.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(status != .failed, forKey: .success)
    try container.encode(message, forKey: .message)
    try container.encode(
      Content(
        transactionId: transactionID, status: status, amount: amount, fromCashback: fromCashback,
        balance: balance, timestamp: timestamp),
      forKey: .data)
  }
}
