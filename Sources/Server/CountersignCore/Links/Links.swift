import WebAuthnModel
public import WireModel

/// Links by which a screen is logged in or a device enrolled: opened by a device, watched and
/// collected by their maker.
public final class Links: Sendable {
  let commands: Commands
  private let sessions: Sessions
  private let codes: Codes
  let grounds: Grounds
  let ceremonies: Ceremonies
  let audit: AuditTrail
  let changeBell: ChangeBell
  let secondFactors: SecondFactors
  let texts: DocumentTexts
  let policy: LinkPolicy

  init(
    commands: Commands, sessions: Sessions, codes: Codes, grounds: Grounds,
    ceremonies: Ceremonies, audit: AuditTrail, changeBell: ChangeBell,
    secondFactors: SecondFactors, texts: DocumentTexts, policy: LinkPolicy
  ) {
    self.commands = commands
    self.sessions = sessions
    self.codes = codes
    self.grounds = grounds
    self.ceremonies = ceremonies
    self.audit = audit
    self.changeBell = changeBell
    self.secondFactors = secondFactors
    self.texts = texts
    self.policy = policy
  }

  /// Describes a link: a device shows it before it confirms.
  ///
  /// Its maker is told that it was opened.
  public func describe(_ id: SessionLinkID) async throws -> Decision<SessionLinkDescription> {
    try await decision {
      let now = commands.now()
      let (link, description) = try await commands.read { [self] transaction in
        let link = try open(id, at: now, in: transaction)
        return (link, try describe(link, at: now, in: transaction))
      }
      if case .waiting = link.progress {
        try await commands.write { try SessionLinks.markOpened(id, in: $0) }
        changeBell.ring(.link(id))
      }
      return description
    }
  }

