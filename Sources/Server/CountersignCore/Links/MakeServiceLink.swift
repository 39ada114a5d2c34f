import WebAuthnModel
public import WireModel

/// How far a host's backend answers for the people that it signs in.
public enum HostMandate: Sendable, Hashable {
  /// It brings an account its first factor; a further one takes one that is there (RTS-24).
  case firstFactor
  /// It is an administration as well: where a person has lost all factors, it may add one.
  case anyFactor
}

extension Service {
  /// Makes a link for a host's backend, which has signed the person in itself.
  ///
  /// - Parameters:
  ///   - request: What for; `enrol` for whom, and whether with a second factor.
  ///   - requester: Which host, by which links are counted.
  ///   - mandate: How far the host answers for the person.
  /// - Returns: The link, and what its maker alone knows; or the refusal.
  /// - Throws: ``StoreError``.
  public func makeServiceLink(
    _ request: SessionLinkRequest, from requester: LinkRequester, mandate: HostMandate
  ) async throws -> Decision<SessionLinkAnswer> {
    try await decision {
      guard request.proof == nil else {
        throw Refusal(.unacceptableValue, "proof: the service key takes its place")
      }
      if let announced = request.announceInfo { try AnnouncementRules.require(announced) }
      let draft = LinkDraft(self, origin: nil, by: requester)
      switch request.type {
      case .login:
        guard request.userName == nil, request.displayName == nil, request.secondFactor == nil
        else { throw Refusal(.unacceptableValue, "the device says whose login it is") }
        return try await command { transaction in
          try requireRoomForLink(draft, in: transaction)
          return try store(draft, draft.login, announcing: request.announceInfo, in: transaction)
        }.get()
      case .enrol:
        guard let given = request.userName else {
          throw Refusal(.unacceptableValue, "userName: is missing; it says whose device it is")
        }
        return try await makeServiceEnrolLink(
          draft, request, for: given, mandate)
      }
    }
  }

  private func makeServiceEnrolLink(
    _ draft: LinkDraft, _ request: SessionLinkRequest, for userName: String,
    _ mandate: HostMandate
  ) async throws -> SessionLinkAnswer {
    try await command { transaction in
      try requireRoomForLink(draft, in: transaction)
      let account = try hostAccount(
        userName, displayName: request.displayName, orNew: draft.newAccountID, at: draft.now,
        in: transaction)
      let demand = request.secondFactor ?? .required
      let hadFactor = try Self.hadFactor(account, in: transaction)
      guard mandate == .anyFactor || !hadFactor else {
        throw Refusal(
          .scopeMissing,
          "the account has or had a factor: add a device with it, or by a key with scope admin")
      }
      if demand == .none, hadFactor {
        throw Refusal(
          .unacceptableValue, "secondFactor: the account has or had a second factor; leave it out")
      }
      var details: JSONObject = ["host": true, "secondFactor": .string(demand.rawValue)]
      details["key"] = draft.requester.serviceKey.map { .string($0.text) }
      try audit.append(
        AuditEvent("enrol_link_made", subject: account, details), at: draft.now, in: transaction)
      // Judged again when it is used: another link may bring the first factor before this one.
      return try store(
        draft,
        .enrol(
          account, secondFactor: demand, mandate == .anyFactor ? .anyFactor : .firstFactor),
        announcing: request.announceInfo, in: transaction)
    }.get()
  }
}
