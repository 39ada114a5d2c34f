import CountersignCore
import CountersignSQLite
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("Authenticator apps")
struct AuthenticatorAppTests {
  @Test("an app holds once a code of it is given, and is the account's factor then")
  func enrolled() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    let code = try await harness.code(.register, session, to: Self.mail)
    let answer = try await harness.enrol(session, code: code).get()
    #expect(answer.secret.exposed.utf8.count == 32)
    #expect(
      answer.uri.exposed
        == "otpauth://totp/Countersign:ada%40example.com?secret=\(answer.secret.exposed)"
        + "&issuer=Countersign&algorithm=SHA1&digits=6&period=30")
    let app = TestAuthenticatorApp(typed: answer.secret)
    #expect(try await !harness.service.secondFactors.show(session).hasTwoFactor)
    #expect(
      try await harness.confirm(SecretText("12345"), session).refusal == .unacceptableValue)
    #expect(
      try await harness.confirm(harness.wrong(app), session).refusal == .verificationFailed)
    #expect(try await harness.auditKinds().last == "authenticator_code_refused")
    try await harness.confirm(app.code(at: harness.clock.now()), session).get()
    #expect(try await harness.service.secondFactors.show(session).hasTwoFactor)
    await harness.deliverMessages()
    #expect(harness.messenger.notices(to: Self.mail).last == .authenticatorAppAdded)
    // From now on a mailed code alone adds no factor.
    let second = try await harness.code(.register, session, to: Self.mail)
    #expect(
      try await harness.enrol(session, code: second).refusal == .insufficientUserAuthentication)
    #expect(try await harness.fault() == nil)
  }

  @Test("the mailed code and the app's act together, in one call, without a text")
  func proves() async throws {
    let stage = try await AppStage()
    let mailed = try await stage.mailedCode()
    #expect(try await stage.approve(mailed, nil).refusal == .proofNotAllowed)
    #expect(try await stage.approve(mailed, stage.wrong()).refusal == .verificationFailed)
    #expect(
      try await stage.approve(stage.other(mailed), stage.code()).refusal == .verificationFailed)
    let outcome = try await stage.approve(mailed, stage.code()).executed().get()
    #expect(outcome.answer.status == .approved)
    let details = try await stage.harness.auditDetails("transaction_approved")
    #expect(details.contains("\"second\":\"two_factor\""))
    #expect(!stage.harness.messenger.messages.contains { $0.channel == .sms })
  }

  // Holds: RTS-4.3a
  @Test("a wrong pair counts for the mailed codes in one way, whichever of the two was wrong")
  func countsAlike() async throws {
    var counted: [[String]] = []
    for isMailedWrong in [true, false] {
      let stage = try await AppStage()
      let mailed = try await stage.mailedCode()
      let refused = try await stage.approve(
        isMailedWrong ? stage.other(mailed) : mailed,
        isMailedWrong ? stage.code() : stage.wrong())
      #expect(refused.refusal == .verificationFailed)
      // The app's code counts too: who sees its count later learns nothing of the mailed one.
      counted.append(
        try await stage.harness.store.read { transaction in
          let attempts = try transaction.rows(
            "SELECT subject, failed_attempts FROM attempts ORDER BY subject", []
          ).map { "\(try $0.text(0).prefix { $0 != ":" }) \(try $0.integer(1))" }
          let failures = try transaction.rows(
            "SELECT path, failures FROM code_failures ORDER BY path", []
          ).map { "\(try $0.text(0)) \(try $0.integer(1))" }
          let tries = try transaction.rows(
            "SELECT tries FROM code_requests WHERE tries > 0", []
          ).map { "tries \(try $0.integer(0))" }
          return attempts + failures + tries
        })
    }
    #expect(counted.first == counted.last)
    #expect(counted.first?.count == 5)
  }

  @Test("an account with an authenticator app is not acted for with a texted code")
  func takesNoText() async throws {
    let stage = try await AppStage()
    let (harness, session) = (stage.harness, stage.session)
    try await harness.confirmPhone(Self.number, session)
    let mailed = try await stage.mailedCode()
    // No mailed code is checked without the app's: nobody learns which of the two was wrong.
    #expect(try await stage.approve(stage.other(mailed), nil).refusal == .proofNotAllowed)
    #expect(try await stage.approve(mailed, nil).refusal == .proofNotAllowed)
    for mailed in [mailed, stage.other(mailed)] {
      let texted = Proof.codes(
        validateCode: mailed, otp: SecretText("000000"), twoFactorCode: nil)
      #expect(
        try await harness.approvalRefusal(stage.review, texted, session) == .proofNotAllowed)
    }
    let payload = ReviewPayload(transactionID: stage.review.transaction.transactionID)
    let asked = try await harness.service.codeRequests.make(
      CodeRequest(
        approving: LinkedOptionsRequest(scenario: .authorizeTransaction, payload: payload.json),
        channel: .sms), session: session, from: .local)
    #expect(asked.refusal == .proofNotAllowed)
    await harness.deliverMessages()
    #expect(!harness.messenger.messages.contains { $0.channel == .sms })
    #expect(try await stage.approve(mailed, stage.code()).refusal == nil)
  }

  // Holds: code fallback
  @Test("once there is an app nothing is texted, though the mailed code was right before")
  func textsNoMore() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    try await harness.confirmPhone(Self.number, session)
    var request = NewTransactionRequest.sample
    request.amount = 750
    let review = try await harness.review(request)
    let payload = ReviewPayload(transactionID: review.transaction.transactionID)
    let action = LinkedOptionsRequest(scenario: .authorizeTransaction, payload: payload.json)
    _ = try await harness.service.codeRequests.make(
      CodeRequest(approving: action), session: session, from: .local
    ).get()
    let codes = Proof.codes(
      validateCode: try await harness.newestCode(to: Self.mail), otp: nil, twoFactorCode: nil)
    let first = try await harness.service.reviews.approve(
      review.reviewID, ApprovalRequest(proof: codes), idempotencyKey: nil, session: session
    ).get()
    guard case .otpRequired = first else { throw HarnessError.noCode }
    _ = try await harness.enrolApp(session)
    let texted = try await harness.service.codeRequests.make(
      CodeRequest(approving: action, channel: .sms), session: session, from: .local)
    #expect(texted.refusal == .proofNotAllowed)
  }

  @Test(
    "a number that a proof by an app entitled to holds no more once that app is gone",
    arguments: [false, true])
  func voided(isReplaced: Bool) async throws {
    let stage = try await AppStage()
    let (harness, session) = (stage.harness, stage.session)
    var successor: TestAuthenticatorApp?
    if isReplaced {
      let enrolled = try await harness.service.authenticatorApps.enrol(
        AuthenticatorAppRequest(
          proof: try await stage.managementProof(changing: .addAuthenticatorApp)), session: session
      ).get()
      successor = TestAuthenticatorApp(typed: enrolled.answer.secret)
      harness.clock.advance(seconds: 30)
    }
    _ = try await harness.service.phones.set(
      PhoneRequest(
        phone: Self.number,
        proof: try await stage.managementProof(changing: .setPhone(Self.number))), session: session
    ).get()
    let otp = try await harness.newestCode(to: Self.number)
    harness.clock.advance(seconds: 30)
    if let successor {
      try await harness.confirm(successor.code(at: harness.clock.now()), session).get()
    } else {
      _ = try await harness.service.authenticatorApps.remove(
        RevocationRequest(
          proof: try await stage.managementProof(changing: .removeAuthenticatorApp)),
        session: session
      ).get()
    }
    let confirmed = try await harness.service.phones.confirm(
      PhoneConfirmation(otp: otp), session: session)
    #expect(confirmed.refusal == .verificationFailed)
    #expect(try await !harness.service.secondFactors.show(session).hasPhone)
  }

  // Holds: ASVS-6.5.1
  @Test("ASVS-6.5.1: a TOTP code is accepted once, and none before it any more")
  func once() async throws {
    let stage = try await AppStage()
    let early = stage.code()
    stage.harness.clock.advance(seconds: 30)
    let code = stage.code()
    #expect(
      try await stage.approve(try await stage.mailedCode(), code).executed().get().answer.status
        == .approved)
    for used in [code, early] {
      let review = try await stage.another()
      let mailed = try await stage.mailedCode(review)
      #expect(try await stage.approve(mailed, used, review).refusal == .verificationFailed)
    }
    stage.harness.clock.advance(seconds: 30)
    let review = try await stage.another()
    let mailed = try await stage.mailedCode(review)
    #expect(try await stage.approve(mailed, stage.code(), review).refusal == nil)
  }

  // Holds: ASVS-6.5.1
  @Test("the code with which an app was confirmed proves nothing again")
  func confirmationIsUsed() async throws {
    let stage = try await AppStage(waits: false)
    #expect(
      try await stage.approve(try await stage.mailedCode(), stage.code()).refusal
        == .verificationFailed)
  }

  // Holds: ASVS-6.5.1
  @Test("one code sent at once from everywhere acts once")
  func race() async throws {
    let stage = try await AppStage()
    let code = stage.code()
    let reviews = [stage.review, try await stage.another()]
    // A code is for one action; only one can be open, so both are tried with it.
    let mailed = try await stage.mailedCode(reviews[1])
    let executed = try await withThrowingTaskGroup { group in
      for index in 0..<16 {
        group.addTask { try await stage.approve(mailed, code, reviews[index % 2]) }
      }
      return try await group.reduce(into: 0) { count, decision in
        if case .success(.done(let done)) = decision, !done.isReplayed { count += 1 }
      }
    }
    #expect(executed == 1)
  }

  // Holds: ASVS-6.5.1
  @Test("beside a wrong mailed code the app's counts as wrong: no count tells which one was")
  func notChecked() async throws {
    let stage = try await AppStage()
    let mailed = try await stage.mailedCode()
    for code in [stage.wrong(), stage.code(), stage.wrong(), stage.wrong()] {
      #expect(
        try await stage.approve(stage.other(mailed), code).refusal == .verificationFailed)
    }
    let kinds = try await stage.harness.auditKinds()
    #expect(kinds.count { $0 == "code_refused" } == 4)
    #expect(kinds.count { $0 == "authenticator_code_refused" } == 4)
  }

  // Holds: RTS-4.3b
  @Test("five wrong codes of the app in a row block it for a while, whatever the mailed code says")
  func blocked() async throws {
    let stage = try await AppStage()
    let mailed = try await stage.mailedCode()
    for _ in 0..<5 {
      #expect(try await stage.approve(mailed, stage.wrong()).refusal == .verificationFailed)
    }
    #expect(try await stage.approve(mailed, stage.code()).refusal == .secondFactorBlocked)
    await stage.harness.deliverMessages()
    #expect(stage.harness.messenger.notices(to: Self.mail).last == .factorBlocked)
  }

  // Holds: ASVS-6.5.1
  @Test("five wrong codes of an app that is set up block even its right one")
  func blockedBeforeItHolds() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    let code = try await harness.code(.register, session, to: Self.mail)
    let app = TestAuthenticatorApp(typed: try await harness.enrol(session, code: code).get().secret)
    for _ in 0..<5 {
      #expect(
        try await harness.confirm(harness.wrong(app), session).refusal == .verificationFailed)
    }
    let right = try await harness.confirm(app.code(at: harness.clock.now()), session)
    #expect(right.refusal == .secondFactorBlocked)
    // Nor is another secret given, of which no code would be taken.
    harness.clock.advance(seconds: 61)
    let another = try await harness.code(.register, session, to: Self.mail)
    #expect(try await harness.enrol(session, code: another).refusal == .secondFactorBlocked)
  }

  @Test("the secret of one account's app is no secret of another's, though somebody moves the row")
  func movedSecret() async throws {
    let stage = try await AppStage()
    let harness = stage.harness
    let other = try await harness.signUp("bob@example.com")
    let code = try await harness.code(.register, other, to: "bob@example.com")
    let app = try await harness.service.authenticatorApps.enrol(
      AuthenticatorAppRequest(validateCode: code), session: other
    ).get()
    let secret = TestAuthenticatorApp(typed: app.answer.secret)
    try await harness.confirm(secret.code(at: harness.clock.now()), other).get()
    try await harness.store.write { transaction in
      _ = try transaction.execute(
        """
        UPDATE authenticator_apps SET secret =
          (SELECT secret FROM authenticator_apps WHERE account_id = ?) WHERE account_id = ?
        """, [.text(other.accountID.text), .text(stage.session.accountID.text)])
    }
    let mailed = try await stage.mailedCode()
    harness.clock.advance(seconds: 30)
    let moved = secret.code(at: harness.clock.now())
    await #expect(throws: StoreError.self) { try await stage.approve(mailed, moved) }
  }

  // Holds: codes are weak
  @Test("an app is replaced and removed with a proof by a factor, and until then the old one holds")
  func replaced() async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    let first = try await harness.enrolApp(
      session,
      entitledBy: AuthenticatorAppRequest(
        proof: try await harness.managementProof(
          authenticator, session, changing: .addAuthenticatorApp)))
    let second = try await harness.service.authenticatorApps.enrol(
      AuthenticatorAppRequest(
        proof: try await harness.managementProof(
          authenticator, session, changing: .addAuthenticatorApp)),
      session: session
    ).get().answer
    harness.clock.advance(seconds: 30)
    harness.turnUntilApart(first, TestAuthenticatorApp(typed: second.secret))
    #expect(
      try await harness.confirm(first.code(at: harness.clock.now()), session).refusal
        == .verificationFailed)
    #expect(try await harness.service.secondFactors.show(session).hasTwoFactor)
    let removed = try await harness.service.authenticatorApps.remove(
      RevocationRequest(
        proof: try await harness.managementProof(
          authenticator, session, changing: .removeAuthenticatorApp)),
      session: session)
    #expect(removed.refusal == nil)
    #expect(try await !harness.service.secondFactors.show(session).hasTwoFactor)
    await harness.deliverMessages()
    #expect(harness.messenger.notices(to: Self.mail).last == .authenticatorAppRemoved)
  }

  // Holds: ASVS-7.5.1
  @Test("an app is not removed without a proof")
  func needsProof() async throws {
    let (harness, session, _) = try await ServiceHarness.withKey()
    let removed = try await harness.service.authenticatorApps.remove(
      RevocationRequest(), session: session)
    #expect(removed.refusal == .insufficientUserAuthentication)
    #expect(
      try await harness.enrol(session).refusal == .insufficientUserAuthentication)
  }

  @Test("an app that a mailed code alone began holds no more once there is a factor, or too late")
  func overtaken() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    let code = try await harness.code(.register, session, to: Self.mail)
    let app = TestAuthenticatorApp(typed: try await harness.enrol(session, code: code).get().secret)
    harness.clock.advance(seconds: 600)
    try await harness.keepAlive(session)
    #expect(
      try await harness.confirm(app.code(at: harness.clock.now()), session).refusal
        == .verificationFailed)
    let another = try await harness.code(.register, session, to: Self.mail)
    let late = TestAuthenticatorApp(
      typed: try await harness.enrol(session, code: another).get().secret)
    _ = try await harness.registerKey(session)
    #expect(
      try await harness.confirm(late.code(at: harness.clock.now()), session).refusal
        == .verificationFailed)
  }

  @Test(
    "an app that is the only factor adds a key, beside a mailed code, and manages none after it")
  func manages() async throws {
    let stage = try await AppStage()
    let (harness, session) = (stage.harness, stage.session)
    let first = try await stage.managementProof()
    let authenticator = try harness.newAuthenticator()
    let options = try await harness.service.credentials.registrationOptions(
      AuthenticatorAppRequest(proof: first), session: session
    ).get()
    _ = try await harness.service.credentials.register(
      authenticator.register(options), session: session
    ).get()
    stage.harness.clock.advance(seconds: 30)
    let weak = try await harness.service.authenticatorApps.remove(
      RevocationRequest(
        proof: try await stage.managementProof(changing: .removeAuthenticatorApp)),
      session: session)
    #expect(weak.refusal == .insufficientUserAuthentication)
    let removed = try await harness.service.authenticatorApps.remove(
      RevocationRequest(
        proof: try await harness.managementProof(
          authenticator, session, changing: .removeAuthenticatorApp)),
      session: session)
    #expect(removed.refusal == nil)
  }

  @Test("the codes of one change make no other, and are used once")
  func codesOfOneChange() async throws {
    let stage = try await AppStage()
    let (harness, session) = (stage.harness, stage.session)
    let other = try await stage.managementProof()
    let mismatch = try await harness.service.authenticatorApps.remove(
      RevocationRequest(proof: other), session: session)
    #expect(mismatch.refusal == .verificationFailed)
    stage.harness.clock.advance(seconds: 30)
    let proof = try await stage.managementProof(changing: .removeAuthenticatorApp)
    let removed = try await harness.service.authenticatorApps.remove(
      RevocationRequest(proof: proof), session: session)
    #expect(removed.refusal == nil)
  }

  @Test("a set-up is answered once: a fresh proof gives another secret, and voids the one before")
  func repeated() async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    let key = try IdempotencyKey("app-1")
    func request() async throws -> AuthenticatorAppRequest {
      AuthenticatorAppRequest(
        proof: try await harness.managementProof(
          authenticator, session, changing: .addAuthenticatorApp))
    }
    let asked = try await request()
    let first = try await harness.service.authenticatorApps.enrol(
      asked, idempotencyKey: key, session: session
    ).get()
    for repeated in [key, nil] {
      let again = try await harness.service.authenticatorApps.enrol(
        asked, idempotencyKey: repeated, session: session)
      #expect(again.refusal == .alreadyUsed)
    }
    let second = try await harness.service.authenticatorApps.enrol(
      request(), idempotencyKey: key, session: session
    ).get()
    #expect(!second.isReplayed && second.answer.secret != first.answer.secret)
    let app = TestAuthenticatorApp(typed: second.answer.secret)
    try await harness.confirm(app.code(at: harness.clock.now()), session).get()
    let late = try await harness.service.authenticatorApps.enrol(
      asked, idempotencyKey: key, session: session)
    #expect(late.refusal == .alreadyUsed)
    let stored = try await harness.store.read { transaction in
      try transaction.rows("SELECT secret FROM authenticator_apps", []).first?.blob(0) ?? []
    }
    // The key's number, a nonce, 20 bytes of secret and a tag.
    let sealedBytes = [1, 12, 20, 16].reduce(0, +)
    #expect(stored.count == sealedBytes)
    #expect(!stored.containsRun(of: app.bytes))
  }

  private static let mail = "ada@example.com"
  private static let number = "+2348012345678"
}

extension ServiceHarness {
  fileprivate func enrol(
    _ session: AuthenticatedSession, code: SecretText? = nil
  ) async throws -> Decision<AuthenticatorAppAnswer> {
    try await service.authenticatorApps.enrol(
      AuthenticatorAppRequest(validateCode: code), session: session
    ).map(\.answer)
  }

  fileprivate func confirm(
    _ code: SecretText, _ session: AuthenticatedSession
  ) async throws -> Decision<Void> {
    try await service.authenticatorApps.confirm(
      AuthenticatorAppConfirmation(twoFactorCode: code), session: session
    ).map(\.answer)
  }
}

extension [UInt8] {
  fileprivate func containsRun(of other: [UInt8]) -> Bool {
    indices.contains { self[$0...].starts(with: other) }
  }
}
