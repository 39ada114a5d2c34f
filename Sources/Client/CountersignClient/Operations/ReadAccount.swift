public import WireModel

extension AccountSession {
  /// What the wallet holds: one call.
  public func wallet() async throws(ClientError) -> WalletAnswer {
    try await connection.call(request(.wallet))
  }

  /// The account's top-ups, newest first: one call.
  public func topUps() async throws(ClientError) -> TopUpList {
    try await connection.call(request(.topUps))
  }

  /// What can be bought: one call.
  public func products() async throws(ClientError) -> ProductList {
    try await connection.call(request(.products))
  }

  /// How the second factor stands: one call.
  public func secondFactor() async throws(ClientError) -> SecondFactorAnswer {
    try await connection.call(request(.secondFactor))
  }

  /// The account's keys, oldest first: one call.
  public func credentials() async throws(ClientError) -> CredentialList {
    try await connection.call(request(.credentials))
  }
}
