public import FlowModel

/// The end of a scenario, as its outcome screen says it.
public struct Outcome: Sendable, Hashable {
  /// The kind of an outcome.
  public enum Kind: Sendable, Hashable {
    /// It was authorized.
    case authorized
    /// The person denied it, and it is denied.
    case denied
    /// It failed.
    case failed(ScenarioFailure)
  }

  /// The kind of an outcome.
  public let kind: Kind
  /// The words of the screen.
  public let text: ScenarioScreens.Text
  /// The transaction that was authorized or not; nil for a scenario without one.
  public let transaction: FlowTransaction?
  /// The result of the action; nil where there is no more to say.
  public let result: ActionResult?
  /// The factors that could act, and why the others could not; nil if the server was not asked.
  public let ways: SigningWays?

  /// True if the screen is one of success: what the person wanted is so.
  public var isSuccess: Bool {
    switch kind {
    case .authorized, .denied: true
    case .failed: false
    }
  }
}

/// Why a scenario failed.
public enum ScenarioFailure: Error, Sendable, Hashable {
  /// No scenario of this name is registered.
  case scenarioUnknown
  /// Its payload was not given.
  case payloadMissing
  /// Its payload is not what the scenario needs.
  case payloadMalformed
  /// Its flow ended in an error.
  case flow(FlowError)

  /// A stable code.
  public var code: String {
    switch self {
    case .scenarioUnknown: "scenario_unknown"
    case .payloadMissing: "payload_missing"
    case .payloadMalformed: "payload_malformed"
    case .flow(let error): error.reason?.code ?? error.kind
    }
  }
}

extension Outcome {
  /// The outcome of a flow that has ended; nil where it has not, or where it was cancelled, which
  /// just closes.
  init?(_ flow: Flow, _ screens: ScenarioScreens) {
    switch (flow.phase, flow.error) {
    case (.done, _):
      self.init(
        kind: .authorized, text: screens.success, transaction: flow.transaction,
        result: flow.result, ways: flow.ways)
    case (.error, .denied?):
      self.init(denied: flow, screens)
    case (.error, let error?) where error != .cancelled:
      self.init(
        .flow(error), screens, transaction: flow.transaction, result: flow.result, ways: flow.ways)
    default:
      return nil
    }
  }

  /// The outcome of a denial: the transaction is denied, by whomever.
  init(denied flow: Flow, _ screens: ScenarioScreens) {
    self.init(
      kind: .denied, text: screens.denied, transaction: flow.transaction, result: nil, ways: nil)
  }

  init(
    _ failure: ScenarioFailure, _ screens: ScenarioScreens,
    transaction: FlowTransaction? = nil, result: ActionResult? = nil, ways: SigningWays? = nil
  ) {
    self.init(
      kind: .failed(failure), text: screens.text(for: failure), transaction: transaction,
      result: result, ways: ways)
  }
}
