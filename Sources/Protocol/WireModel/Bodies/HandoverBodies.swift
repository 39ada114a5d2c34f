public import WebAuthnModel

/// The progress of an action that was handed to the person's other devices.
public enum HandoverStatus: String, Codable, Sendable, Hashable, CaseIterable {
  /// Nobody has decided.
  case pending
  /// It was approved; the session that asked collects the token.
  case approved
  /// It was declined.
  case denied
  /// Its time is over.
  case expired
  /// The session that asked took it back.
  case withdrawn
}

/// An action that a session handed to the person's other devices.
///
/// Answer of `POST /actions/{scenario}/handover` and `GET /handovers/{id}`, and the data of each
/// `handover` event of `GET /handovers/{id}/events`.
public struct HandoverAnswer: JSONBody, ExtensibleJSON, Hashable {
  /// The id; on the other devices that of a transaction.
  public var transactionID: String
  /// The number that this screen and the other device show: two digits.
  public var number: String
  /// Its progress.
  public var status: HandoverStatus
  /// The time after which nobody can decide on it, RFC 3339 in UTC.
  public var expiresAt: String
  /// Whole seconds until then; 0 once it is decided.
  public var expiresIn: Int64

  /// An answer to send.
  public init(
    transactionID: String, number: String, status: HandoverStatus, expiresAt: String,
    expiresIn: Int64
  ) {
    self.transactionID = transactionID
    self.number = number
    self.status = status
    self.expiresAt = expiresAt
    self.expiresIn = expiresIn
  }
}

extension ReviewTransaction {
  /// An action that another screen of the person's handed over.
  public init(
    transactionID: String, handed scenario: ScenarioName, payload: JSONValue?, number: String,
    createdAt: String, expiresAt: String
  ) {
    self.init(
      transactionID: transactionID, scenario: scenario, payload: payload ?? .object([:]),
      createdAt: createdAt, expiresAt: expiresAt)
    self.number = number
  }
}
