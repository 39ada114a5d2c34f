import CountersignCore
import WireModel

extension RouteHandler {
  /// The top-up example's wallet, history and catalogue.
  static let walletRoutes = [
    RouteHandler(.wallet) { call in .json(try await call.service.wallet(try call.session)) },
    RouteHandler(.topUps) { call in .json(try await call.service.listTopUps(try call.session)) },
    RouteHandler(.products) { call in
      _ = try call.session
      return .json(try await call.service.products())
    },
  ]
}
