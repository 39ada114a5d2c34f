import WebAuthnModel
import WireModel

/// Revokes what is selected of an account's devices or credentials.
///
/// It takes a proof by a factor, where the account ever had one.
struct RevokeSelected<ID: Revocable>: ProtectedAction {
  let scenario = ScenarioName.manageFactors
  let audit: AuditTrail

  var name: String { ID.revocation }

  func requirements(in policy: ServicePolicy) -> ProofRequirements {
    .ofRemoval(or: .nothingWithoutFactor)
  }

  func bodyHash(of selection: RevocationSelection<ID>) -> [UInt8] {
    BodyHash.of(name, selection.values)
  }

  /// A selection that means nothing is refused here: it costs no attempt at a PIN.
  func facts(
    of selection: RevocationSelection<ID>, for caller: Caller, at now: Timestamp
  ) -> FactsQuery<SelectedFactors<ID>> {
    FactsQuery { _, transaction in try selection.facts(of: caller, in: transaction) }
  }

  func document(
    for selection: RevocationSelection<ID>, _ facts: SelectedFactors<ID>, in words: DocumentWords
  ) throws(Refusal) -> ActionDocument {
    try words.document(changing: ID.change(of: selection), showing: facts.shown)
  }

  func execute(
    _ selection: RevocationSelection<ID>, _ prepared: Void, _ facts: SelectedFactors<ID>,
    in context: ActionContext
  ) throws -> Execution {
    guard let session = context.caller.session else { throw Refusal.noSession }
    let proving = context.proof.claim.factor(try context.spentRow())
    try context.requireMayTake(
      Set(try facts.chosen.compactMap { try $0.factor(in: context.transaction) }))
    let gone = try facts.chosen.flatMap { try $0.factors(in: context.transaction) }
    for id in facts.chosen {
      try id.revoke(
        of: context.account, by: .session(session.id), with: audit, at: context.now,
        in: context.transaction)
    }
    try Sessions.goOn(
      session.id, without: gone, provedBy: proving, at: context.now, in: context.transaction)
    let count = Int64(facts.chosen.count)
    return Execution(
      ID.revocationEvent, answer: RevocationAnswer(revoked: count).json,
      details: ["count": .integer(count)])
  }

  func result(of operation: StoredOperation) throws -> RevocationAnswer {
    try RevocationAnswer(json: operation.requireAnswer())
  }
}

extension ActionContext {
  /// Refuses to take a factor away by a weak proof of another one: what a weak proof brings stands
  /// beside what is there.
  ///
  /// - Parameter factors: The factors that would be gone, or replaced.
  /// - Throws: ``Refusal/strongFactorRequired``, or ``StoreError``.
  func requireMayTake(_ factors: Set<AccountFactor>) throws {
    guard let ground, ground != .strongProof, !factors.isEmpty else { return }
    guard let proving = proof.claim.factor(try spentRow()), factors == [proving] else {
      throw Refusal.strongFactorRequired
    }
  }
}

/// Revokes a passkey of the device that asks, without a proof: the device finds it dead.
struct PutOwnKeyAside: ProtectedAction {
  let name = "putOwnKeyAside"
  let scenario = ScenarioName.manageFactors
  let audit: AuditTrail

  func requirements(in policy: ServicePolicy) -> ProofRequirements { .ofRemoval(or: .ownDevice) }

  func bodyHash(of id: CredentialID) -> [UInt8] { BodyHash.of(name, [.blob(id.bytes)]) }

  func facts(
    of id: CredentialID, for caller: Caller, at now: Timestamp
  ) -> FactsQuery<SelectedFactors<CredentialID>> {
    FactsQuery { _, transaction in
      let selected = try RevocationSelection.one(id).facts(of: caller, in: transaction)
      let device = try Credentials.device(of: id, in: transaction)
      guard let device, device == caller.session?.deviceID else { throw Refusal.factorRequired }
      return selected
    }
  }

  func document(
    for id: CredentialID, _ facts: SelectedFactors<CredentialID>, in words: DocumentWords
  ) throws(Refusal) -> ActionDocument {
    try words.document(changing: CredentialID.change(of: .one(id)), showing: facts.shown)
  }

