import RelyingParty
import WebAuthnModel
public import WireModel

/// Opens sessions by a code or by a proof.
public final class SignIn: Sendable {
  private let commands: Commands
  private let sessions: Sessions
  private let accounts: Accounts
  private let levels: FactorLevels
  private let assertions: AssertionVerifier
  private let devices: DeviceVerifier
  private let secondFactors: SecondFactors
  private let keys: KeyUses
  private let ceremonies: Ceremonies
  private let texts: DocumentTexts

  init(
    commands: Commands, sessions: Sessions, accounts: Accounts, levels: FactorLevels,
    assertions: AssertionVerifier, devices: DeviceVerifier, secondFactors: SecondFactors,
    keys: KeyUses, ceremonies: Ceremonies, texts: DocumentTexts
  ) {
    self.commands = commands
    self.sessions = sessions
    self.accounts = accounts
    self.levels = levels
    self.assertions = assertions
    self.devices = devices
    self.secondFactors = secondFactors
    self.keys = keys
    self.ceremonies = ceremonies
    self.texts = texts
  }

  /// Challenges of a sign-in; for a device with its own credentials, and with what it has to
  /// prove.
  ///
  /// A device's id is 128 random bits that only the device and its account know, so the answer
  /// gives no account away. Without one the challenge is for a discoverable credential: no account
  /// need be named.
  ///
  /// - Parameters:
  ///   - request: The device, if one signs itself in.
  ///   - key: The key that the session is to be bound to; the document names it, so that whoever
  ///     signs the challenge signs that. Nil for a session with a bearer token.
  ///   - languages: The languages that whoever signs in wants to read.
  /// - Returns: The challenges with their document, or `verification_failed` for a device that this
  ///   server does not know.
  /// - Throws: `StoreError`.
  public func options(
    _ request: SessionOptionsRequest, boundTo key: ProvedKey? = nil,
    in languages: PreferredLanguages = .none
  ) async throws -> Decision<SessionOptions> {
    try await decision {
      let document = try texts.signIn(boundTo: key, in: languages)
      guard let deviceID = request.deviceID else {
        return SessionOptions(
          options: ceremonies.request(challenge(.get, document), allowing: []),
          document: document.document)
      }
      let now = commands.now()
      let (demand, keys, state) = try await commands.read { [self] transaction in
        let device = try Devices.require(DeviceID(deviceID), in: transaction)
        let keys = try Credentials.descriptors(from: device.id, in: transaction)
        return (
          try Devices.demandOfLogin(from: device, keys, in: transaction), keys,
          try secondFactors.state(
            of: device.accountID, from: device, at: now, in: transaction)
        )
      }
      return SessionOptions(
        options: ceremonies.request(challenge(.get, document), allowing: keys),
        document: document.document, pinChallenge: challenge(.pin, document), demand: demand,
        secondFactor: state)
    }
  }

  /// A device's authenticator signs no challenge that does not say what it is for.
  private func challenge(
    _ purpose: ChallengeIssuer.Purpose, _ document: ActionDocument
  ) -> Challenge {
    ceremonies.challenges.issue(
      purpose, .document(document), audience: .anybody, now: commands.now(),
      nonce: commands.random.bytes(16))
  }

  /// Opens a session by a mailed code, by an assertion of a registered key, by a device's PIN or by
  /// the device alone.
  ///
  /// The device alone proves nothing: its session sees what waits, and declines. Whatever acts
  /// takes a proof by a factor where the account has one.
  ///
  /// - Parameters:
  ///   - request: What opens it.
  ///   - key: The key that its token is bound to: what is signed must name it. Nil for a bearer
  ///     token.
  ///   - requester: From where; too many wrong ones stop that source, and nobody else.
  ///   - page: The path in front of the page at which the person can end the session.
  /// - Returns: The session, or the refusal.
  /// - Throws: ``StoreError``.
  public func open(
    _ request: SessionRequest, boundTo key: ProvedKey? = nil, from requester: Requester = .local,
    page: PathPrefix = .root
  ) async throws -> Decision<SessionAnswer> {
    let draft = SessionDraft(random: commands.random, now: commands.now(), boundTo: key)
    let place = SignInPlace(requester: requester, page: page)
    defer { commands.outboxBell.ring() }
    switch request {
    case .code(let codeRequest, let validateCode):
      return try await open(CodeRequestID(codeRequest), validateCode, draft, at: place)
    case .assertion(let assertion):
      return try await open(draft, key, at: place) {
        try await assertions.verifySignIn(assertion, from: requester)
      }
    case .pinProof(let proof):
      return try await open(draft, key, at: place) {
        // A challenge that is none of this server's is refused by the verifier.
        let issued = ceremonies.challenges.check(
          proof.challenge, .pin, audience: .anybody, scenarios: [.signIn])
        if let issued { try texts.requireSignIn(issued, boundTo: key) }
        return try await devices.verifySignIn(proof, from: requester)
      }
    case .deviceProof(let proof):
      return try await open(draft, key, at: place) {
        try await devices.verifySignIn(proof, from: requester)
      }
    }
  }

