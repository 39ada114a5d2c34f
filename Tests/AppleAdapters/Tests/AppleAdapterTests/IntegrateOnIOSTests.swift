import CountersignClient
import CountersignDevice
import CountersignTransport
import FlowModel
import Foundation
import LocalAuthentication
import StandInPhone
import Testing
import WebAuthnModel
import WireModel

// The article's code, as it stands there.
struct Pay: Sendable {
  let vault: KeychainVault
  let device: DeviceKeys
  let softLocks: SoftLocks
  let connection: ServerConnection
  let manager: FlowManager

  init?(server: String, relyingParty: String) {
    guard let address = ServerAddress(server), let origin = Origin("ios:bundle-id:com.example.pay")
    else { return nil }
    let vault = KeychainVault(
      service: "com.example.pay", accessGroup: "ABCDE12345.com.example.pay")
    let device = DeviceKeys(
      vault: vault, relyingPartyID: RelyingPartyID(relyingParty), source: .secureEnclave)
    let softLocks = SoftLocks { account in
      SoftLockManager(
        account: account, vault: vault, secret: device,
        presence: BiometricPresence(), clock: { .now })
    }
    (self.vault, self.device, self.softLocks) = (vault, device, softLocks)
    connection = ServerConnection(
      transport: URLSessionTransport(address: address),
      binding: TokenBinding(
        address: address.description, keys: MemorySessionKeys(), device: device))
    manager = FlowManager(
      connection: connection, device: device, vault: vault,
      authenticator: { account in
        SecureEnclaveAuthenticator(vault: vault, account: account, origin: origin)
      },
      softLocks: softLocks, configuration: FlowConfiguration(deviceName: "Ada's iPhone"))
  }

  /// The soft lock of an account: on this phone alone, by biometrics, else by the app PIN.
  func lock(of account: String) -> SoftLockManager { softLocks[account] }
}

protocol Person: Sendable {
  /// Shows what the flow asks, and answers it.
  func answer(_ flow: Flow, _ manager: FlowManager) async throws
  /// Asks for the app PIN; nil where the person gives none.
  func appPIN(_ question: AppPINQuestion?) async -> SecretText?
}

func finish(_ manager: FlowManager, _ person: some Person) async throws -> Flow? {
  var last: Flow?
  for await flow in await manager.updates {
    last = flow
    if flow.phase == .waitForInput { try await person.answer(flow, manager) }
  }
  return last
}

func enrol(
  _ link: LinkAddress, in app: Pay, pin: SecretText, _ person: some Person
) async throws -> SoftLockManager? {
  try await app.manager.startEnrol(link)
  guard try await finish(app.manager, person)?.phase == .done,
    let account = try await app.manager.installation.current(),
    let appPIN = await person.appPIN(nil)
  else { return nil }
  try await app.manager.setAppPIN(appPIN, besides: pin, of: account.id)
  return app.lock(of: account.id)
}

func open(_ lock: SoftLockManager, _ person: some Person) async throws -> Bool {
  try await lock.appAppeared()
  while true {
    switch await lock.phase {
    case .open: return true
    case .appPIN(let question):
      guard let typed = await person.appPIN(question) else { return false }
      await lock.submit(typed)
    case .loginNeeded: return false
    // The app left the front: it asks again when it is back.
    case .locked, .biometrics, .checking: return false
    }
  }
}

func logIn(_ app: Pay, _ person: some Person) async throws -> Bool {
  try await app.manager.startLogin()
  return try await finish(app.manager, person)?.phase == .done
}

func approve(
  _ transactionID: String, in app: Pay, _ screens: some Navigator
) async -> String {
  var configuration = ContextConfiguration()
  // What stands in for biometrics; without this codes could, too.
  configuration.scenarios.apply(
    ScenarioPolicy(.authorizeTransaction, level: .biometricsWithFallback, fallback: [.pin]))
  let context = MultifactorAuthenticationContext(
    manager: app.manager, navigator: screens, configuration: configuration)
  let payload = ReviewPayload(transactionID: transactionID)
  switch await context.process(.authorizeTransaction, payload) {
  case .ended(let outcome):
    switch outcome.kind {
    case .authorized: return "approved"
    case .denied: return "denied"
    case .failed(let failure): return failure.code
    }
  case .left: return "left"
  case .busy: return "busy"
  }
}

@Suite("The article on an app for iOS", .ownPhone)
struct IntegrateOnIOSTests {
  @Test("its code is the code of this file")
  func codeOfArticle() throws {
    let file = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    let package = file.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let article = try String(
      contentsOf: package.appendingPathComponent(
        "Sources/Client/CountersignDevice/CountersignDevice.docc/IntegrateOnIOS.md"),
      encoding: .utf8)
    let text = try String(contentsOf: file, encoding: .utf8)
    let blocks = article.components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
    #expect(blocks.count == 6)
    for block in blocks { #expect(text.contains(block)) }
  }

  @Test(
    "a phone enrols at the real server, opens, logs in and approves, by biometrics and by the PIN",
    .enabled(if: BackendOfApp.isWanted, "no server was built: make test hands its path over"),
    .timeLimit(.minutes(5)))
  func approves() async throws {
    let backend = try BackendOfApp()
    let ada = Ada { try await backend.mailedCode(number: 2) }
    let app = try #require(Pay(server: backend.address, relyingParty: "localhost"))
    let made = try await backend.enrolLink(at: app.connection)
    let link = try #require(LinkAddress(made.url))
    #expect(try await enrol(link, in: app, pin: Ada.pin, ada) != nil)
    try await backend.claim(made, at: app.connection)

    // The process ends; the phone's keychain and Secure Enclave stay.
    let restarted = try #require(Pay(server: backend.address, relyingParty: "localhost"))
    let account = try #require(try await restarted.manager.installation.current())
    #expect(try await open(restarted.lock(of: account.id), ada))
    #expect(await ada.appPINs == 1)
    await restarted.lock(of: account.id).loggedOut()
    Phone.current.refuse(LAError.Code.userCancel.rawValue)
    #expect(try await open(restarted.lock(of: account.id), ada))
    #expect(await ada.appPINs == 2)
    #expect(try await logIn(restarted, ada))

    let first = try await backend.transaction(amount: 4250)
    #expect(await approve(first, in: restarted, ada) == "approved")
    #expect(try await backend.status(of: first) == .approved)
    #expect(
      Phone.current.questions.last?.reason
        == "Approve a payment: 4\u{202F}250.00\u{A0}NGN, Ikeja Books")

    // A finger more: the key is dead, and the PIN stands in.
    Phone.current.changeBiometrics()
    let second = try await backend.transaction(amount: 400)
    #expect(await approve(second, in: restarted, ada) == "approved")
    #expect(try await backend.status(of: second) == .approved)
    #expect(await ada.told.contains { $0.hasPrefix("Biometric unavailable") })
    let kept = try await restarted.vault.names(account: account.id).map(\.name)
    #expect(!kept.contains { $0.hasPrefix("credential/") })
  }
}
