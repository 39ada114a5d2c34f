import WebAuthnModel
public import WireModel

/// Confirms links: a login or an enrolment, by the device that opened them.
public final class LinkConfirmations: Sendable {
  let commands: Commands
  let links: Links
  let sessions: Sessions
  let enrolment: ConfirmEnrolment
  let verifier: DeviceVerifier
  let keys: KeyRegistrations
  private let changeBell: ChangeBell
  let pipeline: ActionPipeline

  init(
    commands: Commands, links: Links, sessions: Sessions, enrolment: ConfirmEnrolment,
    verifier: DeviceVerifier, keys: KeyRegistrations, changeBell: ChangeBell,
    pipeline: ActionPipeline
  ) {
    self.commands = commands
    self.links = links
    self.sessions = sessions
    self.enrolment = enrolment
    self.verifier = verifier
    self.keys = keys
    self.changeBell = changeBell
    self.pipeline = pipeline
  }

  /// Confirms a link: logs its maker in, or enrols the device.
  ///
  /// All of it commits together. The same confirmation again, while the link lasts, is answered
  /// again and does nothing more: a phone whose answer was lost tries once more.
  ///
  /// - Parameters:
  ///   - id: The link.
  ///   - confirmation: What confirms it.
  ///   - key: The key of an enrolled device's session, which the device has signed; nil for a
  ///     bearer token.
  /// - Returns: The account, and the device's session; or the refusal.
  /// - Throws: ``StoreError``.
  public func confirm(
    _ id: SessionLinkID, _ confirmation: LinkConfirmation, boundTo key: ProvedKey? = nil
  ) async throws -> Decision<LinkConfirmed> {
    // A refusal that was counted may have ended the link.
    defer { changeBell.ring(.link(id)) }
    return try await decision {
      let draft = ConfirmationDraft(
        commands, id, bodyHash: confirmation.bodyHash, boundTo: key)
      if let first = try await repeated(draft) { return first }
      switch confirmation {
      case .login(let deviceID, let number, let proof):
        return try await confirmLogin(draft, DeviceID(deviceID), number, proof)
      case .enrol(let device, let registration, let entitlement):
        return try await confirmEnrolment(draft, device, registration, entitlement)
      }
    }
  }

  /// Answers a confirmation again.
  ///
  /// The whole of it came once more, the device's signature included. The device's session gets a
  /// new token in place of the one that may never have arrived, unless somebody has used that one:
  /// then it did arrive.
  private func answerAgain(
    _ first: SessionLink.Confirmation, _ draft: ConfirmationDraft,
    in transaction: any WriteTransaction
  ) throws -> LinkConfirmed {
    let confirmed = try links.confirmation(by: draft, in: transaction)
    guard let answer = try confirmed?.requireAnswer() else { throw Refusal.linkOver }
    let account = try SessionLinkDescription.AccountSummary(json: answer)
    guard let sessionID = first.sessionID else {
      return LinkConfirmed(account: account, session: nil)
    }
    return LinkConfirmed(
      account: account,
      session: try sessions.renewToken(
        of: sessionID, of: first.accountID, from: draft.session, in: transaction))
  }

  /// The first answer where this confirmation has been given before, so that nothing of it is
  /// checked twice; nil where it has not.
  func repeated(_ draft: ConfirmationDraft) async throws -> LinkConfirmed? {
    guard try await commands.read({ [self] in try links.first(draft, in: $0) }) != nil else {
      return nil
    }
    return try await commands.run { [self] transaction in
      guard let first = try links.first(draft, in: transaction) else { throw Refusal.linkOver }
      return try answerAgain(first, draft, in: transaction)
    }.get()
  }
}

/// The parts of a confirmation, drawn before the command so that the command can run again.
struct ConfirmationDraft: Sendable {
  let linkID: SessionLinkID
  let bodyHash: [UInt8]
  /// The session of a device that is enrolled.
  let session: SessionDraft
  var now: Timestamp { session.now }

  init(
    _ commands: Commands, _ linkID: SessionLinkID, bodyHash: [UInt8], boundTo key: ProvedKey?
  ) {
    self.linkID = linkID
    self.bodyHash = bodyHash
    session = SessionDraft(random: commands.random, now: commands.now(), boundTo: key)
  }
}

extension LinkConfirmation {
  /// By what the same confirmation is known again.
  ///
  /// Over all of it but the PIN keys' signatures: by them a guess could be tested. A code is in it
  /// together with the device's signature, which nothing stores.
  var bodyHash: [UInt8] {
    var form = CanonicalForm()
    form.append(bytes: Array("countersign/link-confirmation/v1".utf8))
    switch self {
    case .login(let deviceID, let number, let proof):
      form.append(bytes: Array(deviceID.utf8))
      form.append(bytes: Array(number.utf8))
      form.append(bytes: Array(proof.kind.rawValue.utf8))
      switch proof {
      case .pinProof(let proof): form.append(proof)
      case .deviceProof(let proof):
        form.append(bytes: proof.challenge.bytes)
        form.append(bytes: proof.deviceSignature)
      default: form.append(bytes: proof.json.serialized())
      }
    case .enrol(let device, let registration, let entitlement):
      form.append(bytes: Array(device.id.utf8))
      form.append(bytes: Array(device.name.utf8))
      form.append(bytes: device.key)
      form.append(bytes: device.pinKey ?? [])
      form.append(bytes: device.signature)
      form.append(bytes: registration?.json.serialized() ?? [])
      switch entitlement {
      case .nothing: form.append(bytes: [])
      case .validateCode(let code): form.append(bytes: Array(code.exposed.utf8))
      case .pinProof(let proof): form.append(proof)
      }
    }
    return sha256(form.bytes)
  }
}

extension CanonicalForm {
  fileprivate mutating func append(_ proof: PINProof) {
    append(bytes: DeviceStatement.pinProof(proof))
    append(bytes: proof.deviceSignature)
  }
}
