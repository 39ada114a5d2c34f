import CPostgreSQL
import CountersignCore
import Foundation

/// A connection of libpq's, with the statements prepared on it.
///
/// It stays in pipeline mode: all statements of an exchange go out at once and cost one round trip.
/// One thread at a time has a connection.
final class PostgreSQLConnection: @unchecked Sendable {
  /// The use of a connection.
  enum Purpose {
    case reading
    case writing
    /// Reads all there is, which may take long.
    case checking
    /// Changes tables, which may take long.
    case upgrading

    var isReading: Bool { self == .reading || self == .checking }
    var takesLong: Bool { self == .checking || self == .upgrading }
  }

  /// The result of one statement.
  struct Answer {
    /// The rows that it gave.
    var rows: [SQLRow] = []
    /// The number of rows that it changed.
    var changes = 0
    /// The server's word for what it did, as in `COMMIT`.
    var tag = ""
  }

  private struct StatementKey: Hashable {
    let sql: String
    let types: [Oid]
  }

  /// The subject of one result: a statement that ran, or its preparation.
  private struct Step {
    /// The place of the statement in its exchange.
    let place: Int
    /// The statement that was prepared, and its name; nil where it ran.
    var prepared: (key: StatementKey, name: String)?
  }

  private let handle: OpaquePointer
  /// The longest wait for an answer: longer than the server lets a statement run.
  private let patience: Duration
  private let isReading: Bool
  private var names: [StatementKey: String] = [:]
  private var newest = 0
  /// True if the connection is of no use any more.
  private(set) var isLost = false
  /// Counts what goes out.
  var figures: ConnectionFigures?

  /// Connects.
  ///
  /// - Throws: `StoreError`, which says what to do.
  init(
    _ address: PostgreSQLAddress, for purpose: Purpose, _ settings: PostgreSQLSettings
  ) throws(StoreError) {
    handle = try Self.connected(address, within: .seconds(settings.connectSeconds))
    // Notices, as that a table is there already, would go to standard error.
    PQsetNoticeProcessor(handle, { _, _ in }, nil)
    patience = .seconds(purpose.takesLong ? 86_400 : settings.statementSeconds + 5)
    isReading = purpose.isReading
    guard PQsetnonblocking(handle, 1) == 0, PQenterPipelineMode(handle) == 1 else {
      throw ConnectingFault(handle).storeError(address)
    }
    do {
      try Self.requireVersion(PQserverVersion(handle), address)
      try prepareSession(address, for: purpose, settings)
    } catch let error as PostgreSQLError where error.isOfOtherSession {
      throw .shared(address)
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError.from(error) as? StoreError ?? .closed
    }
  }

  deinit { PQfinish(handle) }

  /// The socket, to wait for what the server sends by itself.
  var socket: Int32 { PQsocket(handle) }

  /// Runs statements in one round trip.
  ///
  /// - Returns: The answer of each.
  /// - Throws: `PostgreSQLError`: that of the first statement that failed; the later ones have not
  ///   run then.
  func exchange(_ statements: [SQLStatement]) throws -> [Answer] {
    guard !isLost else { throw PostgreSQLError.lost("the connection is broken") }
    // Before anything is sent: what fails in the middle would leave the rest unanswered.
    for statement in statements { try statement.arguments.requireStorable() }
    figures?.noteRoundTrip(of: statements.count)
    var steps: [Step] = []
    for (index, statement) in statements.enumerated() {
      try send(statement, index, &steps)
    }
    guard PQpipelineSync(handle) == 1 else { throw lose() }
    return try receive(steps, statements)
  }

  /// Runs one statement.
  @discardableResult
  func run(_ sql: String, _ arguments: [SQLValue] = []) throws -> Answer {
    try exchange([SQLStatement(sql, arguments)]).first ?? Answer()
  }

  /// Ends a transaction without keeping what it wrote.
  func rollBack() {
    guard !isLost else { return }
    do {
      try run("ROLLBACK")
    } catch {
      // The next transaction must not become part of this one.
      giveUp()
    }
  }

  /// The hints that came since the last call, without those that this connection sent.
  func takeNotices() throws -> [String] {
    guard PQconsumeInput(handle) == 1 else { throw lose() }
    var notices: [String] = []
    while let notice = PQnotifies(handle) {
      defer { PQfreemem(notice) }
      if notice.pointee.be_pid != PQbackendPID(handle) {
        notices.append(String(cString: notice.pointee.extra))
      }
    }
    return notices
  }

