import BrowserTesting
import CountersignCore
import CountersignSQLite
import CountersignTesting
import FlowModel
import Foundation
import ProgramTesting
import Testing
import WebAuthnModel
import WireModel

/// An app in a JVM that has the SDK behind JNI: a program of `dev.countersign.checks`.
///
/// It is its own person. What a host, a mailbox or another screen brings it asks for by a line.
enum JVMApp {
  /// The option by which the JVM finds the library.
  static var library: String {
    let path = BuiltProgram.url.deletingLastPathComponent()
      .appending(path: "libCountersignJNI.so").path
    return "-Ddev.countersign.library=\(path)"
  }

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - program: Its class.
  ///   - arguments: Its arguments after the server's address.
  ///   - server: The server.
  /// - Returns: Its last line, which says how many checks have passed.
  /// - Throws: Where it asks for what nobody has, or stops answering.
  static func run(
    _ program: String, _ arguments: [String] = [], at server: ClockedServer
  ) async throws -> String {
    let driver = try JVMDriver(
      ["-Xcheck:jni", library, "dev.countersign.checks.\(program)", server.address] + arguments,
      watch: server.harness.watch)
    var said = try await driver.tell("begin".utf8)
    while !said.hasSuffix(" failed") {
      said = try await driver.tell(try await wish(said, of: server).utf8)
    }
    return said
  }

  /// What a host, a mailbox or another screen gives to an app, and what the server has come to.
  private static func wish(_ wish: String, of server: ClockedServer) async throws -> String {
    let words = wish.split(separator: " ").map(String.init)
    let store = server.harness.store
    switch words.first {
    case "enrol", "headless":
      return try await server.service.linkIssuer.make(
        SessionLinkRequest(
          type: .enrol, userName: words.last, displayName: "Ada",
          secondFactor: words.first == "enrol" ? .required : SecondFactorDemand.none),
        from: .host(.inProcess, key: ServiceKeyID("key_host")), mandate: .anyFactor
      ).get().url
    case "login":
      let made = try await server.service.linkIssuer.make(
        SessionLinkRequest(type: .login), session: nil, from: .local, origin: nil
      ).get()
      return "\(made.url) \(try #require(made.number))"
    case "transaction":
      var request = NewTransactionRequest.sample
      if words.count > 1 { request.userName = words[1] }
      if words.count > 2 { request.amount = DecimalAmount(words[2]) }
      return try await server.harness.review(request).transaction.transactionID
    case "code":
      return try await server.harness.newestCode(to: words.last ?? "").exposed
    case "phone":
      // The code of the sign-up would put the app's own device on hold.
      try await server.harness.proveAddresses()
      let session = try await server.harness.signUp(words[1])
      try await server.harness.storePhone(words[2], session)
      // Another code may be sent after a minute.
      server.turn(seconds: 60)
      return "stored"
    case "waits":
      try await server.change("UPDATE waits SET is_unclaimed = 0, ends_at = ?")
      return "ended"
    case "logged":
      // From another screen of the person's.
      try await server.change("UPDATE sessions SET ended_at = ? WHERE ended_at IS NULL")
      return "out"
    case "redeem":
      let request = RedemptionRequest(
        verificationToken: SecretText(words.last ?? ""), scenario: .shipOrder,
        payload: ServiceHarness.shipment)
      let redeemed = try await server.service.proofs.redeem(
        request, idempotencyKey: IdempotencyKey("ship-17"), host: server.harness.host())
      switch redeemed {
      case .success: return "redeemed"
      case .failure(let refusal): return refusal.reason.code
      }
    case "turn":
      server.turn(seconds: Int64(words.last ?? "") ?? 0)
      return "turned"
    case "done":
      let operations = try await store.rows(
        "SELECT COUNT(*) FROM operations WHERE scenario = ?", [.text(words.last ?? "")])
      return String(try #require(try operations.first?.integer(0)))
    case "acted": return String(try await ServerState(of: server).acted)
    case "origins": return try await ServerState(of: server).origins.joined(separator: " ")
    case "bound":
      let keys = try await store.rows("SELECT key_thumbprint FROM sessions", [])
        .map { try $0.optionalText(0) }
      return !keys.isEmpty && keys.allSatisfy { $0 != nil } ? "yes" : "no"
    default: throw JVMDriver.Failure(description: "the checks said: \(wish)")
    }
  }

  /// A scenario of a host's own: an invoice is paid, which the server records.
  static let payInvoice: DeclaredScenario = {
    let name = ScenarioName("PAY_INVOICE")
    func field(_ name: String, _ kind: DeclaredField.Kind, _ label: String) -> DeclaredField {
      DeclaredField(name: name, kind: kind, labels: [.english: label], isOptional: false)
    }
    return DeclaredScenario(
      name: name, languages: [.english], titles: [.english: "Pay an invoice"],
      policy: ScenarioPolicy(name, level: .biometricsWithFallback, fallback: [.pin, .codes]),
      fields: [
        field("amount", .money(DeclaredField.FixedCurrency(code: "EUR", exponent: 2)), "Amount"),
        field("account", .account(scheme: "IBAN"), "Account"),
        field("payee", .payee, "To"),
      ], valueAtStake: .field("amount"))
  }()
}

extension ClockedServer {
  /// Changes the store, with the server's time as the one argument.
  fileprivate func change(_ statement: String) async throws {
    let now = harness.clock.now()
    try await harness.store.write { transaction in
      _ = try transaction.execute(statement, [.integer(now.milliseconds)])
    }
  }
}
