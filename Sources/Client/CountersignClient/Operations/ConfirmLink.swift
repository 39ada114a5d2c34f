import WebAuthnModel
public import WireModel

extension ServerConnection {
  /// Confirms a link: one call.
  ///
  /// - Parameters:
  ///   - link: The link.
  ///   - confirmation: The device, and what is proved.
  /// - Returns: The account and, for an enrolment, the new device's session.
  /// - Throws: ``ClientError``.
  public func confirmLink(
    _ link: LinkAddress, _ confirmation: LinkConfirmation
  ) async throws(ClientError) -> LinkConfirmed {
    try await call(confirmationRequest(link, confirmation))
  }

  /// The call itself, so that the very same one can be sent again.
  func confirmationRequest(
    _ link: LinkAddress, _ confirmation: LinkConfirmation
  ) -> WireRequest {
    WireRequest(.confirmLink, parameters: ["id": link.id], body: confirmation.json)
  }
}
