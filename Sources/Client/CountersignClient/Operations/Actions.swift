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
}

extension AccountSession {
  /// Asks for challenges that are linked to one document: one call.
  ///
  /// - Parameters:
  ///   - scenario: What for.
  ///   - payload: What is asked for.
  ///   - isAsked: Whether the server's document says what was asked for.
  /// - Returns: The challenges and the document that they are linked to.
  /// - Throws: ``ClientError/mismatch(_:)`` if that says something else than was asked for, or if a
  ///   challenge is linked to none.
  func linkedChallenge(
    _ scenario: ScenarioName, for payload: JSONValue, where isAsked: (Document) -> Bool
  ) async throws(ClientError) -> LinkedChallenge {
    let body = LinkedOptionsRequest(scenario: scenario, payload: payload)
    let linked: LinkedOptions = try await connection.call(
      request(.linkedOptions, body: body.json))
    let document = linked.document
    guard document.scenario == scenario, isAsked(document),
      (try? document.canonicalBytes()) != nil
    else { throw .mismatch(.transactionNotAsAsked) }
    for challenge in [linked.options.challenge, linked.pinChallenge].compactMap(\.self) {
      guard ChallengeLayout(challenge.bytes)?.isLinked == true else {
        throw .mismatch(.challengeNotAsShown)
      }
    }
    return LinkedChallenge(
      options: linked.options, document: document,
      operation: OperationID(linked.options.challenge), pinChallenge: linked.pinChallenge)
  }

  /// Asks for challenges that are linked to one top-up: one call.
  ///
  /// - Parameter payload: What is asked for.
  /// - Returns: The challenges and the document that they are linked to.
  /// - Throws: ``ClientError/mismatch(_:)`` if the server would execute another transaction than
  ///   the one asked for, or if a challenge is linked to none.
  public func topUpOptions(
    _ payload: TopUpPayload
  ) async throws(ClientError) -> LinkedChallenge {
    try await linkedChallenge(.topUp, for: payload.json) { payload.isAnswered(by: $0) }
  }

  /// Buys airtime with a proof: one call.
  ///
  /// - Parameters:
  ///   - payload: What is asked for.
  ///   - proof: What entitles to it.
  ///   - operation: The idempotency key; needed with a PIN, which has no challenge to be known by.
  /// - Returns: What became of it.
  /// - Throws: ``ClientError``.
  public func topUp(
    _ payload: TopUpPayload, proof: Proof, operation: OperationID? = nil
  ) async throws(ClientError) -> TopUpAnswer {
    try await connection.call(topUpRequest(payload, proof: proof, operation: operation))
  }

  /// The call itself, so that the very same one can be sent again.
  func topUpRequest(
    _ payload: TopUpPayload, proof: Proof, operation: OperationID?
  ) -> WireRequest {
    request(
      .topUp, idempotencyKey: operation?.text,
      body: TopUpRequest(payload: payload, proof: proof).json)
  }

  /// Asks for challenges that are linked to a declared scenario: one call.
  ///
  /// - Parameters:
  ///   - scenario: The scenario.
  ///   - payload: What is asked for: a flat object.
  /// - Returns: The challenges.
  /// - Throws: ``ClientError/mismatch(_:)`` if the server links them to anything else.
  public func hostOptions(
    _ scenario: ScenarioName, _ payload: JSONValue
  ) async throws(ClientError) -> LinkedChallenge {
    guard case .object(let members) = payload else {
      throw .malformed("the payload must be a flat object")
    }
    return try await linkedChallenge(scenario, for: payload) { $0.answers(members) }
  }

  /// Performs a declared scenario with a proof: one call.
  ///
  /// - Parameters:
  ///   - scenario: The scenario.
  ///   - payload: What is asked for.
  ///   - proof: What entitles to it.
  ///   - operation: The idempotency key; needed with a PIN and with codes.
  /// - Returns: The operation that it became.
  /// - Throws: ``ClientError``.
  public func perform(
    _ scenario: ScenarioName, _ payload: JSONValue, proof: Proof, operation: OperationID? = nil
  ) async throws(ClientError) -> OperationAnswer {
    try await connection.call(
      actionRequest(scenario, payload, proof: proof, operation: operation))
  }

  /// The call itself, so that the very same one can be sent again.
  func actionRequest(
    _ scenario: ScenarioName, _ payload: JSONValue, proof: Proof, operation: OperationID?
  ) -> WireRequest {
    request(
      .performAction, parameters: ["scenario": scenario.text], idempotencyKey: operation?.text,
      body: ActionRequest(payload: payload, proof: proof).json)
  }

  /// Proves a declared scenario for its host: one call.
  ///
  /// - Parameters:
  ///   - scenario: The scenario.
  ///   - payload: What is asked for.
  ///   - proof: What entitles to it; no codes, of which the second is texted on the way.
  ///   - operation: The idempotency key; needed with a PIN.
  /// - Returns: The token that the host redeems, and how long it is good.
  /// - Throws: ``ClientError``.
  public func prove(
    _ scenario: ScenarioName, _ payload: JSONValue, proof: Proof, operation: OperationID? = nil
  ) async throws(ClientError) -> VerificationAnswer {
    try await connection.call(
      request(
        .proveScenario, idempotencyKey: operation?.text,
        body: ProofRequest(scenario: scenario, payload: payload, proof: proof).json))
  }

  /// Tests a proof, and does nothing with it: one call.
  ///
  /// - Parameters:
  ///   - proof: The proof, made for scenario TEST_BIOMETRICS.
  ///   - operation: The idempotency key; needed with a PIN and with codes.
  /// - Returns: That it holds.
  /// - Throws: ``ClientError``.
  @discardableResult
  public func testBiometrics(
    _ proof: Proof, operation: OperationID? = nil
  ) async throws(ClientError) -> BiometricTestAnswer {
    try await connection.call(testRequest(proof, operation: operation))
  }

  /// The call itself, so that the very same one can be sent again.
  func testRequest(_ proof: Proof, operation: OperationID?) -> WireRequest {
    request(
      .testBiometrics, idempotencyKey: operation?.text,
      body: BiometricTestRequest(proof: proof).json)
  }

  /// Challenges for a test: one call.
  ///
  /// - Returns: The challenges; that for a PIN proof only where the session is a device's.
  /// - Throws: ``ClientError``.
  public func testOptions() async throws(ClientError) -> LinkedOptions {
    try await titleOptions(.testBiometrics)
  }

  /// Challenges over a document that is no more than its title.
  func titleOptions(_ asked: LinkedOptionsRequest) async throws(ClientError) -> LinkedOptions {
    let linked: LinkedOptions = try await connection.call(
      request(.linkedOptions, body: asked.json))
    guard linked.document.isTitle(of: asked.scenario) else {
      throw .mismatch(.transactionNotAsAsked)
    }
    return linked
  }
}

extension Document {
  /// Whether this is no more than the title of a scenario.
  func isTitle(of scenario: ScenarioName) -> Bool { self.scenario == scenario && fields.isEmpty }
}

extension LinkedOptionsRequest {
  /// The action of scenario TEST_BIOMETRICS.
  static let testBiometrics = LinkedOptionsRequest(scenario: .testBiometrics, payload: [:])
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
