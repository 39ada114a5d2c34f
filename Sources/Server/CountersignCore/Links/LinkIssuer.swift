import WebAuthnModel
public import WireModel

/// Makes links, for pages and for hosts.
public final class LinkIssuer: Sendable {
  let commands: Commands
  private let accounts: Accounts
  let ceremonies: Ceremonies
  let audit: AuditTrail
  private let pipeline: ActionPipeline
  private let policy: LinkPolicy

  init(
    commands: Commands, accounts: Accounts, ceremonies: Ceremonies, audit: AuditTrail,
    pipeline: ActionPipeline, policy: LinkPolicy
  ) {
    self.commands = commands
    self.accounts = accounts
    self.ceremonies = ceremonies
    self.audit = audit
    self.pipeline = pipeline
    self.policy = policy
  }

  /// Makes a link for a page: to be logged in, or to enrol a device of whoever is signed in.
  ///
  /// To enrol takes a proof by a factor of the account, as every further factor does; where it
  /// never had one, or is to be recovered, the mailed code that confirms the link takes its place.
  ///
  /// - Parameters:
  ///   - request: What for.
  ///   - session: Whose session asks; a login needs none.
  ///   - requester: From where, by which links are counted where nobody is signed in.
  ///   - origin: What the browser says of the page's origin.
  ///   - prefix: The path in front of the page, which the link's address has, too.
  /// - Returns: The link, and what its maker alone knows; or the refusal.
  /// - Throws: ``StoreError``.
  public func make(
    _ request: SessionLinkRequest, session: AuthenticatedSession?,
    from requester: Requester, origin: String?, prefix: PathPrefix = .root
  ) async throws -> Decision<SessionLinkAnswer> {
    try await decision {
      guard request.announceInfo == nil, request.userName == nil, request.displayName == nil,
        request.secondFactor == nil
      else {
        throw Refusal(
          .unacceptableValue,
          "announceInfo, userName, displayName and secondFactor are a host's to say")
      }
      var draft = LinkDraft(
        self, origin: origin, prefix: prefix, by: try await counted(session, requester),
        isOfPage: true)
      draft.makerSession = session?.id
      switch request.type {
      case .login:
        guard request.proof == nil else {
          throw Refusal(.unacceptableValue, "proof: the device proves, when it confirms")
        }
        return try await commands.run { [self, draft] transaction in
          try requireRoom(draft, in: transaction)
          return try store(draft, draft.login, announcing: nil, in: transaction)
        }.get()
      case .enrol:
        guard let session else { throw Refusal.noSession }
        return try await makeEnrolLink(draft, request.proof, session)
      }
    }
  }

  /// By whom a link is counted: who is signed in, or was in this browser before, is no stranger.
  ///
  /// A host that signs people in uses up nothing of theirs.
  private func counted(
    _ session: AuthenticatedSession?, _ requester: Requester
  ) async throws -> LinkRequester {
    if let session {
      let account = session.accountID
      return session.hostID.map { .session(of: account, by: $0) } ?? .account(account)
    }
    guard requester.laneToken != nil else { return .stranger(requester.network) }
    let known = try await commands.read { try Lanes.account(of: requester, in: $0) }
    return known.map(LinkRequester.account) ?? .stranger(requester.network)
  }

  private func makeEnrolLink(
    _ draft: LinkDraft, _ proof: Proof?, _ session: AuthenticatedSession
  ) async throws -> SessionLinkAnswer {
    _ = try await pipeline.change(
      MakeEnrolLink(links: self),
      ActionCall(
        caller: .session(session), request: draft,
        proof: UnverifiedProof(proof, or: nil, for: .factor))
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
      id: draft.id, origin: draft.origin, page: draft.prefix,
      isShownByPage: draft.isOfPage, makerSession: draft.makerSession, announcement: announced,
      createdAt: draft.now, purpose: purpose, progress: .waiting)
    if draft.requester.isStranger {
      let start = draft.now.adding(seconds: -policy.lifetimeSeconds)
      let hasRoom = try SessionLinks.makeRoom(
        for: draft.hashes, limit: policy.openToStrangers, since: start, in: transaction)
      guard hasRoom else { throw Self.tooMany.retry(afterMilliseconds: 1000) }
    }
    try SessionLinks.insert(
      link, watchHash: sha256(Array(draft.watchSecret.exposed.utf8)),
      requester: (draft.hashes, draft.requester.isStranger), in: transaction)
    let number: String? = if case .login(_, let right) = purpose { right } else { nil }
    return answer(of: draft, number: number)
  }

  private func answer(of draft: LinkDraft, number: String?) -> SessionLinkAnswer {
    SessionLinkAnswer(
      id: draft.id.text,
      url: "\(draft.origin)\(draft.prefix)/\(LinkPage.link.rawValue)#\(draft.id.text)",
      watchSecret: draft.watchSecret, number: number, expiresIn: policy.lifetimeSeconds)
  }

