#if PostgreSQL
  import CPostgreSQL
  import ToolSupport

  /// The approval's own rows, written through libpq: in each round trip those of a batch.
  ///
  /// The CPU time is this thread's and that of the database's processes.
  final class BareDatabaseRows: BareRowsWriter {
    private let database: BenchDatabase
    private let name: String
    private let connection: BareConnection
    private let approval: [BareDatabaseStatement]
    private let values: @Sendable (BenchRow) -> [String: BenchValue]
    private var next = 0

    /// Makes a database with the schema of the server, and one account for each place of a batch.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - name: The name of the database.
    ///   - database: The server's, beside which it is made.
    /// - Throws: `CommandFailure` for a database that cannot be made.
    init(_ rows: BenchRows, named name: String, beside database: BenchDatabase) async throws {
      (self.database, self.name) = (database, name)
      let address = try database.makeDatabase(name)
      do {
        try await BenchDatabase.store(at: address, rows.schemas).close()
        let connection = try BareConnection(address)
        self.connection = connection
        values = rows.values
        approval = try rows.approval.enumerated().map {
          try BareDatabaseStatement($1, named: "a\($0)", connection)
        }
        let setup = try rows.setup.enumerated().map {
          try BareDatabaseStatement($1, named: "s\($0)", connection)
        }
        guard PQenterPipelineMode(connection.handle) == 1 else { throw connection.failure() }
        try write(setup)
      } catch {
        database.dropDatabase(name)
        throw error
      }
    }

    deinit { database.dropDatabase(name) }

    func measure(seconds: Double) throws -> BareMeasure {
      var measure = BareMeasure()
      let before = try database.times()
      let deadline = ContinuousClock.now + .seconds(seconds)
      while ContinuousClock.now < deadline {
        try Task.checkCancellation()
        measure.cpuSeconds += try write(approval)
        measure.count += BareRows.batchSize
      }
      measure.cpuSeconds += try database.cpuSeconds(since: before)
      return measure
    }

    /// Runs statements for each approval of a batch; the values are made before the time is taken.
    @discardableResult
    private func write(_ statements: [BareDatabaseStatement]) throws -> Double {
      let rows = try (0..<BareRows.batchSize).map { place in
        let row = BenchRow(number: next + place, account: place)
        let named = row.common.merging(values(row)) { _, own in own }
        return try statements.map { try $0.arguments(of: named) }
      }
      next += BareRows.batchSize
      let start = threadCPUSeconds()
      try send("BEGIN")
      for row in rows {
        for (statement, arguments) in zip(statements, row) {
          guard statement.send(arguments, connection) else { throw connection.failure() }
        }
      }
      try send("COMMIT")
      guard PQpipelineSync(connection.handle) == 1 else { throw connection.failure() }
      try receive()
      return threadCPUSeconds() - start
    }

    private func send(_ sql: String) throws {
      guard PQsendQueryParams(connection.handle, sql, 0, nil, nil, nil, nil, 1) == 1 else {
        throw connection.failure()
      }
    }

    /// Takes the results of all that was sent.
    private func receive() throws {
      var isEnd = false
      while !isEnd {
        // The results of each statement end with none.
        guard let result = PQgetResult(connection.handle) else { continue }
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK: break
        case PGRES_PIPELINE_SYNC: isEnd = true
        default:
          let words = PQresultErrorMessage(result).map { String(cString: $0) } ?? ""
          throw CommandFailure(.environment, "bare rows: \(words)")
        }
      }
    }
  }

  /// A prepared statement whose parameters are known by name.
  private struct BareDatabaseStatement {
    /// The values of a statement's parameters, each with an end of 0.
    struct Arguments {
      var bytes: [UInt8] = []
      var places: [(start: Int, length: Int, isBinary: Bool)] = []
    }

    private let name: String
    /// The parameters' names, by their places.
    private let names: [String]

    init(_ sql: String, named name: String, _ connection: BareConnection) throws {
      var names: [String] = []
      let text = sql.replacing(/:([a-z]\w*)/) { match in
        let parameter = String(match.1)
        if !names.contains(parameter) { names.append(parameter) }
        return "$\((names.firstIndex(of: parameter) ?? 0) + 1)"
      }
      (self.name, self.names) = (name, names)
      let result = PQprepare(connection.handle, name, text, 0, nil)
      defer { PQclear(result) }
      guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw connection.failure() }
    }

    func arguments(of named: [String: BenchValue]) throws -> Arguments {
      var arguments = Arguments()
      for name in names {
        guard let value = named[name] else {
          throw CommandFailure(.environment, "the bare rows have no value \(name)")
        }
        let bytes: [UInt8]
        var isBinary = false
        switch value {
        case .integer(let number): bytes = Array(String(number).utf8)
        case .text(let text): bytes = Array(text.utf8)
        case .blob(let blob): (bytes, isBinary) = (blob, true)
        }
        arguments.places.append((arguments.bytes.count, bytes.count, isBinary))
        arguments.bytes += bytes + [0]
      }
      return arguments
    }

    func send(_ arguments: Arguments, _ connection: BareConnection) -> Bool {
      arguments.bytes.withUnsafeBytes { buffer in
        let values = arguments.places.map { place in
          buffer.baseAddress.map { ($0 + place.start).assumingMemoryBound(to: CChar.self) }
        }
        let lengths = arguments.places.map { Int32($0.length) }
        let formats = arguments.places.map { Int32($0.isBinary ? 1 : 0) }
        return PQsendQueryPrepared(
          connection.handle, name, Int32(values.count), values, lengths, formats, 1) == 1
      }
    }
  }
#endif
