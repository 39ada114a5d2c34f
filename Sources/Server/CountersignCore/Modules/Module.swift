public import WireModel

/// What brings actions of its own to a server, with the tables, the jobs and the share in each
/// account that they need.
///
/// A module is a value that holds its configuration. Each server that is made with it builds its
/// parts, on that server's ground.
public protocol Module: Sendable {
  /// Its name: the owner of its tables.
  var name: String { get }
  /// Its tables.
  var schema: Schema { get }

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

  /// What is wrong with its tables, in one sentence; nil where they are whole.
  func fault(in transaction: any ReadTransaction) throws -> String?
}

extension Module {
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
}

/// What a module adds to one server.
public protocol ModuleParts: Sendable {
  /// Its actions, each the one of its scenario.
  var actions: [any ScenarioAction] { get }
  /// Its jobs.
  var jobs: ModuleJobs { get }
}

/// The jobs of a module.
public struct ModuleJobs: Sendable {
  let kinds: [any JobKind]

  /// No jobs.
  public static let none = ModuleJobs([])

  init(_ kinds: [any JobKind]) { self.kinds = kinds }
}

/// What a server gives to its modules to build on.
public struct ModuleGround: Sendable {
  let commands: Commands
  let audit: AuditTrail
  let pipeline: ActionPipeline
  let leases: JobLeases
}

/// What is wrong with the tables of modules, in one sentence; nil where they are whole.
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