  /// Has whoever uses it next take a new one.
  func giveUp() { isLost = true }

  // MARK: Sending and receiving

  private func send(_ statement: SQLStatement, _ index: Int, _ steps: inout [Step]) throws {
    let arguments = statement.arguments
    let key = StatementKey(sql: statement.sql, types: arguments.map(\.typeID))
    let name: String
    if let known = names[key] ?? pending(key, steps) {
      name = known
    } else {
      newest += 1
      name = "s\(newest)"
      let sql = PostgreSQLDialect.statement(statement.sql)
      guard PQsendPrepare(handle, name, sql, Int32(arguments.count), key.types) == 1 else {
        throw lose()
      }
      steps.append(Step(place: index, prepared: (key, name)))
    }
    let isSent = BinaryArguments(arguments).pass { values, lengths, formats in
      PQsendQueryPrepared(handle, name, Int32(arguments.count), values, lengths, formats, 1)
    }
    guard isSent == 1 else { throw lose() }
    steps.append(Step(place: index))
  }

  /// The name of a statement that is prepared earlier in the same exchange.
  private func pending(_ key: StatementKey, _ steps: [Step]) -> String? {
    steps.lazy.compactMap(\.prepared).first { $0.key == key }?.name
  }

  private func receive(_ steps: [Step], _ statements: [SQLStatement]) throws -> [Answer] {
    var answers = [Answer](repeating: Answer(), count: statements.count)
    var failure: (any Error)?
    for step in steps {
      guard let result = try next() else { throw lose() }
      defer { PQclear(result) }
      switch PQresultStatus(result) {
      case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
        if let (key, name) = step.prepared {
          names[key] = name
          break
        }
        answers[step.place].tag = String(cString: PQcmdStatus(result))
        answers[step.place].changes = Int(String(cString: PQcmdTuples(result))) ?? 0
        do {
          answers[step.place].rows = try ResultRows(result).all()
        } catch {
          failure = failure ?? error
        }
      case PGRES_PIPELINE_ABORTED: break
      default:
        let isBroken = PQstatus(handle) == CONNECTION_BAD
        var error = PostgreSQLError(of: result, statements[step.place].sql, isLost: isBroken)
        error.place = step.place
        if error.isLost || error.isStale && !(isReading && error.isReadOnly) { isLost = true }
        failure = failure ?? error
        if error.isLost { throw error }
      }
      // Each statement's results end with none.
      if let more = try next() {
        PQclear(more)
        throw lose()
      }
    }
    let end = try next()
    defer { PQclear(end) }
    guard PQresultStatus(end) == PGRES_PIPELINE_SYNC else { throw lose() }
    if let failure { throw failure }
    return answers
  }

  /// The next result, once it has come whole.
  private func next() throws -> OpaquePointer? {
    let deadline = ContinuousClock.now + patience
    while true {
      let unsent = PQflush(handle)
      if unsent < 0 { throw lose() }
      if PQisBusy(handle) == 0 { return PQgetResult(handle) }
      let events = Int16(POLLIN) | (unsent == 1 ? Int16(POLLOUT) : 0)
      guard Self.wait(for: events, on: socket, until: deadline) else {
        isLost = true
        throw PostgreSQLError.lost("the server gave no answer for \(patience)")
      }
      if PQconsumeInput(handle) == 0 { throw lose() }
    }
  }

  /// Gives the connection up.
  private func lose() -> PostgreSQLError {
    isLost = true
    let words = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
    return .lost(words.split(separator: "\n").first.map(String.init) ?? "the connection broke")
  }

  // MARK: Connecting

  /// Connects to the first server of an address that answers and can write.
  private static func connected(
    _ address: PostgreSQLAddress, within time: Duration
  ) throws(StoreError) -> OpaquePointer {
    var failures: [StoreError] = []
    for server in address.servers {
      do {
        let handle = try connected(to: server, within: time)
        address.noteAnswer(of: server)
        return handle
      } catch {
        failures.append(error)
      }
    }
    // Where one of them may come back, waiting helps.
    throw StoreError(
      code: failures.first { $0.code == .unavailable }?.code ?? failures.first?.code ?? .failed,
      reason: failures.map(\.reason).joined(separator: "; "))
  }

