import CountersignClient
import CountersignTransport
import Foundation
import ProgramTesting
import Testing
import WebAuthnModel
import WireModel

/// A demo server, and phones in folders beside it.
struct DemoStage {
  static let pin = "258036"
  static let otherPIN = "914725"
  static let linkID = Base64URL.encode([UInt8](repeating: 7, count: 16))
  let folder: TemporaryFolder
  let server: DemoServer

  /// The options of a demo that knows the order desk's scenarios.
  static let orderDesk = [
    "--scenarios",
    URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Examples/OrderDesk/scenarios.yaml").standardizedFileURL.path,
  ]
  /// An invoice of the order desk, above every limit for codes.
  static let invoice = [
    "PAY_INVOICE", "--field", "amount=1250.50", "--field", "account=DE89 3704 0044 0532 0130 00",
    "--field", "payee=Order desk",
  ]

  init(options: [String] = []) throws {
    folder = try TemporaryFolder()
    server = try DemoServer(folder: folder.file("data"), options: options)
  }

  func phone(_ name: String) -> TerminalPhone {
    TerminalPhone(server: server, home: folder.file(name))
  }

  func host() throws -> DemoHost { try DemoHost(server) }

  /// The number of notices of a kind that were mailed.
  func noticesMailed(_ notice: String) throws -> Int {
    try String(contentsOfFile: server.mailbox, encoding: .utf8).split(separator: "\n").count {
      $0.contains("\"notice\":\"\(notice)\"")
    }
  }

  func end() { #expect(server.end(by: SIGTERM) == 0) }
}

/// The terminal phone of one person.
struct TerminalPhone {
  let server: DemoServer
  let home: String
  /// The address at which it finds the server; nil for the server's own.
  var address: String?

  @discardableResult
  func expect(
    _ status: Int32, _ arguments: [String], input: String = "", environment: [String: String] = [:]
  ) async throws -> BuiltProgram.Outcome {
    let outcome = try await BuiltProgram.run(
      ["phone"] + arguments + ["--home", home], input: Array(input.utf8), watch: server.watch,
      environment: environment)
    #expect(outcome.status == status, "\(arguments[0]): \(outcome.output) \(outcome.errors)")
    return outcome
  }

  /// Starts a command that goes on, with nobody at the terminal unless one is given.
  func start(
    _ arguments: [String], errors: FileHandle = .nullDevice, input: Pipe? = nil,
    at terminal: PseudoTerminal? = nil, showsOutput: Bool = false,
    environment: [String: String] = [:]
  ) throws -> ChildProcess {
    try ChildProcess(
      BuiltProgram.url, ["phone"] + arguments + ["--home", home], errors: errors, input: input,
      at: terminal, showsOutput: showsOutput, environment: environment)
  }

  /// Signs up and makes the phone a device of the account, with a PIN.
  func enrol(_ more: [String] = ["--no-biometrics"]) async throws {
    try await expect(
      0,
      [
        "enrol", "--server", address ?? server.address, "--user-name", "ada@example.com",
        "--display-name", "Ada", "--new-pin", DemoStage.pin, "--yes",
      ] + server.codes + more)
  }

  /// Brings the account to another phone by an invitation of this one, whose person says that the
  /// other is theirs.
  func invite(_ other: TerminalPhone, _ more: [String] = ["--no-biometrics"]) async throws {
    let inviting = try start(["invite", "--pin", DemoStage.pin, "--yes"])
    let link = try ReadyLine.next(of: inviting.output)
    try await other.expect(
      0, ["enrol", link, "--new-pin", DemoStage.otherPIN, "--yes"] + more)
    #expect(inviting.awaitEnd() == 0)
  }
}

/// A host's backend, with the demo's service key.
struct DemoHost {
  let server: DemoServer
  let key: String

  init(_ server: DemoServer) throws {
    self.server = server
    key = try String(contentsOfFile: server.folder + "/service-key", encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  func makeEnrolLink(
    _ userName: String, secondFactor: SecondFactorDemand? = nil
  ) async throws -> SessionLinkAnswer {
    let name = userName.hasPrefix("ada") ? "Ada" : "Bob"
    return try await call(
      .makeServiceLink,
      SessionLinkRequest(
        type: .enrol, userName: userName, displayName: name, secondFactor: secondFactor))
  }

  /// A link by which a screen of the demo's is signed in.
  func makeLoginLink() async throws -> SessionLinkAnswer {
    let transport = HTTPTransport(address: try #require(ServerAddress(server.address)))
    let link = try await ServerConnection(transport: transport).makeLoginLink()
    await transport.shutdown()
    return link
  }

  func createTransaction(
    _ userName: String, amount: Int64, lastFourPAN: String? = nil, reference: String? = nil,
    expiresIn: Int64? = nil
  ) async throws -> TransactionAnswer {
    try await call(
      .createTransaction,
      NewTransactionRequest(
        userName: userName, amount: DecimalAmount(String(amount)), currency: "NGN",
        payee: "Corner shop", lastFourPAN: lastFourPAN, reference: reference, expiresIn: expiresIn))
  }

  private func call<Answer: JSONBody>(_ route: Route, _ body: some JSONBody) async throws -> Answer
  {
    let address = try #require(ServerAddress(server.address))
    let transport = HTTPTransport(address: address)
    let response = try await transport.send(
      WireRequest(route, accessToken: key, body: body.json))
    await transport.shutdown()
    return try Answer(json: try #require(response.body))
  }
}
