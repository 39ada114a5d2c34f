import CountersignCore
import CountersignSQLite
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("Codes as a proof")
struct CodeProofTests {
  // Holds: code fallback
  @Test("the mailed code alone has another texted, once; both together approve, and are used up")
  func bothCodes() async throws {
    let stage = try await CodeStage()
    let mailed = try await stage.mailedCode()
    let first = try await stage.approve(mailed)
    #expect(
      first.outcome
        == .otpRequired(OTPRequired(destination: "+234•••••78", resendAfter: 60)))
    stage.harness.clock.advance(seconds: 20)
    let second = try await stage.approve(mailed)
    #expect(
      second.outcome
        == .otpRequired(OTPRequired(destination: "+234•••••78", resendAfter: 40)))
    let otp = try await stage.textedCode()
    #expect(stage.texts.count == 1)
    let document = try #require(
      try await stage.harness.service.reviews.show(stage.review.reviewID, session: stage.session)
        .get().document)
    #expect(document["amount"] == .money(Money(75_000, "NGN", exponent: 2)))
    #expect(document["payee"] == .payee("Ikeja Books"))
    #expect(stage.texts.first?.content == .approvalCode(otp, of: document))
    let approved = try await stage.approve(mailed, otp: otp).get()
    guard case .done(let outcome) = approved else {
      Issue.record("not approved")
      return
    }
    #expect(outcome.answer.status == .approved && !outcome.isReplayed)
    #expect(try await stage.harness.auditKinds().count { $0 == "code_texted" } == 1)
    let details = try await stage.harness.auditDetails("transaction_approved")
    #expect(details.contains("\"second\":\"otp\""))
    // Neither is good for anything again.
    let other = try await stage.anotherReview()
    #expect(try await stage.approve(mailed, otp: otp, other).refusal == .verificationFailed)
    #expect(try await stage.approve(mailed, otp: otp).refusal == .alreadyApproved)
    #expect(try await stage.openCodes() == 0)
    #expect(try await stage.harness.fault() == nil)
  }

  // Holds: ASVS-6.6.2, code fallback
  @Test("a code is good for the one action that its message names, in the session that asked")
  func bound() async throws {
    let stage = try await CodeStage()
    let (mailed, otp) = try await stage.codes()
    let other = try await stage.anotherReview()
    let elsewhere = try await stage.harness.signUp()
    #expect(try await stage.approve(mailed, otp: otp, other).refusal == .verificationFailed)
    #expect(
      try await stage.test(.codes(validateCode: mailed, otp: otp, twoFactorCode: nil)).refusal
        == .verificationFailed)
    #expect(
      try await stage.approve(mailed, otp: otp, session: elsewhere).refusal
        == .verificationFailed)
    // What was refused for another action cost no try.
    #expect(try await stage.approve(mailed, otp: otp).refusal == nil)
  }

  @Test("a code for an action opens no session, recovers nothing, and sets no PIN")
  func otherPurposes() async throws {
    let stage = try await CodeStage()
    let (mailed, _) = try await stage.codes()
    let pin = try await stage.harness.service.pins.set(
      SetPINRequest(pin: SecretText("2580"), entitlement: .validateCode(mailed)),
      session: stage.session)
    #expect(pin.refusal == .verificationFailed)
    let opened = try await stage.harness.service.signIn.open(
      .code(codeRequest: try await stage.newestRequest(), validateCode: mailed))
    #expect(opened.refusal == .verificationFailed)
    let register = try await stage.harness.code(.register, stage.session, to: stage.userName)
    #expect(try await stage.approve(register).refusal == .verificationFailed)
  }

  // Holds: RTS-4.3a
  @Test("a wrong code is refused in one way, whichever it is, and used up by nothing but success")
  func wrong() async throws {
    let stage = try await CodeStage()
    let (mailed, otp) = try await stage.codes()
    for (first, second) in [(stage.wrong(mailed), otp), (mailed, stage.wrong(otp))] {
      guard case .failure(let refusal) = try await stage.approve(first, otp: second) else {
        Issue.record("not refused")
        return
      }
      #expect(refusal.reason == .verificationFailed && refusal.concernsSecret)
      #expect(refusal.detail == "Verification failed. Try again or use another factor")
    }
    #expect(try await stage.openCodes() == 2)
    #expect(try await stage.approve(mailed, otp: otp).refusal == nil)
  }

  // Holds: RTS-4.3b, code fallback
  @Test("five wrong texted codes end that code, and block the account's codes for a while")
  func tries() async throws {
    let stage = try await CodeStage()
    let (mailed, otp) = try await stage.codes()
    for _ in 0..<5 {
      #expect(
        try await stage.approve(mailed, otp: stage.wrong(otp)).refusal == .verificationFailed)
    }
    // The right mailed code beside them has cleared nothing.
    #expect(try await stage.approve(mailed, otp: otp).refusal == .secondFactorBlocked)
    stage.harness.clock.advance(seconds: 901)
    try await stage.harness.keepAlive(stage.session)
    let (fresh, _) = try await stage.codes()
    #expect(try await stage.approve(fresh, otp: otp).refusal == .verificationFailed)
  }

  @Test("five tries end a code, though a right one for something else comes in between")
  func triesOfOne() async throws {
    let stage = try await CodeStage { $0.attempts.maxAttempts = 100 }
    let mailed = try await stage.mailedCode()
    for _ in 0..<5 {
      #expect(try await stage.approve(stage.wrong(mailed)).refusal == .verificationFailed)
    }
    #expect(try await stage.approve(mailed).refusal == .verificationFailed)
    #expect(stage.texts.isEmpty)
  }

  // Holds: code fallback
  @Test("a code past its time, and one that a newer one replaced, is refused")
  func newestOnly() async throws {
    let stage = try await CodeStage()
    let old = try await stage.mailedCode()
    let new = try await stage.mailedCode()
    if old != new { #expect(try await stage.approve(old).refusal == .verificationFailed) }
    #expect(try await stage.approve(new).refusal == nil)
    let otp = try await stage.textedCode()
    stage.harness.clock.advance(seconds: 600)
    try await stage.harness.keepAlive(stage.session)
    #expect(try await stage.approve(new, otp: otp).refusal == .verificationFailed)
  }

  @Test("of two codes asked for at once the open one holds, whatever the clocks of two nodes said")
  func askedAtOnce() async throws {
    let stage = try await CodeStage()
    let first = try await stage.mailedCode()
    let older = try await stage.harness.store.rows(
      "SELECT id FROM code_requests WHERE purpose = 'approve'", []
    ).first?.text(0)
    let second = try await stage.mailedCode()
    // As though a node whose clock is behind had stored the second.
    _ = try await stage.harness.store.write { transaction in
      try transaction.execute(
        """
        UPDATE code_requests SET created_at = created_at - 1000
        WHERE purpose = 'approve' AND id <> ?
        """, [.text(older ?? "")])
    }
    if first != second {
      #expect(try await stage.approve(first).refusal == .verificationFailed)
    }
    #expect(try await stage.approve(second).refusal == nil)
  }

  @Test("a code is texted only after the mailed one was right, and only where there is a number")
  func texted() async throws {
    let stage = try await CodeStage()
    #expect(try await stage.askText().refusal == .proofNotAllowed)
    let mailed = try await stage.mailedCode()
    #expect(try await stage.askText().refusal == .proofNotAllowed)
    _ = try await stage.approve(stage.wrong(mailed))
    #expect(try await stage.askText().refusal == .proofNotAllowed)
    _ = try await stage.approve(mailed).get()
    let again = try await stage.askText().get()
    #expect(again.destination == "+234•••••78" && again.resendAfter == 60)
    let otp = try await stage.textedCode()
    #expect(stage.texts.count == 2)
    #expect(try await stage.approve(mailed, otp: otp).refusal == nil)

    let without = try await CodeStage(phone: nil)
    let code = try await without.mailedCode()
    #expect(try await without.approve(code).refusal == .channelMissing)
    #expect(try await without.askText().refusal == .channelMissing)
    let noTexts = try await CodeStage(phone: nil) { $0.codes.channels = [.email] }
    try await noTexts.harness.storePhone("+2348012345678", noTexts.session)
    #expect(try await noTexts.approve(noTexts.mailedCode()).refusal == .channelMissing)
    #expect(noTexts.texts.isEmpty)
  }

  // Holds: factors differ, codes are weak
  @Test("codes approve up to the low-value limit in the own currency, five times in a row")
  func lowValue() async throws {
    let stage = try await CodeStage {
      $0.allow(pendingTransactions: 100)
      $0.codes.requestsPerHour = 100
      $0.lowValueRepeats = 2
    }
    for (amount, currency) in [(1001, "NGN"), (10, "USD")] as [(Int64, String)] {
      let review = try await stage.anotherReview(amount, currency)
      let mailed = try await stage.mailedCode(review)
      #expect(try await stage.approve(mailed, review).refusal == .linkingRequired)
    }
    for _ in 0..<2 {
      let review = try await stage.anotherReview()
      let (mailed, otp) = try await stage.codes(review)
      #expect(try await stage.approve(mailed, otp: otp, review).refusal == nil)
    }
    let third = try await stage.anotherReview()
    #expect(
      try await stage.approve(try await stage.mailedCode(third), third).refusal
        == .linkingRequired)
  }

  @Test("codes sent at once from everywhere approve once, and text once")
  func race() async throws {
    let stage = try await CodeStage()
    let mailed = try await stage.mailedCode()
    try await withThrowingTaskGroup { group in
      for _ in 0..<12 { group.addTask { _ = try await stage.approve(mailed).get() } }
      try await group.waitForAll()
    }
    let otp = try await stage.textedCode()
    #expect(stage.texts.count == 1)
    let key = try IdempotencyKey("codes-1")
    let executed = try await withThrowingTaskGroup { group in
      for _ in 0..<12 {
        group.addTask { try await stage.approve(mailed, otp: otp, key: key).get() }
      }
      return try await group.reduce(into: 0) { count, outcome in
        if case .done(let done) = outcome, !done.isReplayed { count += 1 }
      }
    }
    #expect(executed == 1)
    let kinds = try await stage.harness.auditKinds()
    #expect(kinds.count { $0 == "transaction_approved" } == 1)
  }

  // Holds: codes are weak
  @Test("SEND_MONEY and the account's factors take no codes")
  func notAllowed() async throws {
    let stage = try await CodeStage()
    let (mailed, otp) = try await stage.codes()
    let proof = Proof.codes(validateCode: mailed, otp: otp, twoFactorCode: nil)
    #expect(
      try await stage.harness.refusal(
        SendMoneyRequest(payload: .sample, proof: proof), stage.session)
        == .proofNotAllowed)
    let revocation = try await stage.harness.service.credentials.revoke(
      .all, RevocationRequest(proof: proof), session: stage.session)
    #expect(revocation.refusal == .proofNotAllowed)
    let asked = try await stage.harness.service.codeRequests.make(
      CodeRequest(approving: LinkedOptionsRequest(changing: .addPasskey)),
      session: stage.session, from: .local)
    #expect(asked.refusal == .proofNotAllowed)
    let nobody = try await stage.harness.service.codeRequests.make(
      CodeRequest(approving: stage.action()), session: nil, from: .local)
    #expect(nobody.refusal == .sessionRequired)
  }

  @Test("TEST_BIOMETRICS takes codes, whose message says that it is a test")
  func tested() async throws {
    let stage = try await CodeStage()
    let action = LinkedOptionsRequest(scenario: .testBiometrics, payload: [:])
    let mailed = try await stage.mailedCode(action)
    guard
      case .approvalCode(mailed, of: let document)? = stage.harness.messenger.messages
        .last(where: { $0.code != nil })?.content
    else {
      Issue.record("the message does not say what it approves")
      return
    }
    #expect(document.scenario == .testBiometrics)
    #expect(document.fields.isEmpty)
    let alone = Proof.codes(validateCode: mailed, otp: nil, twoFactorCode: nil)
    #expect(try await stage.test(alone).refusal == nil)
    let both = Proof.codes(
      validateCode: mailed, otp: try await stage.textedCode(), twoFactorCode: nil)
    guard case .done? = try? await stage.test(both).get() else {
      Issue.record("not tested")
      return
    }
    #expect(try await stage.test(both).refusal == .verificationFailed)
  }

  // Holds: code fallback
  @Test(
    "what is no code by its form is refused and costs no try",
    arguments: ["", "12345", "1234567", "12345a", "１２３４５６", " 12345"])
  func form(_ text: String) async throws {
    let stage = try await CodeStage()
    let (mailed, otp) = try await stage.codes()
    #expect(try await stage.approve(SecretText(text)).refusal == .unacceptableValue)
    #expect(
      try await stage.approve(mailed, otp: SecretText(text)).refusal == .unacceptableValue)
    #expect(try await stage.approve(mailed, otp: otp).refusal == nil)
  }

  // Holds: codes say all
  @Test("the code that names both registers the account's first key on the way, and one only")
  func registers() async throws {
    let stage = try await CodeStage(phone: nil)
    // One that names the action alone registers none.
    let approving = try await stage.mailedCode()
    let refused = try await stage.harness.service.credentials.registrationOptions(
      RegistrationOptionsRequest(validateCode: approving), session: stage.session)
    #expect(refused.refusal == .verificationFailed)
    let mailed = try await stage.codeOnTheWay()
    let sent = stage.harness.messenger.messages.last { $0.code != nil }
    #expect(sent?.purpose == .registerAndApprove)
    let authenticator = try stage.harness.newAuthenticator()
    let options = try await stage.harness.service.credentials.registrationOptions(
      RegistrationOptionsRequest(validateCode: mailed), session: stage.session
    ).get()
    // Until the key is registered the code stays what it was.
    #expect(try await stage.openCodes() == 1)
    _ = try await stage.harness.service.credentials.register(
      authenticator.register(options), session: stage.session
    ).get()
    #expect(try await stage.openCodes() == 0)
    let another = try await stage.harness.service.credentials.registrationOptions(
      RegistrationOptionsRequest(validateCode: mailed), session: stage.session)
    #expect(another.refusal == .verificationFailed)
    let assertion = try await stage.harness.reviewAssertion(
      stage.review, authenticator, stage.session)
    _ = try await stage.harness.approve(stage.review, .assertion(assertion), stage.session)
    #expect(try await stage.harness.service.secondFactors.show(stage.session).needsFactor)
  }

  @Test("the code that names both stands in for a factor as well, with the texted one")
  func approvesToo() async throws {
    let stage = try await CodeStage()
    let mailed = try await stage.codeOnTheWay()
    guard case .success(.otpRequired) = try await stage.approve(mailed) else {
      Issue.record("no second code was texted")
      return
    }
    #expect(try await stage.approve(mailed, otp: stage.textedCode()).refusal == nil)
    #expect(try await stage.openCodes() == 0)
  }
}