  private static func connected(
    to address: PostgreSQLAddress, within time: Duration
  ) throws(StoreError) -> OpaquePointer {
    let parameters = address.parameters.sorted { $0.key < $1.key }
    let strings = parameters.map { strdup($0.key) } + parameters.map { strdup($0.value) }
    defer { for string in strings { free(string) } }
    let pointers = strings.map { UnsafePointer<CChar>($0) }
    let started = PQconnectStartParams(
      Array(pointers.prefix(parameters.count)) + [nil],
      Array(pointers.dropFirst(parameters.count)) + [nil], 0)
    guard let started else { throw ConnectingFault(nil).storeError(address) }
    // The SQLSTATE then stands in the words of a refusal.
    PQsetErrorVerbosity(started, PQERRORS_VERBOSE)
    let deadline = ContinuousClock.now + time
    var state = PGRES_POLLING_WRITING
    while PQstatus(started) != CONNECTION_BAD, state != PGRES_POLLING_OK,
      state != PGRES_POLLING_FAILED
    {
      let events = Int16(state == PGRES_POLLING_READING ? POLLIN : POLLOUT)
      guard wait(for: events, on: PQsocket(started), until: deadline) else {
        PQfinish(started)
        throw StoreError(
          code: .unavailable,
          reason:
            "\(address): no answer for \(time); check host and port of the address, "
            + "and that no firewall lies between")
      }
      state = PQconnectPoll(started)
    }
    guard state == PGRES_POLLING_OK, PQstatus(started) == CONNECTION_OK else {
      defer { PQfinish(started) }
      throw ConnectingFault(started).storeError(address)
    }
    return started
  }

  /// Sets what every connection of the store rests on.
  private func prepareSession(
    _ address: PostgreSQLAddress, for purpose: Purpose, _ settings: PostgreSQLSettings
  ) throws {
    var parameters = [
      ("default_transaction_read_only", purpose.isReading ? "on" : "off"),
      // Whoever copies may wait for the other database.
      ("idle_in_transaction_session_timeout", purpose.takesLong ? "0" : "30s"),
      ("jit", "off"),
      // The database may have others by default, under which a statement means something else, or
      // rows are left out.
      ("standard_conforming_strings", "on"), ("transform_null_equals", "off"),
      ("row_security", "off"),
      // PostgreSQL words the defaults that are compared, and names with it.
      ("quote_all_identifiers", "off"),
      // A node whose machine is gone must not keep its locks.
      ("tcp_keepalives_idle", "10"), ("tcp_keepalives_interval", "5"),
      ("tcp_keepalives_count", "3"),
      (
        "statement_timeout",
        purpose.takesLong ? "0" : "\(settings.statementSeconds)s"
      ),
    ]
    if purpose == .writing {
      // A scan of a whole table stands in the way of every other transaction on it.
      parameters.append(("enable_seqscan", "off"))
      // Whoever waits behind others that wait runs again, before the statement's own time is up.
      parameters.append(("lock_timeout", "\(min(settings.statementSeconds * 500, 2_000))ms"))
    }
    let answers = try exchange(
      SearchPath.pinning
        + parameters.map {
          SQLStatement("SELECT set_config(?, ?, false)", [.text($0.0), .text($0.1)])
        } + [
          // Whoever asked for more than the local disk keeps it.
          SQLStatement(
            """
            SELECT set_config('synchronous_commit', 'on', false)
            WHERE current_setting('synchronous_commit') = 'off'
            """),
          SQLStatement("SELECT current_setting('server_encoding')"),
        ])
    guard try answers.last?.rows.first?.text(0) == "UTF8" else {
      throw StoreError(
        code: .failed,
        reason: "\(address): the database is not in UTF-8: make it with "
          + "createdb --encoding=UTF8 --template=template0")
    }
    try SearchPath.requireOwn(answers[SearchPath.pinning.count - 1], address)
  }

  /// Refuses a server that is too old.
  static func requireVersion(_ version: Int32, _ address: PostgreSQLAddress) throws(StoreError) {
    guard version >= 140_000 else {
      throw StoreError(
        code: .failed,
        reason: "\(address): the server is PostgreSQL \(version / 10_000), and 14 or later is "
          + "needed: upgrade it")
    }
  }

  /// Waits until a socket is ready; false where it is not in time.
  static func wait(
    for events: Int16, on socket: Int32, until deadline: ContinuousClock.Instant
  ) -> Bool {
    while true {
      let milliseconds = (deadline - .now).wholeMilliseconds
      guard milliseconds > 0 else { return false }
      var place = pollfd(fd: socket, events: events, revents: 0)
      let count = poll(&place, 1, Int32(clamping: milliseconds))
      if count > 0 { return true }
      if count < 0, errno != EINTR { return true }
    }
  }
}
