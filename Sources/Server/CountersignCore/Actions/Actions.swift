import RelyingParty
public import WebAuthnModel
public import WireModel

/// The scenarios' actions as people ask for them: challenges, ways and operations.
public final class Actions: Sendable {
  private let commands: Commands
  let registry: ActionRegistry
  private let ceremonies: Ceremonies
  private let ways: ActionWays
  private let addresses: AddressBook
  let pipeline: ActionPipeline
  private let unlinked: ScenarioName?
  private let policy: ServicePolicy

  init(
    commands: Commands, registry: ActionRegistry, ceremonies: Ceremonies, ways: ActionWays,
    addresses: AddressBook, pipeline: ActionPipeline, unlinked: ScenarioName?, policy: ServicePolicy
  ) {
    self.commands = commands
    self.registry = registry
    self.ceremonies = ceremonies
    self.ways = ways
    self.addresses = addresses
    self.pipeline = pipeline
    self.unlinked = unlinked
    self.policy = policy
  }

  /// The most that a proof without a strong linked key may approve at once, in each currency that
  /// has such a limit, by their codes (`ServicePolicy.lowValueLimits`).
  public var lowValueLimits: [Money] {
    policy.lowValueLimits.sorted { $0.key < $1.key }.compactMap { code, most in
      Currency.exponent(of: code).map { Money(most, code, exponent: $0) }
    }
  }

  /// The longest wait of a factor that a weak proof adds, in seconds from its notice on.
  public var longestFactorWaitSeconds: Int64 {
    max(policy.weakFactorSeconds, policy.weakFactorSecondsByMailAlone)
  }

  /// True if also the first factor of an account waits.
  public var firstFactorWaits: Bool { policy.firstFactor == .waits }

  private func reading(
    _ session: AuthenticatedSession, at now: Timestamp, in transaction: any ReadTransaction
  ) -> ReadingContext {
    ReadingContext(.session(session), policy, at: now, in: transaction)
  }

  /// An unlinked challenge for the scenario that a module names (`GET /biometric/auth/options`).
  public func options(
    session: AuthenticatedSession
  ) async throws -> Decision<CredentialRequestOptions> {
    try await decision {
      guard let unlinked else {
        throw Refusal(
          .linkingRequired, "every proof is linked to a document here; ask with POST and a payload")
      }
      let challenge = ceremonies.challenges.issue(
        .get, .unlinked(unlinked), audience: ChallengeIssuer.Audience(session),
        now: commands.now(), nonce: commands.random.bytes(16))
      return ceremonies.request(challenge, allowing: try await registeredKeys(of: session))
    }
  }

  /// Challenges that are linked to one document (`POST /biometric/auth/options`).
  public func options(
    _ request: LinkedOptionsRequest, session: AuthenticatedSession
  ) async throws -> Decision<LinkedOptions> {
    try await decision {
      let now = commands.now()
      return try await commands.read { [self] transaction in
        try linked(request, session, in: reading(session, at: now, in: transaction)).options
      }
    }
  }

  /// The same with the ways to prove it: each kind of proof that the scenario takes, whether it
  /// could act on this document now, and what would bring it; and with the state of the second
  /// factor (`POST /actions/{scenario}/options`).
  public func optionsWithWays(
    _ request: LinkedOptionsRequest, session: AuthenticatedSession
  ) async throws -> Decision<ActionOptions> {
    try await decision {
      let now = commands.now()
      let requirements = try registry.requirements(of: request.scenario, in: policy)
      let reach = try await reach(for: requirements, session)
      return try await commands.read { [self] transaction in
        let context = reading(session, at: now, in: transaction)
        let (linked, document) = try linked(request, session, in: context)
        let found = try ways.ways(of: requirements, to: document, session, reach, in: context)
        return ActionOptions(linked: linked, ways: found.ways, secondFactor: found.secondFactor)
      }
    }
  }

  /// The person's addresses for codes, where the action takes codes.
  ///
  /// A directory that cannot be asked now stands in the way of codes alone, and of no key.
  private func reach(
    for requirements: ProofRequirements, _ session: AuthenticatedSession
  ) async throws -> Decision<Reach> {
    guard requirements.kinds.contains(.validateCode) else { return .failure(.addressMissing) }
    do {
      return .success(try await addresses.reach(of: session.accountID))
    } catch is DirectoryError {
      return .failure(
        Refusal(.busy, "codes cannot be sent now; use another factor, or try again in a moment"))
    }
  }

  private func linked(
    _ request: LinkedOptionsRequest, _ session: AuthenticatedSession, in context: ReadingContext
  ) throws -> (options: LinkedOptions, document: ActionDocument) {
    let action = try registry.document(of: request.scenario, request.payload, in: context)
    let keys = try Credentials.descriptors(for: action, in: session.id, context)
    let nonce = try nonce(for: action, session, in: context)
    let options = LinkedOptions(
      options: ceremonies.request(
        challenge(.get, for: action, session, at: context.now, nonce: nonce), allowing: keys),
      document: action.document, transaction: action.transaction,
      // Only a device has a PIN key.
      pinChallenge: session.deviceID.map { _ in
        challenge(
          .pin, for: action, session, at: context.now, nonce: commands.random.bytes(16))
      },
      creation: action.scenario == .manageFactors
        ? try firstCreationOptions(session, at: context.now, in: context.transaction) : nil)
    return (options, action)
  }

