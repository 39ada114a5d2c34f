public import WireModel

extension Service {
  /// Finds a service key.
  ///
  /// Its row is read with each request, so that a revoked key is over everywhere at once.
  ///
  /// - Parameters:
  ///   - key: The key as it was sent.
  ///   - scope: What it is to be used for.
  /// - Returns: The key, `service_key_required` where there is none or it is revoked, or
  ///   `scope_missing` where it is for something else.
  /// - Throws: `StoreError`.
  public func authenticate(
    serviceKey key: SecretText, for scope: ServiceScope
  ) async throws -> Decision<AuthenticatedServiceKey> {
    let hash = ServiceKeys.hash(of: key)
    let stored = try await store.read { try ServiceKeys.find(hash, in: $0) }
    guard let stored else { return .failure(.noServiceKey) }
    guard stored.scopes.contains(scope) else {
      return .failure(
        Refusal(
          .scopeMissing, "this service key is not for \(scope.rawValue); create one with that scope"
        ))
    }
    return .success(AuthenticatedServiceKey(id: stored.id, scopes: stored.scopes))
  }
}

extension Refusal {
  /// No service key, or one that is revoked: said in one way, so that it tells nothing.
  public static let noServiceKey = Refusal(
    .serviceKeyRequired, "send a service key of this server as a Bearer token")
}
