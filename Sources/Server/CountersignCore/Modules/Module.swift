public import WebAuthnModel
public import WireModel

/// A part that brings actions of its own to a server, with the tables, the jobs and the share in
/// each account that they need.
///
/// A module is a value that holds its configuration. Each server that is made with it builds its
/// parts, on that server's ground.
public protocol Module: Sendable {
  /// Its name: the owner of its tables.
  var name: String { get }
  /// Its tables.
  var schema: Schema { get }

  /// Its scenarios, each with the proofs that it takes unless the deployment decides otherwise.
  var scenarios: [ScenarioPolicy] { get }
  /// The words of its documents, beside those of the server's own, by language.
  var words: [Language: [DocumentTexts.Name: String]] { get }

  /// The scenario whose challenge is given without a document (`GET /biometric/auth/options`); nil
  /// where it has none.
  var unlinkedScenario: ScenarioName? { get }

  /// Makes what it adds to one server.
  func parts(on ground: ModuleGround) -> any ModuleParts

  /// Brings its tables to what its configuration says, when a server starts.
  func prepare(on ground: ModuleGround) async throws

  /// Does what an account of its own begins with, in the transaction that makes the account.
  func accountCreated(
    _ account: AccountID, at now: Timestamp, in transaction: any WriteTransaction) throws

  /// A fault of its tables, in one sentence; nil if they are whole.
  func fault(in transaction: any ReadTransaction) throws -> String?

  /// All that it holds of an account, without secrets; empty where that is nothing.
  func export(_ account: AccountID, in transaction: any ReadTransaction) throws -> JSONObject

  /// The first thing of an account that is not done yet, in a few words; nil if all is.
  ///
  /// The account is not erased until then.
  func unfinished(of account: AccountID, in transaction: any ReadTransaction) throws -> String?

  /// Deletes what it holds of an account that ends, in the transaction that ends it.
  ///
  /// - Returns: What it keeps, and why, each in a few words for an administrator.
  func erase(_ account: AccountID, in transaction: any WriteTransaction) throws -> [String]
}

extension Module {
  /// There are no documents.
  public var words: [Language: [DocumentTexts.Name: String]] { [:] }

  /// Every challenge is linked to a document.
  public var unlinkedScenario: ScenarioName? { nil }

  /// Nothing has to be prepared.
  public func prepare(on ground: ModuleGround) async throws {}

  /// An account begins with nothing.
  public func accountCreated(
    _ account: AccountID, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {}

  /// Nothing is looked for.
  public func fault(in transaction: any ReadTransaction) throws -> String? { nil }

  /// Nothing is held.
  public func export(
    _ account: AccountID, in transaction: any ReadTransaction
  ) throws -> JSONObject { [:] }

  /// Everything is done.
  public func unfinished(
    of account: AccountID, in transaction: any ReadTransaction
  ) throws -> String? { nil }

  /// Nothing is held, and nothing is kept.
  public func erase(
    _ account: AccountID, in transaction: any WriteTransaction
  ) throws -> [String] { [] }
}

/// The parts that a module adds to one server.
public protocol ModuleParts: Sendable {
  /// Its actions, each the one of its scenario.
  var actions: [any ScenarioAction] { get }
  /// The kinds of its jobs.
  var jobs: [any JobKind] { get }
}

/// The ground on which a server's modules build.
public struct ModuleGround: Sendable {
  /// The store of all state.
  public let store: any Store
  /// The audit log.
  public let audit: AuditTrail
}

extension [Schema] {
  /// The tables of the core, and of modules.
  public static func of(_ modules: [any Module]) -> [Schema] {
    [.core] + modules.map(\.schema)
  }
}

extension ServicePolicy {
  /// Takes in what modules bring: their scenarios, and the words of their documents.
  public mutating func add(_ modules: [any Module]) {
    for module in modules {
      scenarios.add(module.scenarios)
      texts.add(module.words)
    }
  }
}

/// Two modules of one server that cannot stand beside each other.
public struct ModuleClash: Error, Sendable, Hashable, CustomStringConvertible {
  /// The name that both have, and the next step.
  public let description: String

  /// A clash over something that only one module may have.
  public init(over what: String) {
    description = "two modules have \(what); start the server with one of them"
  }

  /// Refuses modules of which two have one name, one scenario or one kind of job, a scenario of the
  /// server's own, or each an action that is signed without a document.
  static func verify(_ modules: [any Module], _ parts: [any ModuleParts]) throws(ModuleClash) {
    var taken: Set<String> = Set(ScenarioName.ofServer.map { "the scenario \($0)" })
    let claims =
      modules.map { "the name \($0.name)" }
      + modules.compactMap(\.unlinkedScenario).map { _ in "an action to sign without a document" }
      + parts.flatMap(\.actions).map { "the scenario \($0.scenario)" }
      + parts.flatMap(\.jobs).map { "jobs of the kind \($0.name)" }
    for claim in claims where !taken.insert(claim).inserted { throw ModuleClash(over: claim) }
  }
}

/// Finds a fault of the modules' tables, in one sentence; nil if they are whole.
///
/// - Parameters:
///   - modules: The modules.
///   - transaction: The snapshot to look at.
/// - Returns: The module's name and the fault.
/// - Throws: ``StoreError``.
public func verifyModules(
  _ modules: [any Module], in transaction: any ReadTransaction
) throws -> String? {
  for module in modules {
    if let fault = try module.fault(in: transaction) { return "\(module.name): \(fault)" }
  }
  return nil
}
