import CountersignCore
import CountersignSQLite
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

/// An account with an authenticator app, and a transaction that waits for it.
struct AppStage: Sendable {
  let harness: ServiceHarness
  let session: AuthenticatedSession
  let app: TestAuthenticatorApp
  let review: TransactionAnswer

  // Waits for the step after the confirming code's, unless it is told otherwise.
  init(waits: Bool = true) async throws {
    harness = try await ServiceHarness { $0.allow(pendingTransactions: 10) }
    session = try await harness.signUp()
    app = try await harness.enrolApp(session)
    if waits { harness.clock.advance(seconds: 30) }
    var request = NewTransactionRequest.sample
    (request.amount, request.expiresIn) = (750, 3600)
    review = try await harness.review(request)
  }

  func another() async throws -> TransactionAnswer {
    var request = NewTransactionRequest.sample
    (request.amount, request.expiresIn) = (750, 3600)
    return try await harness.review(request)
  }

  func code() -> SecretText { app.code(at: harness.clock.now()) }

  /// A code that is none of the three that would be taken.
  func wrong() -> SecretText { harness.wrong(app) }

  func other(_ code: SecretText) -> SecretText {
    SecretText(code.exposed == "000000" ? "000001" : "000000")
  }

  func mailedCode(_ review: TransactionAnswer? = nil) async throws -> SecretText {
    let payload = ReviewPayload(
      transactionID: (review ?? self.review).transaction.transactionID)
    _ = try await harness.service.codeRequests.make(
      CodeRequest(
        approving: LinkedOptionsRequest(scenario: .authorizeTransaction, payload: payload.json)),
      session: session, from: .local
    ).get()
    return try await harness.newestCode(to: "ada@example.com")
  }

  /// A mailed code and the app's, with which factors are managed.
  func managementProof(
    changing change: FactorChange = .addPasskey
  ) async throws -> Proof {
    _ = try await harness.service.codeRequests.make(
      CodeRequest(approving: LinkedOptionsRequest(changing: change)),
      session: session, from: .local
    ).get()
    let mailed = try await harness.newestCode(to: "ada@example.com")
    return .codes(validateCode: mailed, otp: nil, twoFactorCode: code())
  }

  func approve(
    _ mailed: SecretText, _ code: SecretText?, _ review: TransactionAnswer? = nil
  ) async throws -> Decision<ActionOutcome<TransactionAnswer>> {
    try await harness.service.reviews.approve(
      (review ?? self.review).reviewID,
      ApprovalRequest(proof: .codes(validateCode: mailed, otp: nil, twoFactorCode: code)),
      idempotencyKey: nil, session: session)
  }
}

extension ServiceHarness {
  /// A code that an app shows neither now nor in the steps beside.
  func wrong(_ app: TestAuthenticatorApp) -> SecretText {
    app.wrongCode(at: clock.now())
  }
}
