import CountersignCore
import HTTPTypes
import WebAuthnModel
import WireModel

extension RouteHandler {
  /// Transactions to review: created by a host's backend, decided on by the account.
  static let transactionRoutes = [
    RouteHandler(.createTransaction, takesBody: true) { call in
      answer(
        try await call.service.reviews.create(
          call.read(), idempotencyKey: try call.idempotencyKey, host: try call.host
        ).get(), status: .created)
    },
    RouteHandler(.serviceTransaction) { call in
      try .json(try await call.service.reviews.show(review(call), host: try call.host))
    },
    RouteHandler(.transactions, query: ["status"]) { call in
      .json(
        try await call.service.reviews.list(
          status: try named(call.query["status"], "status"), session: try call.session))
    },
    RouteHandler(.transaction) { call in
      try .json(try await call.service.reviews.show(review(call), session: try call.session))
    },
    // An open stream: nobody may be there, so it keeps no session alive.
    RouteHandler(.transactionEvents, activity: .background) { call in
      try .events(
        call.service.reviews.events(after: call.lastEventID, session: try call.session))
    },
    RouteHandler(.approveTransaction, takesBody: true) { call in
      let outcome = try await call.service.reviews.approve(
        review(call), call.read(), idempotencyKey: try call.idempotencyKey,
        session: try call.session
      ).get()
      return .action(outcome)
    },
    RouteHandler(.denyTransaction, query: ["cause"]) { call in
      answer(
        try await call.service.reviews.deny(
          review(call), cause: try named(call.query["cause"], "cause") ?? .person,
          idempotencyKey: try call.idempotencyKey, session: try call.session
        ).get())
    },
  ]

  /// Actions that a session hands to the person's other devices.
  static let handoverRoutes = [
    RouteHandler(.handOver, takesBody: true) { call in
      let asked: ActionOptionsRequest = try call.read()
      let request = LinkedOptionsRequest(
        scenario: ScenarioName(try call.parameter("scenario")),
        payload: asked.payload ?? .object([:]))
      return .json(
        try await call.service.handovers.handOver(
          request, session: try call.session, origin: call.origin
        ).get(), status: .created)
    },
    // A poll: nobody may be there, so it keeps no session alive.
    RouteHandler(.handover, activity: .background) { call in
      try .json(try await call.service.handovers.show(review(call), session: try call.session))
    },
    RouteHandler(.handoverEvents, activity: .background) { call in
      try .events(
        try await call.service.handovers.events(of: review(call), session: try call.session))
    },
    RouteHandler(.collectHandover) { call in
      try .json(try await call.service.handovers.collect(review(call), session: try call.session))
    },
    RouteHandler(.withdrawHandover) { call in
      try await call.service.handovers.withdraw(review(call), session: try call.session).get()
      return .noContent
    },
  ]

  private static func answer(
    _ outcome: ActionResponse<TransactionAnswer>, status: HTTPResponse.Status = .ok
  ) -> RouteAnswer { .action(outcome, status: status) }

  private static func review(_ call: RouteCall) throws -> ReviewID {
    ReviewID(try call.parameter("id"))
  }

  /// The value that a parameter of the query names; nil where there is none.
  private static func named<Value: RawRepresentable<String> & CaseIterable>(
    _ text: String?, _ parameter: String
  ) throws -> Value? {
    guard let text else { return nil }
    guard let value = Value(rawValue: text) else {
      let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw Refusal(.malformed, "\(parameter): must be one of \(known)")
    }
    return value
  }
}
