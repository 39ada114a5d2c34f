import FlowModel
import WebAuthnModel
public import WireModel

extension ServerConnection {
  /// Makes a link for another device to log this screen in: one call.
  public func makeLoginLink() async throws(ClientError) -> SessionLinkAnswer {
    try await call(WireRequest(.makeLink, body: SessionLinkRequest(type: .login).json))
  }
}

extension AccountSession {
  /// Makes a link by which the account comes to another device: one call.
  ///
  /// - Parameter proof: A proof by a factor; nil where the account has none.
  /// - Returns: The link.
  /// - Throws: ``ClientError``.
  public func makeEnrolLink(proof: Proof? = nil) async throws(ClientError) -> SessionLinkAnswer {
    try await connection.call(
      request(.makeLink, body: SessionLinkRequest(type: .enrol, proof: proof).json))
  }
}

extension ServerConnection {
  /// Asks for a link's purpose: one call.
  public func link(_ link: LinkAddress) async throws(ClientError) -> SessionLinkDescription {
    try await call(WireRequest(.link, parameters: ["id": link.id]))
  }

  /// Asks what has to be proved to confirm a link: one call.
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

  /// Follows how far a link has come, for its maker.
  ///
  /// - Parameters:
  ///   - id: The link's id.
  ///   - watchSecret: What its maker alone knows. Secret.
  /// - Returns: Each status as it comes.
  /// - Throws: ``ClientError``.
  public func linkEvents(
    _ id: String, watchSecret: SecretText
  ) async throws(ClientError) -> AsyncThrowingStream<LinkEvent.Status, any Error> {
    let request = WireRequest(
      .linkEvents, parameters: ["id": id], watchSecret: watchSecret.exposed)
    return try await events(request, after: nil).reading { event in
      guard event.name == "status" else { return nil }
      let status: LinkEvent = try ServerConnection.read(event.data)
      return status.status
    }
  }

  /// Opens the session of a confirmed login: one call.
  ///
  /// Where its answer was lost, it may be asked again until the session is used.
  ///
  /// - Parameters:
  ///   - id: The link's id.
  ///   - watchSecret: What its maker alone knows. Secret.
  /// - Returns: The session.
  /// - Throws: ``ClientError``.
  public func collectLink(
    _ id: String, watchSecret: SecretText
  ) async throws(ClientError) -> AccountSession {
    var request = WireRequest(
      .collectLink, parameters: ["id": id], watchSecret: watchSecret.exposed)
    request.openingKey = try binding?.makeKey()
    return try session(try await call(request), openedWith: request.openingKey)
  }

  /// Says whose the device is that a link has enrolled: one call.
  ///
  /// Until its maker says so the device is good for low amounts only.
  ///
  /// - Parameters:
  ///   - id: The link's id.
  ///   - isMine: Whether it is the maker's; if not, it is revoked.
  ///   - watchSecret: What its maker alone knows. Secret.
  /// - Throws: ``ClientError``.
  public func claimLink(
    _ id: String, isMine: Bool, watchSecret: SecretText
  ) async throws(ClientError) {
    _ = try await call(
      WireRequest(
        .claimLink, parameters: ["id": id], watchSecret: watchSecret.exposed,
        body: LinkClaim(isMine: isMine).json))
  }

  /// Ends a link: one call.
  ///
  /// - Parameters:
  ///   - id: The link's id.
  ///   - watchSecret: What its maker alone knows. Secret.
  /// - Throws: ``ClientError``.
  public func endLink(_ id: String, watchSecret: SecretText) async throws(ClientError) {
    _ = try await call(
      WireRequest(.endLink, parameters: ["id": id], watchSecret: watchSecret.exposed))
  }
}
