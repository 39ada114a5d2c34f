public import WebAuthnModel

/// Answer of `GET /operations/{id}`: what became of an operation.
public struct OperationAnswer: JSONBody, Hashable {
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

  /// Reads the answer; the scenario says what the result is.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    operationID = try reader.string("operationID")
    scenario = ScenarioName(try reader.string("scenario"))
    switch (scenario, reader.optionalValue("result")) {
    case (.topUp, let result?): self.result = .topUp(try TopUpAnswer(json: result))
    case (.authorizeTransaction, let result?):
      self.result = .transaction(try TransactionAnswer(json: result))
    case (.topUp, nil), (.authorizeTransaction, nil):
      throw JSONShapeError(path: "result", problem: "is missing")
    case (_, nil): result = .accomplished
    default: throw JSONShapeError(path: "result", problem: "is not what the scenario gives")
    }
  }

  /// The answer's fields.
  public var json: JSONValue {
    var members: JSONObject = [
      "operationID": .string(operationID), "scenario": .string(scenario.text),
    ]
    switch result {
    case .topUp(let answer): members["result"] = answer.json
    case .transaction(let answer): members["result"] = answer.json
    case .accomplished: break
    }
    return .object(members)
  }
}
