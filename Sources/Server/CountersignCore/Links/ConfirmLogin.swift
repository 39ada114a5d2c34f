import WebAuthnModel
import WireModel

/// Logs the maker of a link in.
///
/// The proof is verified first, then whether the right number was picked: whoever only saw the code
/// can end nothing.
struct ConfirmLogin: ProtectedAction {
  let name = "confirmLogin"
  let scenario = ScenarioName.login
  let links: Links

  /// A link, the device that confirms it, and the number that was picked.
  struct Request: Sendable {
    let draft: ConfirmationDraft
    let deviceID: DeviceID
    let number: String
    /// The key that signed; nil where the device did.
    let credential: CredentialID?
  }

  func requirements(in policy: ServicePolicy) -> ProofRequirements {
    var requirements = ProofRequirements(kinds: [.assertion, .pinProof, .deviceProof])
    requirements.linking = .always
    requirements.repetition = .byKeyAlone
    return requirements
  }

  func bodyHash(of request: Request) -> [UInt8] { request.draft.bodyHash }

  func facts(
    of request: Request, for caller: Caller, at now: Timestamp
  ) -> FactsQuery<SessionLink> {
    FactsQuery { _, transaction in
      let link = try links.open(request.draft.linkID, at: now, in: transaction)
      guard case .login = link.purpose else { throw Refusal.linkOver }
      if let credential = request.credential {
        let keys = try Credentials.descriptors(from: request.deviceID, in: transaction)
        guard keys.contains(where: { $0.id == credential }) else {
          throw Refusal.verificationFailed
        }
      }
      return link
    }
  }

  func document(
    for request: Request, _ link: SessionLink, in words: DocumentWords
  ) throws(Refusal) -> ActionDocument {
    try link.loginDocument(picking: request.number, words.texts, words.languages)
  }

  /// A wrong number ends the link, and the person is told: somebody may be showing them the code of
  /// a screen of their own.
  func execute(
    _ request: Request, _ prepared: Void, _ link: SessionLink, in context: ActionContext
  ) throws -> Execution {
    let account = context.account
    guard case .login(_, let right) = link.purpose else { throw Refusal.linkOver }
    guard request.number == right else {
      try SessionLinks.markOver(link.id, .wrongNumber, in: context.transaction)
      try Outbox.put(
        notice: .loginRefused, to: account,
        id: Base64URL.encode(sha256(Array(link.id.text.utf8))), at: context.now,
        in: context.transaction)
      return Execution("login_number_wrong", record: link.id.text)
    }
    let factor =
      request.credential.map { AccountFactor.passkey($0, isBackedUp: nil) }
      ?? .devicePIN(request.deviceID)
    try SessionLinks.markConfirmed(
      link.id,
      SessionLink.Confirmation(
        at: context.now, accountID: account, deviceID: request.deviceID.text,
        methods: context.proof.methods, factor: factor.name, sessionID: nil,
        bodyHash: context.transaction.seals.deployment.hash(context.bodyHash)),
      in: context.transaction)
    return Execution(
      "login_confirmed", record: link.id.text,
      answer: try Accounts.summary(account, in: context.transaction).json,
      details: [
        "device": .string(request.deviceID.text),
        "amr": .array(context.proof.methods.map(JSONValue.string)),
      ])
  }

  /// The account that logged in; nil where the number was wrong.
  func result(
    of operation: StoredOperation
  ) throws -> SessionLinkDescription.AccountSummary? {
    try operation.answer.map { try SessionLinkDescription.AccountSummary(json: $0) }
  }
}

extension SessionLink {
  /// The document of a login: the link, the page that asks, and the number that was picked.
  func loginDocument(
    picking number: String, _ texts: DocumentTexts, _ languages: PreferredLanguages
  ) throws(Refusal) -> ActionDocument {
    try ActionDocument(
      texts.document(
        .login, [(.page, .text(origin)), (.number, .text(number)), (.link, .reference(id.text))],
        in: languages),
      value: .none)
  }
}

extension LinkConfirmations {
  /// Confirms a login.
  func confirmLogin(
    _ draft: ConfirmationDraft, _ deviceID: DeviceID, _ number: String, _ proof: Proof
  ) async throws -> LinkConfirmed {
    guard let device = try await commands.read({ try Devices.find(deviceID, in: $0) }) else {
      throw Refusal.deviceUnknown
    }
    let caller = Caller.link(draft.linkID, account: device.accountID)
    let confirmed = try await pipeline.change(
      ConfirmLogin(links: links), for: caller, proof: proof.kind.rawValue
    ) {
      let request = ConfirmLogin.Request(
        draft: draft, deviceID: deviceID, number: number,
        credential: try Self.credential(of: proof, from: deviceID))
      return ActionCall(
        caller: caller, request: request, proof: UnverifiedProof(proof),
        earlier: { [links] in try links.confirmation(by: draft, in: $0) })
    }.get()
    // No factor was wrong: to say so would have the person type a right PIN again.
    guard let account = confirmed.answer else { throw Refusal.linkOver }
    return LinkConfirmed(account: account, session: nil)
  }

  /// The key that signed; nil where the device that confirms did itself.
  private static func credential(
    of proof: Proof, from device: DeviceID
  ) throws -> CredentialID? {
    switch proof {
    case .assertion(let assertion): return assertion.rawID
    case .pinProof(let proof):
      guard proof.deviceID == device.text else { throw Refusal.verificationFailed }
      return nil
    case .deviceProof(let proof):
      guard proof.deviceID == device.text else { throw Refusal.verificationFailed }
      return nil
    case .verificationToken, .pin, .codes: throw Refusal.proofNotAllowed
    }
  }
}
