import AirtimeModel
public import CountersignServer

extension AirtimeShop: RoutedModule {
  /// The purchase, the wallet, its history and the catalogue.
  public var routes: [RouteHandler] {
    [
      RouteHandler(.topUp, takesBody: true) { call in
        let request: TopUpRequest = try call.read()
        return try await call.perform(
          call.parts(TopUps.self).purchase, request.payload, proof: request.proof)
      }
      .refusing { ["success": false, "message": .string($0.detail)] },
      RouteHandler(.wallet) { call in
        .json(try await call.parts(TopUps.self).wallet(try call.session))
      },
      RouteHandler(.topUps) { call in
        .json(try await call.parts(TopUps.self).list(try call.session))
      },
      RouteHandler(.products) { call in
        _ = try call.session
        return .json(try await call.parts(TopUps.self).products())
      },
    ]
  }

  /// The statuses of the shop's refusals.
  public var statuses: [Reason: Int] {
    [
      .insufficientFunds: 422, .productUnknown: 422, .amountOutOfRange: 422,
      .supplierMissing: 503,
    ]
  }

  /// The description of the shop's routes, and what it adds to those of the server.
  public var interface: String { String(decoding: PackageResources.openapi_yaml, as: UTF8.self) }
}
