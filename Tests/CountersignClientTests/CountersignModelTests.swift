import CountersignDevice
import CountersignObservation
import CountersignTesting
import FlowModel
import Testing
import WebAuthnModel
import WireModel

@Suite("The observable model")
@MainActor
struct CountersignModelTests {
  @Test(
    "what waits for an account is shown only while its soft lock is open", .timeLimit(.minutes(1)))
  func lockIsInFront() async throws {
    let account = InstalledAccount(id: "acct_1", displayName: "Ada")
    let connection = ServerConnection(transport: ScriptedTransport([]))
    let vault = MemoryVault()
    let manager = FlowManager(
      connection: connection,
      device: DeviceKeys(vault: vault, relyingPartyID: RelyingPartyID("example.com")),
      vault: vault, authenticator: { _ in ScriptedAuthenticator() },
      softLocks: SoftLocks { id in
        SoftLockManager(
          account: id, vault: vault, secret: SealedAppPIN(vault: vault), presence: OwnerIsHere(),
          clock: { LockTime(running: .zero, wallMilliseconds: 0) })
      })
    let session = AccountSession(
      connection: connection, accountID: account.id, accessToken: SecretText("access"))
    try await manager.installation.add(session, displayName: account.displayName)
    let model = CountersignModel(
      manager: manager,
      context: MultifactorAuthenticationContext(manager: manager, navigator: ClosingNavigator()))
    #expect(model.stage == .noAccount)
    let running = Task { await model.run() }
    defer { running.cancel() }
    while model.stage == .noAccount { await Task.yield() }
    #expect(model.stage == .locked(account, .locked))
    try await model.softLock?.appAppeared()
    while !model.isOpen { await Task.yield() }
    guard case .open(let open) = model.stage else { return }
    #expect(open.account == account)
    #expect(open.accounts == [account])
    try? await model.logOut()
    #expect(model.stage == .locked(account, .locked))
  }
}

extension CountersignModel {
  fileprivate var isOpen: Bool { if case .open = stage { true } else { false } }
}

private struct ClosingNavigator: Navigator {
  func show(_ screen: Screen) async -> ScreenAnswer { .close }
}

private struct OwnerIsHere: UserPresence {
  var readiness: AuthenticatorReadiness { .ready }
  func verify(_ question: PresenceQuestion) async throws(AuthenticatorError) {}
}
