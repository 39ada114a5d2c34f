import HTTPTypes

/// Sessions by link and QR code, and sessions that a host's backend opens.
extension Route {
  /// Makes a link for another screen to be opened by a device.
  public static let makeLink = Route(.post, "/sessions/links", .optionalSession)
  /// What a link is for.
  public static let link = Route(.get, "/sessions/links/{id}", .everyone)
  /// What has to be proved to confirm it.
  public static let linkOptions = Route(.post, "/sessions/links/{id}/options", .everyone)
  /// Mails the code of an enrolment to its account.
  public static let linkCode = Route(.post, "/sessions/links/{id}/code", .everyone)
  /// Confirms it.
  public static let confirmLink = Route(.post, "/sessions/links/{id}/confirm", .everyone)
  /// How far it has come, as server-sent events; for its maker alone.
  public static let linkEvents = Route(.get, "/sessions/links/{id}/events", .everyone)
  /// Opens the session of a confirmed login, once; for its maker alone.
  public static let collectLink = Route(.post, "/sessions/links/{id}/collect", .everyone)
  /// Ends it; for its maker alone.
  public static let endLink = Route(.delete, "/sessions/links/{id}", .everyone)
  /// Makes a link for a host's backend.
  public static let makeServiceLink = Route(.post, "/service/links", .service(.sessions))
  /// Opens a session for a person whom the host signed in itself.
  public static let openServiceSession = Route(.post, "/service/sessions", .service(.sessions))
  /// Looks a session up (RFC 7662).
  public static let introspect = Route(.post, "/service/introspect", .service(.sessions))
  /// Redeems a verification token for a protected action of the host's own.
  public static let redeem = Route(.post, "/service/redeem", .service(.transactions))

  static let ofLinks: [Route] = [
    makeLink, link, linkOptions, linkCode, confirmLink, linkEvents, collectLink, endLink,
    makeServiceLink,
  ]
  static let ofHosts: [Route] = [openServiceSession, introspect, redeem]
}