  /// A link that can still be confirmed.
  ///
  /// - Throws: ``Refusal/linkOver`` for any other.
  func open(
    _ id: SessionLinkID, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> SessionLink {
    guard let link = try SessionLinks.find(id, in: transaction) else { throw Refusal.linkOver }
    switch link.progress(at: now, policy) {
    case .waiting, .opened: return link
    case .confirmed, .over: throw Refusal.linkOver
    }
  }

  private func describe(
    _ link: SessionLink, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> SessionLinkDescription {
    var numbers: [String] = []
    var demand: SecondFactorDemand?
    var account: SessionLinkDescription.AccountSummary?
    var existing: [SessionLinkDescription.ExistingAccount] = []
    switch link.purpose {
    case .login(let shown, _): numbers = shown
    case .enrol(let accountID, let secondFactor, let ground):
      demand = secondFactor
      let names = try names(of: accountID, on: ground, by: link, in: transaction)
      account = .init(id: accountID.text, displayName: names.toShow)
      existing =
        !names.areAll
        ? []
        : try Devices.of(accountID, in: transaction).map {
          SessionLinkDescription.ExistingAccount(
            id: accountID.text, displayName: names.toShow, device: $0.name)
        }
    }
    let announced = try link.announcement.map {
      try Announcement(json: JSONValue(parsing: Array($0.utf8)))
    }
    return SessionLinkDescription(
      type: link.type, origin: link.origin, announceInfo: announced, account: account,
      existingAccounts: existing, numbers: numbers, secondFactor: demand,
      expiresIn: link.secondsLeft(at: now, policy))
  }

  /// The name of the account of a link to enrol, for whoever opens it, and whether all may be seen
  /// that a screen of the account's person sees.
  ///
  /// A proof and the word of who answers for the account show it. A link that takes a code shows
  /// what its maker may see: whoever has proved nothing, and a host that does not answer for the
  /// account, knows it by its user name alone.
  func names(
    of account: AccountID, on ground: SessionLink.EnrolmentGround, by link: SessionLink,
    in transaction: any ReadTransaction
  ) throws -> (toShow: String, areAll: Bool) {
    guard let names = try Accounts.names(of: account, in: transaction) else {
      throw Refusal.linkOver
    }
    let isShown =
      try ground != .code
      || link.makerSession.map {
        try Sessions.hasNothingToProve(in: $0, reading: transaction)
      } ?? false
    return (isShown ? names.displayName : names.userName, isShown)
  }

  /// The ground of a link, checked again: an account may have got a factor since the link was made.
  ///
  /// - Throws: ``Refusal/linkOver`` where it holds no more.
  func ground(
    of made: SessionLink.EnrolmentGround, byLinkOfHost isByHost: Bool = false,
    _ secondFactor: SecondFactorDemand, for account: AccountID, at now: Timestamp,
    in transaction: any ReadTransaction
  ) throws -> Ground {
    if secondFactor == .none, try Accounts.hadFactor(account, in: transaction) {
      throw Refusal.linkOver
    }
    switch made {
    case .code:
      return try grounds.ground(
        ofCodeFor: account, byLinkOfHost: isByHost, at: now, in: transaction)
    case .made(let ground):
      do {
        try grounds.require(ground, of: account, at: now, in: transaction)
      } catch let refusal as Refusal where refusal.reason == .insufficientUserAuthentication {
        throw Refusal.linkOver
      }
      return ground
    }
  }

  /// The outcome of this very confirmation when it was given first; nil if it is new.
  ///
  /// - Throws: ``Refusal/linkOver`` for a link that is over, or confirmed by something else.
  func first(
    _ draft: ConfirmationDraft, in transaction: any ReadTransaction
  ) throws -> SessionLink.Confirmation? {
    guard let link = try SessionLinks.find(draft.linkID, in: transaction) else {
      throw Refusal.linkOver
    }
    switch link.progress(at: draft.now, policy) {
    case .waiting, .opened: return nil
    case .confirmed(let first):
      guard first.bodyHash == (try transaction.seals.deployment.hash(draft.bodyHash)) else {
        throw Refusal.linkOver
      }
      return first
    case .over: throw Refusal.linkOver
    }
  }

  /// The operation that this very confirmation led to; nil where it is new.
  func confirmation(
    by draft: ConfirmationDraft, in transaction: any ReadTransaction
  ) throws -> StoredOperation? {
    guard
      case .confirmed(let first)? = try SessionLinks.find(draft.linkID, in: transaction)?
        .progress(at: draft.now, policy),
      first.bodyHash == (try transaction.seals.deployment.hash(draft.bodyHash))
    else { return nil }
    let row = try transaction.row(
      "SELECT id FROM operations WHERE transaction_id = ?", [.text(draft.linkID.text)])
    return try row.map { try Operations.stored(StoredOperationID($0.text(0)), in: transaction) }
  }

  /// The progress of a link, as events for its maker; the watch secret tells who that is.
  public func watch(
    _ id: SessionLinkID, secret: SecretText?
  ) async throws -> Decision<LinkFeed> {
    try await decision {
      guard let secret, try await status(id, secret) != nil else { throw Refusal.linkOver }
      return LinkFeed(links: self, id: id, secret: secret)
    }
  }

  /// The progress of a link; nil for whoever did not make it.
  func status(_ id: SessionLinkID, _ secret: SecretText) async throws -> LinkEvent? {
    let link = try await commands.read { try SessionLinks.find(id, watchedBy: secret, in: $0) }
    guard let link else { return nil }
    switch link.progress(at: commands.now(), policy) {
    case .waiting: return LinkEvent(status: .waiting)
    case .opened: return LinkEvent(status: .opened)
    case .confirmed: return LinkEvent(status: .confirmed)
    case .over(let ending): return LinkEvent(status: .over, ending: ending)
    }
  }

  /// Opens the session of a login that a device confirmed: one, for the link's maker alone.
  ///
  /// A maker whose answer was lost collects again. While the link lasts and nobody has used the
  /// session, it gets a new token in place of the lost one.
  ///
  /// - Parameters:
  ///   - id: The link.
  ///   - secret: What its maker alone knows.
  ///   - key: The key that the session is bound to; nil for a bearer token.
  ///   - requester: From where; a browser that the account does not know is told of.
  /// - Returns: The session, or the refusal.
  /// - Throws: ``StoreError``.
  public func collect(
    _ id: SessionLinkID, secret: SecretText?, boundTo key: ProvedKey? = nil,
    from requester: Requester = .local
  ) async throws -> Decision<SessionAnswer> {
    let draft = SessionDraft(random: commands.random, now: commands.now(), boundTo: key)
    let decision = try await commands.run { [self] transaction in
      guard let secret,
        let link = try SessionLinks.find(id, watchedBy: secret, in: transaction),
        link.type == .login
      else { throw Refusal.linkOver }
      switch link.progress(at: draft.now, policy) {
      case .waiting, .opened:
        throw Refusal(.linkNotConfirmed, "the link is not confirmed yet; watch its events")
      case .confirmed(let confirmation):
        let place = SignInPlace(requester: requester, page: link.page)
        return try collect(link, confirmation, draft, at: place, in: transaction)
      case .over(.collected):
        return try collectAgain(link, draft, in: transaction)
      case .over: throw Refusal.linkOver
      }
    }
    commands.outboxBell.ring()
    return decision.map { collected in
      if let account = collected.proved { ProofWitness.current?.note(account) }
      return collected.answer
    }
  }

  /// A session that a login became.
  private struct Collected: Sendable {
    let answer: SessionAnswer
    /// The account of which a factor was proved for it; nil for one that a device alone confirmed.
    let proved: AccountID?
  }

  private func collect(
    _ link: SessionLink, _ confirmation: SessionLink.Confirmation, _ draft: SessionDraft,
    at place: SignInPlace, in transaction: any WriteTransaction
  ) throws -> Collected {
    let account = confirmation.accountID
    try SessionLinks.markCollected(link.id, as: draft.id, in: transaction)
    try place.tell(of: draft, of: account, in: transaction)
    // A code can be relayed to whoever scans it: such a session is weak, whatever was proved.
    let answer = try sessions.store(
      draft, of: account, from: nil, methods: confirmation.methods.filter { $0 != "mfa" },
      level: confirmation.provedFactor ? .weak : .unproved, by: confirmation.factor,
      in: transaction)
    try Sessions.markUnused(draft, in: transaction)
    try audit.append(
      AuditEvent(
        "link_collected", subject: account,
        ["link": link.auditID, "session": .string(draft.id.text)]), at: draft.now,
      in: transaction)
    return Collected(answer: answer, proved: confirmation.provedFactor ? account : nil)
  }

  private func collectAgain(
    _ link: SessionLink, _ draft: SessionDraft, in transaction: any WriteTransaction
  ) throws -> Collected {
    guard draft.now < link.end(policy),
      let (session, account) = try SessionLinks.collected(link.id, in: transaction)
    else { throw Refusal.linkOver }
    let answer = try sessions.renewToken(
      of: session, of: account, from: draft, in: transaction)
    try audit.append(
      AuditEvent(
        "link_collected_again", subject: account,
        ["link": link.auditID, "session": .string(session.text)]), at: draft.now,
      in: transaction)
    // The answer that is lost had the browser's lane in it as well.
    let isProved = try Sessions.level(of: session, in: transaction) >= .weak
    return Collected(answer: answer, proved: isProved ? account : nil)
  }

  /// Ends a link, for its maker alone; what was confirmed before cannot be collected any more.
  ///
  /// To end one that is over changes nothing.
  public func end(_ id: SessionLinkID, secret: SecretText?) async throws -> Decision<Void> {
    let now = commands.now()
    let decision: Decision<Void> = try await commands.run { [self] transaction in
      guard let secret,
        let link = try SessionLinks.find(id, watchedBy: secret, in: transaction)
      else { throw Refusal.linkOver }
      if case .over = link.progress(at: now, policy) { return }
      try SessionLinks.markOver(id, .ended, in: transaction)
    }
    changeBell.ring(.link(id))
    return decision
  }

  /// Sends the code of an enrolment to its account, where a code is what entitles to it.
  ///
  /// Whoever knows the link can ask, so these codes have a count of their own: they neither void
  /// nor use up those of the person's sessions.
  ///
  /// - Parameters:
  ///   - id: The link.
  ///   - languages: Those of the device that has it open, in which the code's message is.
  /// - Returns: The code request, or the refusal.
  /// - Throws: ``StoreError``.
  public func requestCode(
    _ id: SessionLinkID, in languages: PreferredLanguages = .none
  ) async throws -> Decision<CodeRequestAnswer> {
    let requestID = CodeRequestID.new("cod_", commands.random)
    let now = commands.now()
    let decision: Decision<CodeRequestAnswer> = try await commands.run { [self] transaction in
      let link = try open(id, at: now, in: transaction)
      guard case .enrol(let account, _, .code) = link.purpose else {
        throw Refusal(.unacceptableValue, "this link is confirmed without a code; see its options")
      }
      let ground = try grounds.ground(
        ofCodeFor: account, byLinkOfHost: !link.isShownByPage, at: now, in: transaction)
      guard let userName = try account.userName(in: transaction) else { throw Refusal.linkOver }
      try codes.store(
        NewCodeRequest(
          id: requestID, userName: userName, displayName: nil,
          requester: .link(id, account, maker: SessionLinks.maker(of: id, in: transaction)),
          purpose: .register, place: .first, ground: ground, sentTo: account), at: now,
        in: transaction)
      try Outbox.put(
        code: requestID, to: .account(account, .first), .register,
        .device(recovers: ground == .recovery), in: texts.language(for: languages),
        until: link.end(policy), at: now, in: transaction)
      return CodeRequestAnswer(
        codeRequest: requestID.text, resendAfter: codes.policy.resendSeconds)
    }
    commands.outboxBell.ring()
    return decision
  }
}

extension Links {
  /// Checks the code of an enrolment, so that a wrong one is told before anything else is asked.
  ///
  /// It counts as a try. A right code stays good: the confirmation spends it.
  func check(_ code: SecretText, of id: SessionLinkID) async throws -> Decision<Void> {
    let code = try GivenCodes.formed(code)
    let now = commands.now()
    return try await commands.run { [self] transaction in
      guard case .enrol(_, _, .code) = try open(id, at: now, in: transaction).purpose else {
        throw Refusal(.unacceptableValue, "validateCode: this link takes none; leave it out")
      }
      _ = try codes.verify(code, link: id, for: .factor, at: now, in: transaction)
    }
  }
}

/// The events of one link: its status when the stream opens, and each that follows.
public struct LinkFeed: EventFeed {
  private let links: Links
  private let id: SessionLinkID
  private let secret: SecretText
  private var last: LinkEvent?

  init(links: Links, id: SessionLinkID, secret: SecretText) {
    self.links = links
    self.id = id
    self.secret = secret
  }

  /// The topic that rings when the link has come further.
  public var topic: ChangeTopic { .link(id) }

  /// The status, where it is not the one that was sent last.
  public mutating func next() async throws -> EventFeedTurn {
    // The time of a pruned link is up.
    let event =
      try await links.status(id, secret) ?? LinkEvent(status: .over, ending: .expired)
    let isLast = event.status == .confirmed || event.status == .over
    guard event != last else { return EventFeedTurn(events: [], isLast: isLast) }
    last = event
    return EventFeedTurn(
      events: [ServerSentEvent(name: "status", data: event.json)], isLast: isLast)
  }
}

extension ChangeTopic {
  /// One link.
  static func link(_ id: SessionLinkID) -> ChangeTopic { ChangeTopic("link:\(id.text)") }
}
