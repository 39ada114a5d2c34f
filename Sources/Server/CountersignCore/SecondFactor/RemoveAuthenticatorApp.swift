import WebAuthnModel
public import WireModel

/// Removes the account's authenticator app; nothing happens where there is none.
struct RemoveAuthenticatorApp: ProtectedAction {
  let name = "removeAuthenticatorApp"
  let event = "authenticator_app_removed"
  let scenario = ScenarioName.manageFactors

  func terms(in policy: ServicePolicy) -> ActionTerms { .ofFactors(or: .freshProof) }

  func bodyHash(of request: Void) -> [UInt8] { BodyHash.of(name, []) }

  func document(for request: Void, in context: ReadingContext) -> Documented<Void> {
    Documented(.withoutTransaction(scenario), ())
  }

  func execute(
    _ request: Void, _ prepared: Void, _ documented: Documented<Void>, in context: ActionContext
  ) throws -> Execution {
    let (account, transaction) = (context.account, context.transaction)
    let wasEnrolled = try AuthenticatorApps.isEnrolled(account, in: transaction)
    try AuthenticatorApps.remove(of: account, in: transaction)
    guard wasEnrolled else { return Execution(details: ["wasThere": false]) }
    try Service.voidEntitlements(
      of: account, sparing: context.caller.session?.id, in: transaction)
    try Outbox.put(
      notice: .authenticatorAppRemoved, to: account,
      id: "\(account.text):\(context.now.milliseconds)", at: context.now, in: transaction)
    return Execution()
  }

  func result(of operation: StoredOperation, in context: ReadingContext) {}
}

extension Service {
  /// Removes the account's authenticator app; nothing happens where there is none.
  ///
  /// - Parameters:
  ///   - request: A proof by a factor; none where the session has proved one lately.
  ///   - idempotencyKey: The caller's name for this change, where it gave one.
  ///   - session: Whose app.
  /// - Returns: Whether the same request removed it before, or why the app stays.
  /// - Throws: ``StoreError``.
  public func removeAuthenticatorApp(
    _ request: RevocationRequest, idempotencyKey: IdempotencyKey? = nil,
    session: AuthenticatedSession
  ) async throws -> Decision<ActionResponse<Void>> {
    try await pipeline.change(
      RemoveAuthenticatorApp(),
      ActionCall(
        caller: .session(session), request: (), proof: GivenProof(request.proof),
        idempotencyKey: idempotencyKey))
  }
}
