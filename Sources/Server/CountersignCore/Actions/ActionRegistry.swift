public import WebAuthnModel
import WireModel

/// An action that is the one of its scenario: options, codes and operations find it by that name.
public protocol ScenarioAction: ProtectedAction {
  /// Reads the payload of a request.
  ///
  /// - Throws: A ``Refusal`` for a payload that is not the scenario's.
  func request(of payload: JSONValue) throws -> Request

  /// The result, as it is told to whoever asks for the operation by its proof or key; nil where its
  /// status says all.
  func json(of result: Result) -> JSONValue?

  /// The status of an operation of this scenario now; the one thing about an operation that may
  /// change after its execution.
  ///
  /// An execution completes the operation by default.
  func status(
    of operation: StoredOperation, in transaction: any ReadTransaction
  ) throws -> OperationStatus
}

extension ScenarioAction {
  /// An execution completes the operation.
  public func status(
    of operation: StoredOperation, in transaction: any ReadTransaction
  ) throws -> OperationStatus { .completed }

  /// The document of a payload, as options and codes show it.
  func document(of payload: JSONValue, in context: ReadingContext) throws -> ActionDocument {
    let request = try request(of: payload)
    let facts = try facts(of: request, for: context.caller, at: context.now)
      .facts(in: context.transaction)
    return try document(for: request, facts, in: context.words)
  }

  /// An operation with its status, as it is told to whoever asks for it.
  func answer(of operation: StoredOperation) throws -> OperationAnswer {
    OperationAnswer(operation, result: json(of: try result(of: operation)))
  }
}

extension OperationAnswer {
  /// An operation, as it is told to whoever performed it or asks for it.
  init(_ operation: StoredOperation, result: JSONValue?) {
    self.init(
      operationID: operation.id.text, scenario: operation.scenario, status: operation.status,
      result: result)
  }
}

/// The protected actions of a server.
public struct ActionRegistry: Sendable {
  private let actions: [ScenarioName: any ScenarioAction]
  /// The names of the modules whose actions are among them.
  private let modules: [String]

  /// A registry of the actions that have a scenario of their own.
  init(_ actions: [any ScenarioAction], modules: [String]) {
    self.modules = modules
    self.actions = Dictionary(actions.map { ($0.scenario, $0) }) { first, _ in first }
  }

  /// The name of every protected action.
  public static let names: Set<String> = [
    "approveTransaction", "testBiometrics", "performDeclared", "proveScenario", "redeem",
    "beginRegistration",
    "revokeCredentials", "registerDevice", "revokeDevices", "setPIN", "setPINKey", "setPhone",
    "enrolAuthenticatorApp", "removeAuthenticatorApp", "makeEnrolLink", "confirmEnrolment",
    "confirmLogin", "putOwnKeyAside", "raiseSession", "stopRecovery", "keepHeldFactor",
    "removeHeldFactor",
  ]

  /// The scenarios that have an action.
  var scenarios: Dictionary<ScenarioName, any ScenarioAction>.Keys { actions.keys }

  /// The action of a scenario.
  ///
  /// - Throws: A ``Refusal`` where this server knows none by that name.
  func action(of scenario: ScenarioName) throws -> any ScenarioAction {
    guard let action = actions[scenario] else {
      throw Refusal.scenarioUnknown
    }
    return action
  }

  /// The proofs that the actions of a scenario take.
  func requirements(
    of scenario: ScenarioName, in policy: ServicePolicy
  ) throws -> ProofRequirements {
    switch scenario {
    // What adds a factor refuses a device that nobody has claimed by itself.
    case .manageFactors: .ofRemoval(or: .none)
    case .signIn: RaiseSession.requirements
    default: try action(of: scenario).requirements(in: policy)
    }
  }

  /// The document of a scenario's payload: exactly what will be executed.
  func document(
    of scenario: ScenarioName, _ payload: JSONValue, in context: ReadingContext
  ) throws -> ActionDocument {
    switch scenario {
    case .manageFactors:
      let change = try FactorChange(payload: payload)
      return try context.words.document(
        changing: change, showing: change.shown(to: context.caller, in: context.transaction))
    case .signIn:
      try requireNoPayload(payload, of: scenario)
      return try context.words.document(.signIn)
    default: return try action(of: scenario).document(of: payload, in: context)
    }
  }

  /// The status of an operation now, as the action of its scenario tells it; nil where no action
  /// has that scenario.
  func status(
    of operation: StoredOperation, in transaction: any ReadTransaction
  ) throws -> OperationStatus? {
    try actions[operation.scenario]?.status(of: operation, in: transaction)
  }

  /// The answer of an operation.
  ///
  /// Those of factors and links are done, and so are those of declared scenarios that are
  /// configured no more. Where the module of an operation is absent, nothing here knows its
  /// status: it is told as pending.
  func answer(
    of operation: StoredOperation, in transaction: any ReadTransaction
  ) throws -> OperationAnswer {
    var operation = operation
    if let action = actions[operation.scenario] {
      operation.status = try action.status(of: operation, in: transaction)
      return try action.answer(of: operation)
    }
    // An operation of a declared scenario has no record.
    if !ScenarioName.ofServer.contains(operation.scenario),
      try operation.record != nil
        || !AbsentModules.owners(besides: modules, in: transaction).isEmpty
    {
      operation.status = .pending
    }
    return OperationAnswer(operation, result: nil)
  }
}

extension ApproveTransaction: ScenarioAction {
  package func request(of payload: JSONValue) throws -> Request {
    let asked = try ReviewPayload(payload: payload)
    return Request(reviewID: ReviewID(asked.transactionID), userInput: nil)
  }

  package func json(of result: TransactionAnswer) -> JSONValue? { result.json }
}

extension TestBiometrics: ScenarioAction {
  package func request(of payload: JSONValue) throws { try requireNoPayload(payload, of: scenario) }

  package func json(of result: BiometricTestAnswer) -> JSONValue? { nil }
}

extension JSONBody {
  /// Reads a scenario's payload.
  ///
  /// - Throws: A ``Refusal`` that names the member and what is wrong with it.
  public init(payload: JSONValue) throws(Refusal) {
    do {
      self = try Self(json: payload)
    } catch {
      throw Refusal(.malformed, "payload: \(error)")
    }
  }
}

private func requireNoPayload(_ payload: JSONValue, of scenario: ScenarioName) throws {
  guard payload == .object([:]) else {
    throw Refusal(.unacceptableValue, "payload: \(scenario) takes none")
  }
}
