import CPostgreSQL
import CountersignCore
import Foundation
import Synchronization

/// The address of a database: what libpq takes, with defaults that are safe over a network.
public struct PostgreSQLAddress: Sendable, CustomStringConvertible {
  /// The parameters of a connection by their names at libpq, the password among them.
  let parameters: [String: String]
  private let answered = AnsweringServer()

  /// Reads an address, as in `postgres://bank@db.example.com/countersign`.
  ///
  /// What it leaves out comes from where libpq looks: `PGPASSWORD`, `~/.pgpass` and so on.
  ///
  /// - Throws: `StoreError` for a text that is none.
  public init(_ text: String) throws(StoreError) {
    var message: UnsafeMutablePointer<CChar>?
    guard let options = PQconninfoParse(text, &message) else {
      // libpq's own words may quote the password.
      PQfreemem(message)
      if let parameter = Self.unknownParameter(of: text) {
        throw StoreError(
          code: .failed,
          reason:
            "the address of the database has a parameter \"\(parameter)\" that libpq does not "
            + "know: leave it out, or write it as libpq does, as in sslmode")
      }
      throw StoreError(
        code: .failed,
        reason: "the address of the database cannot be read: write it as "
          + "postgres://user:password@host:5432/name, special characters percent-encoded")
    }
    defer { PQconninfoFree(options) }
    var found: [String: String] = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val { found[String(cString: keyword)] = String(cString: value) }
      option += 1
    }
    parameters = Self.completed(found, ProcessInfo.processInfo.environment)
  }

  private init(parameters: [String: String]) { self.parameters = parameters }

  /// The first parameter behind the question mark that is none of libpq's; nil where all are, and
  /// where it is no plain word: that may be a piece of a password.
  private static func unknownParameter(of text: String) -> String? {
    guard text.contains("://"), let mark = text.firstIndex(of: "?"),
      !text[mark...].contains("@"), let options = PQconndefaults()
    else { return nil }
    defer { PQconninfoFree(options) }
    var known: Set<String> = ["ssl"]
    var option = options
    while let keyword = option.pointee.keyword {
      known.insert(String(cString: keyword))
      option += 1
    }
    let names = text[text.index(after: mark)...].split(separator: "&")
      .map { String($0.prefix { $0 != "=" }) }
    return names.first { name in
      !known.contains(name) && !name.isEmpty
        && name.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "_") }
    }
  }

  /// The user, the place and the name, without the password.
  public var description: String {
    let host = parameters["host"] ?? parameters["hostaddr"] ?? "this machine"
    let port = parameters["port"].map { ":\($0)" } ?? ""
    return "database \(parameters["dbname"] ?? "(by default)") at \(host)\(port)"
  }

  /// The role that the address names; nil where libpq takes the system's user.
  var user: String? { parameters["user"] }

  /// True if the server must prove by a certificate that it is the right one.
  var verifies: Bool { Self.verifies(parameters) }

  // MARK: Several servers

  /// The servers of a list as in `host=db1,db2`, each as an address of its own; the one that took
  /// the last connection comes first.
  ///
  /// libpq goes on to the next of a list where the first one refuses, and waits for one that is
  /// silent as long as its caller does.
  var servers: [PostgreSQLAddress] {
    let all = Self.servers(of: parameters)
    let first = answered.place.withLock { $0 }
    return (all.dropFirst(first) + all.prefix(first)).map(PostgreSQLAddress.init)
  }

  /// Notes that one of the servers took a connection: others begin with it.
  func noteAnswer(of server: PostgreSQLAddress) {
    guard let place = Self.servers(of: parameters).firstIndex(of: server.parameters) else { return }
    answered.place.withLock { $0 = place }
  }

  private static func servers(of parameters: [String: String]) -> [[String: String]] {
    let lists = places.compactMap { keyword in
      parameters[keyword].map { value in
        (keyword, value.split(separator: ",", omittingEmptySubsequences: false).map(String.init))
      }
    }
    let count = lists.map(\.1.count).max() ?? 1
    // One port may stand for all. What else does not fit together, libpq refuses.
    guard lists.allSatisfy({ $0.1.count == count || $0.0 == "port" && $0.1.count == 1 }) else {
      return [parameters]
    }
    return (0..<count).map { index in
      lists.reduce(into: parameters) { server, list in
        server[list.0] = list.1[list.1.count == 1 ? 0 : index]
      }
    }
  }

  /// The keywords that name a server, in an address and in the environment.
  private static let places = ["host", "hostaddr", "port"]

  // MARK: What it leaves out

  /// Adds what an address leaves out.
  static func completed(
    _ given: [String: String], _ environment: [String: String]
  ) -> [String: String] {
    var parameters = given
    for (keyword, value) in always { parameters[keyword] = value }
    let hasService = given["service"] != nil || environment["PGSERVICE"] != nil
    for keyword in places where !hasService && parameters[keyword] == nil {
      parameters[keyword] = environment["PG" + keyword.uppercased()]
    }
    for (keyword, value) in unlessGiven where parameters[keyword] == nil {
      parameters[keyword] = value
    }
    if parameters["sslmode"] == nil, environment["PGSSLMODE"] == nil,
      // A service may be anywhere: its file is libpq's to read.
      hasService || !isOnThisMachine(parameters)
    {
      parameters["sslmode"] = "verify-full"
    }
    let ownRoots = (environment["HOME"] ?? "") + "/.postgresql/root.crt"
    if verifies(parameters), parameters["sslrootcert"] == nil, environment["PGSSLROOTCERT"] == nil,
      !FileManager.default.fileExists(atPath: ownRoots),
      FileManager.default.fileExists(atPath: systemRoots)
    {
      parameters["sslrootcert"] = systemRoots
    }
    return parameters
  }

  private static func verifies(_ parameters: [String: String]) -> Bool {
    ["verify-ca", "verify-full"].contains(parameters["sslmode"])
  }

  /// True if no network lies between: a socket in a folder, or the loopback address.
  private static func isOnThisMachine(_ parameters: [String: String]) -> Bool {
    let hosts = parameters["hostaddr"] ?? parameters["host"] ?? ""
    return hosts.split(separator: ",", omittingEmptySubsequences: false).allSatisfy { host in
      host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") || host == "localhost"
        || host == "::1" || host.hasPrefix("127.")
    }
  }

  private static let always = [
    "client_encoding": "UTF8", "fallback_application_name": "countersign",
  ]
  /// A connection that goes silent is noticed in half a minute; of several hosts, the one is taken
  /// that can write.
  private static let unlessGiven = [
    "keepalives_idle": "10", "keepalives_interval": "5", "keepalives_count": "3",
    "tcp_user_timeout": "20000", "target_session_attrs": "read-write",
  ]
  private static let systemRoots = "/etc/ssl/certs/ca-certificates.crt"
}

/// The place in a list of the server that took the last connection, which all connections to an
/// address have in common.
private final class AnsweringServer: Sendable {
  let place = Mutex(0)
}
