import CountersignTesting
import Crypto
import DocumentModel
import Testing
import WebAuthnModel
import WireModel

@testable import CountersignCore

@Suite("Verification of an assertion for a token")
struct VerificationTests {
  /// An account with one passkey, on a server that declares PAY_INVOICE.
  private struct Stage {
    let harness: ServiceHarness
    let session: AuthenticatedSession
    let key: TestAuthenticator

    init() async throws {
      (harness, session, key) = try await ServiceHarness.withKey { $0.add(.payInvoice) }
    }

    func verify(_ assertion: AssertionResponse) async throws -> Decision<VerificationAnswer> {
      try await harness.service.proofs.verify(assertion, session: session)
    }

    func prove(_ proof: Proof) async throws -> VerificationAnswer {
      let outcome = try await harness.service.proofs.prove(
        ProofRequest(scenario: .payInvoice, payload: ServiceHarness.invoice(), proof: proof),
        idempotencyKey: nil, session: session
      ).get()
      guard case .done(let response) = outcome else { throw HarnessError.noCode }
      return response.answer
    }

    func invoiceOptions() async throws -> LinkedOptions {
      try await harness.service.actions.options(
        LinkedOptionsRequest(scenario: .payInvoice, payload: ServiceHarness.invoice()),
        session: session
      ).get()
    }

    /// The claims of the token of this account's passkey for a challenge, issued now.
    func claims(
      _ scenario: ScenarioName, answering challenge: Challenge, context: String
    ) throws -> VerificationClaims {
      let layout = try #require(ChallengeLayout(challenge.bytes))
      let seconds = harness.clock.now().milliseconds / 1000
      return VerificationClaims(
        iss: "localhost", aud: "countersign/action", sub: session.accountID.text,
        sid: session.id.text, jti: Base64URL.encode(layout.id), scenario: scenario.text,
        nonce: Base64URL.encode(layout.nonce),
        binding: Base64URL.encode(layout.subject.binding), language: layout.subject.language,
        proof: .assertion, acr: context, amr: ["swk", "user", "mfa"], authTime: seconds,
        iat: seconds, exp: seconds + 300)
    }

    func write(_ sql: String, _ values: [SQLValue]) async throws {
      _ = try await harness.store.write { try $0.execute(sql, values) }
    }
  }

  private static let linked = "urn:countersign:acr:linked"
  private static let unlinked = "urn:countersign:acr:unlinked"

  private static func claims(of answer: VerificationAnswer) throws -> VerificationClaims {
    let parts = answer.verificationToken.exposed.split(separator: ".").map(String.init)
    let payload = try #require(Base64URL.decode(parts[1]))
    let claims = try VerificationClaims(json: JSONValue(parsing: payload))
    #expect(answer.expiresIn == claims.exp - claims.iat)
    return claims
  }

  // MARK: The token

