public import WebAuthnModel
public import WireModel

/// Something that must not happen without a person's proof.
///
/// An action names its scenario, reads its facts, makes the document that the person is shown, and
/// is executed. One pipeline decides the rest, in one order for all actions: an action can forget
/// no step and reorder none.
///
/// ```swift
/// struct OpenGate: ProtectedAction {
///   let scenario = ScenarioName("OPEN_GATE")
///
///   func bodyHash(of gate: String) -> [UInt8] { BodyHash.of(name, [.text(gate)]) }
///   func document(
///     for gate: String, _ facts: NoFacts, in words: DocumentWords
///   ) throws(Refusal) -> ActionDocument {
///     let document = Document(
///       scenario: scenario, language: .english, title: "Open a gate",
///       fields: [Document.Field("gate", label: "Gate", .text(gate))])
///     return try ActionDocument(document, value: .none)
///   }
///   func execute(
///     _ gate: String, _ prepared: Void, _ facts: NoFacts, in context: ActionContext
///   ) throws -> Execution {
///     try context.transaction.execute("UPDATE gates SET open = 1 WHERE id = ?", [.text(gate)])
///     return Execution("gate_opened", details: ["gate": .string(gate)])
///   }
///   func result(of operation: StoredOperation) -> Bool { true }
/// }
/// ```
public protocol ProtectedAction<Request, Result>: Sendable {
  /// The caller's request, without the proof.
  associatedtype Request: Sendable
  /// The values that were computed or drawn before the database transaction.
  associatedtype Prepared: Sendable = Void
  /// The store's values that the document and the execution need.
  ///
  /// Equal facts have to make equal documents: while they stay equal, the document of the snapshot
  /// is executed. So `==` compares each of them.
  associatedtype Facts: Equatable & Sendable = NoFacts
  /// The answer to the caller.
  associatedtype Result: Sendable

  /// The name in challenges, tokens and codes.
  var scenario: ScenarioName { get }

  /// The name in the hash of a body and in the rows of refusals; the scenario's by default.
  var name: String { get }

  /// The proofs that the action takes, and what may take their place.
  ///
  /// By default a passkey or a verification token, always linked to the document.
  func requirements(in policy: ServicePolicy) -> ProofRequirements

  /// The hash by which two bodies are told apart: over the request without its proof and secrets.
  func bodyHash(of request: Request) throws(Refusal) -> [UInt8]

  /// The query for the facts of a request.
  ///
  /// It is asked for the options, before the proof is verified, and again in the database
  /// transaction. It never writes. What it refuses costs no attempt at a PIN.
  func facts(
    of request: Request, for caller: Caller, at now: Timestamp
  ) -> FactsQuery<Facts>

  /// Makes the document that is shown, signed and executed.
  ///
  /// A pure function of its arguments. The pipeline makes the document again only if the facts have
  /// changed since the snapshot, so a rule that depends on the time belongs to
  /// ``facts(of:for:at:)``.
  func document(
    for request: Request, _ facts: Facts, in words: DocumentWords
  ) throws(Refusal) -> ActionDocument

  /// Does what is slow, asks others or draws randomness; runs once, before the database
  /// transaction.
  ///
  /// - Throws: A ``Refusal``, which the pipeline raises where the document is made: a right PIN is
  ///   cleared all the same.
  func prepare(
    _ request: Request, for caller: Caller, at now: Timestamp, _ random: any RandomBytes
  ) async throws -> Prepared

  /// Does it, in the database transaction in which the proof is spent; may run again from its
  /// start.
  ///
  /// The facts are those of this transaction. An execution reads before it writes where it can: a
  /// query that ran ahead is asked again after a write.
  func execute(
    _ request: Request, _ prepared: Prepared, _ facts: Facts, in context: ActionContext
  ) throws -> Execution

  /// The answer, to the first request and to each repetition: from what was stored with the
  /// operation, and its status.
  ///
  /// There is nothing else to read it from, so that a repetition tells nobody what became of the
  /// account since.
  func result(of operation: StoredOperation) throws -> Result
}

extension ProtectedAction {
  /// The name of the scenario.
  public var name: String { scenario.text }

  /// A passkey or a verification token, always linked to the document.
  public func requirements(in policy: ServicePolicy) -> ProofRequirements {
    var requirements = ProofRequirements(kinds: [.assertion, .verificationToken])
    requirements.linking = .always
    return requirements
  }
}

