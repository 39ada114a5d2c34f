import CountersignCore
import HTTPTypes
import WireModel

extension RouteHandler {
  /// The second-factor account, what codes are texted to, and the authenticator app.
  static let secondFactorRoutes = [
    RouteHandler(.secondFactor) { call in
      .json(try await call.service.secondFactor(try call.session))
    },
    RouteHandler(.setPIN, takesBody: true) { call in
      let change = try await call.service.setPIN(
        call.read(), idempotencyKey: try call.idempotencyKey, session: try call.session
      ).get()
      return .noContent.marked(isReplayed: change.isReplayed)
    },
    RouteHandler(.setPhone, takesBody: true) { call in
      let change = try await call.service.setPhone(
        call.read(), idempotencyKey: try call.idempotencyKey, session: try call.session
      ).get()
      return .json(change.answer, status: .accepted).marked(isReplayed: change.isReplayed)
    },
    RouteHandler(.confirmPhone, takesBody: true) { call in
      let change = try await call.service.confirmPhone(
        call.read(), idempotencyKey: try call.idempotencyKey, session: try call.session
      ).get()
      return .noContent.marked(isReplayed: change.isReplayed)
    },
    RouteHandler(.enrolAuthenticatorApp, takesBody: true) { call in
      let change = try await call.service.enrolAuthenticatorApp(
        call.read(), idempotencyKey: try call.idempotencyKey, session: try call.session
      ).get()
      return .json(change.answer, status: .created).marked(isReplayed: change.isReplayed)
    },
    RouteHandler(.confirmAuthenticatorApp, takesBody: true) { call in
      let change = try await call.service.confirmAuthenticatorApp(
        call.read(), idempotencyKey: try call.idempotencyKey, session: try call.session
      ).get()
      return .noContent.marked(isReplayed: change.isReplayed)
    },
    RouteHandler(.removeAuthenticatorApp, takesBody: true) { call in
      let change = try await call.service.removeAuthenticatorApp(
        call.read(), idempotencyKey: try call.idempotencyKey, session: try call.session
      ).get()
      return .noContent.marked(isReplayed: change.isReplayed)
    },
  ]
}
