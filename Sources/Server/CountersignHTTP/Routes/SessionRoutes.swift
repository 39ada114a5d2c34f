import CountersignCore
import HTTPTypes
import WireModel

extension RouteHandler {
  /// Sessions: opened, listed, ended.
  static let sessionRoutes = [
    RouteHandler(.sessionOptions, takesBody: true) { call in
      try .json(try await call.service.signIn.options(call.read(), in: call.languages))
    },
    RouteHandler(.openSession, takesBody: true) { call in
      call.carrier.answer(
        try await call.service.signIn.open(call.read(), from: call.requester).get())
    },
    RouteHandler(.sessions) { call in
      .json(try await call.service.sessions.list(try call.session))
    },
    RouteHandler(.endSession) { call in
      try await call.service.sessions.end(try call.session)
      return RouteAnswer(status: .noContent, fields: call.carrier.fieldsOfEnd)
    },
    RouteHandler(.endSessions, query: ["which"]) { call in
      guard call.query["which"] == "others" else {
        throw Refusal(.malformed, "which: must be others; DELETE /sessions/current ends this one")
      }
      return .json(try await call.service.sessions.endOthers(try call.session))
    },
  ]

  /// Sign-up and codes.
  static let accountRoutes = [
    RouteHandler(.signUp, takesBody: true) { call in
      try .json(
        try await call.service.accounts.signUp(call.read(), from: call.requester), status: .accepted
      )
    },
    RouteHandler(.requestCode, takesBody: true) { call in
      try .json(
        try await call.service.codeRequests.make(
          call.read(), session: call.caller, from: call.requester), status: .accepted)
    },
  ]
}
