import CountersignClient
import CountersignCore
import CountersignDevice
import CountersignHTTP
import CountersignTesting
import FlowModel
import Foundation
import Synchronization
import Testing
import WebAuthnModel
import WireModel

/// An app with scenarios over the real router, for an account whose session a code opened: it has
/// no factor yet.
struct ScenarioPhone {
  let harness: ServiceHarness
  let session: AccountSession
  let transport: CountingTransport
  let vault: FileVault
  let presence: ScriptedPresence
  let authenticator: SoftwareAuthenticator
  let navigator: RecordingNavigator
  let manager: FlowManager
  let context: MultifactorAuthenticationContext
  let clock: HarnessClock
  /// Whether the app takes itself to be online.
  let isOffline = Switch()

  static let number = "+2348012345678"

  init(
    _ harness: ServiceHarness, named name: String = "app",
    session: AccountSession? = nil, policies: [ScenarioPolicy] = [], triesPerCode: Int = 5,
    recorder: TraceRecorder? = nil, answers: [RecordingNavigator.Answer] = []
  ) async throws {
    self.harness = harness
    let counting = CountingTransport(
      LoopbackClientTransport(WatchedLoopback(harness, settings: Wire.settings)))
    transport = counting
    guard let origin = Origin(ServiceHarness.originText) else { throw HarnessError.unusableOrigin }
    vault = FileVault(directory: harness.directory.appending(path: name).path)
    presence = ScriptedPresence {}
    let connection = ServerConnection(transport: counting)
    if let session {
      self.session = AccountSession(
        connection: connection, accountID: session.accountID, accessToken: session.accessToken)
    } else {
      self.session = try await Self.signUp(harness, connection)
    }
    authenticator = SoftwareAuthenticator(
      vault: vault, account: self.session.accountID, origin: origin, presence: presence)
    navigator = RecordingNavigator(answers)
    clock = HarnessClock(clock: harness.clock)
    manager = FlowManager(
      session: self.session, authenticator: authenticator, vault: vault,
      configuration: {
        var configuration = FlowConfiguration(
          processingSeconds: 600, repeatPauseSeconds: 0.001, closingSeconds: 600)
        configuration.triesPerCode = triesPerCode
        configuration.decisionPauseSeconds = 0.01
        return configuration
      }(), clock: clock)
    var configuration = ContextConfiguration(recorder: recorder)
    configuration.scenarios.register(.sendMoney)
    for policy in policies { configuration.scenarios.apply(policy) }
    let isOffline = isOffline
    configuration.connectivity = { isOffline.isOn ? .offline : .online }
    context = MultifactorAuthenticationContext(
      manager: manager, navigator: navigator, configuration: configuration)
    counting.reset()
  }

  private static func signUp(
    _ harness: ServiceHarness, _ connection: ServerConnection
  ) async throws -> AccountSession {
    let request = try await connection.signUp(userName: "ada@example.com", displayName: "Ada")
    return try await connection.openSession(
      codeRequest: request.codeRequest, code: harness.newestCode(to: "ada@example.com"))
  }

  /// Registers the app's key by a mailed code.
  func registerKey() async throws {
    try await session.requestCode(.register)
    try await session.registerCredential(
      with: authenticator,
      entitledBy: RegistrationOptionsRequest(
        validateCode: try await harness.newestCode(to: "ada@example.com")))
    transport.reset()
  }

  /// Registers the app's key by the authenticator app and a mailed code.
  func registerKey(entitledBy app: TestAuthenticatorApp) async throws {
    let management = LinkedOptionsRequest(changing: .addPasskey)
    try await session.requestCode(approving: management)
    try await session.registerCredential(
      with: authenticator,
      entitledBy: RegistrationOptionsRequest(
        proof: .codes(
          validateCode: harness.newestCode(to: "ada@example.com"), otp: nil,
          twoFactorCode: app.code(at: harness.clock.now()))))
    transport.reset()
  }

  /// Gives the account an authenticator app, by a mailed code.
  ///
  /// - Returns: The app.
  /// - Throws: Where a call fails.
  func enrolApp() async throws -> TestAuthenticatorApp {
    let session = try await harness.service.sessions.authenticate(
      session.accessToken, activity: .person)
    let app = try await harness.enrolApp(session.get())
    // The code that confirmed it is used up.
    harness.clock.advance(seconds: 30)
    transport.reset()
    return app
  }

  /// A transaction that a code may approve.
  func lowReview() async throws -> ReviewTransaction {
    var request = NewTransactionRequest.sample
    request.amount = 750
    return try await harness.review(request).transaction
  }

  /// Runs AUTHORIZE_TRANSACTION after a screen of the app's has shown it.
  ///
  /// - Parameters:
  ///   - transaction: The transaction.
  ///   - other: The context in which it is run; nil for the phone's own.
  /// - Returns: How it ended.
  /// - Throws: Where the transaction cannot be read.
  func authorize(
    _ transaction: ReviewTransaction, in other: MultifactorAuthenticationContext? = nil
  ) async throws -> ProcessResult {
    let context = other ?? self.context
    _ = try await context.transaction(transaction.transactionID)
    return await context.process(
      .authorizeTransaction, ReviewPayload(transactionID: transaction.transactionID))
  }

  /// What the screens asked, in order.
  func asked() async -> [String] { await navigator.screens.map(\.content.name) }
}

/// Something that is on or off.
final class Switch: Sendable {
  private let state = Mutex(false)
  var isOn: Bool { state.withLock { $0 } }
  func turn(on: Bool) { state.withLock { $0 = on } }
}

extension ScenarioPhone {
  /// The newest code that was mailed, or texted.
  static func code(_ harness: ServiceHarness, to recipient: String = "ada@example.com")
    -> RecordingNavigator.Answer
  {
    { _ in .factor(.code(try await harness.newestCode(to: recipient))) }
  }

  /// Another code than that.
  static func wrongCode(_ harness: ServiceHarness) -> RecordingNavigator.Answer {
    { _ in .factor(.code(try await harness.wrongCode(to: "ada@example.com"))) }
  }

  /// The code that an authenticator app shows.
  static func code(
    of app: TestAuthenticatorApp, _ harness: ServiceHarness
  ) -> RecordingNavigator.Answer {
    { _ in .factor(.code(app.code(at: harness.clock.now()))) }
  }

  /// Another code than that.
  static func wrongCode(
    of app: TestAuthenticatorApp, _ harness: ServiceHarness
  ) -> RecordingNavigator.Answer {
    { _ in .factor(.code(app.wrongCode(at: harness.clock.now()))) }
  }

  /// Whatever it says.
  static func give(_ answer: ScreenAnswer) -> RecordingNavigator.Answer { { _ in answer } }

  /// The same, once a gate is open.
  static func give(
    _ answer: ScreenAnswer, after gate: AsyncStream<Void>
  ) -> RecordingNavigator.Answer {
    { _ in
      for await _ in gate {}
      return answer
    }
  }

  /// Nothing, until the screen is closed.
  static let waits: RecordingNavigator.Answer = { _ in
    try await Task.sleep(for: .seconds(600))
    return .stay
  }
}

extension ScenarioPolicy {
  /// The same, at another level.
  func at(_ level: SecurityLevel) -> ScenarioPolicy {
    ScenarioPolicy(name, level: level, fallback: fallback)
  }
}
