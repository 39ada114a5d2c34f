import WebAuthnModel
public import WireModel

/// Raises a session that is worth less than a proof, and gives it another token.
///
/// It shows more of the account then, and ends other sessions where it is strong. It manages no
/// factors: each change of those takes a proof of its own.
struct RaiseSession: ProtectedAction {
  let name = "raiseSession"
  let scenario = ScenarioName.signIn
  let sessions: Sessions
  let levels: FactorLevels

  /// The new level of a raised session, and the need for another token.
  struct Raised: Sendable, Hashable {
    let isRaised: Bool
  }

  static let requirements: ProofRequirements = {
    var requirements = ProofRequirements(
      kinds: [.verificationToken, .assertion, .pin, .pinProof, .validateCode])
    requirements.linking = .ofKeys
    // The token that follows is stored nowhere: a proof gives it once.
    requirements.repetition = .byKeyAlone
    return requirements
  }()

  func requirements(in policy: ServicePolicy) -> ProofRequirements { Self.requirements }

  func bodyHash(of draft: SessionDraft) -> [UInt8] { BodyHash.of(name, []) }

  func document(
    for draft: SessionDraft, _ facts: NoFacts, in words: DocumentWords
  ) throws(Refusal) -> ActionDocument { try words.document(.signIn) }

  func execute(
    _ draft: SessionDraft, _ prepared: Void, _ facts: NoFacts, in context: ActionContext
  ) throws -> Execution {
    guard let session = context.caller.session else { throw Refusal.noSession }
    let spent = try context.spentRow()
    let factor = context.proof.claim.factor(spent)
    let worth = try levels.worth(
      of: factor, of: context.account, at: context.now, in: context.transaction)
    let answer = try sessions.raise(
      session, to: worth.level, by: factor, methods: context.proof.methods, draft,
      in: context.transaction)
    return Execution(
      "session_raised", answer: ["raised": .bool(answer != nil)],
      details: ["level": .integer(max(worth.level, session.level).rawValue)])
  }

  func result(of operation: StoredOperation) throws -> Raised {
    Raised(isRaised: try operation.requireAnswer() == ["raised": true])
  }
}

/// Raises sessions by a proof.
public final class SessionRaises: Sendable {
  private let commands: Commands
  private let sessions: Sessions
  private let levels: FactorLevels
  private let pipeline: ActionPipeline

  init(
    commands: Commands, sessions: Sessions, levels: FactorLevels, pipeline: ActionPipeline
  ) {
    self.commands = commands
    self.sessions = sessions
    self.levels = levels
    self.pipeline = pipeline
  }

  /// Raises a session by a proof.
  ///
  /// - Parameters:
  ///   - proof: A proof of any kind, of scenario SIGN_IN.
  ///   - idempotencyKey: The caller's name for it, where it gave one.
  ///   - session: The session.
  /// - Returns: The session with another token where its level rose, or nil where it is worth as
  ///   much already; or that a second code was texted.
  /// - Throws: ``StoreError``.
  public func raise(
    by proof: Proof, idempotencyKey: IdempotencyKey?, session: AuthenticatedSession
  ) async throws -> Decision<ActionOutcome<SessionAnswer?>> {
    let draft = SessionDraft(random: commands.random, now: commands.now(), of: session)
    return try await pipeline.perform(
      RaiseSession(sessions: sessions, levels: levels),
      ActionCall(
        caller: .session(session), request: draft, proof: UnverifiedProof(proof),
        idempotencyKey: idempotencyKey)
    ).map { outcome in
      switch outcome {
      case .otpRequired(let required): .otpRequired(required)
      case .done(let response):
        .done(
          ActionResponse(
            // The token of a repetition was told before, or never: it is stored nowhere.
            answer: response.answer.isRaised && !response.isReplayed
              ? sessions.answer(draft, of: session) : nil,
            isReplayed: response.isReplayed))
      }
    }
  }
}
