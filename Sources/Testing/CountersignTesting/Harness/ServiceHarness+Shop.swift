public import CountersignCore

@testable public import AirtimeServer

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

  /// Puts products into the catalogue.
  public func stock(_ products: [Product]) async throws { try await topUps.stock(products) }

  /// The account's top-ups, newest first.
  public func list(_ session: AuthenticatedSession) async throws -> TopUpList {
    try await topUps.list(session)
  }

  /// What the account's wallet holds.
  public func wallet(_ session: AuthenticatedSession) async throws -> WalletAnswer {
    try await topUps.wallet(session)
  }
}

extension Service {
  /// The airtime shop.
  public var topUps: CalledShop { get throws { try CalledShop(self) } }
}
