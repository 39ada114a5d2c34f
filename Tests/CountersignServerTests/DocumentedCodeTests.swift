import CountersignClient
import CountersignCommands
import CountersignCommandsTLS
import CountersignCore
import CountersignDevice
import CountersignHTTP
import CountersignPage
import CountersignServer
import CountersignTransport
import FlowModel
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Testing
import WebAuthnModel
import WireModel

/// The code that the documents show, as it stands there: what does not compile here is wrong there.
private enum Documented {
  /// The landing page of `CountersignServer`.
  static func landingPage(
    origin: Origin, mail: some Messenger, router: Router<BankContext>, logger: Logger
  ) async throws {
    let configuration = ServerConfiguration(
      relyingPartyID: RelyingPartyID("bank.example"), relyingPartyName: "Bank", origins: [origin])
    let countersign = try await Countersign(
      store: .sqlite("data/bank.db"), keyring: .file("keys/keyring"), configuration: configuration,
      messenger: mail, logger: logger)
    countersign.addRoutes(to: router.group("auth"))
    let app = Application(router: router, services: [countersign], logger: logger)
    try await app.runService()
  }

  /// docs/embedding.md and docs/modules.md.
  static func embedding(
    countersign: Countersign, personID: String, name: String,
    configuration given: ServerConfiguration
  ) async throws -> (SessionAnswer, ServerConfiguration, ServerAddress?) {
    let session = try await countersign.openSession(for: personID, displayName: name).get()
    var configuration = given
    // The cookie is __Host-countersign-staff.
    configuration.http.instance = try InstanceName("staff")
    configuration.http.prefix = try PathPrefix("/pay/auth")
    return (session, configuration, ServerAddress("https://bank.example/pay/auth"))
  }

  /// docs/embedding.md and docs/modules.md.
  static func themed(
    configuration given: ServerConfiguration, svg: [UInt8]
  ) throws -> ServerConfiguration {
    var configuration = given
    let theme = try PageTheme(
      name: "Ikeja Bank", logo: PageLogo(svg),
      light: [.accent: PageColour("#0a4f8c"), .accentStrong: PageColour("#083d6c")],
      dark: [.accent: PageColour("#8cc4ff"), .onAccent: PageColour("#06233f")])
    configuration.http.additions = [.page(theme: theme)]
    return configuration
  }

  /// docs/embedding.md and docs/modules.md.
  static func proxied(configuration given: ServerConfiguration) throws -> ServerConfiguration {
    var configuration = given
    configuration.http.trustedProxies = TrustedProxies([try AddressRange("10.0.0.0/8")])
    configuration.http.protection = .behindTLS
    return configuration
  }

  /// docs/embedding.md and docs/modules.md.
  static func handing(
    countersign: Countersign, session: SessionAnswer, own: String, response: inout Response
  ) {
    response.headers[values: .setCookie] = [own, countersign.cookie(of: session)]
  }

  /// docs/embedding.md and docs/modules.md.
  static func ending(store: any Store, keyring: Keyring) async throws -> (JSONValue, AccountErasure)
  {
    let records = AccountRecords(store: store, keyring: keyring, modules: [Gates()])
    let told = try await records.export("ada@example.com").get()
    let end = try await records.erase("ada@example.com").get()
    return (told, end)
  }
}

/// The landing pages of what an app takes.
private enum LandingPages {
  static func client(
    transport: some Transport, device: some DeviceSecrets, vault: some Vault,
    authenticator: @escaping @Sendable (String) -> any Authenticator, invoice: some JSONBody,
    screens: some Screens
  ) async throws {
    let manager = FlowManager(
      connection: ServerConnection(transport: transport), device: device, vault: vault,
      authenticator: authenticator)
    let run = try await manager.start(Declared(ScenarioName("PAY_INVOICE"), invoice))
    for await flow in await manager.updates { await screens.show(flow) }
    _ = try await run.result
  }

  static func transport() -> ServerConnection? {
    guard let address = ServerAddress("https://pay.example.com") else { return nil }
    return ServerConnection(transport: HTTPTransport(address: address))
  }

  static func device(
    connection: ServerConnection, origin: Origin, presence: some UserPresence
  ) -> FlowManager {
    let vault = FileVault(directory: "/var/lib/till/vault")
    let manager = FlowManager(
      connection: connection,
      device: DeviceKeys(vault: vault, relyingPartyID: RelyingPartyID("pay.example.com")),
      vault: vault,
      authenticator: { account in
        SoftwareAuthenticator(vault: vault, account: account, origin: origin, presence: presence)
      })
    return manager
  }
}

/// An app's screens.
private protocol Screens {
  func show(_ flow: Flow) async
}

/// The landing page of `WireModel`.
struct OpenGate: JSONBody, Hashable {
  var gate: String
}

extension Route {
  static let openGate = Route(.post, "/gates/open", .session(atLeast: .weak))
}

