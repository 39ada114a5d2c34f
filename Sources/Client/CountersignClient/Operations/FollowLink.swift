import FlowModel
public import WireModel

extension ServerConnection {
  /// How far a link has come, for its maker.
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
    let answer: SessionAnswer = try await call(
      WireRequest(.collectLink, parameters: ["id": id], watchSecret: watchSecret.exposed))
    return AccountSession(
      connection: self, accountID: answer.accountID, accessToken: answer.accessToken)
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
