public import WireModel

extension Service {
  /// Mails the code of an enrolment to its account, where a code is what entitles to it.
  ///
  /// Whoever knows the link can ask, so these codes have a count of their own: they neither void
  /// nor use up those of the person's sessions.
  public func requestLinkCode(_ id: SessionLinkID) async throws -> Decision<CodeRequestAnswer> {
    let requestID = CodeRequestID.new("cod_", random)
    let now = clock.now()
    let decision: Decision<CodeRequestAnswer> = try await command { transaction in
      let link = try openLink(id, at: now, in: transaction)
      guard case .enrol(let account, _, .code) = link.purpose else {
        throw Refusal(.unacceptableValue, "this link is confirmed without a code; see its options")
      }
      try requireEntitled(byCode: account, at: now, in: transaction)
      guard let userName = try account.userName(in: transaction) else { throw Refusal.linkOver }
      try storeCodeRequest(
        NewCodeRequest(
          id: requestID, userName: userName, displayName: nil, requester: .link(id, account),
          purpose: .register, channel: .email), at: now, in: transaction)
      try Outbox.put(
        code: requestID, to: userName, .email, .register, until: link.end(policy.links), at: now,
        in: transaction)
      return CodeRequestAnswer(
        codeRequest: requestID.text, resendAfter: policy.codes.resendSeconds)
    }
    outboxBell.ring()
    return decision
  }
}
