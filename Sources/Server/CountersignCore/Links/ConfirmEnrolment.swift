import RelyingParty
import WebAuthnModel
import WireModel

/// Enrols a device by a link: the device, its PIN, its key and its session, all or none of them.
struct ConfirmEnrolment: ProtectedAction {
  let name = "confirmEnrolment"
  let scenario = ScenarioName.manageFactors
  let links: Links
  let levels: FactorLevels
  let devices: DeviceRegistrations
  let keys: KeyRegistrations
  let recoveries: Recoveries
  let sessions: Sessions
  let audit: AuditTrail

  /// An enrolment whose signatures were found right.
  struct Request: Sendable {
    let draft: ConfirmationDraft
    let device: VerifiedDevice
    let credential: CheckedRegistration?
    let entitlement: LinkConfirmation.Entitlement
    /// True if the PIN of the device's registration before proves the account; it is a strong one.
    var isProved: Bool { if case .pinProof = entitlement { true } else { false } }
  }

  /// The link, and what entitles to the device, checked again.
  struct Facts: Sendable, Equatable {
    let link: SessionLink
    let ground: Ground
  }

  func requirements(in policy: ServicePolicy) -> ProofRequirements {
    var requirements = ProofRequirements(kinds: [.pinProof])
    requirements.substitute = .groundOfLink
    requirements.repetition = .byKeyAlone
    return requirements
  }

  func bodyHash(of request: Request) -> [UInt8] { request.draft.bodyHash }

  func facts(of request: Request, for caller: Caller, at now: Timestamp) -> FactsQuery<Facts> {
    FactsQuery { _, transaction in
      let account = caller.account
      let link = try links.open(request.draft.linkID, at: now, in: transaction)
      guard case .enrol(_, let secondFactor, let made) = link.purpose else {
        throw Refusal.linkOver
      }
      try requireRoom(for: request, made, of: account, at: now, in: transaction)
      let ground =
        try ground(ofPINOf: request, of: account, at: now, in: transaction)
        ?? links.ground(
          of: made, byLinkOfHost: !link.isShownByPage, secondFactor, for: account, at: now,
          in: transaction)
      if made == .code, !request.isProved {
        guard case .validateCode = request.entitlement else {
          throw Refusal(.proofRequired, "give the validateCode that was mailed for this link")
        }
      }
      return Facts(link: link, ground: ground)
    }
  }

  func document(
    for request: Request, _ facts: Facts, in words: DocumentWords
  ) throws(Refusal) -> ActionDocument { try words.document(changing: .addDeviceByLink) }

  /// The ground of a device that is enrolled again by its former PIN; nil where none came: then the
  /// link's own ground has to do.
  ///
  /// A PIN that waits stands for nothing that the link asks for: neither for the mailed code nor
  /// for its maker's word.
  ///
  /// - Throws: ``Refusal/strongFactorRequired`` for a PIN that waits.
  private func ground(
    ofPINOf request: Request, of account: AccountID, at now: Timestamp,
    in transaction: any ReadTransaction
  ) throws -> Ground? {
    guard case .pinProof(let proof) = request.entitlement else { return nil }
    let worth = try levels.worth(
      of: .devicePIN(DeviceID(proof.deviceID)), of: account, at: now, in: transaction)
    // One that proves nothing, or is gone, is refused and counted where the proof is verified.
    guard worth.level != .weak else { throw Refusal.strongFactorRequired }
    return .strongProof
  }

  func execute(
    _ request: Request, _ prepared: Void, _ facts: Facts, in context: ActionContext
  ) throws -> Execution {
    let (account, now, transaction) = (context.account, context.now, context.transaction)
    let (link, ground) = (facts.link, facts.ground)
    let (draft, device) = (request.draft.session, request.device)
    if let code = context.code {
      // Where the account has a factor by now, a code is not enough.
      try recoveries.settle(code, of: account, keeping: draft.id, at: now, in: transaction)
    }
    if ground == .strongProof || ground == .administrator {
      // Who comes by a proof or an administrator needs no recovery; it may be somebody else's.
      try recoveries.cancel(of: account, by: draft.id, at: now, in: transaction)
    }
    if let replaced = context.proof.device?.id {
      // What it let in is let in by the same phone still, and ends with that.
      try Sessions.move(
        from: Devices.factors(on: replaced, in: transaction), to: .devicePIN(device.id),
        of: account, in: transaction)
      try Devices.revoke(
        replaced, of: account, by: .session(draft.id), with: audit, at: now,
        in: transaction)
    }
    var enrolment = Enrolment(
      account: account, ground: ground, session: nil, page: link.page)
    enrolment.linkMaker = link.makerSession
    // Whoever is first enrols the device of a link that a page shows: its maker says whose it is.
    if !request.isProved, link.isShownByPage { enrolment.isOfLink = true }
    let wait = try devices.store(device, enrolment, at: now, in: transaction)
    enrolment.wait = wait
    if let credential = request.credential {
      try keys.store(
        credential.verified.record, of: enrolment, from: device.id, at: now, in: transaction)
    }
    try SessionLinks.note(wait: wait, of: link.id, in: transaction)
    let methods = device.pinKey == nil ? ["swk"] : VerifiedProof.devicePINMethods
    let worth = try levels.worth(
      of: .devicePIN(device.id), of: account, at: now, in: transaction)
    _ = try sessions.store(
      draft, of: account, from: device.id, methods: methods, level: worth.level,
      by: AccountFactor.devicePIN(device.id).name, in: transaction)
    try Sessions.markUnused(draft, in: transaction)
    try SessionLinks.markConfirmed(
      link.id,
      SessionLink.Confirmation(
        at: now, accountID: account, deviceID: device.id.text, methods: methods,
        factor: nil, sessionID: draft.id,
        bodyHash: transaction.seals.deployment.hash(context.bodyHash)), in: transaction)
    return Execution(
      "enrolment_confirmed", record: link.id.text,
      answer: try Accounts.summary(account, in: transaction).json,
      details: [
        "device": .string(device.id.text), "entitledBy": .string(request.entitlement.name),
      ])
  }