/// An account without a factor but with a telephone number, and a transaction that waits for it.
private struct CodeStage: Sendable {
  let harness: ServiceHarness
  let session: AuthenticatedSession
  let review: TransactionAnswer
  let userName = "ada@example.com"
  let number: String?

  init(
    phone: String? = "+2348012345678", change: (inout ServicePolicy) -> Void = { _ in }
  ) async throws {
    harness = try await ServiceHarness(change: change)
    session = try await harness.signUp(userName)
    number = phone
    if let phone { try await harness.confirmPhone(phone, session) }
    var request = NewTransactionRequest.sample
    (request.amount, request.expiresIn) = (750, 3600)
    review = try await harness.review(request)
  }

  /// The messages that were texted for an action.
  var texts: [Message] {
    harness.messenger.messages.filter { message in
      guard message.channel == .sms, case .approvalCode = message.content else { return false }
      return true
    }
  }

  func anotherReview(
    _ amount: Int64 = 750, _ currency: String = "NGN"
  ) async throws -> TransactionAnswer {
    var request = NewTransactionRequest.sample
    (request.amount, request.currency) = (DecimalAmount(String(amount)), currency)
    request.expiresIn = 3600
    return try await harness.review(request)
  }

  func action(_ review: TransactionAnswer? = nil) -> LinkedOptionsRequest {
    LinkedOptionsRequest(
      scenario: .authorizeTransaction,
      payload: ReviewPayload(
        transactionID: (review ?? self.review).transaction.transactionID
      ).json)
  }