  /// The nonce of a document's challenge.
  ///
  /// On an account without a factor it names the document: a key may be made on the way to that one
  /// after the challenge was issued, and sign it.
  private func nonce(
    for action: ActionDocument, _ session: AuthenticatedSession, in context: ReadingContext
  ) throws -> [UInt8] {
    guard try !Accounts.hadFactor(context.account, in: context.transaction) else {
      return commands.random.bytes(16)
    }
    let errand = try KeyErrand(
      to: action, of: context.account, in: session.id, context.transaction)
    return try errand.nonce(
      from: commands.random.bytes(KeyErrand.startBytes), of: context.account, context.transaction)
  }

  /// A challenge linked to an action.
  private func challenge(
    _ purpose: ChallengeIssuer.Purpose, for action: ActionDocument,
    _ session: AuthenticatedSession, at now: Timestamp, nonce: [UInt8]
  ) -> Challenge {
    ceremonies.challenges.issue(
      purpose, .document(action), audience: ChallengeIssuer.Audience(session), now: now,
      nonce: nonce)
  }

  /// The options for a key that is registered beside the account's first PIN; nil if it had a
  /// factor, since that one entitles to another.
  private func firstCreationOptions(
    _ session: AuthenticatedSession, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> CredentialCreationOptions? {
    guard try !Accounts.hadFactor(session.accountID, in: transaction) else { return nil }
    let challenge = ceremonies.challenges.issue(
      .create, .unlinked(.manageFactors), audience: ChallengeIssuer.Audience(session), now: now,
      nonce: commands.random.bytes(16))
    return try ceremonies.creation(challenge, session.accountID, in: transaction)
  }

  private func registeredKeys(
    of session: AuthenticatedSession
  ) async throws -> [CredentialDescriptor] {
    try await commands.read { try Credentials.descriptors(of: session.accountID, in: $0) }
  }

  /// The outcome of an operation, asked for by the challenge's id (base64url) or the idempotency
  /// key.
  ///
  /// - Returns: The operation with its status now, or `not_found` if this account has none by that
  ///   name: then nothing was executed, and the same request may be sent again.
  public func operation(
    _ name: String, session: AuthenticatedSession
  ) async throws -> Decision<OperationAnswer> {
    try await decision {
      try await commands.read { [self] transaction -> Decision<OperationAnswer> in
        guard let row = try stored(name, in: session, transaction) else {
          return .failure(
            Refusal(.notFound, "no operation by that name was executed for this account"))
        }
        let operation = try Operations.stored(StoredOperationID(try row.text(0)), in: transaction)
        return .success(try registry.answer(of: operation, in: transaction))
      }.get()
    }
  }

  /// The row of an operation; where nothing was proved in a session, of those of that session.
  private func stored(
    _ name: String, in session: AuthenticatedSession, _ transaction: any ReadTransaction
  ) throws -> SQLRow? {
    var columns = "SELECT id FROM operations WHERE account_id = ?"
    var account: [SQLValue] = [.text(session.accountID.text)]
    if session.level < .weak,
      try !Sessions.hasNothingToProve(in: session.id, reading: transaction)
    {
      columns += " AND session_id = ?"
      account.append(.text(session.id.text))
    }
    let byKey = try transaction.row(
      "\(columns) AND idempotency_key = ?", account + [.text(name)])
    guard byKey == nil, let challengeID = Base64URL.decode(name) else { return byKey }
    return try transaction.row(
      "\(columns) AND challenge_id = ?", account + [.blob(challengeID)])
  }
}

extension Actions {
  /// Performs the action of a scenario (`POST /actions/{scenario}`).
  ///
  /// - Parameters:
  ///   - scenario: The scenario.
  ///   - request: Its payload and the proof.
  ///   - idempotencyKey: The caller's name for this operation, if it gave one.
  ///   - session: Who asks.
  /// - Returns: The operation, or that a code was texted; or the refusal.
  /// - Throws: ``StoreError``; the outcome of the request is then asked for by its proof or key.
  public func perform(
    _ scenario: ScenarioName, _ request: ActionRequest, idempotencyKey: IdempotencyKey?,
    session: AuthenticatedSession
  ) async throws -> Decision<ActionOutcome<OperationAnswer>> {
    try await decision {
      try await perform(
        registry.action(of: scenario), request, idempotencyKey, session
      ).get()
    }
  }

  private func perform<Action: ScenarioAction>(
    _ action: Action, _ request: ActionRequest, _ idempotencyKey: IdempotencyKey?,
    _ session: AuthenticatedSession
  ) async throws -> Decision<ActionOutcome<OperationAnswer>> {
    let call = ActionCall(
      caller: .session(session), request: try action.request(of: request.payload ?? .object([:])),
      proof: UnverifiedProof(request.proof), idempotencyKey: idempotencyKey)
    return try await pipeline.perform(action, call) { try action.answer(of: $0) }
  }
}
