import CountersignCore
import CountersignSQLite
import CountersignTesting
import Foundation
import ProgramTesting
import Synchronization
import Testing
import ToolSupport
import WebAuthnModel
import WireModel

@Suite("Attacks on keys", .timeLimit(.minutes(10)))
struct KeyTests {
  // Holds: keys
  @Test("Attack 23: keys rotate, and what was made before is good after it")
  func once() async throws {
    let before = try await ServiceHarness()
    let made = try await Made(at: before)
    let after = try await before.rotated(to: before.keyring.rotatedOnce(at: before.clock))
    let answers = try await made.use(at: after)
    #expect(answers.challenge.status == 200)
    #expect(answers.token.status == 200)
    #expect(answers.code.status == 201)
    #expect(answers.stop.status == 200)
    #expect(answers.pin.status == 200)
    // The right PIN was hashed again, and is right again.
    #expect(try await after.peppers() == [2])
    let again = try await made.provePIN(at: after)
    #expect(again.status == 200)
    let kinds = try await after.auditKinds(of: made.accountID)
    #expect(kinds.contains("account_created") && kinds.contains("recovery_stopped"))
    #expect(try await after.fault() == nil)
  }

  // Holds: keys
  @Test("Attack 23: after two rotations what is short-lived is refused, and a PIN is right still")
  func twice() async throws {
    let before = try await ServiceHarness()
    let made = try await Made(at: before)
    let once = try before.keyring.rotatedOnce(at: before.clock)
    let after = try await before.rotated(to: once.rotatedOnce(at: before.clock))
    let answers = try await made.use(at: after)
    #expect(answers.challenge.status == 401 && answers.challenge.reason == .challengeUnknown)
    #expect(answers.token.status == 401 && answers.token.reason == .verificationFailed)
    #expect(answers.code.status == 401 && answers.code.reason == .verificationFailed)
    #expect(answers.stop.reason == .linkOver)
    for answer in [answers.challenge, answers.token, answers.code, answers.stop] {
      #expect(!answer.detail.isEmpty)
    }
    #expect(answers.pin.status == 200)
    #expect(try await after.peppers() == [3])
    let kinds = try await after.auditKinds(of: made.accountID)
    #expect(kinds.contains("account_created") && kinds.contains("action_refused"))
  }

  // Holds: keys
  @Test("Attack 23: a rotation begins no count of a stranger's anew")
  func counts() async throws {
    let before = try await ServiceHarness { policy in
      policy.codes.requestsPerNetwork = 4
      policy.links.openPerNetwork = 2
    }
    var codeRequest = ""
    try await Attacker.run(before) { server in
      let (link, code) = (
        try await server.asksForLink(), try await server.asks(for: "eve1@example.com")
      )
      #expect(link.status == 201 && code.status == 202)
    }
    codeRequest = try await before.request(of: "eve1@example.com")
    let wrong = try await before.wrongCode(to: "eve1@example.com")
    try await Attacker.run(before) { [codeRequest] server in
      for _ in 0..<3 {
        let refused = try await server.opens(codeRequest, wrong)
        #expect(refused.status == 401)
      }
    }
    let after = try await ServiceHarness(
      directory: before.directory, keyring: before.keyring.rotatedOnce(at: before.clock),
      clock: before.clock
    ) { policy in
      policy.codes.requestsPerNetwork = 4
      policy.links.openPerNetwork = 2
    }
    try await Attacker.run(after) { [codeRequest] server in
      let links = (try await server.asksForLink(), try await server.asksForLink())
      #expect(links.0.status == 201 && links.1.status == 429)
      for (name, status) in [(2, 202), (3, 202), (4, 202), (5, 429)] {
        let asked = try await server.asks(for: "eve\(name)@example.com")
        #expect(asked.status == status)
      }
      for _ in 0..<2 {
        let refused = try await server.opens(codeRequest, wrong)
        #expect(refused.status == 401)
      }
      let right = try await after.newestCode(to: "eve2@example.com")
      let stopped = try await server.opens(after.request(of: "eve2@example.com"), right)
      #expect(stopped.status == 429)
    }
  }

