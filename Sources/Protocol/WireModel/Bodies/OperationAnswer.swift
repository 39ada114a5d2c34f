public import WebAuthnModel

/// Answer of `GET /operations/{id}`: what became of an operation.
public struct OperationAnswer: JSONBody, ExtensibleJSON, Hashable {
  /// What the operation led to, as it stands now.
  public enum Result: Sendable, Hashable {
    /// A top-up.
    case topUp(TopUpAnswer)
    /// A transaction that was decided on.
    case transaction(TransactionAnswer)
    /// Factors were set, changed or removed, one was proved, or a host redeemed a proof for an
    /// action of its own; there is no more to say of it.
    case accomplished
  }

  /// The operation's id.
  public var operationID: String
  /// The scenario whose action it was.
  public var scenario: ScenarioName
  /// The action's answer as it stands now.
  public var result: Result

  /// An answer to send.
  public init(operationID: String, scenario: ScenarioName, result: Result) {
    self.operationID = operationID
    self.scenario = scenario
    self.result = result
  }
}

extension OperationAnswer {
  private enum CodingKeys: CodingKey {
    case operationID
    case scenario
    case result
  }

  /// Reads the answer; the scenario says what the result is.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    operationID = try container.decode(String.self, forKey: .operationID)
    scenario = try container.decode(ScenarioName.self, forKey: .scenario)
    switch scenario {
    case .topUp: result = .topUp(try container.decode(TopUpAnswer.self, forKey: .result))
    case .authorizeTransaction:
      result = .transaction(try container.decode(TransactionAnswer.self, forKey: .result))
    default:
      guard try container.decodeIfPresent(JSONValue.self, forKey: .result) == nil else {
        throw JSONShapeError(path: "result", problem: "is not what the scenario gives")
      }
      result = .accomplished
    }
  }

  /// Writes the answer.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(operationID, forKey: .operationID)
    try container.encode(scenario, forKey: .scenario)
    switch result {
    case .topUp(let answer): try container.encode(answer, forKey: .result)
    case .transaction(let answer): try container.encode(answer, forKey: .result)
    case .accomplished: break
    }
  }
}
