import AirtimeClient
import AirtimeServer
import CountersignClient
import CountersignCore
import CountersignHTTP
import CountersignSQLite
import RelyingParty
import Synchronization
import ToolSupport
import WebAuthnModel
import WireModel

/// A whole server in this process, without sockets, with one account on it.
struct BenchLoopback: Sendable {
  private let store: SQLiteStore
  private let session: AccountSession
  private let key: BenchKey

  init(folder: String) async throws {
    guard let origin = Origin("http://localhost:8080") else {
      throw CommandFailure(.environment, "the benchmark's origin is none")
    }
    store = try SQLiteStore(
      path: folder + "/countersign.sqlite", schemas: .of([AirtimeShop()]))
    var shop = AirtimeShop()
    shop.openingBalance = 1 << 40
    shop.products = DemoCatalogue.products
    shop.supplier = InstantSupplier()
    let service = Service(
      store: store, keyring: .generated(),
      ceremony: CeremonyPolicy(relyingPartyID: RelyingPartyID("localhost"), origins: [origin]),
      relyingPartyName: "Countersign", policy: ServicePolicy(), modules: [shop])
    try await service.prepareModules()
    let connection = ServerConnection(transport: LoopbackConnection(LoopbackTransport(service)))
    let codes = NewestCode()
    let userName = "bench@example.com"
    let request = try await connection.signUp(userName: userName, displayName: "Bench")
    session = try await connection.openSession(
      codeRequest: request.codeRequest, code: try await codes.next(from: service))
    try await session.requestCode(.register)
    key = BenchKey(origin: origin)
    try await session.registerCredential(
      with: key,
      entitledBy: RegistrationOptionsRequest(validateCode: try await codes.next(from: service)))
  }

  /// One approval from end to end.
  func approve() async throws {
    let linked = try await session.options(for: TopUp(BenchClient.payload))
    let assertion = try key.assertion(
      over: linked.options.challenge, relyingPartyID: linked.options.relyingPartyID)
    let token = try await session.verify(assertion).verificationToken
    _ = try await session.perform(
      TopUp(BenchClient.payload), proof: .verificationToken(token))
  }

  func close() async throws { try await store.close() }
}

/// A supplier that has always sent it already.
private struct InstantSupplier: Supplier {
  func supply(_ order: SupplyOrder) async -> SupplyOutcome { .supplied(reference: "bench") }
}

/// Keeps the newest code that was mailed.
private final class NewestCode: Messenger {
  private let code = Mutex<SecretText?>(nil)

  func deliver(_ message: Message) async throws {
    if case .code(let mailed, purpose: _) = message.content { code.withLock { $0 = mailed } }
  }

  func next(from service: Service) async throws -> SecretText {
    await service.outbox(messenger: self, courier: nil, log: .silent).runDue(only: .message)
    guard let code = code.withLock({ $0 }) else {
      throw CommandFailure(.environment, "no code was mailed")
    }
    return code
  }
}
