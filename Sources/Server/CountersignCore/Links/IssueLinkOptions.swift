import WebAuthnModel
public import WireModel

extension Links {
  /// Gives the proof that confirms a link, and the challenges for it.
  ///
  /// Each challenge is for this link alone: it stands in the place of a session.
  public func options(
    _ id: SessionLinkID, _ request: LinkOptionsRequest, in languages: PreferredLanguages = .none
  ) async throws -> Decision<LinkOptions> {
    try await decision {
      if let code = request.validateCode { try await check(code, of: id).get() }
      let draft = LinkChallengeDraft(ceremonies: ceremonies, commands: commands, linkID: id)
      return try await commands.read { [self] transaction in
        let link = try open(id, at: draft.now, in: transaction)
        switch link.purpose {
        case .login(let numbers, _):
          return try loginOptions(link, numbers, request, languages, draft, in: transaction)
        case .enrol(let account, let secondFactor, let ground):
          guard request.number == nil else {
            throw Refusal(.unacceptableValue, "number: this link enrols a device; leave it out")
          }
          return try enrolOptions(
            link, of: account, secondFactor, ground, from: request.deviceID, languages, draft,
            in: transaction)
        }
      }
    }
  }

  /// Options of a login: linked to the link, its page and the number that the person picked.
  ///
  /// Whether the number is the right one is told to nobody before the proof.
  private func loginOptions(
    _ link: SessionLink, _ numbers: [String], _ request: LinkOptionsRequest,
    _ languages: PreferredLanguages, _ draft: LinkChallengeDraft,
    in transaction: any ReadTransaction
  ) throws -> LinkOptions {
    guard let deviceID = request.deviceID, let number = request.number else {
      throw Refusal(.unacceptableValue, "give deviceId, and the number that was picked")
    }
    guard numbers.contains(number) else {
      throw Refusal(.unacceptableValue, "number: must be one of the link's numbers")
    }
    let device = try Devices.require(DeviceID(deviceID), in: transaction)
    let keys = try Credentials.descriptors(from: device.id, in: transaction)
    let login = try link.loginDocument(picking: number, texts, languages)
    let assertion = draft.challenge(.get, .document(login), of: device.accountID)
    return LinkOptions(
      demand: try Devices.demandOfLogin(from: device, keys, in: transaction),
      assertion: keys.isEmpty ? nil : ceremonies.request(assertion, allowing: keys),
      pinChallenge: draft.challenge(.pin, .document(login), of: device.accountID),
      document: login.document,
      secondFactor: try secondFactors.state(
        of: device.accountID, from: device, at: draft.now, in: transaction))
  }

  /// Options of an enrolment.
  ///
  /// A device that has the account already is enrolled again by its PIN. If that PIN is blocked,
  /// the device is enrolled as any new one, by what the link asks for. So a person gets a PIN that
  /// is not blocked. The former PIN stays blocked, and no enrolment clears its count.
  private func enrolOptions(
    _ link: SessionLink, of account: AccountID, _ secondFactor: SecondFactorDemand,
    _ ground: SessionLink.EnrolmentGround, from deviceID: String?,
    _ languages: PreferredLanguages, _ draft: LinkChallengeDraft,
    in transaction: any ReadTransaction
  ) throws -> LinkOptions {
    let replaced = try deviceID.flatMap { try Devices.find(DeviceID($0), in: transaction) }
    let former = try replaced.flatMap { device in
      try device.accountID == account && device.pinKey != nil
        ? secondFactors.state(of: account, from: device, at: draft.now, in: transaction) : nil
    }
    let hasPIN = former.map { !$0.isBlocked } ?? false
    if !hasPIN, ground != .code {
      _ = try self.ground(
        of: ground, secondFactor, for: account, at: draft.now, in: transaction)
    }
    let creation = try ceremonies.creation(
      draft.challenge(.create, .unlinked(.manageFactors), of: account), account,
      named: names(of: account, on: ground, by: link, in: transaction).toShow, in: transaction)
    let document =
      try hasPIN
      ? ActionDocument(
        texts.document(
          .manageFactors, [(.init(FactorChange.Kind.addDeviceByLink.rawValue), .flag(true))],
          in: languages), value: .none)
      : nil
    return LinkOptions(
      demand: hasPIN ? .pin : ground == .code ? .code : .nothing,
      pinChallenge: document.map { draft.challenge(.pin, .document($0), of: account) },
      document: document?.document,
      creation: secondFactor == .required ? creation : nil,
      secondFactor: hasPIN ? former : nil)
  }
}

/// The challenges of one answer, their randomness drawn before the query so that it can run again.
private struct LinkChallengeDraft: Sendable {
  let now: Timestamp
  private let challenges: ChallengeIssuer
  private let linkID: SessionLinkID
  private let nonces: [ChallengeIssuer.Purpose: [UInt8]]

  init(ceremonies: Ceremonies, commands: Commands, linkID: SessionLinkID) {
    now = commands.now()
    challenges = ceremonies.challenges
    self.linkID = linkID
    nonces = [
      .create: commands.random.bytes(16), .get: commands.random.bytes(16),
      .pin: commands.random.bytes(16),
    ]
  }

  func challenge(
    _ purpose: ChallengeIssuer.Purpose, _ subject: ChallengeIssuer.Subject, of account: AccountID
  ) -> Challenge {
    challenges.issue(
      purpose, subject, audience: ChallengeIssuer.Audience(account: account, link: linkID),
      now: now, nonce: nonces[purpose] ?? [])
  }
}

extension ChallengeIssuer.Audience {
  /// Whoever confirms a link for an account: nobody has a session yet.
  init(account: AccountID, link: SessionLinkID) {
    self.init(account: account.text, session: link.text)
  }
}
