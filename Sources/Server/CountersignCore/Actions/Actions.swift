import RelyingParty
public import WebAuthnModel
public import WireModel

/// The scenarios' actions as people ask for them: challenges, ways and operations.
public final class Actions: Sendable {
  private let commands: Commands
  private let registry: ActionRegistry
  private let ceremonies: Ceremonies
  private let strength: ActionStrength
  private let limits: ActionLimits
  let pipeline: ActionPipeline
  private let policy: ServicePolicy

  init(
    commands: Commands, registry: ActionRegistry, ceremonies: Ceremonies,
    strength: ActionStrength, limits: ActionLimits, pipeline: ActionPipeline,
    policy: ServicePolicy
  ) {
    self.commands = commands
    self.registry = registry
    self.ceremonies = ceremonies
    self.strength = strength
    self.limits = limits
    self.pipeline = pipeline
    self.policy = policy
  }

  /// Each kind of proof that a scenario takes: whether it could act on a payload now, else why not.
  ///
  /// A way is no promise: the proof itself is still judged.
  package func ways(
    for request: LinkedOptionsRequest, session: AuthenticatedSession
  ) async throws -> [ActionWay] {
    let now = commands.now()
    return try await commands.read { [self] transaction in
      let caller = Caller.session(session)
      let context = ReadingContext(transaction: transaction, caller: caller, now: now)
      let terms = try registry.action(of: request.scenario).terms(in: policy)
      let document = try registry.document(of: request.scenario, request.payload, in: context)
      return try ways(of: terms, to: document, caller, in: context)
    }
  }

  private func ways(
    of terms: ActionTerms, to document: ActionDocument, _ caller: Caller,
    in context: ReadingContext
  ) throws -> [ActionWay] {
    try Proof.Kind.allCases.filter(terms.kinds.contains).map { kind in
      let proof: ProofStrength =
        switch kind {
        case .pin: .pin
        case .validateCode: .codes
        // Options give a linked challenge wherever there is a document.
        case .verificationToken, .assertion, .pinProof, .deviceProof: .key(kind, isLinked: true)
        }
      do {
        try strength.require(proof, terms, document, caller, in: context)
        try limits.require(proof, document, in: context)
        return ActionWay(kind: kind, hindrance: nil)
      } catch let refusal as Refusal {
        return ActionWay(kind: kind, hindrance: refusal)
      }
    }
  }

  /// An unlinked challenge for TOP_UP (`GET /biometric/auth/options`).
  public func options(
    session: AuthenticatedSession
  ) async throws -> Decision<CredentialRequestOptions> {
    try await decision {
      let challenge = ceremonies.challenges.issue(
        .get, scenario: .topUp, audience: ChallengeIssuer.Audience(session),
        canonicalTransaction: nil, now: commands.now(), nonce: commands.random.bytes(16))
      return ceremonies.request(challenge, allowing: try await registeredKeys(of: session))
    }
  }

  /// A challenge linked to one transaction (`POST /biometric/auth/options`).
  public func options(
    _ request: LinkedOptionsRequest, session: AuthenticatedSession
  ) async throws -> Decision<LinkedOptions> {
    try await decision {
      let now = commands.now()
      let (action, keys, creation) = try await commands.read { [self] in
        let action = try registry.document(
          of: request.scenario, request.payload,
          in: ReadingContext(transaction: $0, caller: .session(session), now: now))
        return (
          action, try Credentials.descriptors(of: session.accountID, in: $0),
          action.scenario == .manageFactors
            ? try firstCreationOptions(session, at: now, in: $0) : nil
        )
      }
      return LinkedOptions(
        options: ceremonies.request(
          challenge(.get, for: action, session, at: now), allowing: keys),
        transaction: action.transaction,
        // Only a device has a PIN key.
        pinChallenge: session.deviceID.map { _ in challenge(.pin, for: action, session, at: now) },
        creation: creation)
    }
  }

  /// A challenge linked to an action.
  private func challenge(
    _ purpose: ChallengeIssuer.Purpose, for action: ActionDocument,
    _ session: AuthenticatedSession, at now: Timestamp
  ) -> Challenge {
    ceremonies.challenges.issue(
      purpose, scenario: action.scenario, audience: ChallengeIssuer.Audience(session),
      canonicalTransaction: action.canonical, now: now, nonce: commands.random.bytes(16))
  }

  /// How to make a key that is registered beside the account's first PIN; nil where it had a
  /// factor, since that one entitles to another.
  private func firstCreationOptions(
    _ session: AuthenticatedSession, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> CredentialCreationOptions? {
    guard try !Accounts.hadFactor(session.accountID, in: transaction) else { return nil }
    let challenge = ceremonies.challenges.issue(
      .create, scenario: .manageFactors, audience: ChallengeIssuer.Audience(session),
      canonicalTransaction: nil, now: now, nonce: commands.random.bytes(16))
    return try ceremonies.creation(challenge, session.accountID, in: transaction)
  }

  private func registeredKeys(
    of session: AuthenticatedSession
  ) async throws -> [CredentialDescriptor] {
    try await commands.read { try Credentials.descriptors(of: session.accountID, in: $0) }
  }

  /// What became of an operation, asked for by the challenge's id (base64url) or the idempotency
  /// key.
  ///
  /// - Returns: The operation as it stands now, or `not_found` where this account has none by that
  ///   name: then nothing was executed, and the same request may be sent again.
  public func operation(
    _ name: String, session: AuthenticatedSession
  ) async throws -> Decision<OperationAnswer> {
    try await decision {
      let now = commands.now()
      return try await commands.read { [self] transaction -> Decision<OperationAnswer> in
        guard let row = try stored(name, of: session.accountID, in: transaction) else {
          return .failure(
            Refusal(.notFound, "no operation by that name was executed for this account"))
        }
        let operation = try Operations.stored(StoredOperationID(try row.text(0)), in: transaction)
        let context = ReadingContext(
          transaction: transaction, caller: .session(session), now: now)
        return .success(
          OperationAnswer(
            operationID: operation.id.text, scenario: operation.scenario,
            result: try registry.outcome(of: operation, in: context)))
      }.get()
    }
  }

  private func stored(
    _ name: String, of account: AccountID, in transaction: any ReadTransaction
  ) throws -> SQLRow? {
    let columns = "SELECT id FROM operations"
    let byKey = try transaction.row(
      "\(columns) WHERE account_id = ? AND idempotency_key = ?",
      [.text(account.text), .text(name)])
    guard byKey == nil, let challengeID = Base64URL.decode(name) else { return byKey }
    return try transaction.row(
      "\(columns) WHERE challenge_id = ? AND account_id = ?",
      [.blob(challengeID), .text(account.text)])
  }
}

/// A kind of proof, and whether it could act.
package struct ActionWay: Sendable, Hashable {
  /// The kind.
  package let kind: Proof.Kind
  /// Why it could not; nil where it could.
  package let hindrance: Refusal?
}
