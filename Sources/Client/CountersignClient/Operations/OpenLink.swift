import WebAuthnModel
public import WireModel

extension ServerConnection {
  /// What a link is for: one call.
  public func link(_ link: LinkAddress) async throws(ClientError) -> SessionLinkDescription {
    try await call(WireRequest(.link, parameters: ["id": link.id]))
  }

  /// What has to be proved to confirm a link: one call.
  ///
  /// - Parameters:
  ///   - link: The link.
  ///   - body: Who is about to confirm, and for a login the number that was picked.
  /// - Returns: The demand and its challenges.
  /// - Throws: ``ClientError``.
  public func linkOptions(
    _ link: LinkAddress, _ body: LinkOptionsRequest
  ) async throws(ClientError) -> LinkOptions {
    try await call(WireRequest(.linkOptions, parameters: ["id": link.id], body: body.json))
  }

  /// Has the code of an enrolment mailed to its account: one call.
  @discardableResult
  public func requestLinkCode(
    _ link: LinkAddress
  ) async throws(ClientError) -> CodeRequestAnswer {
    try await call(WireRequest(.linkCode, parameters: ["id": link.id]))
  }
}
