import CountersignCore
import Foundation
import ProgramTesting
import Testing

@testable import CountersignPostgreSQL

@Suite("The address of a database", .timeLimit(.minutes(2)))
struct AddressTests {
  @Test("another machine is verified, and this one needs no TLS")
  func modes() throws {
    for (address, mode) in [
      ("postgres://db.example.com/bank", "verify-full"), ("postgres:///bank", nil),
      ("postgres://localhost/bank", nil), ("postgres://127.0.0.1,::1/bank", nil),
      ("postgres:///bank?host=/run/postgresql", nil),
      ("postgres://localhost,db.example.com/bank", "verify-full"),
      ("postgres://localhost/bank?hostaddr=192.0.2.1", "verify-full"),
      ("postgres://db.example.com/bank?sslmode=require", "require"),
      ("postgres:///bank?service=production", "verify-full"),
    ] {
      let parameters = try PostgreSQLAddress(address).parameters
      #expect(parameters["sslmode"] == mode, "\(address)")
    }
    #expect(
      PostgreSQLAddress.completed(["host": "db.example.com"], ["PGSSLMODE": "require"])["sslmode"]
        == nil)
    for environment in [["PGHOST": "db.example.com"], ["PGSERVICE": "production"]] {
      #expect(PostgreSQLAddress.completed([:], environment)["sslmode"] == "verify-full")
    }
  }

  @Test("a list of servers is one address for each")
  func lists() throws {
    for (address, places) in [
      ("postgres:///bank?host=a,b&port=1,2", ["a - 1", "b - 2"]),
      ("postgres://a,b/bank?port=5433", ["a - 5433", "b - 5433"]),
      (
        "postgres:///bank?host=a,b&hostaddr=192.0.2.1,192.0.2.2",
        ["a 192.0.2.1 -", "b 192.0.2.2 -"]
      ),
      ("postgres://a/bank", ["a - -"]), ("postgres:///bank", ["- - -"]),
      // libpq says what is wrong with it.
      ("postgres:///bank?host=a,b,c&port=1,2", ["a,b,c - 1,2"]),
    ] {
      let servers = try PostgreSQLAddress(address).servers.map { server in
        ["host", "hostaddr", "port"].map { server.parameters[$0] ?? "-" }.joined(separator: " ")
      }
      #expect(servers == places, "\(address)")
    }
  }

  @Test("of several servers, one that is silent is left for the next, with which others begin")
  func silentServer() async throws {
    let server = try PrivatePostgreSQL(listens: true, settings: ["fsync=off"])
    let silent = try SilentServer()
    let address = try PostgreSQLAddress(
      "postgres://countersign@127.0.0.1:\(silent.port),127.0.0.1:\(server.port)/postgres")
    var settings = PostgreSQLSettings()
    settings.connectSeconds = 1
    #expect(address.servers.map { $0.parameters["port"] }.first == "\(silent.port)")
    let store = try PostgreSQLStore(
      address, schemas: [Notes.schema], seals: .none, settings: settings)
    try await store.countUp(1)
    #expect(address.servers.map { $0.parameters["port"] }.first == "\(server.port)")
    try await store.close()
    server.end()
    let failure = #expect(throws: StoreError.self) {
      try PostgreSQLConnection(address, for: .reading, settings)
    }
    #expect(failure?.code == .unavailable)
    for word in ["\(silent.port): no answer for 1.0 seconds", "\(server.port): ", "refused"] {
      #expect(failure?.reason.contains(word) == true, "\(failure as Any)")
    }
  }

  @Test("no word about an address has its password")
  func password() throws {
    let address = try PostgreSQLAddress("postgres://bank:s3cret@127.0.0.1:1/countersign")
    #expect("\(address)" == "database countersign at 127.0.0.1:1")
    let failures = [
      Notes.failure("postgres://bank:s3cret@127.0.0.1:1/countersign"),
      Notes.failure("postgres://bank:s3cret%zz@127.0.0.1:1/countersign"),
      Notes.failure("postgres://bank@127.0.0.1:1/countersign?foo=s3cret"),
      Notes.failure("postgres://bank:a?s3cret@127.0.0.1:1/countersign"),
      Notes.failure("postgres://bank:a?s3cret=1@127.0.0.1:1/countersign"),
    ]
    for failure in failures { #expect(failure?.reason.contains("s3cret") == false) }
  }

  @Test("what is wrong is said, and what to do", arguments: AddressFault.all)
  fileprivate func faults(_ fault: AddressFault) throws {
    let server = try PrivatePostgreSQL.shared()
    let failure = Notes.failure(try fault.address(server))
    #expect(failure?.reason.contains(fault.says) == true, "\(failure?.reason ?? "it opened")")
    #expect(failure?.reason.contains(fault.advises) == true, "\(failure?.reason ?? "")")
  }

  @Test("a password that is missing or wrong is told apart")
  func passwords() throws {
    let server = try PrivatePostgreSQL(settings: ["fsync=off"])
    try server.query("ALTER ROLE countersign PASSWORD 'right'")
    try server.requirePasswords()
    #expect(Notes.failure(server.address)?.reason.contains("asks for a password") == true)
    let wrong = server.address.replacing("countersign@", with: "countersign:wrong@")
    let failure = Notes.failure(wrong)
    #expect(failure?.reason.contains("the password is wrong") == true, "\(failure as Any)")
    #expect(failure?.code == .failed)
    let right = server.address.replacing("countersign@", with: "countersign:right@")
    #expect(Notes.failure(right) == nil)
  }

  @Test("a server that is too old is refused with its version")
  func version() throws {
    let address = try PostgreSQLAddress("postgres:///bank")
    let error = #expect(throws: StoreError.self) {
      try PostgreSQLConnection.requireVersion(130_011, address)
    }
    #expect(error?.reason.contains("PostgreSQL 13") == true)
    #expect(error?.reason.contains("upgrade it") == true)
    try PostgreSQLConnection.requireVersion(140_000, address)
  }
}

