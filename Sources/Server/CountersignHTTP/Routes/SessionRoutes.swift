import CountersignCore
import HTTPTypes
import WireModel

extension RouteHandler {
  /// Sessions: opened, listed, ended.
  static let sessionRoutes = [
    RouteHandler(.sessionOptions, takesBody: true) { call in
      try .json(
        try await call.service.signIn.options(
          call.read(), boundTo: call.provedKey, in: call.languages))
    },
    RouteHandler(.openSession, takesBody: true) { call in
      call.carrier.answer(
        try await call.service.signIn.open(
          call.read(), boundTo: call.provedKey, from: call.requester, page: call.prefix()
        ).get())
    },
    RouteHandler(.renewSessionKey, takesBody: true) { call in
      try await call.service.keyRenewals.renew(
        call.read(), boundTo: call.provedKey, from: call.requester
      ).get()
      return .noContent
    },
    RouteHandler(.sessions) { call in
      .json(try await call.service.sessions.list(try call.session))
    },
    RouteHandler(.raiseSession, takesBody: true) { call in
      let request: SessionProofRequest = try call.read()
      let outcome = try await call.service.sessionRaises.raise(
        by: request.proof, idempotencyKey: try call.idempotencyKey, session: try call.session
      ).get()
      switch outcome {
      case .otpRequired(let required): return .json(required, status: .accepted)
      case .done(let raised):
        guard let session = raised.answer else {
          return RouteAnswer(status: .ok, body: [:]).marked(isReplayed: raised.isReplayed)
        }
        return call.carrier.answer(session, status: .ok)
      }
    },
    RouteHandler(.endSession) { call in
      try await call.service.sessions.end(try call.session)
      return RouteAnswer(status: .noContent, fields: call.carrier.fieldsOfEnd)
    },
    RouteHandler(.endSessions, query: ["which"]) { call in
      let (sessions, session) = (call.service.sessions, try call.session)
      switch call.query["which"] {
      case "others": return .json(try await sessions.endOthers(session))
      case let id? where id.hasPrefix("ses_"):
        return .json(try await sessions.end(SessionID(id), from: session))
      default:
        throw Refusal(
          .malformed, "which: must be others or a session's id, as GET /sessions lists them")
      }
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