  /// Refuses a further link where its requester has as many open as may be; before anything is
  /// written or used up for it.
  func requireRoom(
    _ draft: LinkDraft, in transaction: any ReadTransaction
  ) throws {
    let oldest = draft.now.adding(seconds: -policy.lifetimeSeconds)
    let rows = try draft.hashes.conditions(first: "requester").map { condition in
      try transaction.row(
        """
        SELECT COUNT(*), MIN(created_at) FROM session_links
        WHERE \(condition.text) AND created_at > ?
        """, condition.values + [.integer(oldest.milliseconds)])
    }
    let used = try rows.map { try $0?.integer(0) ?? 0 }
    guard let full = SharedBound.firstFull(draft.requester.mostOpen(policy), used: used) else {
      return
    }
    let first = try rows[full]?.optionalInteger(1) ?? 0
    throw Self.tooMany.retry(afterMilliseconds: first - oldest.milliseconds)
  }

  private static let tooMany = Refusal(
    .tooManyRequests, "too many links were asked for; wait before the next")

  /// Makes a link for a host's backend, which has signed the person in itself.
  ///
  /// - Parameters:
  ///   - request: What for; `enrol` for whom, and whether with a second factor.
  ///   - requester: Which host, by which links are counted.
  ///   - mandate: How far the host answers for the person.
  ///   - prefix: The path in front of the page, which the link's address has, too.
  /// - Returns: The link, and what its maker alone knows; or the refusal.
  /// - Throws: ``StoreError``.
  public func make(
    _ request: SessionLinkRequest, from requester: LinkRequester, mandate: HostMandate,
    prefix: PathPrefix = .root
  ) async throws -> Decision<SessionLinkAnswer> {
    try await decision {
      guard request.proof == nil else {
        throw Refusal(.unacceptableValue, "proof: the service key takes its place")
      }
      if let announced = request.announceInfo { try AnnouncementRules.require(announced) }
      let draft = LinkDraft(self, origin: nil, prefix: prefix, by: requester, isOfPage: false)
      switch request.type {
      case .login:
        guard request.userName == nil, request.displayName == nil, request.secondFactor == nil
        else { throw Refusal(.unacceptableValue, "the device says whose login it is") }
        return try await commands.run { [self] transaction in
          try requireRoom(draft, in: transaction)
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
    try await commands.run { [self] transaction in
      try requireRoom(draft, in: transaction)
      let account = try accounts.ofHost(
        userName, displayName: request.displayName, orNew: draft.newAccount,
        by: draft.requester.hostID, mandate, at: draft.now, in: transaction)
      let demand = request.secondFactor ?? .required
      let hadFactor = try Accounts.hadFactor(account, in: transaction)
      guard mandate == .anyFactor || !hadFactor else {
        throw Refusal(
          .scopeMissing,
          "the account has or had a factor: add a device with it, or by a key with scope admin")
      }
      if demand == .none, hadFactor {
        throw Refusal(
          .unacceptableValue, "secondFactor: the account has or had a second factor; leave it out")
      }
      // A host answers for people whose accounts it made, until they have proved their address; of
      // others the mailed code decides.
      let isAnsweredFor = try Accounts.isAnsweredFor(
        account, by: draft.requester.hostID, in: transaction)
      let ground = mandate.ground(answersForFirst: isAnsweredFor && !hadFactor)
      if demand == .none, ground == .code {
        throw Refusal(
          .unacceptableValue,
          "secondFactor: this host did not make the account, or its person has proved the address; "
            + "leave it out")
      }
      var details: JSONObject = [
        "host": .string(draft.requester.hostID.text), "secondFactor": .string(demand.rawValue),
      ]
      details["key"] = draft.requester.serviceKey.map { .string($0.text) }
      try audit.append(
        AuditEvent("enrol_link_made", subject: account, details), at: draft.now, in: transaction)
      // Checked again when it is used: another link may bring the first factor before this one.
      return try store(
        draft, .enrol(account, secondFactor: demand, ground), announcing: request.announceInfo,
        in: transaction)
    }.get()
  }
}

/// Makes a link that enrols a device of whoever is signed in.
///
/// It takes a proof by a factor of the account, as every further factor does; where it never had
/// one, or is to be recovered, the mailed code that confirms the link takes its place. What its
/// maker alone knows is stored nowhere, so a proof makes one link.
struct MakeEnrolLink: ProtectedAction {
  let name = "makeEnrolLink"
  let scenario = ScenarioName.manageFactors
  let links: LinkIssuer

  func requirements(in policy: ServicePolicy) -> ProofRequirements {
    var requirements = ProofRequirements.ofFactors(or: .laterCode)
    requirements.repetition = .byKeyAlone
    return requirements
  }

  func bodyHash(of draft: LinkDraft) -> [UInt8] { BodyHash.of(name, []) }

  func facts(of draft: LinkDraft, for caller: Caller, at now: Timestamp) -> FactsQuery<NoFacts> {
    FactsQuery { try links.requireRoom(draft, in: $0) }
  }

  func document(
    for draft: LinkDraft, _ facts: NoFacts, in words: DocumentWords
  ) throws(Refusal) -> ActionDocument { try words.document(changing: .addDeviceByLink) }

  func execute(
    _ draft: LinkDraft, _ prepared: Void, _ facts: NoFacts, in context: ActionContext
  ) throws -> Execution {
    let ground: SessionLink.EnrolmentGround =
      if context.proof.kind == nil {
        .code
      } else {
        .made(try context.enrolment().ground)
      }
    try links.store(
      draft, .enrol(context.account, secondFactor: .required, ground), announcing: nil,
      in: context.transaction)
    return Execution("enrol_link_made", details: ["ground": .string(ground.text)])
  }

  func result(of operation: StoredOperation) {}
}

/// The parts of a new link, drawn before the command so that the command can run again.
struct LinkDraft: Sendable {
  let id: SessionLinkID
  let watchSecret: SecretText
  let numbers: LinkNumbers
  let newAccount: NewAccount
  let origin: String
  let prefix: PathPrefix
  let requester: LinkRequester
  /// True if a page makes it, false if a host does.
  let isOfPage: Bool
  /// The session that makes it; nil for a host's, and where nobody is signed in.
  var makerSession: SessionID?
  /// Keyed hashes of the requester.
  let hashes: NetworkHashes
  let now: Timestamp

  init(
    _ links: LinkIssuer, origin: String?, prefix: PathPrefix, by requester: LinkRequester,
    isOfPage: Bool
  ) {
    self.isOfPage = isOfPage
    id = SessionLinkID.new("lnk_", links.commands.random)
    watchSecret = SecretText(Base64URL.encode(links.commands.random.bytes(32)))
    numbers = LinkNumbers(random: links.commands.random)
    newAccount = NewAccount(links.commands.random)
    self.origin = links.ceremonies.pageOrigin(claimed: origin)
    self.prefix = prefix
    self.requester = requester
    hashes = requester.hashes(links.audit.keyring)
    now = links.commands.now()
  }

  var login: SessionLink.Purpose { .login(numbers: numbers.shown, number: numbers.right) }
}

/// The trust in a host's backend for the people that it signs in.
public enum HostMandate: Sendable, Hashable {
  /// It brings an account its first factor; a further one takes one that is there (RTS-24).
  case firstFactor
  /// It is an administration as well: where a person has lost all factors, it may add one.
  case anyFactor

  /// The ground of an enrolment by a host: its own word for the first factor of an account that it
  /// answers for, else its administration's, else the mailed code.
  func ground(answersForFirst: Bool) -> SessionLink.EnrolmentGround {
    if answersForFirst { return .made(.host) }
    return self == .anyFactor ? .made(.administrator) : .code
  }
}

/// The numbers of a login by link: one stands on the screen that is logged in, and the device shows
/// it among two others.
struct LinkNumbers: Sendable {
  /// The right one.
  let right: String
  /// All three, in an order that tells nothing.
  let shown: [String]

  /// Draws three different numbers of two digits, and which of them is the right one.
  init(random: any RandomBytes) {
    var drawn: [String] = []
    while drawn.count < 3 {
      // A byte that would favour the low numbers is passed over (rejection sampling).
      guard let byte = random.bytes(1).first, byte < 180 else { continue }
      let number = String(10 + byte % 90)
      if !drawn.contains(number) { drawn.append(number) }
    }
    var place = random.bytes(1)[0]
    while place >= 255 { place = random.bytes(1)[0] }
    right = drawn[Int(place % 3)]
    shown = drawn
  }
}

/// The rules of a host's announcement on a device: short lines that deceive no screen.
private enum AnnouncementRules {
  /// Refuses a text that is too long, or that a screen could show otherwise than it is.
  static func require(_ announcement: Announcement) throws(Refusal) {
    guard announcement.entries.count <= mostEntries else {
      throw refused("entries", "at most \(mostEntries)")
    }
    for entry in announcement.entries {
      guard isShowable(entry.key, atMost: 64), isShowable(entry.value, atMost: 256) else {
        throw refused("entries", "keys of 1 to 64 and values of 1 to 256 characters to show")
      }
    }
    if let logo = announcement.logo {
      guard logo.hasPrefix("https://"), logo.utf8.count <= 1024,
        logo.utf8.allSatisfy({ 0x21...0x7e ~= $0 })
      else { throw refused("logo", "an https address of at most 1024 characters") }
    }
  }

  private static func isShowable(_ text: String, atMost count: Int) -> Bool {
    var form = CanonicalForm()
    return (1...count).contains(text.count) && text.utf8.count <= 4 * count
      && (try? form.append(text, field: "text", as: .text)) != nil
      && DisplayRule.unassigned(in: text) == nil
  }

  private static func refused(_ field: String, _ allowed: String) -> Refusal {
    Refusal(.unacceptableValue, "announceInfo.\(field): must be \(allowed)")
  }

  private static let mostEntries = 16
}
