import AirtimeModel
import AirtimeServer
import AirtimeTesting
import BrowserTesting
import CountersignTesting
import Foundation
import ProgramTesting
import Testing
import WireModel

/// One list of cases for every kind of client, against a real server over HTTP.
@Suite("the conformance suite for clients", .serialized)
struct ConformanceTests {
  @Test("every case holds for the SDK with the software authenticator", arguments: all)
  func software(_ conformanceCase: ConformanceCase) async throws {
    try await Self.withServer { server in
      try await Trial(client: SoftwareClient(of: server), server: server).run(conformanceCase)
    }
  }

  @Test(
    "every case holds for the page in Chromium",
    .enabled(if: ChromeDriver.isWanted, "no chromedriver here: Scripts/install-packages"),
    arguments: all)
  func browser(_ conformanceCase: ConformanceCase) async throws {
    try await Self.withServer { server in
      try await BrowserClient.run(at: server) { client in
        try await Trial(client: client, server: server).run(conformanceCase)
      }
    }
  }

  // Holds: RFC 9449, RTS-5.2
  @Test(
    "every case holds for the SDK through JNI",
    .enabled(if: JVMDriver.isWanted, "no JDK here: Scripts/install-packages"), arguments: all)
  func jni(_ conformanceCase: ConformanceCase) async throws {
    if case .notThere = ClientKind.jni.claim(on: conformanceCase) { return }
    try await Self.withServer { server in
      let vault = try TemporaryFolder()
      let said = try await JVMApp.run(
        "CaseChecks", [conformanceCase.rawValue, vault.file("vault")], at: server)
      #expect(said.hasSuffix(" passed, 0 failed"))
      let fault = try await server.harness.fault()
      #expect(fault == nil)
    }
  }

  @Test(
    "a challenge that is linked to nothing buys low amounts only",
    .enabled(if: ChromeDriver.isWanted, "no chromedriver here: Scripts/install-packages"))
  func simpleForm() async throws {
    try await Self.withServer { server in
      try await BrowserClient.run(at: server) { client in
        let trial = Trial(client: client, server: server)
        try await trial.enrol()
        try await trial.expect(.done, client.askUnlinkedOptions())
        try await trial.expect(.done, client.sign())
        try await trial.expect(.done, client.verify())
        try await trial.buy(.sample, by: .token)
        let balance = try await trial.state().balance
        #expect(balance == 4500)
        try await trial.expect(.done, client.askUnlinkedOptions())
        try await trial.expect(.done, client.sign())
        try await trial.expect(
          .refused(.linkingRequired), client.topUp(Trial.payload, by: .assertion))
      }
    }
  }

  static let all = ConformanceCase.allCases

  /// A server that takes the page and two apps, and knows two scenarios of a host's own.
  static func withServer(_ body: (ClockedServer) async throws -> Void) async throws {
    try await ClockedServer.run(
      appOrigins: NativeOrigin.allowed, modules: [AirtimeShop.tested(ScriptedSupplier())],
      scenarios: [JVMApp.payInvoice, .shipOrder], body)
  }
}

@Suite("docs/clients.md")
struct ClientTableTests {
  @Test("its table of cases and clients is the conformance suite's list")
  func table() throws {
    let document = try String(
      contentsOf: JVMClasses.root.appending(path: "docs/clients.md"), encoding: .utf8)
    let rows = document.split(separator: "\n").map(String.init).filter { $0.hasPrefix("| `") }
    #expect(rows == ConformanceCase.allCases.map(Self.row))
  }

  private static func row(_ conformanceCase: ConformanceCase) -> String {
    let cells = ClientKind.allCases.map { cell($0.claim(on: conformanceCase)) }
    return "| `\(conformanceCase.rawValue)` | \(conformanceCase.sentence) | "
      + cells.joined(separator: " | ") + " |"
  }

  private static func cell(_ claim: ClientKind.Claim) -> String {
    switch claim {
    case .holds: "yes"
    case .notTold(let what): "in part: \(what)"
    case .notMet(let why): "no: \(why)"
    case .notThere(let why): "nothing to test: \(why)"
    }
  }
}
