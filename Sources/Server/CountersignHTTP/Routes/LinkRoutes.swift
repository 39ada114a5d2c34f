import CountersignCore
import HTTPTypes
import WireModel

extension RouteHandler {
  /// Sessions by link and QR code.
  static let linkRoutes = [
    RouteHandler(.makeLink, takesBody: true) { call in
      let made = try await call.service.linkIssuer.make(
        call.read(), session: call.caller, from: call.requester, origin: call.origin,
        prefix: call.prefix()
      ).get()
      return .json(withCode(made), status: .created)
    },
    RouteHandler(.makeServiceLink, takesBody: true) { call in
      let made = try await call.service.linkIssuer.make(
        call.read(), from: .host(try call.host),
        mandate: call.host.scopes.contains(.admin) ? .anyFactor : .firstFactor,
        prefix: call.prefix()
      ).get()
      return .json(withCode(made), status: .created)
    },
    RouteHandler(.link) { call in
      try .json(await call.service.links.describe(linkID(call)))
    },
    RouteHandler(.linkOptions, takesBody: true) { call in
      try .json(await call.service.links.options(linkID(call), call.read(), in: call.languages))
    },
    RouteHandler(.linkCode) { call in
      try .json(
        await call.service.links.requestCode(linkID(call), in: call.languages), status: .accepted)
    },
    RouteHandler(.confirmLink, takesBody: true) { call in
      let confirmed = try await call.service.linkConfirmations.confirm(
        linkID(call), call.read(), boundTo: call.provedKey
      ).get()
      return .json(confirmed, status: confirmed.session == nil ? .ok : .created)
    },
    RouteHandler(.linkEvents) { call in
      try .events(await call.service.links.watch(linkID(call), secret: call.watchSecret))
    },
    RouteHandler(.collectLink) { call in
      call.carrier.answer(
        try await call.service.links.collect(
          linkID(call), secret: call.watchSecret, boundTo: call.provedKey, from: call.requester
        ).get())
    },
    RouteHandler(.claimLink, takesBody: true) { call in
      try await call.service.stops.settle(
        linkID(call), call.read(), secret: call.watchSecret
      ).get()
      return .noContent
    },
    RouteHandler(.endLink) { call in
      try await call.service.links.end(linkID(call), secret: call.watchSecret).get()
      return .noContent
    },
  ]

  private static func linkID(_ call: RouteCall) throws -> SessionLinkID {
    SessionLinkID(try call.parameter("id"))
  }

  /// The answer with the code that its maker shows.
  private static func withCode(_ link: SessionLinkAnswer) -> SessionLinkAnswer {
    var link = link
    link.qrCode = QRCode(link.url)?.rows ?? []
    return link
  }
}
