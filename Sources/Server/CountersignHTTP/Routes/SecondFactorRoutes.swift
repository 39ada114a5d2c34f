import CountersignCore
import HTTPTypes
import WireModel

extension RouteHandler {
  /// The second-factor account, what codes are texted to, and the authenticator app.
  static let secondFactorRoutes = [
    RouteHandler(.secondFactor) { call in
      .json(try await call.service.secondFactors.show(try call.session))
    },
    RouteHandler(.setPIN, takesBody: true) { call in
      let change = try await call.service.pins.set(
        call.read(), idempotencyKey: try call.idempotencyKey, session: try call.session
      ).get()
      return .noContent.marked(isReplayed: change.isReplayed)
    },
    RouteHandler(.setPhone, takesBody: true) { call in
      let change = try await call.service.phones.set(
        call.read(), idempotencyKey: try call.idempotencyKey, session: try call.session
      ).get()
      return .json(change.answer, status: .accepted).marked(isReplayed: change.isReplayed)
    },
    RouteHandler(.confirmPhone, takesBody: true) { call in
      let change = try await call.service.phones.confirm(
        call.read(), idempotencyKey: try call.idempotencyKey, session: try call.session
      ).get()
      return .noContent.marked(isReplayed: change.isReplayed)
    },
    RouteHandler(.enrolAuthenticatorApp, takesBody: true) { call in
      var app = try await call.service.authenticatorApps.enrol(
        call.read(), idempotencyKey: try call.idempotencyKey, session: try call.session
      ).get().answer
      app.qrCode = QRCode(app.uri.exposed)?.rows ?? []
      return .json(app, status: .created)
    },
    RouteHandler(.confirmAuthenticatorApp, takesBody: true) { call in
      let change = try await call.service.authenticatorApps.confirm(
        call.read(), idempotencyKey: try call.idempotencyKey, session: try call.session
      ).get()
      return .noContent.marked(isReplayed: change.isReplayed)
    },
    RouteHandler(.removeAuthenticatorApp, takesBody: true) { call in
      let change = try await call.service.authenticatorApps.remove(
        call.read(), idempotencyKey: try call.idempotencyKey, session: try call.session
      ).get()
      return .noContent.marked(isReplayed: change.isReplayed)
    },
  ]
}
