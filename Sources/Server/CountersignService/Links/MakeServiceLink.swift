import WebAuthnModel
public import WireModel

extension Service {
  /// Makes a link for a host's backend, which has signed the person in itself.
  ///
  /// - Parameters:
  ///   - request: What for; `enrol` for whom, and whether with a second factor.
  ///   - network: From where, by which links are counted.
  /// - Returns: The link, and what its maker alone knows; or the refusal.
  /// - Throws: ``StoreError``.
  public func makeServiceLink(
    _ request: SessionLinkRequest, from network: RequesterNetwork
  ) async throws -> Decision<SessionLinkAnswer> {
    try await decision {
      guard request.proof == nil else {
        throw Refusal(.unacceptableValue, "proof: the service key takes its place")
      }
      if let announced = request.announceInfo { try AnnouncementRules.require(announced) }
      let draft = LinkDraft(self, origin: nil, network: network)
      switch request.type {
      case .login:
        guard request.userName == nil, request.displayName == nil, request.secondFactor == nil
        else { throw Refusal(.unacceptableValue, "the device says whose login it is") }
        return try await command {
          try store(draft, draft.login, announcing: request.announceInfo, in: $0)
        }.get()
      case .enrol:
        guard let given = request.userName else {
          throw Refusal(.unacceptableValue, "userName: is missing; it says whose device it is")
        }
        return try await makeServiceEnrolLink(draft, request, for: try EmailAddress(given).text)
      }
    }
  }

  private func makeServiceEnrolLink(
    _ draft: LinkDraft, _ request: SessionLinkRequest, for userName: String
  ) async throws -> SessionLinkAnswer {
    try await command { transaction in
      let account = try accountOfHost(draft, userName, request.displayName, in: transaction)
      let demand = request.secondFactor ?? .required
      if demand == .none, try Self.hadFactor(account, in: transaction) {
        throw Refusal(
          .unacceptableValue, "secondFactor: the account has a second factor; leave this out")
      }
      try audit.append(
        AuditEvent(
          "enrol_link_made", subject: account,
          ["host": true, "secondFactor": .string(demand.rawValue)]), at: draft.now,
        in: transaction)
      return try store(
        draft, .enrol(account, secondFactor: demand, isProved: true),
        announcing: request.announceInfo, in: transaction)
    }.get()
  }

  /// The account of a name, made with the name to show where it is missing.
  private func accountOfHost(
    _ draft: LinkDraft, _ userName: String, _ displayName: String?,
    in transaction: any WriteTransaction
  ) throws -> AccountID {
    let row = try transaction.row(
      "SELECT id FROM accounts WHERE user_name = ?", [.text(userName)])
    if let row { return AccountID(try row.text(0)) }
    guard let displayName else {
      throw Refusal(.notFound, "no account has this userName; give displayName to make it")
    }
    try createAccount(
      draft.newAccountID, userName: userName, displayName: try DisplayName(displayName).text,
      at: draft.now, in: transaction)
    return draft.newAccountID
  }
}
