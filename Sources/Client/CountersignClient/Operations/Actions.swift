public import DocumentModel
public import FlowModel
public import WebAuthnModel
public import WireModel

/// Challenges for one document, checked against what was asked for.
public struct LinkedChallenge: Sendable {
  /// The options to sign.
  public let options: CredentialRequestOptions
  /// The document as the server will execute it: all that a screen shows.
  public let document: Document
  /// The operation that an action with this challenge becomes.
  public let operation: OperationID
  /// A challenge for a PIN proof, linked to the same; nil where the session is no device's.
  public let pinChallenge: Challenge?
  /// The kinds of proof that the scenario takes, and whether each could act on the document now;
  /// empty where the server does not tell.
  public let ways: [ActionWay]
  /// The state of the second factor; nil where the server does not tell.
  public let secondFactor: SecondFactorAnswer?
}

extension AccountSession {
  /// Asks for challenges that are linked to an action's document: one call.
  ///
  /// - Parameter action: What is asked for.
  /// - Returns: The challenges and the document that they are linked to.
  /// - Throws: ``ClientError/mismatch(_:)`` if the server would execute something else than was
  ///   asked for, or if a challenge is linked to nothing.
  public func options(
    for action: some ClientAction
  ) async throws(ClientError) -> LinkedChallenge {
    try await linkedChallenge(LinkedOptionsRequest(action), where: action.isAnswered)
  }

  /// Asks for challenges, and compares their document with what was asked for.
  func linkedChallenge(
    _ asked: LinkedOptionsRequest, where isAsked: (Document) -> Bool
  ) async throws(ClientError) -> LinkedChallenge {
    let answer: ActionOptions = try await connection.call(
      request(
        .actionOptions, parameters: ["scenario": asked.scenario.text],
        body: ActionOptionsRequest(payload: asked.payload).json))
    let linked = answer.linked
    let document = linked.document
    guard document.scenario == asked.scenario, isAsked(document),
      (try? document.canonicalBytes()) != nil
    else { throw .mismatch(.transactionNotAsAsked) }
    for challenge in [linked.options.challenge, linked.pinChallenge].compactMap(\.self) {
      guard ChallengeLayout(challenge.bytes)?.isLinked == true else {
        throw .mismatch(.challengeNotAsShown)
      }
    }
    return LinkedChallenge(
      options: linked.options, document: document,
      operation: OperationID(linked.options.challenge), pinChallenge: linked.pinChallenge,
      ways: answer.ways, secondFactor: answer.secondFactor)
  }

  /// Has the server execute an action with a proof: one call.
  ///
  /// - Parameters:
  ///   - action: What is asked for.
  ///   - proof: What entitles to it.
  ///   - operation: The idempotency key; needed with a PIN and with codes, which have no challenge
  ///     to be known by.
  /// - Returns: What became of it; ``ClientAction/result(of:)`` reads the action's own answer.
  /// - Throws: ``ClientError``.
  public func perform(
    _ action: some ClientAction, proof: Proof, operation: OperationID? = nil
  ) async throws(ClientError) -> ActionResult {
    let answer: OperationAnswer = try await connection.call(
      actionRequest(LinkedOptionsRequest(action), proof: proof, operation: operation))
    return ActionResult(answer)
  }

  /// The call itself, so that the very same one can be sent again.
  func actionRequest(
    _ asked: LinkedOptionsRequest, proof: Proof, operation: OperationID?
  ) -> WireRequest {
    request(
      .performAction, parameters: ["scenario": asked.scenario.text],
      idempotencyKey: operation?.text,
      body: ActionRequest(payload: asked.payload, proof: proof).json)
  }

  /// Proves an action that a host executes: one call.
  ///
  /// - Parameters:
  ///   - action: What is asked for.
  ///   - proof: What entitles to it.
  ///   - operation: The idempotency key; needed with a PIN and with codes.
  /// - Returns: The token that the host redeems, and how long it is good.
  /// - Throws: ``ClientError``.
  public func prove(
    _ action: some ClientAction, proof: Proof, operation: OperationID? = nil
  ) async throws(ClientError) -> VerificationAnswer {
    try await prove(LinkedOptionsRequest(action), proof: proof, operation: operation)
  }

  private func prove(
    _ asked: LinkedOptionsRequest, proof: Proof, operation: OperationID?
  ) async throws(ClientError) -> VerificationAnswer {
    try await connection.call(
      request(
        .proveScenario, idempotencyKey: operation?.text,
        body: ProofRequest(scenario: asked.scenario, payload: asked.payload, proof: proof).json))
  }

  /// The token of a proof; that of a signed challenge which is verified already is the proof.
  func token(
    _ asked: LinkedOptionsRequest, proof: Proof, operation: OperationID?
  ) async throws(ClientError) -> SecretText {
    if case .verificationToken(let token) = proof { return token }
    return try await prove(asked, proof: proof, operation: operation).verificationToken
  }

  /// Challenges over a document that is no more than its title.
  func titleOptions(of scenario: ScenarioName) async throws(ClientError) -> LinkedOptions {
    let asked = LinkedOptionsRequest(scenario: scenario, payload: [:])
    let linked: LinkedOptions = try await connection.call(
      request(.linkedOptions, body: asked.json))
    guard linked.document.isTitle(of: scenario) else {
      throw .mismatch(.transactionNotAsAsked)
    }
    return linked
  }
}

extension AccountSession {
  /// Challenges for one change of the account's factors: one call.
  ///
  /// - Parameter change: The change, which the document names.
  /// - Returns: The challenges; that for a PIN proof only where the session is a device's.
  /// - Throws: ``ClientError``; ``ClientError/mismatch(_:)`` if the server would change something
  ///   else.
  public func options(
    changing change: FactorChange
  ) async throws(ClientError) -> LinkedOptions {
    let linked: LinkedOptions = try await connection.call(
      request(.linkedOptions, body: LinkedOptionsRequest(changing: change).json))
    guard change.isAnswered(by: linked.document),
      (try? linked.document.canonicalBytes()) != nil
    else { throw .mismatch(.transactionNotAsAsked) }
    return linked
  }
}

extension Document {
  /// Returns true if this is no more than the title of a scenario.
  func isTitle(of scenario: ScenarioName) -> Bool { self.scenario == scenario && fields.isEmpty }
}

extension AccountSession {
  /// Exchanges a signed challenge for a verification token: one call.
  ///
  /// - Parameter assertion: The signed challenge.
  /// - Returns: The token and how long it is good.
  /// - Throws: ``ClientError``.
  public func verify(
    _ assertion: AssertionResponse
  ) async throws(ClientError) -> VerificationAnswer {
    try await connection.call(request(.verifyAssertion, body: assertion.json))
  }

  /// Asks what became of an operation: one call.
  ///
  /// - Parameter operation: A challenge's id or an idempotency key.
  /// - Returns: The operation, or nil where the server has executed none under this id.
  /// - Throws: ``ClientError``.
  public func lookUp(_ operation: OperationID) async throws(ClientError) -> OperationAnswer? {
    do throws(ClientError) {
      return try await connection.call(request(.operation, parameters: ["id": operation.text]))
    } catch {
      if error.reason == .notFound { return nil }
      throw error
    }
  }
}
