public import CountersignCore
import CountersignSQLite
public import CountersignTesting
import Synchronization

@testable public import AirtimeServer

/// A service with the airtime shop, and who supplies it.
public struct ShopHarness: Sendable {
  /// The service, with its store and its clock.
  public let harness: ServiceHarness
  /// The one supplier.
  public let supplier: ScriptedSupplier

  /// Opens a service whose shop has one product.
  public init(sells: Bool = true) async throws {
    let supplier = ScriptedSupplier()
    self.supplier = supplier
    harness = try await ServiceHarness(modules: [AirtimeShop.tested(sells ? supplier : nil)])
  }

  /// Buys airtime with a key that signs what is shown.
  public func buy(
    _ session: AuthenticatedSession, _ authenticator: TestAuthenticator,
    _ payload: TopUpPayload = .sample
  ) async throws -> Decision<ActionOutcome<TopUpAnswer>> {
    let assertion = try await harness.assertion(
      .topUp, payload.json, authenticator, session)
    return try await harness.service.topUps.buy(
      TopUpRequest(payload: payload, proof: .assertion(assertion)), idempotencyKey: nil,
      session: session)
  }
}

extension AirtimeShop {
  /// A shop with one product, whose people have something to spend.
  public static func tested(_ supplier: (any Supplier)?) -> AirtimeShop {
    var shop = AirtimeShop()
    shop.openingBalance = 5000
    shop.products = [.sample]
    shop.supplier = supplier
    return shop
  }
}

extension Product {
  /// The product of most tests.
  public static let sample = Product(
    code: "AIRTIME_MTN", name: "MTN", minimumAmount: 50, maximumAmount: 50_000,
    suppliers: ["mtn", "resale"])
}

extension TopUpPayload {
  /// The purchase of most tests.
  public static let sample = TopUpPayload(
    amount: 500, productCode: "AIRTIME_MTN", recipientPhone: "08012345678")
}

/// The airtime shop of a service, as tests call it without a route.
public struct CalledShop: Sendable {
  private let service: Service
  private let topUps: TopUps

  fileprivate init(_ service: Service) throws {
    self.service = service
    topUps = try service.parts()
  }

  /// Buys airtime.
  public func buy(
    _ request: TopUpRequest, idempotencyKey: IdempotencyKey?, session: AuthenticatedSession
  ) async throws -> Decision<ActionOutcome<TopUpAnswer>> {
    try await service.pipeline.perform(
      topUps.purchase,
      ActionCall(
        caller: .session(session), request: request.payload, proof: request.proof,
        idempotencyKey: idempotencyKey))
  }

  /// The account's top-ups, newest first.
  public func list(_ session: AuthenticatedSession) async throws -> [TopUpList.Item] {
    try await topUps.list(session).topUps
  }

  /// The account's wallet.
  public func wallet(_ session: AuthenticatedSession) async throws -> WalletAnswer {
    try await topUps.wallet(session)
  }
}

extension Service {
  /// The airtime shop.
  public var topUps: CalledShop { get throws { try CalledShop(self) } }
}

extension ServiceHarness {
  /// Puts products into the shop's catalogue.
  public func stock(_ products: [Product]) async throws {
    try await store.write { transaction in
      for product in products { try product.stock(in: transaction) }
    }
  }
}

/// A supplier that says what a test wants it to say.
public final class ScriptedSupplier: Supplier {
  private struct State {
    var answer: @Sendable (SupplyOrder) async -> SupplyOutcome = { _ in
      .supplied(reference: "ref-1")
    }
    var orders: [SupplyOrder] = []
  }
  private let state = Mutex(State())

  /// A supplier that supplies everything.
  public init() {}

  /// Says the same to every order from now on.
  public func answer(_ outcome: SupplyOutcome) { script { _ in outcome } }

  /// Decides on each order from now on.
  public func script(_ answer: @escaping @Sendable (SupplyOrder) async -> SupplyOutcome) {
    state.withLock { $0.answer = answer }
  }

  /// The orders so far, oldest first.
  public var orders: [SupplyOrder] { state.withLock { $0.orders } }

  /// Notes the order and says what it was told to say.
  public func supply(_ order: SupplyOrder) async -> SupplyOutcome {
    let answer = state.withLock { state in
      state.orders.append(order)
      return state.answer
    }
    return await answer(order)
  }
}
