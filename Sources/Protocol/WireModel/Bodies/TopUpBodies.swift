public import WebAuthnModel

/// Body of `POST /user/topup`: the payload and the proof, side by side.
public struct TopUpRequest: JSONBody, Hashable {
  /// What is asked for.
  public var payload: TopUpPayload
  /// What entitles to it.
  public var proof: Proof

  /// A request to send.
  public init(payload: TopUpPayload, proof: Proof) {
    self.payload = payload
    self.proof = proof
  }

  /// Reads the body.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    payload = try TopUpPayload(reading: &reader)
    proof = try Proof(reading: &reader)
    try reader.finish()
  }

  /// The body's fields.
  public var json: JSONValue {
    guard case .object(var members) = payload.json else { return payload.json }
    for name in proof.members.names { members[name] = proof.members[name] }
    return .object(members)
  }
}

/// How far a top-up has come.
public enum TopUpStatus: String, Sendable, Hashable, CaseIterable {
  /// Paid; the supplier has not said what became of it.
  case pending
  /// The airtime was sent.
  case completed
  /// The supplier refused; the money is back in the wallet.
  case failed
}

/// Answer of `POST /user/topup`, as seed 002 gives it.
public struct TopUpAnswer: JSONBody, Hashable {
  /// The transaction's id.
  public var transactionID: String
  /// How far it has come.
  public var status: TopUpStatus
  /// What was paid.
  public var amount: Int64
  /// What the wallet holds now.
  public var balance: Int64
  /// When it was paid, RFC 3339 in UTC.
  public var timestamp: String

  /// An answer to send.
  public init(
    transactionID: String, status: TopUpStatus, amount: Int64, balance: Int64, timestamp: String
  ) {
    self.transactionID = transactionID
    self.status = status
    self.amount = amount
    self.balance = balance
    self.timestamp = timestamp
  }

  /// What a person is told.
  public var message: String {
    switch status {
    case .completed: "Topup successful"
    case .pending: "Topup is being processed"
    case .failed: "Topup failed; the amount is back in your wallet"
    }
  }

  /// Reads the answer.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    var data = try reader.object("data")
    transactionID = try data.string("transactionId")
    status = try data.choice("status")
    amount = try data.integer("amount")
    balance = try data.integer("balance")
    timestamp = try data.string("timestamp")
    guard try reader.bool("success") == (status != .failed) else {
      throw JSONShapeError(path: "success", problem: "does not agree with data.status")
    }
  }

  /// The answer's fields.
  public var json: JSONValue {
    [
      "success": .bool(status != .failed), "message": .string(message),
      "data": [
        "transactionId": .string(transactionID), "status": .string(status.rawValue),
        "amount": .integer(amount), "balance": .integer(balance), "timestamp": .string(timestamp),
      ],
    ]
  }
}
