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
  /// True while the account in front has no session, until the person signs in: after a logout,
  /// here or from elsewhere.
  var isSignedOut = false

  @ObservationIgnored let manager: FlowManager
  @ObservationIgnored private let server: ServerAddress
  @ObservationIgnored let context: MultifactorAuthenticationContext

  /// True while there is something to say.
  var hasMessage: Bool {
    get { message != nil }
    set { if !newValue { message = nil } }
  }

  init(server: String, relyingParty: String) {
    guard let server = ServerAddress(server),
      let origin = Origin("ios:bundle-id:com.example.pay")
    else { preconditionFailure("the app names its server and itself wrongly") }
    self.server = server
    let vault = KeychainVault(
      service: "com.example.pay", accessGroup: "ABCDE12345.com.example.pay")
    let device = DeviceKeys(
      vault: vault, relyingPartyID: RelyingPartyID(relyingParty), source: .secureEnclave)
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
          account: account, vault: vault, secret: device,
          presence: BiometricPresence(), clock: { .now })
      },
      configuration: FlowConfiguration(deviceName: "iPhone"))
    screens = Screens()
    var configuration = ContextConfiguration()
    configuration.scenarios.apply(
      ScenarioPolicy(
        .authorizeTransaction, level: .biometricsWithFallback, fallback: [.pin, .codes]))
    context = MultifactorAuthenticationContext(
      manager: manager, navigator: screens, configuration: configuration)
    model = CountersignModel(manager: manager, context: context)
  }

  /// Has the person sign in if the account that is open has no session.
  ///
  /// A session that is only over needs nobody: the SDK opens another by the device's key.
  func signInIfNeeded() async {
    guard case .open(let open) = model.stage else { return }
    isSignedOut = (try? await manager.installation.session(of: open.account.id)) == nil
    if isSignedOut { await signIn() }
  }

  /// Has the person sign in to the account that is open.
  func signIn() async {
    guard case .open(let open) = model.stage else { return }
    await attempt { _ = try await manager.startLogin(account: open.account.id) }
  }

  /// Follows the transactions of the account in front, and tries again where the server was away.
  func follow() async {
    while !Task.isCancelled {
      try? await context.followTransactions()
      try? await Task.sleep(for: .seconds(5))
    }
  }

  /// Sees the end of every flow: an enrolment or a full login entitles to an app PIN.
  func watch() async {
    for await flow in await manager.flows where flow.isFinal {
      // Only a logout from elsewhere ends a session for good.
      if flow.error == .sessionExpired { isSignedOut = true }
      guard flow.phase == .done, flow.type == .enrol || flow.isOwnLogin else { continue }
      isSignedOut = false
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
      message = Sentences.about(error)
    }
  }

  /// Starts something, and says in a sentence why it could not be.
  func attempt(_ work: () async throws -> Void) async {
    do {
      try await work()
    } catch {
      // The screen that wanted it is gone: nobody asks for it any more.
      if !Task.isCancelled { message = Sentences.about(error) }
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

extension Flow {
  /// True for a full login of this app; a login of another screen announces that one's origin, and
  /// opens no session here.
  fileprivate var isOwnLogin: Bool { type == .login && session?.announceInfo == nil }
}
