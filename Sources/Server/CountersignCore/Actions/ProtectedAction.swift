public import WebAuthnModel
public import WireModel

/// Something that must not happen without a person's proof.
///
/// An action says which proofs it takes, what the person is shown, and what it does.
/// One pipeline decides the rest, in one order for all of them: an action can forget no step
/// and reorder none.
///
/// ```swift
/// struct OpenGate: ProtectedAction {
///   let name = "openGate"
///   let event = "gate_opened"
///   let scenario = ScenarioName("OPEN_GATE")
///
///   func terms(in policy: ServicePolicy) -> ActionTerms { ActionTerms(kinds: [.assertion]) }
///   func bodyHash(of gate: String) -> [UInt8] { BodyHash.of(name, [.text(gate)]) }
///   func document(for gate: String, in context: ReadingContext) throws -> Documented<Void> {
///     let document = Document(
///       scenario: scenario, language: .english, title: "Open a gate",
///       fields: [Document.Field("gate", label: "Gate", .text(gate))])
///     return Documented(try ActionDocument(document, value: .none), ())
///   }
///   func execute(
///     _ gate: String, _ prepared: Void, _ documented: Documented<Void>, in context: ActionContext
///   ) throws -> Execution {
///     try context.transaction.execute("UPDATE gates SET open = 1 WHERE id = ?", [.text(gate)])
///     return Execution(details: ["gate": .string(gate)])
///   }
///   func result(of operation: StoredOperation) -> Bool { true }
/// }
/// ```
public protocol ProtectedAction<Request, Result>: Sendable {
  /// The caller's request, without the proof.
  associatedtype Request: Sendable
  /// The values that were computed or drawn before the database transaction.
  associatedtype Prepared: Sendable = Void
  /// The facts behind the document, for ``execute(_:_:_:in:)``.
  associatedtype Facts: Sendable = Void
  /// The answer to the caller.
  associatedtype Result: Sendable

  /// The name in the hash of a body and in the rows of refusals.
  var name: String { get }
  /// The kind of the audit row that an execution leaves, in snake_case.
  var event: String { get }
  /// The name in challenges, tokens and codes.
  var scenario: ScenarioName { get }

  /// The proofs that the action takes, and what may take their place.
  func terms(in policy: ServicePolicy) -> ActionTerms

  /// The hash by which two bodies are told apart: over the request without its proof and secrets.
  func bodyHash(of request: Request) throws -> [UInt8]

  /// Does what is slow, asks others or draws randomness; runs once, before the database
  /// transaction.
  ///
  /// - Throws: A ``Refusal``, which the pipeline raises where the document is made: a right PIN is
  ///   cleared all the same.
  func prepare(_ request: Request, in context: PreparingContext) async throws -> Prepared

  /// Completes a request to the document that is shown, signed and executed.
  ///
  /// Reads and never writes; runs for the options, before the proof is verified, and again for the
  /// execution.
  func document(for request: Request, in context: ReadingContext) throws -> Documented<Facts>

  /// The queries that ``document(for:in:)`` and ``execute(_:_:_:in:)`` are known to ask.
  ///
  /// A store that is elsewhere is asked for all of them in one round trip. An action that names
  /// none, or not all, is only slower.
  func reads(of request: Request, for caller: Caller) -> ActionReads

  /// Does it, in the database transaction in which the proof is spent; may run again from its
  /// start.
  ///
  /// An execution reads before it writes where it can: a query that ran ahead is asked again after
  /// a write.
  func execute(
    _ request: Request, _ prepared: Prepared, _ documented: Documented<Facts>,
    in context: ActionContext
  ) throws -> Execution

  /// The operation's status now; the one thing about it that may change after its execution.
  func status(
    of operation: StoredOperation, in context: ReadingContext
  ) throws -> OperationStatus

  /// The answer, to the first request and to each repetition: from what was stored with the
  /// operation, and its status.
  ///
  /// There is nothing else to read it from, so that a repetition tells nobody what became of the
  /// account since.
  func result(of operation: StoredOperation) throws -> Result

  /// The operation that an equal request led to, where the action knows its requests by more than
  /// an idempotency key and a proof.
  func earlier(_ request: Request, in context: ReadingContext) throws -> StoredOperation?