extension ProtectedAction where Facts == NoFacts {
  /// The store is not asked.
  public func facts(
    of request: Request, for caller: Caller, at now: Timestamp
  ) -> FactsQuery<NoFacts> { FactsQuery { _ in } }
}

extension ProtectedAction where Prepared == Void {
  /// Nothing has to be prepared.
  public func prepare(
    _ request: Request, for caller: Caller, at now: Timestamp, _ random: any RandomBytes
  ) async throws {}
}

/// The facts of an action whose document and execution need nothing from the store.
public struct NoFacts: Sendable, Hashable {
  /// No facts.
  public init() {}
}

/// The query for the facts of an action.
public struct FactsQuery<Facts> {
  /// The statements that the pipeline asks, together with its own, in one round trip.
  let statements: [SQLStatement]
  private let facts: ([[SQLRow]], any ReadTransaction) throws -> Facts

  /// A query of some statements.
  ///
  /// - Parameters:
  ///   - statements: The statements.
  ///   - facts: Makes the facts of the statements' rows, in the order of the statements. What one
  ///     statement cannot say is read on in the transaction.
  public init(
    _ statements: [SQLStatement] = [],
    facts: @escaping (_ rows: [[SQLRow]], _ transaction: any ReadTransaction) throws -> Facts
  ) {
    self.statements = statements
    self.facts = facts
  }

  /// Asks for the facts.
  func facts(in transaction: any ReadTransaction) throws -> Facts {
    try facts(statements.isEmpty ? [] : transaction.rows(ofEach: statements), transaction)
  }
}

extension FactsQuery where Facts == NoFacts {
  /// A query that only refuses.
  ///
  /// - Parameter check: Throws a ``Refusal`` for a request that cannot be executed.
  public init(_ check: @escaping (_ transaction: any ReadTransaction) throws -> Void) {
    self.init { _, transaction in
      try check(transaction)
      return NoFacts()
    }
  }
}

/// The proofs that an action takes, and what may take their place.
public struct ProofRequirements: Sendable {
  /// The kinds of proof.
  public var kinds: Set<Proof.Kind>
  /// The codes that make a proof.
  public var codes = CodePair.mailedAndSecond
  /// The substitute for a proof.
  public var substitute = Substitute.none
  /// The proofs that have to be linked to the document.
  public var linking = Linking.none
  /// The effect on the account's factors; nil for none.
  ///
  /// With one, the entitlement is checked as a ground.
  var factorEffect: FactorEffect?
  /// The form of a PIN which, where it is given, is the one that is replaced: the new one keeps its
  /// level.
  var replacesPIN: PINForm?

  /// The requests that get the first answer again.
  public var repetition = Repetition.byKeyAndProof

  /// The possible duplicates that are refused.
  public var duplicates = Duplicates.ofValues
  /// True if the execution uses the proof up; if not, the proof is verified for a later action.
  public var usesProofUp = true

  /// The requirements of an action that takes proofs of these kinds and nothing else.
  public init(kinds: Set<Proof.Kind>) { self.kinds = kinds }

  /// The requirements of a change of factors, devices or links: any proof of a factor, a key's
  /// linked to the document of this very change.
  public static func ofFactors(or substitute: Substitute) -> ProofRequirements {
    var requirements = ProofRequirements(
      kinds: [.verificationToken, .assertion, .pin, .pinProof, .validateCode])
    requirements.codes = .mailedAndApp
    requirements.substitute = substitute
    requirements.linking = .ofKeys
    requirements.factorEffect = .adds
    return requirements
  }

  /// The requirements of a change that adds no factor, device, link or number.
  static func ofRemoval(or substitute: Substitute) -> ProofRequirements {
    var requirements = ofFactors(or: substitute)
    requirements.factorEffect = .removes
    return requirements
  }

  /// The effect of an action on the factors of its account.
  enum FactorEffect: Sendable {
    /// A factor, a device or a link to enrol one is added.
    case adds
    /// The telephone number is set.
    case setsNumber
    /// Nothing is added.
    case removes
  }

  /// The requests that are answered as the first one was.
  public enum Repetition: Sendable {
    /// Those under the same key, and those on the same proof.
    case byKeyAndProof
    /// Those under the same key; a proof that acted is used up.
    case byKeyAlone
    /// None, since the answer holds a secret, which is told once.
    ///
    /// A request under the same key is a new one, with a proof of its own, and takes the place of
    /// the first: the action voids what that one made.
    case never
  }

