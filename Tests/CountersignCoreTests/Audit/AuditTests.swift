import CountersignCore
import CountersignSQLite
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("The audit log")
struct AuditTests {
  // Holds: ASVS-16
  @Test("a whole log is found whole, with every attempt in it")
  func whole() async throws {
    let harness = try await busyHarness()
    let report = try await harness.report()
    #expect(report.fault == nil)
    #expect(report.rows >= 4)
  }

  // Holds: audit
  @Test(
    "a changed, removed or reordered row is found",
    arguments: [
      "UPDATE audit SET details = '{}' WHERE sequence = 2",
      "UPDATE audit SET at = at + 1 WHERE sequence = 3",
      "DELETE FROM audit WHERE sequence = 2",
      "DELETE FROM audit WHERE sequence = 1",
      "UPDATE audit SET sequence = 1000 - sequence WHERE sequence IN (2, 3)",
      "UPDATE audit SET subject = lane WHERE sequence = 1",
    ])
  func tampering(statement: String) async throws {
    let harness = try await busyHarness()
    try await harness.store.write { _ = try $0.execute(statement, []) }
    let report = try await harness.report()
    #expect(report.fault != nil)
  }

  // Holds: ASVS-16
  @Test("ASVS-16: every refused attempt is in the audit log with its factor")
  func refusals() async throws {
    let (harness, session, key) = try await ServiceHarness.withKey()
    let assertion = try await harness.unlinkedAssertion(key, session)
    let other = try await harness.signUp()
    _ = try await harness.service.proofs.verify(assertion, session: other)
    _ = try await harness.send(forged: "not a token", session)
    harness.clock.advance(milliseconds: 1)
    _ = try await harness.service.codeRequests.make(
      CodeRequest(userName: "ada@example.com", purpose: .signIn), session: nil, from: .local
    ).get()
    _ = try await harness.service.signIn.open(
      .code(codeRequest: await harness.newestCodeRequest(), validateCode: SecretText("x")))
    let kinds = try await harness.store.read { transaction in
      try transaction.rows("SELECT kind, details FROM audit ORDER BY sequence", []).map {
        try ($0.text(0), $0.text(1))
      }
    }
    #expect(kinds.contains { $0 == "proof_refused" && $1.contains("\"proof\":\"assertion\"") })
    #expect(
      kinds.contains { $0 == "action_refused" && $1.contains("\"proof\":\"verificationToken\"") })
    #expect(kinds.contains { $0.0 == "code_refused" })
  }

  @Test("ASVS-16: a sign-in, a registration and an action that are refused are in the audit log")
  func refusedActions() async throws {
    let (harness, session, key) = try await ServiceHarness.withKey()
    let assertion = try await harness.unlinkedAssertion(key, session)
    _ = try await harness.service.signIn.open(.assertion(assertion))
    var rich = MoneyOrder.sample
    rich.amount = 40_000
    let proof = Proof.assertion(try await harness.linkedAssertion(rich, key, session))
    let refusal = try await harness.refusal(SendMoneyRequest(payload: rich, proof: proof), session)
    #expect(refusal == .pocketTooSmall)
    let foreign = try harness.newAuthenticator().register(
      CredentialCreationOptions(
        relyingParty: RelyingPartyEntity(id: ServiceHarness.relyingPartyID, name: "x"),
        user: UserEntity(id: UserHandle([1]), name: "x", displayName: "x"),
        challenge: Challenge([UInt8](repeating: 1, count: 32))))
    _ = try await harness.service.credentials.register(foreign, session: session)
    let rows = try await details(harness)
    #expect(rows["sign_in_refused"]?.contains("\"reason\":\"challenge_unknown\"") == true)
    #expect(rows["registration_refused"]?.contains("\"reason\":\"challenge_unknown\"") == true)
    #expect(rows["action_refused"]?.contains("\"reason\":\"pocket_too_small\"") == true)
    #expect(try await harness.fault() == nil)
  }

  // Holds: ASVS-16
  @Test("ASVS-16: why a passkey was refused is in the audit log, and the answer to it is general")
  func causes() async throws {
    for (changes, cause, step) in [
      ({ $0.flags = .userPresent }, "user_not_verified", "7.2.17"),
      (
        { $0.flags = [.userPresent, .userVerified, .backupEligible] },
        "backup_eligibility_changed", "7.2.19"
      ),
      ({ $0.relyingPartyID = RelyingPartyID("example.net") }, "relying_party_mismatch", "7.2.15"),
      ({ $0.rawID = CredentialID([9]) }, "credential_unknown", "7.2.6"),
    ] as [((inout CeremonyChanges) -> Void, String, String)] {
      let (harness, session, key) = try await ServiceHarness.withKey()
      let options = try await harness.service.actions.options(session: session).get()
      var bent = CeremonyChanges()
      changes(&bent)
      let assertion = try key.assert(challenge: options.challenge, changes: bent)
      let verified = try await harness.service.proofs.verify(assertion, session: session)
      guard case .failure(let refusal) = verified else {
        Issue.record("\(cause) was taken")
        continue
      }
      #expect(refusal.reason == .verificationFailed)
      #expect(refusal.detail == "Verification failed. Try again or use another factor")
      let noted = try await harness.auditDetails("proof_refused")
      #expect(noted.contains("\"cause\":\"\(cause)\""), "\(noted)")
      #expect(noted.contains("\"step\":\"\(step)\""), "\(noted)")
    }
  }

  // Holds: ASVS-16
  @Test("a passkey that cannot be used is told from a wrong code, and its cause is audited")
  func unusablePasskeys() async throws {
    for (changes, cause, advice) in [
      ({ $0.flags = .userPresent }, "user_not_verified", "turn on its PIN"),
      ({ $0.attestationFormat = "tpm" }, "attestation_format_unknown", "decline to identify"),
      ({ $0.relyingPartyID = RelyingPartyID("example.net") }, "relying_party_mismatch", "address"),
      ({ $0.flags = [.userVerified] }, "user_not_present", "did not check who uses it"),
    ] as [((inout CeremonyChanges) -> Void, String, String)] {
      let harness = try await ServiceHarness()
      let session = try await harness.signUp()
      let code = try await harness.code(.register, session, to: "ada@example.com")
      let wrong = try await harness.service.credentials.registrationOptions(
        RegistrationOptionsRequest(validateCode: harness.wrongCode(to: "ada@example.com")),
        session: session)
      #expect(wrong.refusal == .verificationFailed)
      let options = try await harness.service.credentials.registrationOptions(
        RegistrationOptionsRequest(validateCode: code), session: session
      ).get()
      var bent = CeremonyChanges()
      changes(&bent)
      let key = try harness.newAuthenticator()
      let refused = try await harness.service.credentials.register(
        key.register(challenge: options.challenge, user: options.user.id, changes: bent),
        session: session)
      guard case .failure(let refusal) = refused else {
        Issue.record("\(cause) was taken")
        continue
      }
      #expect(refusal.reason == .passkeyNotAccepted && refusal.detail.contains(advice))
      let noted = try await harness.auditDetails("registration_refused")
      #expect(noted.contains("\"cause\":\"\(cause)\""), "\(noted)")
      // The code is not spent: another authenticator registers with the same options.
      _ = try await harness.service.credentials.register(
        harness.newAuthenticator().register(options), session: session
      ).get()
    }
  }

  // Holds: ASVS-16
  @Test("ASVS-16: a PIN that is not even checked is in the audit log, within the same bound")
  func uncheckedPINs() async throws {
    let (harness, phone, device) = try await ServiceHarness.withDevice()
    for _ in 1...5 {
      _ = try await harness.send(.sample, by: device, "000001", phone)
      harness.clock.advance(seconds: 121)
    }
    #expect(try await harness.count("audit WHERE kind = 'action_refused'") == 5)
    for _ in 0..<35 { _ = try await harness.send(.sample, by: device, "000001", phone) }
    #expect(try await harness.count("audit WHERE kind = 'action_refused'") == 35)
    let blocked = try await harness.auditDetails("action_refused")
    for part in [
      "\"reason\":\"second_factor_blocked\"", "\"proof\":\"pinProof\"", phone.id.text,
    ] { #expect(blocked.contains(part), "\(blocked)") }
    // Nobody is signed in: the device is known all the same.
    harness.clock.advance(seconds: 60)
    let options = try await harness.service.signIn.options(
      SessionOptionsRequest(deviceID: device.id)
    ).get()
    let login = SessionRequest.pinProof(
      try device.pinProof("258036", over: options.pinChallenge, generation: 2))
    #expect(try await harness.service.signIn.open(login).refusal == .generationMismatch)
    let mismatch = try await harness.auditDetails("sign_in_refused")
    #expect(mismatch.contains("\"reason\":\"generation_mismatch\""), "\(mismatch)")
    #expect(mismatch.contains(device.id))
    // What was left out of the session's rows is said with its next one.
    _ = try await harness.send(.sample, by: device, "000001", phone)
    #expect(try await harness.auditDetails("action_refused").contains("\"leftOutBefore\":5"))
  }

  // Holds: ASVS-16
  @Test("ASVS-16: a PIN in a body that comes too early is in the audit log")
  func penalisedPIN() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    try await harness.setPIN("258036", session)
    for _ in 0..<2 { _ = try await harness.sendByPIN("000001", session) }
    #expect(try await harness.sendByPIN("258036", session).refusal == .penalised)
    let noted = try await harness.auditDetails("action_refused")
    #expect(noted.contains("\"reason\":\"penalised\"") && noted.contains("\"proof\":\"pin\""))
  }

  // Holds: ASVS-16
  @Test("ASVS-16: a change of factors says which factor proved it")
  func factorsThatProved() async throws {
    let (harness, session, key) = try await ServiceHarness.withKey()
    _ = try await harness.revokeKeys(.all, by: key, session).get()
    let proved = try await harness.auditDetails("credentials_revoked")
    #expect(proved.contains("\"proof\":\"assertion\"") && proved.contains(session.id.text))
    #expect(
      try await harness.auditKinds().suffix(2) == ["credential_revoked", "credentials_revoked"])
  }

  @Test("what a host or an administration does names its service key")
  func hosts() async throws {
    let harness = try await ServiceHarness()
    let host = try await harness.host(.sessions)
    _ = try await harness.service.linkIssuer.make(
      SessionLinkRequest(type: .enrol, userName: "ada@example.com", displayName: "Ada"),
      from: .host(host), mandate: .firstFactor
    ).get()
    let made = try await harness.auditDetails("enrol_link_made")
    #expect(made.contains("\"key\":\"\(host.id.text)\""), "\(made)")
    let administration = try await harness.host(.admin)
    try await harness.service.administration.unblock(
      AdministrationRequest(.userName("ada@example.com")), host: administration
    ).get()
    let unblocked = try await harness.auditDetails("unblocked")
    #expect(unblocked.contains("\"key\":\"\(administration.id.text)\""), "\(unblocked)")
  }

  @Test("junk fills no disk: 30 refusals a minute are written down, the others are counted")
  func junk() async throws {
    let (harness, session, _) = try await ServiceHarness.withKey()
    for _ in 0..<35 { _ = try await harness.send(forged: "junk", session) }
    let count = "SELECT count(*) FROM audit WHERE kind = 'action_refused'"
    let written = try await harness.store.read { try $0.rows(count, []).first?.integer(0) }
    #expect(written == 30)
    harness.clock.advance(seconds: 60)
    try await harness.keepAlive(session)
    _ = try await harness.send(forged: "junk", session)
    #expect(try await details(harness)["action_refused"]?.contains("\"leftOutBefore\":5") == true)
  }

  @Test("guesses at a code that is closed write nothing")
  func closedCode() async throws {
    let harness = try await ServiceHarness()
    _ = try await harness.signUp()
    let request = try await harness.newestCodeRequest()
    for _ in 0..<3 {
      let guess = SessionRequest.code(codeRequest: request, validateCode: SecretText("000000"))
      #expect(try await harness.service.signIn.open(guess).refusal == .verificationFailed)
    }
    #expect(try await details(harness)["code_refused"] == nil)
    let tries = try await harness.store.read {
      try $0.rows("SELECT tries FROM code_requests", []).first
    }
    #expect(try tries?.integer(0) == 0)
  }

  /// The details of the newest row of each kind.
  private func details(_ harness: ServiceHarness) async throws -> [String: String] {
    try await harness.store.read { transaction in
      try transaction.rows("SELECT kind, details FROM audit ORDER BY sequence", [])
        .reduce(into: [:]) { $0[try $1.text(0)] = try $1.text(1) }
    }
  }

  // Holds: ASVS-16
  @Test("no name and no secret is in the audit log")
  func noSecrets() async throws {
    let harness = try await busyHarness()
    let rows = try await harness.store.read { try $0.rows("SELECT kind, details FROM audit", []) }
    let text = try rows.map { try $0.text(0) + $0.text(1) }.joined()
    #expect(!text.contains("ada@example.com"))
    // As a number of its own: six digits of an id are no PIN.
    let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-" }
    #expect(words.contains("proof") && !words.contains { $0 == "258036" })
  }

  private func busyHarness() async throws -> ServiceHarness {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    try await harness.setPIN("258036", session)
    _ = try await harness.sendByPIN("000001", session)
    _ = try await harness.sendByPIN("258036", session).get()
    return harness
  }
}
