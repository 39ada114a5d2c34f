import CountersignCore
import HTTPTypes
import WireModel

extension RouteHandler {
  /// Devices: registered, listed, revoked.
  static let deviceRoutes = [
    RouteHandler(.registerDevice, takesBody: true) { call in
      let change = try await call.service.devices.register(
        call.read(), idempotencyKey: try call.idempotencyKey, session: try call.session
      ).get()
      return .json(change.answer, status: .created).marked(isReplayed: change.isReplayed)
    },
    RouteHandler(.devices) { call in .json(try await call.service.devices.list(try call.session)) },
    RouteHandler(.revokeDevice, takesBody: true) { call in
      let change = try await call.service.devices.revoke(
        .one(DeviceID(try call.parameter("id"))), call.read(),
        idempotencyKey: try call.idempotencyKey, session: try call.session
      ).get()
      return .noContent.marked(isReplayed: change.isReplayed)
    },
    RouteHandler(.nameDevice, takesBody: true) { call in
      try await call.service.devices.name(
        DeviceID(try call.parameter("id")), call.read(), session: try call.session
      ).get()
      return .noContent
    },
    RouteHandler(.revokeDevices, query: ["which", "keep"], takesBody: true) { call in
      let change = try await call.service.devices.revoke(
        try call.selection(of: "device") { DeviceID($1) }, call.read(),
        idempotencyKey: try call.idempotencyKey, session: try call.session
      ).get()
      return .json(change.answer).marked(isReplayed: change.isReplayed)
    },
  ]

  /// The PIN of a device, and recovery.
  static let factorRoutes = [
    RouteHandler(.setPINKey, takesBody: true) { call in
      let change = try await call.service.devicePINs.set(
        of: DeviceID(try call.parameter("id")), call.read(),
        idempotencyKey: try call.idempotencyKey, session: try call.session
      ).get()
      return .noContent.marked(isReplayed: change.isReplayed)
    },
    RouteHandler(.beginRecovery, takesBody: true) { call in
      try .json(
        try await call.service.recoveries.begin(call.read(), session: try call.session),
        status: .accepted)
    },
    RouteHandler(.recovery) { call in
      .json(try await call.service.recoveries.show(try call.session))
    },
    RouteHandler(.cancelRecovery, takesBody: true) { call in
      let stopped = try await call.service.stops.stopRecovery(
        call.read(), idempotencyKey: try call.idempotencyKey, session: try call.session
      ).get()
      return .noContent.marked(isReplayed: stopped.isReplayed)
    },
    RouteHandler(.heldFactors) { call in
      .json(try await call.service.factorsOnHold.list(try call.session))
    },
    RouteHandler(.keepHeldFactor, takesBody: true) { call in try await decide(.keep, call) },
    RouteHandler(.removeHeldFactor, takesBody: true) { call in try await decide(.remove, call) },
    RouteHandler(.stop, takesBody: true) { call in
      try .json(try await call.service.stops.stop(call.read()))
    },
  ]

  private static func decide(
    _ decision: HeldFactorDecision, _ call: RouteCall
  ) async throws -> RouteAnswer {
    let change = try await call.service.factorsOnHold.decide(
      decision, try call.parameter("id"), call.read(), idempotencyKey: try call.idempotencyKey,
      session: try call.session
    ).get()
    return .noContent.marked(isReplayed: change.isReplayed)
  }
}