  @Test("the token repeats the challenge, its binding and its language, and is good for 300 s")
  func claims() async throws {
    let stage = try await Stage()
    let options = try await stage.invoiceOptions().options
    let linked = try Self.claims(of: await stage.verify(stage.key.assert(options)).get())
    #expect(
      try linked
        == stage.claims(.payInvoice, answering: options.challenge, context: Self.linked))
    #expect(linked.language == .english)
    let bare = try await stage.harness.service.actions.options(session: stage.session).get()
    let unlinked = try Self.claims(of: await stage.verify(stage.key.assert(bare)).get())
    #expect(
      try unlinked == stage.claims(.sendMoney, answering: bare.challenge, context: Self.unlinked))
    #expect(unlinked.language == nil)
    #expect(unlinked.binding == Base64URL.encode([UInt8](repeating: 0, count: 32)))
  }

  @Test("a passkey gives a declared scenario the same token by its payload as by its challenge")
  func claimsOfScenario() async throws {
    let stage = try await Stage()
    let options = try await stage.invoiceOptions().options
    let proved = try Self.claims(
      of: await stage.prove(.assertion(stage.key.assert(options))))
    #expect(
      try proved
        == stage.claims(.payInvoice, answering: options.challenge, context: Self.linked))
  }

  @Test("a PIN's token has a challenge of the server's own, and the context of an unlinked proof")
  func claimsOfPIN() async throws {
    let harness = try await ServiceHarness { $0.add(.payInvoice) }
    let session = try await harness.signUp()
    try await harness.setPIN("753186", session)
    let outcome = try await harness.service.proofs.prove(
      ProofRequest(
        scenario: .payInvoice, payload: ServiceHarness.invoice(),
        proof: .pin(SecretText("753186"))),
      idempotencyKey: nil, session: session
    ).get()
    guard case .done(let response) = outcome else { throw HarnessError.noCode }
    let claims = try Self.claims(of: response.answer)
    #expect(claims.proof == .pin && claims.amr == ["pin"] && claims.acr == Self.unlinked)
    let id = try #require(Base64URL.decode(claims.jti))
    let nonce = try #require(Base64URL.decode(claims.nonce))
    #expect(id.count == 24 && nonce.count == 16 && Array(id.suffix(16)) == nonce)
    let document = try await harness.service.actions.options(
      LinkedOptionsRequest(scenario: .payInvoice, payload: ServiceHarness.invoice()),
      session: session
    ).get().document
    let input = ChallengeLayout.bindingInput(
      of: try document.canonicalBytes(), scenario: .payInvoice, nonce: nonce)
    #expect(claims.binding == Base64URL.encode(Array(SHA256.hash(data: input))))
    #expect(claims.language == document.language)
  }

  // MARK: Repetition

  @Test("an assertion verified again gives a token with the same id, and nothing is noted again")
  func repetition() async throws {
    let stage = try await Stage()
    let options = try await stage.invoiceOptions().options
    let assertion = try stage.key.assert(options)
    let first = try Self.claims(of: await stage.verify(assertion).get())
    let layout = try #require(ChallengeLayout(options.challenge.bytes))
    let details: JSONValue = [
      "scenario": "PAY_INVOICE", "linked": true, "amr": ["swk", "user", "mfa"],
      "challenge": .string(Base64URL.encode(layout.id)),
    ]
    let noted = try await stage.harness.auditDetails("assertion_verified")
    #expect(try JSONValue(parsing: Array(noted.utf8)) == details)
    let operations = try await stage.harness.count("operations")
    let rows = try await stage.harness.count("audit")
    stage.harness.clock.advance(seconds: 10)
    let second = try Self.claims(of: await stage.verify(assertion).get())
    #expect(second.jti == first.jti && second.iat == first.iat + 10)
    #expect(try await stage.harness.count("audit") == rows)
    // A verification is no operation, so none is asked for or answered again by its name.
    #expect(try await stage.harness.count("operations") == operations)
    #expect(
      try await stage.harness.count("spent WHERE stage = 'verified' AND operation_id IS NULL") == 1)
    let used = stage.harness.clock.now().milliseconds - 10_000
    #expect(try await stage.harness.count("credentials WHERE last_used_at = \(used)") == 1)
  }

  @Test("an assertion verified before its time was over gives no token after it")
  func lateRepetition() async throws {
    let stage = try await Stage()
    let assertion = try stage.key.assert(await stage.invoiceOptions().options)
    #expect(try await stage.verify(assertion).refusal == nil)
    stage.harness.clock.advance(milliseconds: 90_000)
    #expect(try await stage.verify(assertion).refusal == nil)
    stage.harness.clock.advance(milliseconds: 1)
    #expect(try await stage.verify(assertion).refusal == .challengeExpired)
  }

  // MARK: Refusals

  /// A reason to refuse a verification after the signature was found right.
  private enum Fault: CaseIterable {
    case sessionOver, used, late, held

    var reason: Reason {
      switch self {
      case .sessionOver: .sessionRequired
      case .used: .alreadyUsed
      case .late: .challengeExpired
      case .held: .factorWaits
      }
    }

    func happen(_ stage: Stage, _ assertion: AssertionResponse) async throws {
      switch self {
      case .sessionOver: try await stage.harness.service.sessions.end(stage.session)
      case .used:
        let outcome = try await stage.harness.service.actions.perform(
          .payInvoice,
          ActionRequest(payload: ServiceHarness.invoice(), proof: .assertion(assertion)),
          idempotencyKey: nil, session: stage.session)
        #expect(outcome.refusal == nil)
      case .late: stage.harness.clock.advance(milliseconds: 90_001)
      case .held:
        let now = stage.harness.clock.now()
        _ = try await stage.harness.store.write { transaction in
          try Waits.insert(
            WaitID("wai_1"), .underHold, of: stage.session.accountID, seconds: 3600,
            beginsAtOnce: true, at: now, in: transaction)
        }
        try await stage.write("UPDATE credentials SET wait_id = 'wai_1'", [])
      }
    }
  }

  @Test("session, use, time and hold are checked in this order, and a refusal leaves no token")
  func order() async throws {
    for first in Fault.allCases.indices {
      let faults = Fault.allCases[first...]
      let stage = try await Stage()
      let assertion = try stage.key.assert(await stage.invoiceOptions().options)
      // What happens to the key, the clock and the session comes after the proof has acted.
      if faults.contains(.used) { try await Fault.used.happen(stage, assertion) }
      for fault in faults.reversed() where fault != .used {
        try await fault.happen(stage, assertion)
      }
      let reason = try await stage.verify(assertion).refusal
      #expect(reason == faults.first?.reason, "\(faults)")
      #expect(try await stage.harness.count("spent WHERE stage = 'verified'") == 0)
      #expect(try await stage.harness.auditDetails("assertion_verified") == "")
    }
  }

  @Test("a challenge from before what the store remembers is late, also if it was verified")
  func forgotten() async throws {
    for isVerified in [false, true] {
      for isBefore in [false, true] {
        let stage = try await Stage()
        let options = try await stage.invoiceOptions().options
        let assertion = try stage.key.assert(options)
        if isVerified { #expect(try await stage.verify(assertion).refusal == nil) }
        let layout = try #require(ChallengeLayout(options.challenge.bytes))
        try await stage.write(
          """
          INSERT INTO settings (name, value) VALUES ('not_before', ?)
          ON CONFLICT (name) DO UPDATE SET value = excluded.value
          """, [.integer(layout.issuedAtMilliseconds + (isBefore ? 1 : 0))])
        let reason = try await stage.verify(assertion).refusal
        #expect(reason == (isBefore ? .challengeExpired : nil), "verified: \(isVerified)")
      }
    }
  }
}
