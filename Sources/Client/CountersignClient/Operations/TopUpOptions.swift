public import WireModel

extension AccountSession {
  /// Asks for challenges that are linked to one top-up: one call.
  ///
  /// - Parameter payload: What is asked for.
  /// - Returns: The challenges and the transaction that they are linked to.
  /// - Throws: ``ClientError/mismatch(_:)`` where the server would execute another transaction than
  ///   the one asked for, or where a challenge is linked to none.
  public func topUpOptions(
    _ payload: TopUpPayload
  ) async throws(ClientError) -> LinkedChallenge<TopUpTransaction> {
    try await linkedChallenge(.topUp, for: payload, shown: ShownTransaction.init) {
      $0.answers(payload)
    }
  }
}
