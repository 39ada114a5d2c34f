import CountersignDevice
import CountersignObservation
import CountersignTesting
import FlowModel
import Testing
import WireModel

@Suite("The observable model")
@MainActor
struct CountersignModelTests {
  @Test(
    "what waits for an account is shown only while its soft lock is open", .timeLimit(.minutes(1)))
  func lockIsInFront() async throws {
    let phone = Phone([])
    let account = InstalledAccount(id: "acct_1", displayName: "Ada")
    let session = AccountSession(
      connection: ServerConnection(transport: phone.transport), accountID: account.id,
      accessToken: SecretText("access"))
    try await phone.manager.installation.add(session, displayName: account.displayName)
    let vault = phone.vault
    let model = CountersignModel(
      manager: phone.manager,
      context: MultifactorAuthenticationContext(
        manager: phone.manager, navigator: ClosingNavigator()),
      softLock: { id in
        SoftLockManager(
          account: id, vault: vault, secret: SealedAppPIN(vault: vault), presence: OwnerIsHere(),
          clock: { LockTime(running: .zero, wallMilliseconds: 0) })
      })
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