  /// The transaction of an equal request a moment ago, where no key tells a repetition from a
  /// second operation.
  ///
  /// The hash is the one that the rows of operations have.
  func duplicate(
    of bodyHash: [UInt8], since moment: Timestamp, in context: ReadingContext
  ) throws -> String?

  /// True if the execution uses the proof up; if not, it is verified for a later action.
  var spendsProof: Bool { get }

  /// The topics whose streams of events are woken, whatever became of the request.
  func topics(of request: Request, for caller: Caller) -> [ChangeTopic]
}

extension ProtectedAction {
  /// An execution completes the operation.
  public func status(
    of operation: StoredOperation, in context: ReadingContext
  ) throws -> OperationStatus { .completed }

  /// Requests are known by their keys and proofs alone.
  public func earlier(_ request: Request, in context: ReadingContext) throws -> StoredOperation? {
    nil
  }

  /// Each query is asked when it is needed.
  public func reads(of request: Request, for caller: Caller) -> ActionReads { ActionReads() }

  /// No request is taken for a second one.
  public func duplicate(
    of bodyHash: [UInt8], since moment: Timestamp, in context: ReadingContext
  ) throws -> String? { nil }

  /// The proof is used up.
  public var spendsProof: Bool { true }

  /// Nobody is woken.
  public func topics(of request: Request, for caller: Caller) -> [ChangeTopic] { [] }
}

extension ProtectedAction where Prepared == Void {
  /// Nothing has to be prepared.
  public func prepare(_ request: Request, in context: PreparingContext) async throws {}
}

/// The proofs that an action takes, and what may take their place.
public struct ActionTerms: Sendable {
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

  /// The terms of an action that takes proofs of these kinds and nothing else.
  public init(kinds: Set<Proof.Kind>) { self.kinds = kinds }

  /// The terms of a change of factors, devices or links: any proof of a factor, a key's linked to
  /// the document of this very change.
  public static func ofFactors(or substitute: Substitute) -> ActionTerms {
    var terms = ActionTerms(kinds: [.verificationToken, .assertion, .pin, .pinProof, .validateCode])
    terms.codes = .mailedAndApp
    terms.substitute = substitute
    terms.linking = .ofKeys
    terms.factorEffect = .adds
    return terms
  }

  /// The terms of a change that adds no factor, device, link or number.
  static func ofRemoval(or substitute: Substitute) -> ActionTerms {
    var terms = ofFactors(or: substitute)
    terms.factorEffect = .removes
    return terms
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

/// A document, and what it was made from.
public struct Documented<Facts: Sendable>: Sendable {
  /// The document.
  public let document: ActionDocument
  /// The facts from which it was made.
  public let facts: Facts

  /// A document, and what it was made from.
  public init(_ document: ActionDocument, _ facts: Facts) {
    self.document = document
    self.facts = facts
  }
}

/// The queries that an action is known to ask, in the words in which it asks them.
public struct ActionReads: Sendable, Hashable {
  /// Those of the document.
  public var document: [SQLStatement]
  /// Those of the execution, beside the document's.
  public var execution: [SQLStatement]

  /// The queries of a document and of an execution.
  public init(document: [SQLStatement] = [], execution: [SQLStatement] = []) {
    self.document = document
    self.execution = execution
  }
}

/// The result of an execution.
public struct Execution: Sendable {
  /// The id of the record that it led to; nil where it led to none of its own.
  public var record: String?
  /// The answer as it is stored; never a secret.
  public var answer: JSONValue?
  /// The challenge by which the operation is asked for, where it is not the proof's.
  public var challengeID: [UInt8]?
  /// The kind of the audit row, where it is not the action's own.
  public var event: String?
  /// The fields of the audit row beside those that all rows have.
  public var details: JSONObject
  /// The job that follows from it, stored with it.
  ///
  /// The request runs it once before it is answered; a worker takes it over if that comes to
  /// nothing.
  public var job: NewJob?

  /// An execution that led to this.
  public init(record: String? = nil, answer: JSONValue? = nil, details: JSONObject = [:]) {
    self.record = record
    self.answer = answer
    self.details = details
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
