package import WebAuthnModel
package import WireModel

/// An action that is the one of its scenario: options, codes and operations find it by that name.
package protocol ScenarioAction: ProtectedAction {
  /// The document of a payload, as options and codes show it.
  ///
  /// - Throws: A ``Refusal`` for a payload that is not the scenario's, or that cannot be executed.
  func document(of payload: JSONValue, in context: ReadingContext) throws -> ActionDocument

  /// What is told of an operation to whoever asks for it by its proof or key.
  func outcome(
    of operation: StoredOperation, in context: ReadingContext
  ) throws -> OperationAnswer.Result
}

extension ScenarioAction {
  package func outcome(
    of operation: StoredOperation, in context: ReadingContext
  ) -> OperationAnswer.Result { .accomplished }
}

/// The protected actions of a server.
package struct ActionRegistry: Sendable {
  private let actions: [ScenarioName: any ScenarioAction]

  /// A registry of the actions that have a scenario of their own.
  init(_ actions: [any ScenarioAction]) {
    self.actions = Dictionary(actions.map { ($0.scenario, $0) }) { first, _ in first }
  }

  /// The name of every protected action.
  package static let names: Set<String> = [
    "topUp", "approveTransaction", "testBiometrics", "redeem", "beginRegistration",
    "revokeCredentials", "registerDevice", "revokeDevices", "setPIN", "setPINKey", "setPhone",
    "enrolAuthenticatorApp", "removeAuthenticatorApp", "makeEnrolLink", "confirmEnrolment",
    "confirmLogin",
  ]

  /// The action of a scenario.
  ///
  /// - Throws: A ``Refusal`` where this server knows none by that name.
  func action(of scenario: ScenarioName) throws -> any ScenarioAction {
    guard let action = actions[scenario] else {
      throw Refusal(.unacceptableValue, "scenario: this server knows none by that name")
    }
    return action
  }

  /// The proofs that the actions of a scenario take.
  func terms(of scenario: ScenarioName, in policy: ServicePolicy) throws -> ActionTerms {
    scenario == .manageFactors
      ? .ofFactors(or: .none) : try action(of: scenario).terms(in: policy)
  }

  /// The document of a scenario's payload: exactly what will be executed.
  func document(
    of scenario: ScenarioName, _ payload: JSONValue, in context: ReadingContext
  ) throws -> ActionDocument {
    if scenario == .manageFactors {
      try requireNoPayload(payload, of: scenario)
      return try context.document(.manageFactors)
    }
    return try action(of: scenario).document(of: payload, in: context)
  }

  /// What became of an operation; those of factors and links, and of scenarios that are configured
  /// no more, are told as done.
  func outcome(
    of operation: StoredOperation, in context: ReadingContext
  ) throws -> OperationAnswer.Result {
    guard let action = try? action(of: operation.scenario) else { return .accomplished }
    return try action.outcome(of: operation, in: context)
  }
}

extension TopUp: ScenarioAction {
  package func document(
    of payload: JSONValue, in context: ReadingContext
  ) throws -> ActionDocument {
    try document(for: read(TopUpPayload.self, payload), in: context).document
  }

  package func outcome(
    of operation: StoredOperation, in context: ReadingContext
  ) throws -> OperationAnswer.Result { .topUp(try result(of: operation, in: context)) }
}

extension ApproveTransaction: ScenarioAction {
  package func document(
    of payload: JSONValue, in context: ReadingContext
  ) throws -> ActionDocument {
    let asked = try read(ReviewPayload.self, payload)
    let request = Request(reviewID: ReviewID(asked.transactionID), userInput: nil)
    return try document(for: request, in: context).document
  }

  package func outcome(
    of operation: StoredOperation, in context: ReadingContext
  ) throws -> OperationAnswer.Result { .transaction(try result(of: operation, in: context)) }
}

extension TestBiometrics: ScenarioAction {
  package func document(
    of payload: JSONValue, in context: ReadingContext
  ) throws -> ActionDocument {
    try requireNoPayload(payload, of: scenario)
    return try document(for: (), in: context).document
  }
}

extension Redemption: ScenarioAction {
  package func document(
    of payload: JSONValue, in context: ReadingContext
  ) throws -> ActionDocument { try document(of: HostPayload(payload), in: context) }
}

/// Reads a scenario's payload.
private func read<Payload: JSONBody>(_ type: Payload.Type, _ json: JSONValue) throws -> Payload {
  do {
    return try Payload(json: json)
  } catch {
    throw Refusal(.malformed, "payload: \(error)")
  }
}

private func requireNoPayload(_ payload: JSONValue, of scenario: ScenarioName) throws {
  guard payload == .object([:]) else {
    throw Refusal(.unacceptableValue, "payload: \(scenario) takes none")
  }
}
