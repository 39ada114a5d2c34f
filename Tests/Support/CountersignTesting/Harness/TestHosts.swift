public import CountersignCore
import CountersignSQLite
import SecretSearch
public import WebAuthnModel
public import WireModel

extension ServiceHarness {
  /// The administration of the store's service keys.
  public var serviceKeys: ServiceKeyAdministration {
    ServiceKeyAdministration(store: store, keyring: keyring, clock: clock)
  }

  /// The administration of the store's hosts.
  public var hosts: HostAdministration {
    HostAdministration(store: store, keyring: keyring, clock: clock)
  }

  /// A new service key, as a host's backend sends it.
  public func serviceKey(
    _ scopes: Set<ServiceScope> = Set(ServiceScope.allCases), of host: HostName = .default
  ) async throws -> SecretText {
    let key = try await serviceKeys.create(name: "key", scopes: scopes, host: host).get()
    watch.note("service key", key.exposed)
    return key
  }

  /// A host's backend that may do everything with a scope.
  public func host(
    _ scope: ServiceScope = .transactions, of host: HostName = .default
  ) async throws -> AuthenticatedServiceKey {
    try await service.serviceKeys.authenticate(
      serviceKey: serviceKey([scope], of: host), for: scope
    ).get()
  }

  /// A transaction put before a person.
  public func review(
    _ request: NewTransactionRequest = .sample, key: IdempotencyKey? = nil,
    of name: HostName = .default
  ) async throws -> TransactionAnswer {
    try await service.reviews.create(request, idempotencyKey: key, host: host(of: name)).get()
      .answer
  }

  /// By which kinds of proof a transaction was decided on: one at most; `+evidence` where the
  /// signature is kept.
  public func decisions(on id: ReviewID) async throws -> [String] {
    try await store.read { transaction in
      try transaction.rows(
        "SELECT proof_kind, evidence FROM operations WHERE transaction_id = ?", [.text(id.text)]
      ).map { try $0.text(0) + ($0.optionalBlob(1) == nil ? "" : "+evidence") }
    }
  }

  /// An assertion over a challenge that is linked to a transaction under review.
  public func reviewAssertion(
    _ review: TransactionAnswer, _ authenticator: TestAuthenticator,
    _ session: AuthenticatedSession
  ) async throws -> AssertionResponse {
    try authenticator.assert(try await reviewOptions(review, session).options)
  }

  /// The options for a transaction under review.
  public func reviewOptions(
    _ review: TransactionAnswer, _ session: AuthenticatedSession
  ) async throws -> LinkedOptions {
    let payload = ReviewPayload(transactionID: review.transaction.transactionID)
    return try await service.actions.options(
      LinkedOptionsRequest(scenario: .authorizeTransaction, payload: payload.json),
      session: session
    ).get()
  }
}

extension ServicePolicy {
  /// Lets so many transactions wait for one account.
  public mutating func allow(pendingTransactions count: Int) {
    (hosts.pendingPerHost, hosts.pendingPerAccount) = (count, count)
  }
}

extension HostName {
  /// A host beside the default one.
  public static let shop = HostName("shop") ?? .default
  /// Another one.
  public static let rival = HostName("rival") ?? .default
}

extension NewTransactionRequest {
  /// A purchase by card, above the low-value limit.
  public static let sample = NewTransactionRequest(
    userName: "ada@example.com", amount: 4250, currency: "NGN", payee: "Ikeja Books",
    lastFourPAN: "4242")
}

extension TransactionAnswer {
  /// The id under which the service knows it.
  public var reviewID: ReviewID { ReviewID(transaction.transactionID) }

  /// The answer as a host has it.
  public var forHost: TransactionAnswer {
    var answer = self
    answer.document = nil
    return answer
  }
}
