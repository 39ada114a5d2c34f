/// The tables of one owner, the server's core or a module, as numbered steps that each driver
/// applies once, in order.
///
/// One dialect serves both drivers: integers are 64 bits, times are milliseconds, bytes are written
/// as `BLOB` (the PostgreSQL driver says `BYTEA`).
///
/// Steps make tables and indexes. Each driver refuses a database with a trigger or a view, and that
/// of PostgreSQL code in a check, a default or an index beyond its own immutable functions. It also
/// refuses a table without one of the keys, or with other defaults than the steps say.
public struct Schema: Sendable {
  /// The owner of the tables: `core`, or a module's name.
  public let owner: String
  /// All steps, oldest first.
  ///
  /// A step that was released is never edited: the database keeps the digest of its statements, and
  /// one that was made by others is refused.
  public let steps: [SchemaStep]

  /// The tables of an owner.
  public init(owner: String, steps: [SchemaStep]) {
    self.owner = owner
    self.steps = steps
  }

  /// The number of the newest step; 0 without steps.
  package var newest: Int { steps.map(\.number).max() ?? 0 }
}

extension Schema {
  /// Refuses steps of a database that this program lacks, or makes by other statements.
  ///
  /// Those that are newer than its own are for the driver to judge: beside some, an older node
  /// serves on.
  ///
  /// - Parameter digests: The digests of the owner's steps in the database, by number.
  /// - Throws: ``StoreError``, `unsupported`.
  package func requireDigests(_ digests: [Int64: [UInt8]]) throws(StoreError) {
    let own = Dictionary(steps.map { (Int64($0.number), $0.digest) }, uniquingKeysWith: { $1 })
    for (number, digest) in digests.sorted(by: { $0.key < $1.key })
    where number <= newest && digest != own[number] {
      throw StoreError.unsupported("step \(number) of the tables of \(owner)")
    }
  }
}
