import CountersignDevice
import CountersignObservation
import CountersignTransport
import Foundation
import Observation

/// The app's parts, made once.
@MainActor
@Observable
final class Pay {
  let model: CountersignModel
  let screens: Screens
  /// The sentence about the last fault; nil if there was none.
  var message: String?
  /// True after an enrolment or a full login on a phone without an app PIN.
  var choosesAppPIN = false

  @ObservationIgnored let manager: FlowManager
  @ObservationIgnored private let server: ServerAddress
  @ObservationIgnored let context: MultifactorAuthenticationContext

  /// True while there is something to say.
  var hasMessage: Bool {
    get { message != nil }
    set { if !newValue { message = nil } }
  }

  init() {
    guard let server = ServerAddress("https://pay.example.com"),
      let origin = Origin("ios:bundle-id:com.example.pay")
    else { preconditionFailure("the app names its server and itself wrongly") }
    self.server = server
    let vault = KeychainVault(
      service: "com.example.pay", accessGroup: "ABCDE12345.com.example.pay")
    let device = DeviceKeys(
      vault: vault, relyingPartyID: RelyingPartyID("pay.example.com"), source: .secureEnclave)
    let languages = PreferredLanguages(Locale.preferredLanguages.compactMap { Language($0) })
    manager = FlowManager(
      connection: ServerConnection(
        transport: URLSessionTransport(address: server), languages: languages,
        binding: TokenBinding(
          address: server.description, keys: MemorySessionKeys(), device: device)),
      device: device, vault: vault,
      authenticator: { account in
        SecureEnclaveAuthenticator(vault: vault, account: account, origin: origin)
      },
      softLocks: SoftLocks { account in
        SoftLockManager(
          account: account, vault: vault, secret: SealedAppPIN(vault: vault),
          presence: BiometricPresence(), clock: { .now })
      },
      configuration: FlowConfiguration(deviceName: "iPhone"))
    screens = Screens()
    var configuration = ContextConfiguration()
    configuration.scenarios.apply(
      ScenarioPolicy(.authorizeTransaction, level: .biometricsWithFallback, fallback: [.pin]))
    context = MultifactorAuthenticationContext(
      manager: manager, navigator: screens, configuration: configuration)
    model = CountersignModel(manager: manager, context: context)
  }

  /// Follows the transactions of the account in front, and tries again where the server was away.
  func follow() async {
    while !Task.isCancelled {
      try? await context.followTransactions()
      try? await Task.sleep(for: .seconds(5))
    }
  }

  /// Sees every flow: an enrolment or a full login entitles to an app PIN.
  func watch() async {
    for await flow in await manager.flows where flow.phase == .done {
      guard flow.type == .enrol || flow.type == .login else { continue }
      let state = try? await model.softLock?.appPINState()
      choosesAppPIN = state != .set
    }
  }

  /// Follows a link that was tapped or scanned, or what a push names.
  func open(_ text: String) async {
    guard let link = AppLink(text, server: server.description, scheme: "examplepay") else {
      message = "This is no link of this app."
      return
    }
    do {
      switch try await context.open(link) {
      case .flow, .transaction: break
      case .otherAccount(let account): await change(to: account, following: text)
      case .noAccount: message = "This is for an account that is not on this phone."
      case .busy: message = "Finish first what is under way."
      }
    } catch {
      message = "\(error)"
    }
  }

  /// Starts something, and says why it could not be.
  func attempt(_ work: () async throws -> Void) async {
    do {
      try await work()
    } catch {
      message = "\(error)"
    }
  }

  func sceneChanged(isActive: Bool) async {
    guard let lock = model.softLock else { return }
    if isActive {
      await attempt { try await lock.appAppeared() }
    } else {
      await lock.appLeft()
    }
  }

  private func change(to account: InstalledAccount, following text: String) async {
    await attempt {
      try await model.use(account.id)
      message = "That is for \(account.displayName), whose account is in front now."
      await sceneChanged(isActive: true)
    }
  }
}
