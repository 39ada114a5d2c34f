import CountersignCore
import WireModel

extension RouteHandler {
  /// The protected action of scenario TOP_UP, and what became of it.
  static let topUpRoutes = [
    RouteHandler(.topUp, takesBody: true) { call in
      let outcome = try await call.service.topUps.buy(
        call.read(), idempotencyKey: try call.idempotencyKey, session: try call.session
      ).get()
      return .action(outcome)
    },
    // A poll or a retry: nobody may be there, so it keeps no session alive.
    RouteHandler(.operation, activity: .background) { call in
      try .json(
        try await call.service.actions.operation(
          try call.parameter("id"), session: try call.session))
    },
  ]

  /// The top-up example's wallet, history and catalogue.
  static let walletRoutes = [
    RouteHandler(.wallet) { call in .json(try await call.service.topUps.wallet(try call.session)) },
    RouteHandler(.topUps) { call in .json(try await call.service.topUps.list(try call.session)) },
    RouteHandler(.products) { call in
      _ = try call.session
      return .json(try await call.service.topUps.products())
    },
  ]
}
