import CountersignClient
import CountersignDevice
import CountersignTesting
import FlowModel
import Testing
import WireModel

@Suite("The soft lock before an account's session, over the real router")
struct SoftLockLayerTests {
  private static let appPIN = SecretText("481620")

  /// A phone whose enrolment has set the app PIN, with its account and soft lock.
  private func enrolled() async throws -> (InstalledPhone, String, SoftLockManager) {
    let phone = try InstalledPhone(try await ServiceHarness())
    let link = try await phone.enrolLink()
    let flows = try await phone.run(
      { try await $0.startEnrol(link) },
      [
        .confirm, .softPrompt(.decline),
        .give(.pin(InstalledPhone.pin), appPIN: Self.appPIN),
      ])
    try #require(flows.last?.phase == .done, "\(String(describing: flows.last?.error))")
    let account = try #require(try await phone.manager.installation.current()?.id)
    let lock = try #require(phone.manager.softLocks?[account])
    return (phone, account, lock)
  }

  @Test("an enrolment sets the app PIN with the PIN, and the app is open when it is done")
  func setByEnrolment() async throws {
    let (phone, _, lock) = try await enrolled()
    #expect(try await lock.appPINState() == .set)
    #expect(await lock.phase == .open)
    #expect(try await phone.manager.installation.session() != nil)
  }

  @Test("the app PIN is that of the flow's account, also where another was used last")
  func accountOfFlow() async throws {
    let phone = try InstalledPhone(try await ServiceHarness())
    let first = try await phone.enrol().accountID
    let last = try await phone.enrol("grace@example.com").accountID
    let flows = try await phone.run(
      { try await $0.startChangePIN(account: first) },
      [.give(.pin(InstalledPhone.pin)), .give(.pin(InstalledPhone.newPIN), appPIN: Self.appPIN)])
    #expect(flows.last?.phase == .done, "\(String(describing: flows.last?.error))")
    let locks = try #require(phone.manager.softLocks)
    #expect(try await locks[first].appPINState() == .set)
    #expect(try await locks[last].appPINState() == .unset)
  }

