import WebAuthnModel
public import WireModel

/// Texts a code to a new telephone number, which holds once that code is given.
///
/// A number is no factor, but what codes are texted to: it takes what a factor takes, a proof by
/// one that is there, or, on an account that never had any, a mailed code. A recovery's code gives
/// a factor back; a number would be one that no factor set.
struct SetPhone: ProtectedAction {
  let name = "setPhone"
  let event = "phone_proposed"
  let scenario = ScenarioName.manageFactors
  let service: Service

  func terms(in policy: ServicePolicy) -> ActionTerms { .ofFactors(or: .codeForFirstFactor) }

  func bodyHash(of number: PhoneNumber) -> [UInt8] { BodyHash.of(name, [.text(number.text)]) }

  func prepare(_ number: PhoneNumber, for caller: Caller) async throws -> CodeRequestID {
    CodeRequestID.new("cod_", service.random)
  }

  /// A text that cannot be sent now is refused here: it costs no attempt at a PIN.
  func document(
    for number: PhoneNumber, in context: ReadingContext
  ) throws -> Documented<String> {
    guard service.policy.codes.channels.contains(.sms) else {
      throw Refusal(.channelMissing, "this server texts no codes; use an authenticator app")
    }
    let userName = try service.userName(of: context.account, in: context.transaction)
    guard let session = context.caller.session else { throw Refusal.noSession }
    try service.requireRequestsLeft(
      for: .session(session), .sms, to: userName, at: context.now, in: context.transaction)
    return Documented(.withoutTransaction(scenario), userName)
  }

  func execute(
    _ number: PhoneNumber, _ id: CodeRequestID, _ documented: Documented<String>,
    in context: ActionContext
  ) throws -> Execution {
    let (now, transaction) = (context.now, context.transaction)
    guard let session = context.caller.session else { throw Refusal.noSession }
    if let code = context.code { try service.closeCode(code, at: now, in: transaction) }
    try service.storeCodeRequest(
      NewCodeRequest(
        id: id, userName: documented.facts, displayName: nil, requester: .session(session),
        purpose: .confirmPhone, channel: .sms), at: now, in: transaction)
    try Phones.propose(
      UnconfirmedPhone(number: number.text, code: id, grant: context.code),
      for: context.account, in: transaction)
    try Outbox.put(
      code: id, to: number.text, .sms, .confirmPhone,
      until: now.adding(seconds: service.policy.codes.lifetimeSeconds), at: now, in: transaction)
    let answer = CodeRequestAnswer(
      codeRequest: id.text, resendAfter: service.policy.codes.resendSeconds,
      destination: MaskedDestination.ofPhone(number.text))
    return Execution(answer: answer.json)
  }

  func result(
    of operation: StoredOperation, in context: ReadingContext
  ) throws -> CodeRequestAnswer { try CodeRequestAnswer(json: operation.requireAnswer()) }
}

extension Service {
  /// Texts a code to a new telephone number, which holds once that code is given.
  ///
  /// - Parameters:
  ///   - request: The number, and what entitles to it.
  ///   - idempotencyKey: The caller's name for this change, where it gave one.
  ///   - session: Whose number.
  /// - Returns: The code request, or why none was texted.
  /// - Throws: ``StoreError``.
  public func setPhone(
    _ request: PhoneRequest, idempotencyKey: IdempotencyKey? = nil, session: AuthenticatedSession
  ) async throws -> Decision<ActionResponse<CodeRequestAnswer>> {
    try await decision {
      let number = try PhoneNumber(request.phone)
      return try await pipeline.change(
        SetPhone(service: self),
        ActionCall(
          caller: .session(session), request: number,
          proof: GivenProof(request.proof, or: request.validateCode, for: .register),
          idempotencyKey: idempotencyKey)
      ).get()
    }
  }
}