  func mailedCode(_ action: LinkedOptionsRequest) async throws -> SecretText {
    _ = try await harness.service.codeRequests.make(
      CodeRequest(approving: action), session: session, from: .local
    ).get()
    return try await harness.newestCode(to: userName)
  }

  func codeOnTheWay() async throws -> SecretText {
    _ = try await harness.service.codeRequests.make(
      CodeRequest(registeringOnTheWayTo: action()), session: session, from: .local
    ).get()
    return try await harness.newestCode(to: userName)
  }

  func mailedCode(_ review: TransactionAnswer? = nil) async throws -> SecretText {
    try await mailedCode(action(review))
  }

  func textedCode() async throws -> SecretText {
    try await harness.newestCode(to: try #require(number))
  }

  /// Both codes, each right.
  func codes(
    _ review: TransactionAnswer? = nil
  ) async throws -> (mailed: SecretText, otp: SecretText) {
    let mailed = try await mailedCode(review)
    _ = try await approve(mailed, review).get()
    return (mailed, try await textedCode())
  }

  func approve(
    _ mailed: SecretText, otp: SecretText? = nil, _ review: TransactionAnswer? = nil,
    session: AuthenticatedSession? = nil, key: IdempotencyKey? = nil
  ) async throws -> Decision<ActionOutcome<TransactionAnswer>> {
    try await harness.service.reviews.approve(
      (review ?? self.review).reviewID,
      ApprovalRequest(proof: .codes(validateCode: mailed, otp: otp, twoFactorCode: nil)),
      idempotencyKey: key, session: session ?? self.session)
  }

  func test(_ proof: Proof) async throws -> Decision<ActionOutcome<BiometricTestAnswer>> {
    try await harness.service.actions.testBiometrics(
      BiometricTestRequest(proof: proof), idempotencyKey: nil, session: session)
  }

  func askText() async throws -> Decision<CodeRequestAnswer> {
    try await harness.service.codeRequests.make(
      CodeRequest(approving: action(), channel: .sms), session: session, from: .local)
  }

  /// Another code than the one given.
  func wrong(_ code: SecretText) -> SecretText {
    SecretText(code.exposed == "000000" ? "000001" : "000000")
  }

  /// How many codes for actions are open.
  func openCodes() async throws -> Int64 {
    try await harness.store.read { transaction in
      try transaction.rows(
        """
        SELECT count(*) FROM code_requests
        WHERE purpose IN ('approve', 'register_and_approve') AND closed_at IS NULL
        """, []
      ).first?
      .integer(0) ?? 0
    }
  }

  func newestRequest() async throws -> String {
    try await harness.store.read { transaction in
      try transaction.rows(
        "SELECT id FROM code_requests WHERE purpose = 'approve' ORDER BY created_at DESC LIMIT 1",
        []
      ).first?.text(0) ?? ""
    }
  }
}

extension Result where Failure == Refusal {
  /// The outcome; nil where it was refused.
  var outcome: Success? { try? get() }
}