  @Test("an app PIN that is the PIN, or no PIN, is refused, and the question stays")
  func refused() async throws {
    let phone = try InstalledPhone(try await ServiceHarness())
    let link = try await phone.enrolLink()
    let pin = InstalledPhone.pin
    let flows = try await phone.run(
      { try await $0.startEnrol(link) },
      [
        .confirm, .softPrompt(.decline),
        InstalledPhone.Answer { manager, flow in
          for (appPIN, error) in [
            (pin, FlowInputError.appPINIsPIN), (SecretText("12"), .malformedPIN),
            (SecretText("1111"), .pinTooSimple),
          ] {
            await #expect(throws: error) {
              try await manager.inputSecondFactor(.pin(pin), appPIN: appPIN)
            }
            #expect(await manager.currentFlow == flow)
          }
          try await manager.inputSecondFactor(.pin(pin), appPIN: Self.appPIN)
        },
      ])
    #expect(flows.last?.phase == .done, "\(String(describing: flows.last?.error))")
    // A login verifies a factor, and sets none.
    let login = try await phone.run(
      { try await $0.startLogin() },
      [
        InstalledPhone.Answer { manager, _ in
          await #expect(throws: FlowInputError.appPINNotTaken) {
            try await manager.inputSecondFactor(.pin(pin), appPIN: Self.appPIN)
          }
          try await manager.inputSecondFactor(.pin(pin))
        }
      ])
    #expect(login.last?.phase == .done)
  }

  @Test("a new PIN that is the app PIN is refused, and asked for again")
  func newPINIsAppPIN() async throws {
    let (phone, _, _) = try await enrolled()
    let flows = try await phone.run(
      { try await $0.startChangePIN() },
      [
        .give(.pin(InstalledPhone.pin)), .give(.pin(Self.appPIN)),
        InstalledPhone.Answer { manager, flow in
          #expect(flow.previousInteractionResult?.reason == .pinIsAppPIN)
          try await manager.inputSecondFactor(.pin(InstalledPhone.newPIN))
        },
      ])
    #expect(flows.last?.phase == .done, "\(String(describing: flows.last?.error))")
  }

  @Test("a PIN that is the app PIN, since it was set elsewhere, is not used; another ends that")
  func usedPINIsAppPIN() async throws {
    let (phone, account, _) = try await enrolled()
    try await phone.device.seal(
      CheckedAppPIN(InstalledPhone.pin, of: account, besides: .none))
    let before = phone.transport.calls.count
    let flows = try await phone.run(
      { try await $0.start(BiometricTest(), level: .fallbackOnly) },
      [.give(.pin(InstalledPhone.pin))])
    #expect(flows.last?.error == .notAllowed(.pinIsAppPIN))
    let sent = phone.transport.calls.dropFirst(before)
    #expect(!sent.contains { $0.contains("/biometric/test") }, "\(sent)")
    let changed = try await phone.run(
      { try await $0.startChangePIN() },
      [.give(.pin(InstalledPhone.pin)), .give(.pin(InstalledPhone.newPIN))])
    #expect(changed.last?.phase == .done, "\(String(describing: changed.last?.error))")
    let proved = try await phone.run(
      { try await $0.start(BiometricTest(), level: .fallbackOnly) },
      [.give(.pin(InstalledPhone.newPIN))])
    #expect(proved.last?.phase == .done, "\(String(describing: proved.last?.error))")
  }

  @Test("while it is locked no session is had, no flow acts and nothing is followed; it is opened")
  func locked() async throws {
    let (phone, account, lock) = try await enrolled()
    await lock.loggedOut()
    let installation = phone.manager.installation
    await #expect(throws: VaultError.locked) { try await installation.session(of: account) }
    await #expect(throws: VaultError.locked) { try await installation.session() }
    let flows = try await phone.run({ try await $0.startChangePIN() })
    #expect(flows.last?.error?.reason?.code == "locked")
    await #expect(throws: ClientError.self) { try await phone.manager.revoke(.thisDevice) }
    try await lock.appAppeared()
    #expect(await lock.phase == .open)
    #expect(try await installation.session(of: account) != nil)
  }

  @Test("a locked phone signs no other screen in, and does once it is open")
  func otherScreen() async throws {
    let (phone, _, lock) = try await enrolled()
    await lock.loggedOut()
    let made = try await ServerConnection(transport: phone.transport).makeLoginLink()
    let link = try #require(LinkAddress(made.url))
    let refused = try await phone.run(
      { try await $0.startLogin(link) }, [.confirm(number: made.number)])
    #expect(refused.last?.error?.reason?.code == "locked")
    try await lock.appAppeared()
    let signedIn = try await phone.run(
      { try await $0.startLogin(link) },
      [.confirm(number: made.number), .give(.pin(InstalledPhone.pin))])
    #expect(signedIn.last?.phase == .done, "\(String(describing: signedIn.last?.error))")
  }

  @Test("what is followed waits for the lock to open")
  func following() async throws {
    let (phone, _, lock) = try await enrolled()
    await lock.loggedOut()
    let context = MultifactorAuthenticationContext(
      manager: phone.manager, navigator: ClosingNavigator())
    let following = Task { try await context.followTransactions() }
    defer { following.cancel() }
    _ = try await phone.harness.review()
    for _ in 0..<1000 { await Task.yield() }
    #expect(await context.queue.transactions.isEmpty)
    try await lock.appAppeared()
    var seen = 0
    for await waiting in await context.waiting where !waiting.isEmpty {
      seen = waiting.count
      break
    }
    #expect(seen == 1)
  }

  @Test("the one logout locks the account, and a full login opens it by the app PIN alone")
  func logOut() async throws {
    let (phone, account, lock) = try await enrolled()
    try await phone.manager.logOut()
    #expect(await lock.phase == .locked)
    await #expect(throws: VaultError.locked) {
      try await phone.manager.installation.session(of: account)
    }
    let login = try await phone.run(
      { try await $0.startLogin() }, [.give(.pin(InstalledPhone.pin))])
    #expect(login.last?.phase == .done, "\(String(describing: login.last?.error))")
    await #expect(throws: VaultError.locked) {
      try await phone.manager.installation.session(of: account)
    }
    try await lock.appAppeared()
    #expect(try await phone.manager.installation.session(of: account) != nil)
  }
}

private struct ClosingNavigator: Navigator {
  func show(_ screen: Screen) async -> ScreenAnswer { .leave }
}
