import WebAuthnModel
public import WireModel

extension AccountSession {
  /// Hands an action to the account's other devices, where it cannot be proved on this one: one
  /// call.
  ///
  /// They see it as a transaction that waits. Show the number of the answer: the person compares it
  /// there. One that this session handed over before is withdrawn.
  ///
  /// ```swift
  /// let handover = try await session.handOver(PayInvoice(invoice))
  /// await screen.show(handover.number)
  /// // Asked again until it is decided:
  /// let seen = try await session.handover(handover.transactionID)
  /// if seen.status == .approved {
  ///   let token = try await session.collectHandover(seen.transactionID).verificationToken
  ///   _ = try await session.perform(PayInvoice(invoice), proof: .verificationToken(token))
  /// }
  /// ```
  ///
  /// - Parameter action: What is asked for.
  /// - Returns: What both screens show.
  /// - Throws: ``ClientError``, with `pin_missing` where no other device could approve it.
  public func handOver(
    _ action: some ClientAction
  ) async throws(ClientError) -> HandoverAnswer {
    let asked = LinkedOptionsRequest(action)
    return try await connection.call(
      request(
        .handOver, parameters: ["scenario": asked.scenario.text],
        body: ActionOptionsRequest(payload: asked.payload).json))
  }

  /// An action that this session handed over, as it stands now: one call, which keeps no session
  /// alive.
  public func handover(_ id: String) async throws(ClientError) -> HandoverAnswer {
    try await connection.call(request(.handover, parameters: ["id": id]))
  }

  /// Takes an action back that this session handed over: one call.
  public func withdrawHandover(_ id: String) async throws(ClientError) {
    let _: WireResponse = try await connection.call(
      request(.withdrawHandover, parameters: ["id": id]))
  }

  /// Collects the proof that an approval on another device yields: one call.
  ///
  /// - Returns: A verification token for exactly what was handed over, which acts once and in this
  ///   session alone.
  /// - Throws: ``ClientError``, with `handover_pending` before the decision.
  public func collectHandover(_ id: String) async throws(ClientError) -> VerificationAnswer {
    try await connection.call(request(.collectHandover, parameters: ["id": id]))
  }
}
