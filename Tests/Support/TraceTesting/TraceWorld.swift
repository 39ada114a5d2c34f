import CountersignClient
import CountersignCore
import CountersignDevice
import CountersignHTTP
import CountersignSQLite
import FlowModel
import Foundation
import RelyingParty
import Synchronization
import ToolSupport
import WebAuthnModel
import WireModel

/// A whole server in this process, an app, and its one person: where a diagram's scenario runs.
struct TraceWorld {
  let service: Service
  let store: SQLiteStore
  let keyring: Keyring
  let messages = TraceMessages()
  let recorder = TraceRecorder(leavingOut: [.requestCode, .transaction])
  let connection: ServerConnection
  private let folder: URL

  static let userName = "ada@example.com"
  static let phone = "+2348012345678"
  private static let origin = "http://localhost:8080"

  /// A world without anybody in it.
  ///
  /// - Parameter triesPerCode: How many wrong codes are taken.
  /// - Throws: Where the store cannot be made.
  init(triesPerCode: Int64) throws {
    guard let origin = Origin(Self.origin) else {
      throw CommandFailure(.environment, "the trace's origin is none")
    }
    folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    keyring = .generated()
    store = try SQLiteStore(
      path: folder.appending(path: "countersign.sqlite").path, schemas: .of([]),
      seals: StoreSeals(keyring))
    var policy = ServicePolicy()
    policy.codes.tries = triesPerCode
    policy.codes.channels = [.email, .sms]
    // No challenge ends while a busy machine is slow.
    policy.challengeTimeoutMilliseconds = 600_000
    service = Service(
      store: store, keyring: keyring,
      ceremony: CeremonyPolicy(relyingPartyID: RelyingPartyID("localhost"), origins: [origin]),
      relyingPartyName: "Countersign", policy: policy)
    // Its refusals take no longer than they must: nobody measures time here.
    var settings = ServerSettings()
    settings.secretFloor = SecretFloor(.zero)
    connection = ServerConnection(
      transport: TracingTransport(
        LoopbackConnection(LoopbackTransport(service, settings: settings)), recorder))
  }

  /// Signs the person up.
  func signUp() async throws -> AccountSession {
    let request = try await connection.signUp(userName: Self.userName, displayName: "Ada")
    return try await connection.openSession(
      codeRequest: request.codeRequest, code: try await code())
  }

  /// The newest code that was mailed or texted.
  func code(to recipient: String = userName) async throws -> SecretText {
    try await messages.newest(to: recipient, from: service)
  }

  /// The authenticator that signs for the account.
  func authenticator(
    of session: AccountSession, _ readiness: AuthenticatorReadiness
  ) throws -> SoftwareAuthenticator {
    guard let origin = Origin(Self.origin) else {
      throw CommandFailure(.environment, "the trace's origin is none")
    }
    return SoftwareAuthenticator(
      vault: vault, account: session.accountID, origin: origin,
      presence: TracePresence(readiness: readiness))
  }

  /// The app's vault.
  var vault: FileVault { FileVault(directory: folder.appending(path: "phone").path) }

  /// A transaction that the host's backend wants reviewed, low enough for codes.
  func review() async throws -> ReviewTransaction {
    let keys = ServiceKeyAdministration(store: store, keyring: keyring)
    let key = try await keys.create(name: "shop", scopes: [.transactions]).get()
    let host = try await service.serviceKeys.authenticate(serviceKey: key, for: .transactions).get()
    return try await service.reviews.create(
      NewTransactionRequest(
        userName: Self.userName, amount: 750, currency: "NGN", payee: "Ikeja Books"),
      idempotencyKey: nil, host: host
    ).get().answer.transaction
  }

  func close() async throws {
    try await store.close()
    try? FileManager.default.removeItem(at: folder)
  }
}

/// A reader of fingers that says yes, where there is one.
private struct TracePresence: UserPresence {
  let readiness: AuthenticatorReadiness

  func verify(_ question: PresenceQuestion) async throws(AuthenticatorError) {}
}

/// The codes that the server of a trace has sent.
final class TraceMessages: Messenger {
  private let sent = Mutex<[String: SecretText]>([:])

  func deliver(_ message: Message) async throws {
    if let code = message.code { sent.withLock { $0[message.recipient] = code } }
  }

  /// The newest code that somebody was sent.
  func newest(to recipient: String, from service: Service) async throws -> SecretText {
    await service.outbox(messenger: self, courier: nil, log: .silent).runDue(only: .message)
    guard let code = sent.withLock({ $0[recipient] }) else {
      throw CommandFailure(.environment, "no code was sent to \(recipient)")
    }
    return code
  }
}