  private func open(
    _ request: CodeRequestID, _ code: SecretText, _ draft: SessionDraft, at place: SignInPlace
  ) async throws -> Decision<SessionAnswer> {
    let newAccount = NewAccount(commands.random)
    return try await commands.run { [self] transaction in
      let accountID = try accounts.redeem(
        code, of: request, orNew: newAccount, for: draft, at: place, in: transaction)
      return try sessions.store(
        draft, of: accountID, from: nil, methods: [], level: .unproved, by: nil, in: transaction)
    }
  }

  private func open(
    _ draft: SessionDraft, _ key: ProvedKey?, at place: SignInPlace,
    _ verify: () async throws -> VerifiedProof
  ) async throws -> Decision<SessionAnswer> {
    try await decision {
      let proof = try await verify()
      try texts.requireSignIn(proof, boundTo: key)
      return try await open(proof, draft, at: place)
    }
  }

  private func open(
    _ proof: VerifiedProof, _ draft: SessionDraft, at place: SignInPlace
  ) async throws -> SessionAnswer {
    let (answer, level) = try await commands.run { [self] transaction in
      let state = try SpentProofs.requireUnspent(proof, at: draft.now, in: transaction)
      if proof.kind == .deviceProof, let device = proof.device?.id,
        try Accounts.hasLoginFactor(proof.account, in: transaction)
      {
        // Somebody has logged the device out: a factor brings it back.
        guard try !Sessions.wasEnded(of: device, in: transaction) else {
          throw Refusal.factorRequired
        }
      }
      try keys.use(proof, state, for: .session, at: draft.now, in: transaction)
      try SpentProofs.spend(
        proof, by: transaction.seal(of: proof.account), at: draft.now, in: transaction)
      let factor = proof.claim.factor(nil)
      let worth = try levels.worth(
        of: factor, of: proof.account, at: draft.now, in: transaction)
      let device = try device(of: proof, in: transaction)
      // A device of the account was told of when it was enrolled.
      if device == nil { try place.tell(of: draft, of: proof.account, in: transaction) }
      let answer = try sessions.store(
        draft, of: proof.account, from: device, methods: proof.methods, level: worth.level,
        by: factor?.name, in: transaction)
      return (answer, worth.level)
    }.get()
    // What proves nothing under a hold makes no browser known.
    if level > .unproved { ProofWitness.current?.note(proof.account) }
    return answer
  }

  /// The device that a proof comes from: the one that signed, or from which its key was registered.
  private func device(
    of proof: VerifiedProof, in transaction: any ReadTransaction
  ) throws -> DeviceID? {
    guard case .assertion(let verified, hash: _, evidence: _) = proof.method else {
      return proof.device?.id
    }
    return try Credentials.device(of: verified.credentialID, in: transaction)
  }
}

/// The place of a sign-in.
struct SignInPlace: Sendable {
  let requester: Requester
  /// The path in front of the page at which the person can end the session.
  let page: PathPrefix

  /// Tells the person of a session that is opened in a browser without a lane of the account, with
  /// what ends that one session.
  func tell(
    of session: SessionDraft, of account: AccountID, in transaction: any WriteTransaction
  ) throws {
    guard try Lanes.lane(of: requester, for: account, in: transaction) == nil else { return }
    try Outbox.put(
      notice: .signedIn, to: account, id: session.id.text,
      stop: StopTarget(id: session.id.text, page: page), at: session.now, in: transaction)
  }
}
