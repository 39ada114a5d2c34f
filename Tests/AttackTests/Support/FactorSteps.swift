import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

/// What people, hosts and administrators do with the factors of an account.
extension AttackedServer {
  /// Enrols a phone by the link of a page: by a proof, or by the code that is mailed for it.
  func enrolByPage(
    as session: String, by proof: Proof? = nil
  ) async throws -> (phone: TestPhone, link: SessionLinkAnswer, token: String) {
    let link: SessionLinkAnswer = try await read(
      .makeLink, as: session, SessionLinkRequest(type: .enrol, proof: proof))
    let phone = TestPhone(try newKey())
    var entitlement = LinkConfirmation.Entitlement.nothing
    if proof == nil {
      let _: CodeRequestAnswer = try await read(.linkCode, at: ["id": link.id])
      entitlement = .validateCode(try await code(to: "ada@example.com"))
    }
    let confirmed = try await send(
      .confirmLink, at: ["id": link.id],
      LinkConfirmation.enrol(try phone.device(for: link.id), registration: nil, entitlement))
    try #require(confirmed.status == 201)
    let opened = try #require(try LinkConfirmed(json: confirmed.json).session)
    return (phone, link, opened.accessToken.exposed)
  }

  /// Says on the page that made a link whose the device is.
  func claim(_ link: SessionLinkAnswer, isMine: Bool) async throws -> Answer {
    try await send(
      WireRequest(
        .claimLink, parameters: ["id": link.id], watchSecret: link.watchSecret.exposed,
        body: LinkClaim(isMine: isMine).json))
  }

  /// Enrols a device without a PIN by a host's word.
  func enrolHeadless(_ userName: String) async throws {
    let shop = try await harness.serviceKey([.sessions], of: .shop).exposed
    let link: SessionLinkAnswer = try await read(
      .makeServiceLink, as: shop,
      SessionLinkRequest(
        type: .enrol, userName: userName, displayName: "Ada",
        secondFactor: SecondFactorDemand.none))
    let device = TestPhone(try newKey())
    let confirmed = try await send(
      .confirmLink, at: ["id": link.id],
      LinkConfirmation.enrol(
        try device.device(for: link.id, withPIN: false), registration: nil, .nothing))
    #expect(confirmed.status == 201)
  }

  /// Enrols a phone with a PIN by an administrator's link.
  @discardableResult
  func enrolByAdministrator(_ userName: String) async throws -> TestPhone {
    let admin = try await harness.serviceKey([.sessions, .admin], of: .shop).exposed
    let link: SessionLinkAnswer = try await read(
      .makeServiceLink, as: admin, SessionLinkRequest(type: .enrol, userName: userName))
    let phone = TestPhone(try newKey())
    let enrolled = try await send(
      .confirmLink, at: ["id": link.id],
      LinkConfirmation.enrol(try phone.device(for: link.id), registration: nil, .nothing))
    #expect(enrolled.status == 201)
    return phone
  }

  /// Has an administrator take all that an account has.
  func revokeAll(of userName: String) async throws {
    let admin = try await harness.host(.admin)
    _ = try await harness.service.administration.revoke(
      AccountRevocationRequest(.userName(userName), .all(.factors)), host: admin
    ).get()
    turn(seconds: 60)
  }

  /// Has an administrator take one passkey.
  func revoke(_ key: TestAuthenticator, of userName: String) async throws {
    let admin = try await harness.host(.admin)
    _ = try await harness.service.administration.revoke(
      AccountRevocationRequest(.userName(userName), .credential(key.credentialID.bytes)),
      host: admin
    ).get()
  }

  /// Adds a passkey by a phone's PIN.
  func addKey(by phone: TestPhone, as token: String) async throws -> TestAuthenticator {
    let adding: LinkedOptions = try await read(
      .linkedOptions, as: token, LinkedOptionsRequest(changing: .addPasskey))
    let proof = try phone.pinProof(try #require(adding.pinChallenge))
    let options: CredentialCreationOptions = try await read(
      .registrationOptions, as: token, RegistrationOptionsRequest(proof: .pinProof(proof)))
    let key = try newKey()
    let added = try await send(.registerCredential, as: token, try key.register(options))
    #expect(added.status == 201)
    return key
  }

  /// Removes all passkeys by one of them.
  func removeKeys(by key: TestAuthenticator, as token: String) async throws {
    let removing: LinkedOptions = try await read(
      .linkedOptions, as: token, LinkedOptionsRequest(changing: .removeAllPasskeys))
    let removed = try await send(
      WireRequest(
        .revokeCredentials, query: ["which": "all"], accessToken: token,
        body: RevocationRequest(proof: .assertion(try key.assert(removing.options))).json))
    #expect((200...204).contains(removed.status))
  }

  /// Signs a phone in by its PIN, and pays by it; gives the refusal of the sign-in where it has
  /// one.
  func pay(_ amount: Int64, by phone: TestPhone) async throws -> Answer {
    let asked = try await send(.sessionOptions, SessionOptionsRequest(deviceID: phone.id))
    guard asked.status == 200 else { return asked }
    let challenge = try #require(try SessionOptions(json: asked.json).pinChallenge)
    let opened: SessionAnswer = try await read(
      .openSession, SessionRequest.pinProof(try phone.pinProof(challenge)))
    let token = opened.accessToken.exposed
    let order = MoneyOrder(amount: amount, recipient: "BOLA")
    let linked: LinkedOptions = try await read(
      .linkedOptions, as: token,
      LinkedOptionsRequest(scenario: .sendMoney, payload: order.json))
    let proof = try phone.pinProof(try #require(linked.pinChallenge))
    return try await send(
      .sendMoney, as: token, SendMoneyRequest(payload: order, proof: .pinProof(proof)))
  }

  /// Begins a recovery by a mailed code.
  func beginRecovery(as token: String) async throws -> Answer {
    let _: CodeRequestAnswer = try await read(
      .requestCode, as: token, CodeRequest(purpose: .recover))
    return try await send(
      .beginRecovery, as: token,
      RecoveryRequest(validateCode: try await code(to: "ada@example.com")))
  }

  /// Begins a recovery by the code that first proves the address: what is there is on hold instead.
  func requireHeldInstead(as token: String) async throws {
    let begun = try await beginRecovery(as: token)
    #expect(begun.status == 409 && begun.reason == .recoveryNotPossible)
  }

  /// Begins a recovery, and waits until it is ready.
  func recover(_ userName: String) async throws {
    turn(seconds: 60)
    #expect(try await beginRecovery(as: try await signUp(userName)).status == 202)
    await harness.deliverMessages()
    turn(seconds: 3 * 86_400)
  }

  /// Expects that a mailed code begins no factor of an account, in a new session.
  func requireNoFirstFactor(of userName: String) async throws {
    turn(seconds: 60)
    try await requireNoFirstFactor(of: userName, as: try await signUp(userName))
  }

  /// Expects that a mailed code begins no factor of an account, in a session of it.
  func requireNoFirstFactor(of userName: String, as token: String) async throws {
    let _: CodeRequestAnswer = try await read(
      .requestCode, as: token, CodeRequest(purpose: .register))
    let refused = try await send(
      .registrationOptions, as: token,
      RegistrationOptionsRequest(validateCode: try await code(to: userName)))
    #expect(refused.status == 401 && refused.reason == .insufficientUserAuthentication)
  }
}
