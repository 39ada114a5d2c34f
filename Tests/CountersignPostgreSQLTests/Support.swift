import CountersignCore
import CountersignPostgreSQL
import ProgramTesting

/// A small table, and stores on it.
enum Notes {
  static let schema = Schema(
    owner: "notes",
    steps: [SchemaStep(1, ["CREATE TABLE notes (id BIGINT PRIMARY KEY, count BIGINT NOT NULL)"])])

  /// The schema with a step that came later.
  static func later(isSurvived: Bool) -> Schema {
    Schema(
      owner: "notes",
      steps: schema.steps + [
        SchemaStep(2, ["ALTER TABLE notes ADD COLUMN text TEXT"], isSurvived: isSurvived)
      ])
  }

  /// Opens a store at an address.
  static func open(
    _ address: String, _ schema: Schema = schema, connections: Int = 4,
    patience: Int64 = 20, hooks: StoreHooks = StoreHooks(),
    metrics: ServerMetrics? = nil,
    onFatal: @escaping @Sendable (StoreError) -> Void = { _ in }
  ) throws -> PostgreSQLStore {
    var settings = PostgreSQLSettings()
    settings.connections = connections
    settings.statementSeconds = 2
    settings.patienceSeconds = patience
    return try PostgreSQLStore(
      PostgreSQLAddress(address), schemas: [schema], seals: .none, settings: settings,
      hooks: hooks, metrics: metrics, onFatal: onFatal)
  }

  /// The failure of opening a store; nil if it opens.
  static func failure(_ address: String, _ schema: Schema = schema) -> StoreError? {
    do {
      _ = try open(address, schema)
      return nil
    } catch {
      return error as? StoreError
    }
  }
}

extension PostgreSQLStore {
  /// Counts a note up, which reads and writes its row.
  func countUp(_ id: Int64) async throws {
    try await write { transaction in
      let count = try transaction.row("SELECT count FROM notes WHERE id = ?", [.integer(id)])
      guard let count = try count?.integer(0) else {
        try transaction.execute("INSERT INTO notes (id, count) VALUES (?, 1)", [.integer(id)])
        return
      }
      try transaction.execute(
        "UPDATE notes SET count = ? WHERE id = ?", [.integer(count + 1), .integer(id)])
    }
  }

  func count(_ id: Int64) async throws -> Int64? {
    try await rows("SELECT count FROM notes WHERE id = ?", [.integer(id)]).first?.integer(0)
  }
}

/// Something that happens once, and whoever waits for it.
final class Happening<Value: Sendable>: Sendable {
  private let stream: AsyncStream<Value>
  private let continuation: AsyncStream<Value>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  func happen(_ value: Value) { continuation.yield(value) }

  /// The next value; nil where the task is cancelled first.
  func next() async -> Value? { await stream.first { _ in true } }
}
