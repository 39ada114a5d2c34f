import CPostgreSQL
import CountersignCore

/// A failure of PostgreSQL's or of the way to it, told apart by its SQLSTATE, never by text.
struct PostgreSQLError: Error {
  /// The SQLSTATE; empty where the server said nothing.
  let state: String
  /// The server's own words, or libpq's.
  let message: String
  /// The statement without its arguments, which can be personal; nil where there was none.
  let statement: String?
  /// True if the connection is of no use any more.
  let isLost: Bool
  /// The place of the statement in its exchange; nil where none failed by itself.
  var place: Int?

  /// A connection that broke.
  static func lost(_ message: String) -> PostgreSQLError {
    PostgreSQLError(state: "", message: message, statement: nil, isLost: true)
  }

  init(state: String, message: String, statement: String?, isLost: Bool) {
    self.state = state
    self.message = message
    self.statement = statement
    self.isLost = isLost
  }

  /// The error that a result holds.
  init(of result: OpaquePointer?, _ statement: String?, isLost: Bool) {
    func field(_ code: Unicode.Scalar) -> String {
      PQresultErrorField(result, Int32(code.value)).map { String(cString: $0) } ?? ""
    }
    // The codes are PG_DIAG_SQLSTATE, PG_DIAG_MESSAGE_PRIMARY and PG_DIAG_SEVERITY_NONLOCALIZED.
    let state = field("C")
    // After a FATAL or PANIC the server hangs up.
    let hangsUp = ["FATAL", "PANIC"].contains(field("V"))
    self.init(
      state: state, message: field("M"), statement: statement,
      isLost: isLost || hangsUp || state.isEmpty)
  }

  /// True if the rows were at fault, and neither the statement nor the database.
  var isBrokenConstraint: Bool { state.hasPrefix("23") }

  /// True if a row with the same key was there, perhaps by a transaction that this one did not see.
  var isCollision: Bool { state == "23505" }

  /// True if the transaction stood in the way of another one: run again, it may succeed.
  var isConflict: Bool { ["40001", "40P01", "55P03"].contains(state) }

  /// The cause that is counted where a transaction is run again for this error; nil for an error
  /// that is its command's own.
  var retryCause: RetryCause? {
    switch state {
    case _ where isLost: .connectionLost
    case _ where isStale: .stale
    case _ where isCollision: .collision
    case "40001": .serialization
    case "40P01": .deadlock
    case "55P03": .lock
    default: nil
    }
  }

  /// True if a new connection may do what this one could not: a statement was prepared before the
  /// tables changed, or the server only reads by now, as after a failover.
  var isStale: Bool { isReadOnly || ["0A000", "26000"].contains(state) }

  /// True if a statement would write where nobody may.
  var isReadOnly: Bool { state == "25006" }

  /// The error as every store gives it.
  ///
  /// What a value was is not part of it: messages of the classes 22 and 23 may quote one.
  var storeError: StoreError {
    let place = statement.map { " in: \($0)" } ?? ""
    let words = state.hasPrefix("22") ? "" : ", \(message)"
    return StoreError(
      code: storeCode, reason: "PostgreSQL \(state.isEmpty ? "is away" : state)\(words)\(place)")
  }

  private var storeCode: StoreError.Code {
    if isBrokenConstraint { return .constraint }
    if isConflict { return .unavailable }
    return switch state.prefix(2) {
    case "53", "58": state == "53300" ? .unavailable : .disk
    // A statement that took too long is the fault of a database that is too slow.
    case "57": .unavailable
    case "XX": .corrupt
    default: isLost ? .unavailable : .failed
    }
  }
}

extension StoreError {
  /// The store's error for one that PostgreSQL gave; any other error is a command's own and passes
  /// as it is.
  static func from(_ error: any Error) -> any Error {
    (error as? PostgreSQLError)?.storeError ?? error
  }
}

/// The reason why no connection came about, in words that say what to do.
struct ConnectingFault {
  let state: String
  let message: String
  let needsPassword: Bool

  /// Reads what libpq says in its verbose form, whose lines begin with `FATAL:  28P01: …`.
  init(_ handle: OpaquePointer?) {
    let text = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
    needsPassword = PQconnectionNeedsPassword(handle) == 1
    let line = text.split(separator: "\n").first.map(String.init) ?? "no memory"
    if let match = line.firstMatch(of: /:  (?<state>[0-9A-Z]{5}): (?<message>.*)/) {
      (state, message) = (String(match.state), String(match.message))
    } else {
      (state, message) = ("", line)
    }
  }

  /// The fault as the store's error.
  func storeError(_ address: PostgreSQLAddress) -> StoreError {
    let advice =
      switch state {
      case _ where needsPassword:
        "the server asks for a password: give it in the file ~/.pgpass or in PGPASSWORD"
      case "28P01":
        "the password is wrong: check the one in ~/.pgpass, in PGPASSWORD or in the address"
      case "28000":
        "the server does not let this role in from here: check the role, and pg_hba.conf"
      case "3D000": "there is no such database: make it with createdb"
      case "42501": "the role may not connect: GRANT CONNECT ON DATABASE … TO …"
      case "53300":
        "the server has no connection left: raise max_connections, or take fewer connections"
      case "57P03": "the server is starting or stopping: try again in a moment"
      case "" where address.verifies:
        "check host and port of the address, that the server runs, and that it has a certificate "
          + "for this host by an authority in the file of sslrootcert"
      case "": "check host, port and sslmode of the address, and that the server runs"
      default: "the server refuses the connection"
      }
    // What passes by itself: no answer, no room, a server that starts, stops or has crashed.
    let code: StoreError.Code =
      ["", "08", "53", "57", "58", "XX"].contains(state.prefix(2)) ? .unavailable : .failed
    return StoreError(code: code, reason: "\(address): \(message); \(advice)")
  }
}