  /// The requests that are refused if an equal one was executed a moment ago.
  ///
  /// Only requests without a challenge and without an idempotency key are compared: there nothing
  /// tells a repetition from a second operation.
  public enum Duplicates: Sendable {
    /// Those that move a value.
    case ofValues
    /// All of them.
    case all
    /// None.
    case none
  }

  /// The codes that make a proof.
  public enum CodePair: Sendable {
    /// The mailed one, and beside it the texted one or the authenticator app's; it is texted where
    /// neither came.
    case mailedAndSecond
    /// The mailed one and the authenticator app's, since a telephone number is no factor.
    case mailedAndApp
  }

  /// The substitute for a proof, at a lower level.
  public enum Substitute: Sendable {
    case none
    /// A mailed code, on an account that never had a factor.
    case codeForFirstFactor
    /// A mailed code, on an account that never had a factor or whose recovery is ready.
    case codeForFirstFactorOrRecovery
    /// The code that a later step asks for, on such an account.
    case laterCode
    /// Nothing, on an account that never had a factor.
    case nothingWithoutFactor
    /// Nothing, for what a device does to its own key.
    case ownDevice
    /// The ground on which a link to enrol was made.
    case groundOfLink
  }

  /// The proofs that have to be linked to the document (PSD2 RTS, Article 5).
  public enum Linking: Sendable {
    /// None, but for more than a low value.
    case none
    /// Every key's; a PIN and codes act on a low value.
    case ofKeys
    /// Every one.
    case always
  }
}

/// The result of an execution.
public struct Execution: Sendable {
  /// The kind of the audit row, in snake_case.
  public let event: String
  /// The id of the record that it led to; nil where it led to none of its own.
  public var record: String?
  /// The answer as it is stored; never a secret.
  public var answer: JSONValue?
  /// The challenge by which the operation is asked for, where it is not the proof's.
  public var challengeID: [UInt8]?
  /// The fields of the audit row beside those that all rows have.
  public var details: JSONObject
  /// The job that follows from it, stored with it.
  ///
  /// The request runs it once before it is answered; a worker takes it over if that comes to
  /// nothing.
  public var job: NewJob?
  /// The topics whose streams of events are woken after the commit.
  public var topics: [ChangeTopic] = []

  /// An execution that led to this.
  public init(
    _ event: String, record: String? = nil, answer: JSONValue? = nil, details: JSONObject = [:],
    job: NewJob? = nil
  ) {
    self.event = event
    self.record = record
    self.answer = answer
    self.details = details
    self.job = job
  }
}

/// The party that asks for an action, and the account in whose name it asks.
public enum Caller: Sendable {
  /// A person, signed in.
  case session(AuthenticatedSession)
  /// A host's backend, with what a person proved in a session.
  case host(AuthenticatedServiceKey, session: SessionID, account: AccountID)
  /// Whoever confirms a link.
  case link(SessionLinkID, account: AccountID)

  /// The languages that the caller asks for.
  var languages: PreferredLanguages { session?.languages ?? .none }

  /// The account that is concerned.
  public var account: AccountID {
    switch self {
    case .session(let session): session.accountID
    case .host(_, session: _, let account), .link(_, let account): account
    }
  }

  /// The session that asks; nil for anybody who has none.
  public var session: AuthenticatedSession? {
    if case .session(let session) = self { session } else { nil }
  }

  /// The session in which it is proved; nil for whoever confirms a link.
  var provingSession: SessionID? {
    switch self {
    case .session(let session): session.id
    case .host(_, let session, account: _): session
    case .link: nil
    }
  }

  /// The holder of the challenge that is answered now.
  var audience: ChallengeIssuer.Audience {
    switch self {
    case .session(let session): ChallengeIssuer.Audience(session)
    case .host(_, let session, let account):
      ChallengeIssuer.Audience(account: account.text, session: session.text)
    case .link(let link, let account): ChallengeIssuer.Audience(account: account, link: link)
    }
  }

  /// Notes the caller, as every audit row of an action has it.
  func note(in details: inout JSONObject) {
    switch self {
    case .session(let session): details["session"] = .string(session.id.text)
    case .host(let key, let session, account: _):
      details["key"] = .string(key.id.text)
      details["session"] = .string(session.text)
    case .link(let link, account: _): details["link"] = link.auditID
    }
  }
}