/// A module of docs/embedding.md.
private struct Gates: Module, ModuleParts {
  static let script: [UInt8] = []
  static let styles: [UInt8] = []
  let name = "gates"
  let schema = Schema(owner: "gates", steps: [])
  let scenarios: [ScenarioPolicy] = []
  let actions: [any ScenarioAction] = []
  let jobs: [any JobKind] = []

  func parts(on ground: ModuleGround) -> any ModuleParts { self }
}

extension Gates: PagedModule {
  var page: ModulePage {
    ModulePage(
      script: "gates/main.js", styleSheets: ["gates/gates.css"],
      files: [
        PageFile("gates/main.js", Self.script), PageFile("gates/gates.css", Self.styles),
      ])
  }
}

/// A program of docs/modules.md.
enum Gatehouse: CommandLineProgram {
  static let name = "gatehouse"
  static let abstract = "A gatehouse whose gates open with a person's proof."
  static let tls: ProgramTLS? = .standard

  static var modules: [any Module] { [Gates()] }
}

/// docs/embedding.md, a directory.
struct BankDirectory: Directory {
  let mailAddress: @Sendable (_ personID: String) async throws -> String?

  func addresses(of addressee: Addressee) async throws -> Addresses? {
    guard let mail = try await mailAddress(addressee.name.text) else { return nil }
    return Addresses(email: try EmailAddress(mail), phone: addressee.phone)
  }
}

struct BankContext: RemoteAddressRequestContext {
  var coreContext: CoreRequestContextStorage
  let remoteAddress: SocketAddress?

  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    remoteAddress = source.channel.remoteAddress
  }
}

@Suite("Code in documents")
struct DocumentedCodeTests {
  @Test(
    "what a document shows of a host's or an app's code compiles",
    arguments: [
      ("docs/embedding.md", 8), ("docs/modules.md", 4),
      ("Sources/Server/CountersignCore/Actions/ProtectedAction.swift", 1),
      ("Sources/Server/CountersignServer/CountersignServer.docc/CountersignServer.md", 1),
      ("Sources/Client/CountersignClient/CountersignClient.docc/CountersignClient.md", 1),
      ("Sources/Client/CountersignTransport/CountersignTransport.docc/CountersignTransport.md", 1),
      ("Sources/Client/CountersignDevice/CountersignDevice.docc/CountersignDevice.md", 1),
      ("Sources/Protocol/WireModel/WireModel.docc/WireModel.md", 1),
    ])
  func compiles(_ document: String, count: Int) throws {
    try Self.require(
      count, of: document,
      in: [
        "Tests/CountersignServerTests/DocumentedCodeTests.swift",
        "Tests/CountersignCoreTests/Actions/OpenGate.swift",
      ])
  }

  @Test("what the guide shows of the app in SwiftUI stands in the app")
  func payApp() throws {
    let folder = "Examples/PayApp/"
    try Self.require(
      5, of: "docs/app.md",
      in: ["Pay.swift", "PayApp.swift", "RootView.swift", "ScreenView.swift"].map { folder + $0 })
  }

  private static func require(_ count: Int, of document: String, in files: [String]) throws {
    let blocks = try blocks(in: document)
    #expect(blocks.count == count)
    let code = try files.map { lines(of: try text($0)) }
    for block in blocks {
      let isThere = code.contains { $0.contains(lines(of: block)) }
      #expect(isThere, "\(document):\n\(block)")
    }
  }

  @Test("the check finds a block that nothing compiles")
  func findsPlantedBlock() {
    let code = Self.lines(of: "func run() {\n  try one()\n  try two()\n}")
    #expect(code.contains(Self.lines(of: "try one()\n\ntry two()")))
    #expect(!code.contains(Self.lines(of: "try one()\ntry three()")))
    #expect(!code.contains(Self.lines(of: "ry one()")))
  }

  @Test("the check finds the block of a comment")
  func findsBlockOfComment() {
    let comment = "/// One.\n///\n/// ```swift\n/// try one()\n/// ```\nfunc one() {}"
    #expect(Self.blocks(of: comment) == ["try one()\n"])
  }

  private static func blocks(in document: String) throws -> [String] {
    blocks(of: try text(document))
  }

  /// The Swift code of a document, or of the comments in Swift code.
  private static func blocks(of text: String) -> [String] {
    text.replacing(/(?m)^ *\/\/\/ ?/, with: "")
      .matches(of: /(?m)^ *```swift\n(?<code>(?s:.*?))^ *```$/).map { String($0.code) }
  }

  /// The lines without their indentation and without empty ones, each between two line feeds.
  private static func lines(of code: String) -> String {
    "\n"
      + code.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }.map { $0 + "\n" }.joined()
  }

  private static func text(_ path: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return String(decoding: try Data(contentsOf: root.appending(path: path)), as: UTF8.self)
  }
}