  func result(of operation: StoredOperation) throws -> SessionLinkDescription.AccountSummary {
    try SessionLinkDescription.AccountSummary(json: operation.requireAnswer())
  }

  private func requireRoom(
    for request: Request, _ ground: SessionLink.EnrolmentGround, of account: AccountID,
    at now: Timestamp, in transaction: any ReadTransaction
  ) throws {
    let isByCode = !request.isProved && ground == .code
    if !request.isProved {
      try devices.requireRoom(forDeviceOf: account, byCode: isByCode, at: now, in: transaction)
    }
    try Devices.requireNew(request.device.id, in: transaction)
    guard let credential = request.credential else { return }
    try keys.requireTimely(credential, at: now)
    try keys.requireRoom(forCredentialOf: account, byCode: isByCode, at: now, in: transaction)
    try Credentials.requireNew(credential.verified.record.id, in: transaction)
  }
}

extension LinkConfirmations {
  /// Confirms an enrolment.
  func confirmEnrolment(
    _ draft: ConfirmationDraft, _ newDevice: NewDevice, _ registration: RegistrationResponse?,
    _ entitlement: LinkConfirmation.Entitlement
  ) async throws -> LinkConfirmed {
    let found = try await commands.read { [self] in
      try links.open(draft.linkID, at: draft.now, in: $0)
    }
    guard case .enrol(let account, let secondFactor, let ground) = found.purpose else {
      throw Refusal(.unacceptableValue, "device: this link logs its maker in; prove that instead")
    }
    let caller = Caller.link(draft.linkID, account: account)
    let proof: UnverifiedProof =
      switch entitlement {
      case .pinProof(let proof): .devicePIN(proof)
      // A code that nobody asked for is not looked at.
      case .validateCode(let code) where ground == .code: .code(code, .factor)
      case .validateCode, .nothing: .nothing
      }
    let confirmed = try await pipeline.change(enrolment, for: caller, proof: proof.name) {
      try Self.require(newDevice, registration, toHave: secondFactor)
      let context = DeviceStatement.enrolmentContext(
        of: draft.linkID.text, boundTo: draft.session.key)
      let request = ConfirmEnrolment.Request(
        draft: draft, device: try verifier.verify(newDevice, context: context),
        credential: try registration.map {
          try keys.verify($0, of: account, audience: caller.audience)
        },
        entitlement: entitlement)
      return ActionCall(
        caller: caller, request: request, proof: proof,
        earlier: { [links] in try links.confirmation(by: draft, in: $0) })
    }.get()
    // Somebody else's answer to the same confirmation may hold the token by now.
    if confirmed.isReplayed, let again = try await repeated(draft) { return again }
    return LinkConfirmed(
      account: confirmed.answer,
      session: sessions.answer(draft.session, of: account))
  }

  /// Refuses a device that has not what its account is to have, or has what it is not.
  private static func require(
    _ device: NewDevice, _ registration: RegistrationResponse?,
    toHave secondFactor: SecondFactorDemand
  ) throws {
    switch secondFactor {
    case .required:
      guard device.pinKey != nil else {
        throw Refusal(.unacceptableValue, "pinKey: is missing; this account gets a second factor")
      }
    case .none:
      guard device.pinKey == nil, registration == nil else {
        throw Refusal(.unacceptableValue, "this link enrols without a second factor; leave it out")
      }
    }
  }
}

extension LinkConfirmation.Entitlement {
  /// As an audit row names it.
  fileprivate var name: String {
    switch self {
    case .nothing: "link"
    case .validateCode: "code"
    case .pinProof: "pinProof"
    }
  }
}