  func execute(
    _ id: CredentialID, _ prepared: Void, _ facts: SelectedFactors<CredentialID>,
    in context: ActionContext
  ) throws -> Execution {
    guard let session = context.caller.session, let device = session.deviceID else {
      throw Refusal.noSession
    }
    try id.revoke(
      of: context.account, by: .session(session.id), with: audit, at: context.now,
      in: context.transaction)
    try Sessions.goOn(
      session.id, without: id, byDeviceAlone: device, in: context.transaction)
    return Execution(
      "credentials_revoked", answer: RevocationAnswer(revoked: 1).json, details: ["count": 1])
  }

  func result(of operation: StoredOperation) throws -> RevocationAnswer {
    try RevocationAnswer(json: operation.requireAnswer())
  }
}

/// The selected things of one kind, and how a document shows them.
struct SelectedFactors<ID: Sendable & Hashable>: Sendable, Hashable {
  let chosen: [ID]
  let shown: Document.Value
}

/// A selection among the things of one kind that an account has to revoke.
public enum RevocationSelection<ID: Sendable & Hashable>: Sendable, Hashable {
  /// One.
  case one(ID)
  /// All but one, which must be the account's own: a missing id never turns into "all".
  case others(keeping: ID)
  /// All.
  case all
}

extension RevocationSelection where ID: Revocable {
  /// The values that tell one selection from another.
  var values: [SQLValue] {
    switch self {
    case .one(let id): ["one", id.stored]
    case .others(let kept): ["others", kept.stored]
    case .all: ["all", nil]
    }
  }

  /// The selected ones of a caller's account.
  func facts(
    of caller: Caller, in transaction: any ReadTransaction
  ) throws -> SelectedFactors<ID> {
    SelectedFactors(
      chosen: try chosen(of: caller.account, in: transaction),
      shown: try ID.change(of: self).shown(to: caller, in: transaction))
  }

  /// Chooses the selected ones among all that the account has.
  func chosen(of account: AccountID, in transaction: any ReadTransaction) throws -> [ID] {
    let all = try ID.all(of: account, in: transaction)
    switch self {
    case .one(let id):
      guard all.contains(id) else { throw ID.unknown }
      return [id]
    case .others(let kept):
      guard all.contains(kept) else { throw ID.unknown }
      return all.filter { $0 != kept }
    case .all: return all
    }
  }
}

/// The id of something that can be revoked: a device, a credential.
protocol Revocable: Sendable, Hashable {
  /// The name of the operation that revokes.
  static var revocation: String { get }
  /// The kind of the audit row of that operation.
  static var revocationEvent: String { get }
  /// The refusal of one that the account does not have.
  static var unknown: Refusal { get }
  /// The change of a selection, as its document names it.
  static func change(of selection: RevocationSelection<Self>) -> FactorChange
  /// The id as it is stored.
  var stored: SQLValue { get }

  /// All that an account has, oldest first.
  static func all(of account: AccountID, in transaction: any ReadTransaction) throws -> [Self]

  /// The factor that goes with it; nil for a device without a PIN.
  func factor(in transaction: any ReadTransaction) throws -> AccountFactor?

  /// All that lets its person in and goes with it.
  func factors(in transaction: any ReadTransaction) throws -> [AccountFactor]

  /// Revokes this one of an account, and tells of it.
  func revoke(
    of account: AccountID, by revoker: Revoker, with audit: AuditTrail, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws
}

/// The party that revokes something of an account.
enum Revoker: Sendable, Hashable {
  /// The person, in a session, which stays.
  case session(SessionID)
  /// An administration, by its service key; in no session does a proof stay fresh.
  case administration(ServiceKeyID)
  /// The account's first factor, which voids what mailed codes alone entitled to.
  case firstFactor

  /// The session that acts.
  var session: SessionID? {
    guard case .session(let id) = self else { return nil }
    return id
  }

  /// The details of a revocation for the audit log, with its revoker.
  func details(_ details: JSONObject) -> JSONObject {
    var details = details
    switch self {
    case .session(let id): details["session"] = .string(id.text)
    case .administration(let key): details["key"] = .string(key.text)
    case .firstFactor: details["by"] = "firstFactor"
    }
    return details
  }
}
