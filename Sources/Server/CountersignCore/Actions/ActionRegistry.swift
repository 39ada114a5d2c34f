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
}

extension ScenarioAction {
  /// The document of a payload, as options and codes show it.
  func document(of payload: JSONValue, in context: ReadingContext) throws -> ActionDocument {
    try document(for: request(of: payload), in: context).document
  }

  /// An operation, as it is told to whoever performed it or asks for it.
  func answer(
    of operation: StoredOperation, in context: ReadingContext
  ) throws -> OperationAnswer {
    try ActionByScenario(base: self).answer(of: operation, in: context)
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
  func terms(of scenario: ScenarioName, in policy: ServicePolicy) throws -> ActionTerms {
    switch scenario {
    // What adds a factor refuses a device that nobody has claimed by itself.
    case .manageFactors: .ofRemoval(or: .none)
    case .signIn: RaiseSession.terms
    default: try action(of: scenario).terms(in: policy)
    }
  }

  /// The document of a scenario's payload: exactly what will be executed.
  func document(
    of scenario: ScenarioName, _ payload: JSONValue, in context: ReadingContext
  ) throws -> ActionDocument {
    switch scenario {
    case .manageFactors: return try context.document(changing: FactorChange(payload: payload))
    case .signIn:
      try requireNoPayload(payload, of: scenario)
      return try context.document(.signIn)
    default: return try action(of: scenario).document(of: payload, in: context)
    }
  }

  /// The answer of an operation.
  ///
  /// Those of factors and links are done, and so are those of declared scenarios that are
  /// configured no more. Where the module of an operation is absent, nothing here knows its
  /// status: it is told as pending.
  func answer(
    of operation: StoredOperation, in context: ReadingContext
  ) throws -> OperationAnswer {
    if let action = try? action(of: operation.scenario) {
      return try action.answer(of: operation, in: context)
    }
    var operation = operation
    // An operation of a declared scenario has no record.
    if !ScenarioName.ofServer.contains(operation.scenario),
      try operation.record != nil
        || !AbsentModules.owners(besides: modules, in: context.transaction).isEmpty
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