  // Holds: keys
  @Test("Attack 23: the program rotates its keyring, and goes on")
  func program() async throws {
    let folder = try TemporaryFolder()
    let data = folder.file("data")
    let first = try DemoServer(folder: data)
    let asked = Kept<String>()
    try await Attacker.reach(port: first.port, first.watch) { server in
      let answer = try await server.asks(for: "ada@example.com")
      asked.keep(try CodeRequestAnswer(json: answer.json).codeRequest)
    }
    let code = try await Mailbox(path: first.mailbox).newCode(after: 0, seconds: 60)
    let rotated = try await BuiltProgram.run(["keyring", "rotate", "--data", data])
    #expect(rotated.status == 0, "\(rotated.errors)")
    #expect(rotated.output.contains("challenge  key 2 made"))
    #expect(first.end(by: SIGTERM) == 0)
    let second = try DemoServer(folder: data)
    try await Attacker.reach(port: second.port, second.watch) { server in
      let opened = try await server.opens(asked.value ?? "", code)
      #expect(opened.status == 201)
    }
    second.end(by: SIGTERM)
    let early = try await BuiltProgram.run(["keyring", "rotate", "--data", data])
    #expect(early.status == 1 && early.errors.contains("--force"))
    let log = try await BuiltProgram.run(["store", "check", "--data", data])
    #expect(log.status == 0, "\(log.errors)")
  }
}

/// Proofs and codes that were made under a server's keys and not used yet.
private struct Made: Sendable {
  private static let ada = "ada@example.com"
  private static let bob = "bob@example.com"
  private static let pin = SecretText("274916")

  /// The answers to the use of each.
  struct Answers: Sendable {
    let challenge: Answer
    let token: Answer
    let code: Answer
    let stop: Answer
    let pin: Answer
  }

  let accountID: String
  private let session: String
  private let pinSession: String
  private let assertion: AssertionResponse
  private let token: SecretText
  private let codeRequest: String
  private let code: SecretText
  private let stop: StopRequest

  init(at harness: ServiceHarness) async throws {
    let kept = Kept<Made>()
    try await Attacker.run(harness) { server in
      kept.keep(try await Made(server, harness))
    }
    self = try #require(kept.value)
  }

  private init(_ server: Attacker, _ harness: ServiceHarness) async throws {
    session = try await server.signUp(harness)
    let signedIn = try await harness.service.sessions.authenticate(
      SecretText(session), activity: .person
    ).get()
    accountID = signedIn.accountID.text
    let key = try await harness.registerKey(signedIn)
    pinSession = try await server.signUp(harness, as: Self.bob)
    try await harness.setPIN(
      Self.pin.exposed,
      harness.service.sessions.authenticate(SecretText(pinSession), activity: .person).get(),
      to: Self.bob)
    assertion = try key.assert(try await server.challenge(session))
    let proved = try key.assert(try await server.challenge(session))
    let verified = try await server.send(
      WireRequest(.verifyAssertion, accessToken: session, body: proved.json))
    token = try VerificationAnswer(json: verified.json).verificationToken
    let begin = WireRequest(
      .requestCode, accessToken: session, body: CodeRequest(purpose: .recover).json)
    _ = try await server.send(begin)
    let recovery = RecoveryRequest(validateCode: try await harness.newestCode(to: Self.ada))
    _ = try await server.send(
      WireRequest(.beginRecovery, accessToken: session, body: recovery.json))
    await harness.outbox().runDue(only: .notice)
    let notice = harness.messenger.messages.last { $0.stop != nil }
    let link = try #require(notice?.stop?.exposed.split(separator: "#").last)
    let parts = link.split(separator: ".", maxSplits: 1).map(String.init)
    stop = StopRequest(id: parts[0], secret: SecretText(parts[1]))
    let asked = try await server.asks(for: "carol@example.com")
    codeRequest = try CodeRequestAnswer(json: asked.json).codeRequest
    code = try await harness.newestCode(to: "carol@example.com")
  }