/// A mistake in an address, or at the server that it names.
private struct AddressFault: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let says: String
  let advises: String
  let address: @Sendable (PrivatePostgreSQL) throws -> String

  static let all = [
    AddressFault(testDescription: "no address", says: "cannot be read", advises: "write it as") {
      _ in
      "postgres://[half/"
    },
    AddressFault(
      testDescription: "a parameter of another driver", says: "\"pool_max_conns\"",
      advises: "leave it out"
    ) { _ in "postgres://bank:s3cret@127.0.0.1/bank?sslmode=require&pool_max_conns=4" },
    AddressFault(testDescription: "nobody listens", says: "refused", advises: "check host, port") {
      _ in
      "postgres://bank@127.0.0.1:1/bank"
    },
    AddressFault(
      testDescription: "no such host", says: "nowhere.invalid", advises: "check host and port"
    ) { _ in "postgres://bank@nowhere.invalid/bank" },
    AddressFault(testDescription: "no such database", says: "does not exist", advises: "createdb") {
      $0.address.replacing("/postgres?", with: "/nowhere?")
    },
    AddressFault(testDescription: "no such role", says: "does not exist", advises: "check the role")
    {
      $0.address.replacing("countersign@", with: "nobody_known@")
    },
    AddressFault(
      testDescription: "no right to make tables", says: "permission denied", advises: "GRANT"
    ) { server in
      let address = try server.newDatabase()
      try? server.query("CREATE ROLE reader LOGIN")
      return address.replacing("countersign@", with: "reader@")
    },
    AddressFault(
      testDescription: "no right to connect", says: "permission denied", advises: "GRANT CONNECT"
    ) { server in
      let address = try server.newDatabase()
      let name = address.firstMatch(of: /\/(?<name>test_\w+)/)?.name ?? ""
      try server.query("CREATE ROLE stranger LOGIN")
      try server.query("REVOKE CONNECT ON DATABASE \(name) FROM PUBLIC")
      return address.replacing("countersign@", with: "stranger@")
    },
    AddressFault(testDescription: "not in UTF-8", says: "not in UTF-8", advises: "createdb") {
      server in
      try? server.query(
        "CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'")
      return server.address.replacing("/postgres?", with: "/latin?")
    },
  ]
}

/// A port at which connections are taken, and never answered.
private final class SilentServer: Sendable {
  let port: UInt16
  private let listener: Int32

  init() throws {
    (listener, port) = try FreePort.bound()
    guard listen(listener, 8) == 0 else { throw NotReady(line: "no port") }
  }

  deinit { close(listener) }
}
