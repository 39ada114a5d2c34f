import WebAuthnModel
public import WireModel

extension Service {
  /// Makes a link for a page: to be logged in, or to enrol a device of whoever is signed in.
  ///
  /// To enrol takes a proof by a factor of the account, as every further factor does; where it
  /// never had one, or is to be recovered, the mailed code that confirms the link takes its place.
  ///
  /// - Parameters:
  ///   - request: What for.
  ///   - session: Whose session asks; a login needs none.
  ///   - network: From where, by which links are counted where nobody is signed in.
  ///   - origin: What the browser says of the page's origin.
  /// - Returns: The link, and what its maker alone knows; or the refusal.
  /// - Throws: ``StoreError``.
  public func makeLink(
    _ request: SessionLinkRequest, session: AuthenticatedSession?,
    from network: RequesterNetwork, origin: String?
  ) async throws -> Decision<SessionLinkAnswer> {
    try await decision {
      guard request.announceInfo == nil, request.userName == nil, request.displayName == nil,
        request.secondFactor == nil
      else {
        throw Refusal(
          .unacceptableValue,
          "announceInfo, userName, displayName and secondFactor are a host's to say")
      }
      let requester = session.map { LinkRequester.account($0.accountID) } ?? .stranger(network)
      let draft = LinkDraft(self, origin: origin, by: requester)
      switch request.type {
      case .login:
        guard request.proof == nil else {
          throw Refusal(.unacceptableValue, "proof: the device proves, when it confirms")
        }
        return try await command { transaction in
          try requireRoomForLink(draft, in: transaction)
          return try store(draft, draft.login, announcing: nil, in: transaction)
        }.get()
      case .enrol:
        guard let session else { throw Refusal.noSession }
        return try await makeEnrolLink(draft, request.proof, session)
      }
    }
  }

  private func makeEnrolLink(
    _ draft: LinkDraft, _ proof: Proof?, _ session: AuthenticatedSession
  ) async throws -> SessionLinkAnswer {
    _ = try await pipeline.change(
      MakeEnrolLink(service: self),
      ActionCall(
        caller: .session(session), request: draft,
        proof: proof.map(GivenProof.proof) ?? .code(nil, .register))
    ).get()
    return answer(of: draft, number: nil)
  }

  /// Stores a link that may be made, and gives what its maker is told.
  @discardableResult
  func store(
    _ draft: LinkDraft, _ purpose: SessionLink.Purpose, announcing announcement: Announcement?,
    in transaction: any WriteTransaction
  ) throws -> SessionLinkAnswer {
    let announced = announcement.map { String(decoding: $0.json.serialized(), as: UTF8.self) }
    let link = SessionLink(
      id: draft.id, origin: draft.origin, announcement: announced, createdAt: draft.now,
      purpose: purpose, progress: .waiting)
    try SessionLinks.insert(
      link, watchHash: sha256(Array(draft.watchSecret.exposed.utf8)),
      requester: (draft.requesterHash, draft.requester.isStranger), in: transaction)
    let number: String? = if case .login(_, let right) = purpose { right } else { nil }
    return answer(of: draft, number: number)
  }

  private func answer(of draft: LinkDraft, number: String?) -> SessionLinkAnswer {
    SessionLinkAnswer(
      id: draft.id.text, url: "\(draft.origin)/link#\(draft.id.text)",
      watchSecret: draft.watchSecret, number: number, expiresIn: policy.links.lifetimeSeconds)
  }

  /// Refuses a further link where as many are open as may be; before anything is written or used
  /// up for it.
  func requireRoomForLink(
    _ draft: LinkDraft, in transaction: any ReadTransaction
  ) throws {
    let requester = draft.requester
    try requireBelow(
      requester.mostOpen(policy.links), "requester = ?", [.blob(draft.requesterHash)],
      at: draft.now, in: transaction)
    guard requester.isStranger else { return }
    try requireBelow(
      policy.links.openToStrangers, "is_stranger = 1", [], at: draft.now, in: transaction)
  }

  private func requireBelow(
    _ limit: Int64, _ condition: String, _ values: [SQLValue], at now: Timestamp,
    in transaction: any ReadTransaction
  ) throws {
    let oldest = now.adding(seconds: -policy.links.lifetimeSeconds)
    let row = try transaction.row(
      "SELECT COUNT(*), MIN(created_at) FROM session_links WHERE \(condition) AND created_at > ?",
      values + [.integer(oldest.milliseconds)])
    guard let row, try row.integer(0) >= limit else { return }
    let wait = (try row.optionalInteger(1) ?? 0) - oldest.milliseconds
    throw Refusal(.tooManyRequests, "too many links were asked for; wait before the next")
      .retry(afterMilliseconds: wait)
  }
}

/// Makes a link that enrols a device of whoever is signed in.
///
/// It takes a proof by a factor of the account, as every further factor does; where it never had
/// one, or is to be recovered, the mailed code that confirms the link takes its place. What its
/// maker alone knows is stored nowhere, so a proof makes one link.
struct MakeEnrolLink: ProtectedAction {
  let name = "makeEnrolLink"
  let event = "enrol_link_made"
  let scenario = ScenarioName.manageFactors
  let service: Service

  func terms(in policy: ServicePolicy) -> ActionTerms {
    var terms = ActionTerms.ofFactors(or: .laterCode)
    terms.repetition = .byKeyAlone
    return terms
  }

  func bodyHash(of draft: LinkDraft) -> [UInt8] { BodyHash.of(name, []) }

  func document(for draft: LinkDraft, in context: ReadingContext) throws -> Documented<Void> {
    try service.requireRoomForLink(draft, in: context.transaction)
    return Documented(.withoutTransaction(scenario), ())
  }

  func execute(
    _ draft: LinkDraft, _ prepared: Void, _ documented: Documented<Void>, in context: ActionContext
  ) throws -> Execution {
    let isProved = context.proof.strength.kind != nil
    try service.store(
      draft, .enrol(context.account, secondFactor: .required, isProved ? .anyFactor : .code),
      announcing: nil, in: context.transaction)
    return Execution(details: ["proved": .bool(isProved)])
  }

  func result(of operation: StoredOperation, in context: ReadingContext) {}
}

/// What a new link is made of, drawn before the command so that the command can run again.
struct LinkDraft: Sendable {
  let id: SessionLinkID
  let watchSecret: SecretText
  let numbers: LinkNumbers
  let newAccountID: AccountID
  let origin: String
  let requester: LinkRequester
  /// A keyed hash of who asks, or from where.
  let requesterHash: [UInt8]
  let now: Timestamp

  init(_ service: Service, origin: String?, by requester: LinkRequester) {
    id = SessionLinkID.new("lnk_", service.random)
    watchSecret = SecretText(Base64URL.encode(service.random.bytes(32)))
    numbers = LinkNumbers(random: service.random)
    newAccountID = AccountID.new("acc_", service.random)
    self.origin = service.pageOrigin(claimed: origin)
    self.requester = requester
    requesterHash = service.audit.keyring.authenticationCode(
      .auditSubject, Array(requester.bucket.utf8))
    now = service.clock.now()
  }

  var login: SessionLink.Purpose { .login(numbers: numbers.shown, number: numbers.right) }
}
