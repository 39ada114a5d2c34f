import CountersignCore
import HTTPTypes
import WireModel

extension RouteHandler {
  /// The routes of a host's administration: accounts, their factors, and the audit log.
  static let administrationRoutes = [
    RouteHandler(.accounts, query: ["after", "limit"]) { call in
      .json(
        try await call.service.administration.listAccounts(try call.page, host: try call.host).get()
      )
    },
    RouteHandler(.findAccount, takesBody: true) { call in
      .json(try await call.service.administration.findAccount(call.read(), host: call.host).get())
    },
    RouteHandler(.unblock, takesBody: true) { call in
      try await call.service.administration.unblock(call.read(), host: call.host).get()
      return .noContent
    },
    RouteHandler(.revokeOfAccount, takesBody: true) { call in
      let change = try await call.service.administration.revoke(
        call.read(), idempotencyKey: try call.idempotencyKey, host: call.host
      ).get()
      return .json(change.answer).marked(isReplayed: change.isReplayed)
    },
    RouteHandler(.auditOfAccount, takesBody: true) { call in
      .json(
        try await call.service.administration.auditRows(about: call.read(), host: call.host).get())
    },
    RouteHandler(.auditLanes, query: ["after", "limit"]) { call in
      .json(
        try await call.service.administration.auditLanes(try call.page, host: try call.host).get())
    },
    RouteHandler(.auditRows, query: ["after", "limit"]) { call in
      .json(
        try await call.service.administration.auditRows(
          of: try call.parameter("lane"), try call.page, host: try call.host
        ).get())
    },
  ]
}

extension RouteCall {
  /// The page of a list that the query asks for (`after`, `limit`).
  fileprivate var page: PageRequest {
    get throws {
      let limit = try query["limit"].map { text throws(Refusal) in
        guard let limit = Int64(text) else { throw Refusal(.malformed, "limit: must be a number") }
        return limit
      }
      return try PageRequest(after: query["after"], limit: limit)
    }
  }
}