  /// Uses each, once.
  func use(at harness: ServiceHarness) async throws -> Answers {
    let kept = Kept<Answers>()
    try await Attacker.run(harness) { server in
      kept.keep(
        Answers(
          challenge: try await server.send(
            WireRequest(.verifyAssertion, accessToken: session, body: assertion.json)),
          token: try await server.proves(.verificationToken(token), in: session),
          code: try await server.opens(codeRequest, code),
          stop: try await server.send(WireRequest(.stop, body: stop.json)),
          pin: try await server.proves(.pin(Self.pin), in: pinSession)))
    }
    return try #require(kept.value)
  }

  /// Gives the PIN again.
  func provePIN(at harness: ServiceHarness) async throws -> Answer {
    let kept = Kept<Answer>()
    // Without a key the same again within a minute would be taken for a repetition.
    harness.clock.advance(seconds: 61)
    try await Attacker.run(harness) { server in
      kept.keep(try await server.proves(.pin(Self.pin), in: pinSession))
    }
    return try #require(kept.value)
  }
}

extension Attacker {
  /// A challenge that is linked to a test of the factors.
  fileprivate func challenge(_ token: String) async throws -> CredentialRequestOptions {
    let answer = try await send(
      WireRequest(
        .linkedOptions, accessToken: token,
        body: LinkedOptionsRequest(scenario: .testBiometrics, payload: [:]).json))
    return try LinkedOptions(json: answer.json).options
  }

  fileprivate func proves(_ proof: Proof, in token: String) async throws -> Answer {
    try await send(
      WireRequest(
        .testBiometrics, accessToken: token, body: BiometricTestRequest(proof: proof).json))
  }

  fileprivate func asks(for userName: String) async throws -> Answer {
    try await send(
      WireRequest(.signUp, body: SignUpRequest(userName: userName, displayName: "Eve").json))
  }

  fileprivate func asksForLink() async throws -> Answer {
    try await send(WireRequest(.makeLink, body: SessionLinkRequest(type: .login).json))
  }

  fileprivate func opens(_ request: String, _ code: SecretText) async throws -> Answer {
    try await send(
      WireRequest(
        .openSession,
        body: SessionRequest.code(codeRequest: request, validateCode: code).json))
  }
}

extension ServiceHarness {
  /// A server on the same store with other keys, as after a start.
  fileprivate func rotated(to keyring: Keyring) async throws -> ServiceHarness {
    try await ServiceHarness(directory: directory, keyring: keyring, clock: clock)
  }

  /// The numbers of the peppers of all PINs.
  fileprivate func peppers() async throws -> [Int64] {
    try await store.rows("SELECT pepper FROM pins", []).map { try $0.integer(0) }
  }

  /// The request of a person's newest code.
  fileprivate func request(of userName: String) async throws -> String {
    try await store.read { transaction in
      let names = try transaction.seals.hashes(of: userName, .codeRequestName)
      return try transaction.rows(
        "SELECT id FROM code_requests WHERE name_hash = ?", [names[0]]
      ).last?.text(0) ?? ""
    }
  }

  /// The kinds of the audit rows of an account, as an administrator and an export find them.
  fileprivate func auditKinds(of account: String) async throws -> Set<String> {
    let page = try await service.administration.auditRows(
      about: AccountAuditRequest(.id(account), limit: 100), host: host(.admin)
    ).get()
    let records = AccountRecords(store: store, keyring: keyring, modules: modules, clock: clock)
    let told = try await records.export("ada@example.com").get()
    guard case .object(let export) = told, case .array(let rows)? = export["audit"] else {
      return []
    }
    let exported = Set(
      rows.compactMap { row -> String? in
        guard case .object(let row) = row, case .string(let kind)? = row["kind"] else { return nil }
        return kind
      })
    return exported.intersection(page.rows.map(\.kind))
  }
}

extension Keyring {
  fileprivate func rotatedOnce(at clock: FakeClock) throws -> Keyring {
    try rotated(at: clock.now()).keyring
  }
}

/// A value that an attack brings out of its server.
private final class Kept<Value: Sendable>: Sendable {
  private let held = Mutex<Value?>(nil)

  /// The value that was kept last; nil if there is none.
  var value: Value? { held.withLock { $0 } }

  func keep(_ value: Value) { held.withLock { $0 = value } }
}
