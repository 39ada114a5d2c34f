import WebAuthnModel
public import WireModel

extension ServerConnection {
  /// Signs up, or signs in where the account exists: a code is mailed either way.
  ///
  /// It is left out where the address was sent its most for the hour or the day, which the answer
  /// does not tell.
  ///
  /// - Parameters:
  ///   - userName: The person's e-mail address or telephone number.
  ///   - displayName: The name to show.
  /// - Returns: The code request, to be given back with the code.
  /// - Throws: ``ClientError``.
  public func signUp(
    userName: String, displayName: String
  ) async throws(ClientError) -> CodeRequestAnswer {
    let body = SignUpRequest(userName: userName, displayName: displayName)
    return try await call(WireRequest(.signUp, body: body.json))
  }

  /// Has a sign-in code sent to an account.
  ///
  /// The answer is the same where there is no such account, and where the address was sent its most
  /// for the hour or the day: nothing is sent then.
  ///
  /// - Parameter userName: The name of the account.
  /// - Returns: The code request, to be given back with the code.
  /// - Throws: ``ClientError``.
  public func requestSignInCode(
    userName: String
  ) async throws(ClientError) -> CodeRequestAnswer {
    let body = CodeRequest(userName: userName, purpose: .signIn)
    return try await call(WireRequest(.requestCode, body: body.json))
  }

  /// Challenges of a sign-in: one call.
  ///
  /// - Parameter deviceID: The device that logs itself in; nil for a passkey.
  /// - Returns: The challenges and, for a device, what it has to prove.
  /// - Throws: ``ClientError``.
  public func sessionOptions(deviceID: String?) async throws(ClientError) -> SessionOptions {
    try await sessionOptions(deviceID: deviceID, boundTo: nil)
  }

  /// The same for a session that is bound to a key: the document that is signed must name it.
  func sessionOptions(
    deviceID: String?, boundTo key: KeyThumbprint?
  ) async throws(ClientError) -> SessionOptions {
    let body = deviceID.map { SessionOptionsRequest(deviceID: $0).json }
    var request = WireRequest(.sessionOptions, body: body)
    request.openingKey = key
    let options: SessionOptions = try await call(request)
    guard options.document.isSignIn(boundTo: key) else { throw .mismatch(.transactionNotAsAsked) }
    return options
  }

  /// Opens a session with a code that was mailed.
  ///
  /// - Parameters:
  ///   - codeRequest: The request that the code answers.
  ///   - code: The code. Secret.
  /// - Returns: The session.
  /// - Throws: ``ClientError``.
  public func openSession(
    codeRequest: String, code: SecretText
  ) async throws(ClientError) -> AccountSession {
    let body = SessionRequest.code(codeRequest: codeRequest, validateCode: code)
    var request = WireRequest(.openSession, body: body.json)
    request.openingKey = try binding?.makeKey()
    return try session(try await call(request), openedWith: request.openingKey)
  }
}

extension AccountSession {
  /// Ends this session: one call.
  public func end() async throws(ClientError) {
    _ = try await connection.call(request(.endSession))
    connection.binding?.forget(accessToken)
    connection.renewals.forget(accessToken.exposed)
  }

  /// The account's open sessions, newest first: one call.
  public func sessions() async throws(ClientError) -> SessionList {
    try await connection.call(request(.sessions))
  }

  /// Ends one other session of the account: one call.
  ///
  /// - Parameter id: Its id, as ``sessions()`` lists it.
  /// - Throws: ``ClientError``; the server may want a strong factor proved in this session first.
  public func endSession(_ id: String) async throws(ClientError) {
    _ = try await connection.call(request(.endSessions, query: ["which": id]))
  }

  /// Ends all other sessions of the account: one call.
  ///
  /// - Throws: ``ClientError``; the server may want a strong factor proved in this session first.
  public func endOtherSessions() async throws(ClientError) {
    _ = try await connection.call(request(.endSessions, query: ["which": "others"]))
  }

  /// Asks how the second factor stands: one call.
  public func secondFactor() async throws(ClientError) -> SecondFactorAnswer {
    try await connection.call(request(.secondFactor))
  }

  /// The account's keys, oldest first: one call.
  public func credentials() async throws(ClientError) -> CredentialList {
    try await connection.call(request(.credentials))
  }

  /// Begins the recovery of an account whose factors are all lost: one call.
  ///
  /// - Parameter code: The code mailed for purpose `recover`. Secret.
  /// - Returns: How long it waits.
  /// - Throws: ``ClientError``.
  public func beginRecovery(code: SecretText) async throws(ClientError) -> RecoveryAnswer {
    try await connection.call(
      request(.beginRecovery, body: RecoveryRequest(validateCode: code).json))
  }

  /// Asks how far the recovery has come: one call.
  public func recovery() async throws(ClientError) -> RecoveryAnswer {
    try await connection.call(request(.recovery))
  }

  /// Stops the recovery: one call.
  ///
  /// - Parameter proof: A proof of `FactorChange.stopRecovery` by a passkey or a device's PIN
  ///   that was there before the recovery began.
  /// - Throws: ``ClientError``.
  public func stopRecovery(proof: Proof) async throws(ClientError) {
    _ = try await connection.call(
      request(.cancelRecovery, body: RevocationRequest(proof: proof).json))
  }

  /// Raises this session by a proof: one call.
  ///
  /// - Parameters:
  ///   - proof: A proof of any kind, of scenario SIGN_IN.
  ///   - operation: The idempotency key; needed with a PIN and with codes.
  /// - Returns: The session with the token that takes the place of this one's, which is good for
  ///   half a minute more; this session where it is worth as much already.
  /// - Throws: ``ClientError``.
  public func raised(
    by proof: Proof, operation: OperationID? = nil
  ) async throws(ClientError) -> AccountSession {
    let answer: RaisedSession = try await connection.call(
      request(
        .raiseSession, idempotencyKey: operation?.text, body: SessionProofRequest(proof: proof).json
      ))
    guard let token = answer.accessToken else { return self }
    connection.binding?.note(token, inPlaceOf: accessToken)
    return AccountSession(
      connection: connection, accountID: accountID, accessToken: token, tokenType: tokenType)
  }
}
