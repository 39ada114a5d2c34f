import RelyingParty
import WebAuthnModel
import WireModel

extension Service {
  /// Confirms an enrolment: the device, its PIN, its key and its session, all or none of them.
  func confirmEnrolment(
    _ draft: ConfirmationDraft, _ newDevice: NewDevice, _ registration: RegistrationResponse?,
    _ entitlement: LinkConfirmation.Entitlement
  ) async throws -> LinkConfirmed {
    let found = try await store.read { try openLink(draft.linkID, at: draft.now, in: $0) }
    guard case .enrol(let account, let secondFactor, _) = found.purpose else {
      throw Refusal(.unacceptableValue, "device: this link logs its maker in; prove that instead")
    }
    try Self.require(newDevice, registration, toHave: secondFactor)
    let judged = try await noting("enrolment_refused", nil, of: nil) {
      let audience = ChallengeIssuer.Audience(account: account, link: draft.linkID)
      return JudgedEnrolment(
        account: account, device: try verify(newDevice, context: draft.linkID.text),
        credential: try registration.map { try judge($0, of: account, audience: audience) },
        replacing: try await judge(entitlement, audience))
    }
    return try await command { transaction in
      // A right PIN clears its count, whatever becomes of the enrolment.
      if let attempt = judged.replacing?.pinAttempt { try clear(attempt, in: transaction) }
      switch try stage(draft, in: transaction) {
      case .repeated(let first): return try answerAgain(first, draft, in: transaction)
      case .open(let link): return try enrol(judged, link, entitlement, draft, in: transaction)
      }
    }.get()
  }

  /// Decides, and then writes: what refuses comes before what is written.
  private func enrol(
    _ judged: JudgedEnrolment, _ link: SessionLink,
    _ entitlement: LinkConfirmation.Entitlement, _ draft: ConfirmationDraft,
    in transaction: any WriteTransaction
  ) throws -> LinkConfirmed {
    try requireRoom(for: judged, link, at: draft.now, in: transaction)
    try entitle(judged, link, entitlement, draft, in: transaction)
    if case .enrol(_, _, .anyFactor) = link.purpose {
      // Who comes by a proof or an administrator needs no recovery; it may be somebody else's.
      try cancelRecovery(
        of: judged.account, by: draft.session.id, at: draft.now, in: transaction)
    }
    if let replaced = judged.replacing?.device?.id {
      try revoke(
        replaced, of: judged.account, by: .session(draft.session.id), at: draft.now, in: transaction
      )
    }
    try store(judged.device, of: judged.account, at: draft.now, in: transaction)
    if let credential = judged.credential {
      try store(
        credential.verified.record, of: judged.account, from: judged.device.id, at: draft.now,
        in: transaction)
    }
    let methods = judged.device.pinKey == nil ? ["swk"] : KeyProof.pinMethods
    let session = try store(
      draft.session, of: judged.account, from: judged.device.id, methods: methods,
      isProved: judged.device.pinKey != nil, in: transaction)
    try SessionLinks.markConfirmed(
      link.id,
      SessionLink.Confirmation(
        at: draft.now, accountID: judged.account, deviceID: judged.device.id.text,
        methods: methods, sessionID: draft.session.id, bodyHash: draft.bodyHash),
      in: transaction)
    try audit.append(
      AuditEvent(
        "enrolment_confirmed", subject: judged.account,
        [
          "link": link.auditID, "device": .string(judged.device.id.text),
          "entitledBy": .string(entitlement.name),
        ]), at: draft.now, in: transaction)
    return LinkConfirmed(
      account: try accountSummary(judged.account, in: transaction), session: session)
  }

  /// Refuses a link that was to bring an account its first factor, where it got one since the link
  /// was made, and no PIN proves the account.
  func requireGround(
    _ ground: SessionLink.EnrolmentGround, _ secondFactor: SecondFactorDemand,
    for account: AccountID, isProved: Bool, in transaction: any ReadTransaction
  ) throws {
    guard try Self.hadFactor(account, in: transaction) else { return }
    if secondFactor == .none || (ground == .firstFactor && !isProved) { throw Refusal.linkOver }
  }

  /// Uses up what entitles to the enrolment.
  private func entitle(
    _ judged: JudgedEnrolment, _ link: SessionLink,
    _ entitlement: LinkConfirmation.Entitlement, _ draft: ConfirmationDraft,
    in transaction: any WriteTransaction
  ) throws {
    guard case .enrol(_, let secondFactor, let ground) = link.purpose else {
      throw Refusal.linkOver
    }
    try requireGround(
      ground, secondFactor, for: judged.account, isProved: judged.replacing != nil, in: transaction)
    if let proof = judged.replacing {
      let state = try requireUnspent(proof, at: draft.now, in: transaction)
      try useCredential(of: proof, state, at: draft.now, in: transaction)
      try spend(proof, at: draft.now, in: transaction)
      return
    }
    guard ground == .code else { return }
    guard case .validateCode(let code) = entitlement else {
      throw Refusal(.proofRequired, "give the validateCode that was mailed for this link")
    }
    let request = try judgeCode(
      code, link: link.id, purpose: .register, at: draft.now, in: transaction)
    // Where the account has a factor by now, a code is not enough.
    try settle(
      request.id, of: judged.account, keeping: draft.session.id, at: draft.now, in: transaction)
  }

  private func requireRoom(
    for judged: JudgedEnrolment, _ link: SessionLink, at now: Timestamp,
    in transaction: any ReadTransaction
  ) throws {
    let account = judged.account
    var isByCode = judged.replacing == nil
    if case .enrol(_, _, let ground) = link.purpose, ground != .code { isByCode = false }
    if judged.replacing == nil {
      try requireRoom(forDeviceOf: account, byCode: isByCode, at: now, in: transaction)
    }
    try Devices.requireNew(judged.device.id, in: transaction)
    guard let credential = judged.credential else { return }
    guard credential.issued.isTimely(now, policy) else { throw Refusal.challengeExpired }
    try requireRoom(forCredentialOf: account, byCode: isByCode, at: now, in: transaction)
    try Credentials.requireNew(credential.verified.record.id, in: transaction)
  }

  private func judge(
    _ entitlement: LinkConfirmation.Entitlement, _ audience: ChallengeIssuer.Audience
  ) async throws -> KeyProof? {
    guard case .pinProof(let proof) = entitlement else { return nil }
    return try await judge(proof, audience: audience, scenarios: [.manageFactors])
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

/// An enrolment whose signatures were judged right.
private struct JudgedEnrolment: Sendable {
  let account: AccountID
  let device: VerifiedDevice
  let credential: JudgedRegistration?
  /// The PIN of the device's registration that is replaced; nil where none is.
  let replacing: KeyProof?
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
