public import WireModel

/// Open work of modules that this server does not have: it stays as it is, in their tables.
public struct AbsentModules: Sendable, Hashable, CustomStringConvertible {
  /// Jobs of one kind that wait, and that nothing here runs.
  public struct Jobs: Sendable, Hashable {
    /// The kind.
    public let kind: JobName
    /// The number of jobs.
    public let count: Int64
  }

  /// The owners of tables that no module of this server has.
  ///
  /// Empty where the module of jobs that wait had none.
  public let owners: [String]
  /// Jobs that wait.
  public let jobs: [Jobs]
  /// A scenario whose operations are told as pending, since nothing here knows their outcome; nil
  /// where there are none.
  public let scenario: ScenarioName?

  /// The open work, and what to do about it.
  public var description: String {
    let whose = owners.isEmpty ? "a module without tables" : owners.joined(separator: ", ")
    let waiting = jobs.map { "\($0.count) jobs of the kind \($0.kind) wait" }
    let told = scenario.map { "operations of \($0) are told as pending" }
    let open = (waiting + [told].compactMap(\.self)).joined(separator: ", ")
    return """
      this server is without the module of tables that its database has (\(whose)): \(open); \
      nothing of it is changed; start the server with the module to go on
      """
  }

  /// Looks for open work.
  ///
  /// Without an owner whose module is absent, operations are not looked through: there are many.
  ///
  /// - Parameters:
  ///   - present: The names of this server's modules.
  ///   - kinds: The kinds of jobs that it has.
  ///   - scenarios: The scenarios that have an action.
  ///   - transaction: The snapshot to look at.
  /// - Returns: What is open; nil where nothing is.
  /// - Throws: ``StoreError``.
  static func find(
    besides present: [String], kinds: Set<JobName>, scenarios: Set<ScenarioName>,
    in transaction: any ReadTransaction
  ) throws -> AbsentModules? {
    let owners = try owners(besides: present, in: transaction)
    let jobs = try transaction.rows(
      "SELECT kind, COUNT(*) FROM outbox WHERE done_at IS NULL GROUP BY kind ORDER BY kind", []
    ).map { Jobs(kind: JobName(try $0.text(0)), count: try $0.integer(1)) }
      .filter { !kinds.contains($0.kind) }
    var scenario: ScenarioName?
    if !owners.isEmpty || !jobs.isEmpty {
      let known = scenarios.union(ScenarioName.ofServer).map { SQLValue.text($0.text) }
      scenario = try transaction.row(
        "SELECT scenario FROM operations WHERE scenario NOT IN (\(known.placeholders)) LIMIT 1",
        known
      ).map { ScenarioName(try $0.text(0)) }
    }
    guard !jobs.isEmpty || scenario != nil else { return nil }
    return AbsentModules(owners: owners, jobs: jobs, scenario: scenario)
  }

  /// The owners of tables that are neither the core's nor a present module's.
  static func owners(
    besides present: [String], in transaction: any ReadTransaction
  ) throws -> [String] {
    let known = Set(present + [Schema.core.owner])
    return try transaction.rows("SELECT DISTINCT owner FROM schema_steps ORDER BY owner", [])
      .map { try $0.text(0) }.filter { !known.contains($0) }
  }
}
