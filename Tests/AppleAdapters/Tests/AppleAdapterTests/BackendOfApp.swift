import CountersignClient
import Foundation
import ProgramTesting
import SecretSearch
import Testing
import WebAuthnModel
import WireModel

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The backend of the app: the server as it is shipped, with a host that has transactions approved.
struct BackendOfApp {
  static let userName = "ada@example.com"
  private static let options = [
    "--rp-id", "localhost", "--origin", "ios:bundle-id:com.example.pay",
  ]
  // Ended before its folder goes: it reads there which secrets there were.
  private var server: DemoServer
  private let folder: TemporaryFolder
  private var secondsAhead = 0

  /// Whether there is a program to start; a run that must be whole goes without at no price.
  static var isWanted: Bool {
    let environment = ProcessInfo.processInfo.environment
    return environment["COUNTERSIGN_PROGRAM"] != nil || environment["CI"] == "true"
  }

  init() throws {
    folder = try TemporaryFolder()
    server = try DemoServer(folder: folder.file("data"), options: Self.options)
    server.watch.note("pin", Ada.pin.exposed)
  }

  /// Starts the server again, so many seconds later.
  mutating func turn(seconds: Int) throws {
    secondsAhead += seconds
    server.end(by: SIGTERM)
    server = try DemoServer(
      folder: server.folder, port: server.port, options: Self.options,
      secondsAhead: secondsAhead)
    server.watch.note("pin", Ada.pin.exposed)
  }

  var address: String { server.address }

  /// What a page does whose "Add a phone" is pressed by somebody who has just signed up.
  func enrolLink(
    at connection: ServerConnection, _ userName: String = Self.userName, name: String = "Ada"
  ) async throws -> SessionLinkAnswer {
    let request = try await connection.signUp(userName: userName, displayName: name)
    let session = try await connection.openSession(
      codeRequest: request.codeRequest, code: try await mailedCode(number: 1, to: userName))
    server.watch.note("bearer", session.accessToken.exposed)
    return try await session.makeEnrolLink()
  }

  /// What the page does once the person has said there that the new phone is theirs.
  func claim(_ link: SessionLinkAnswer, at connection: ServerConnection) async throws {
    try await connection.claimLink(link.id, isMine: true, watchSecret: link.watchSecret)
  }

  /// A host's link that enrols a device of somebody.
  func hostLink(_ userName: String) async throws -> SessionLinkAnswer {
    let body = SessionLinkRequest(type: .enrol, userName: userName, secondFactor: .required)
    return try SessionLinkAnswer(json: try await call("/service/links", body.json))
  }

  /// Makes a transaction that the person is to review.
  func transaction(
    amount: DecimalAmount, of userName: String = Self.userName
  ) async throws -> String {
    let body = NewTransactionRequest(
      userName: userName, amount: amount, currency: "NGN", payee: "Ikeja Books")
    let answer = try TransactionAnswer(json: try await call("/service/transactions", body.json))
    return answer.transaction.transactionID
  }

  /// How it stands with a transaction.
  func status(of id: String) async throws -> TransactionStatus {
    try TransactionAnswer(json: try await call("/service/transactions/" + id, nil)).status
  }

  private func call(_ path: String, _ body: JSONValue?) async throws -> JSONValue {
    let key = try #require(FileManager.default.contents(atPath: server.folder + "/service-key"))
    let text = String(decoding: key, as: UTF8.self).trimmingCharacters(in: .newlines)
    var request = URLRequest(url: try #require(URL(string: address + path)))
    request.setValue("Bearer " + text, forHTTPHeaderField: "authorization")
    if let body {
      request.httpMethod = "POST"
      request.setValue("application/json", forHTTPHeaderField: "content-type")
      request.setValue(UUID().uuidString, forHTTPHeaderField: "idempotency-key")
      request.httpBody = Data(body.serialized())
    }
    let (data, _) = try await URLSession.shared.data(for: request)
    return try JSONValue(parsing: Array(data))
  }

  /// A code that was mailed to somebody, the first of which has number 1; it may still be on its
  /// way.
  func mailedCode(
    number: Int, to userName: String = Self.userName
  ) async throws -> SecretText {
    while true {
      let lines = (FileManager.default.contents(atPath: server.mailbox) ?? Data())
        .split(separator: UInt8(ascii: "\n"))
      let codes = lines.compactMap { line -> String? in
        guard case .object(let mail)? = try? JSONValue(parsing: Array(line)),
          mail["to"] == .string(userName), case .string(let code)? = mail["code"]
        else { return nil }
        return code
      }
      if codes.count >= number { return SecretText(codes[number - 1]) }
      try await Task.sleep(for: .milliseconds(20))
    }
  }
}
