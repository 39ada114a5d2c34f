public import WireModel

extension Service {
  /// Looks a session up for a host's backend (RFC 7662), with how strong it is (RFC 9470).
  ///
  /// Asking is no activity: it keeps no session alive. A session that is over, one that never was,
  /// and what is no token at all are one answer.
  ///
  /// - Parameters:
  ///   - request: The access token.
  ///   - host: Who asks.
  /// - Returns: Whose session it is; its context class only where a factor was proved in it, with
  ///   the time of the latest proof, which the host holds against the age that it wants.
  /// - Throws: `StoreError`.
  public func introspect(
    _ request: IntrospectionRequest, host: AuthenticatedServiceKey
  ) async throws -> IntrospectionAnswer {
    let found = try await authenticate(request.token, activity: .background)
    guard case .success(let session) = found else { return .inactive }
    let row = try await store.read { transaction in
      try transaction.row(
        "SELECT methods, proved_at FROM sessions WHERE id = ? AND ended_at IS NULL",
        [.text(session.id.text)])
    }
    guard let row else { return .inactive }
    let methods = try row.text(0).split(separator: " ").map(String.init)
    let provedAt = try row.optionalInteger(1)
    return .active(
      accountID: session.accountID.text,
      contextClass: provedAt == nil ? nil : Self.contextClass(of: methods), methods: methods,
      authTime: provedAt.map { $0 / 1000 })
  }

  /// The context class of a session in which factors were proved by methods: the one that a
  /// step-up challenge asks for, where two factors were.
  private static func contextClass(of methods: [String]) -> String {
    methods.contains("mfa") ? linkedContext : unlinkedContext
  }
}
