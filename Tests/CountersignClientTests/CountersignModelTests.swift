import CountersignDevice
import CountersignObservation
import CountersignTesting
import FlowModel
import Testing
import WebAuthnModel
import WireModel

@Suite("The observable model", .timeLimit(.minutes(5)))
@MainActor
struct CountersignModelTests {
  private static let ada = InstalledAccount(id: "acct_1", displayName: "Ada")
  private static let ben = InstalledAccount(id: "acct_2", displayName: "Ben")

  /// A device with accounts, of which the first is in front, and a model that is kept.
  @MainActor
  private final class Device {
    let vault = MemoryVault()
    let transport: ScriptedTransport
    let manager: FlowManager
    let context: MultifactorAuthenticationContext
    let model: CountersignModel
    /// The stage before the model was run.
    let firstStage: CountersignModel.Stage
    private var running: Task<Void, Never>?

    init(
      _ accounts: [InstalledAccount], _ script: [ScriptedTransport.Step] = [],
      navigator: any Navigator = ClosingNavigator()
    ) async throws {
      transport = ScriptedTransport(script)
      let connection = ServerConnection(transport: transport)
      let vault = vault
      let device = DeviceKeys(vault: vault, relyingPartyID: RelyingPartyID("localhost"))
      manager = FlowManager(
        connection: connection, device: device, vault: vault,
        authenticator: { _ in ScriptedAuthenticator() },
        softLocks: SoftLocks { id in
          SoftLockManager(
            account: id, vault: vault, secret: device, presence: OwnerIsHere(),
            clock: { LockTime(running: .zero, wallMilliseconds: 0) })
        })
      context = MultifactorAuthenticationContext(manager: manager, navigator: navigator)
      model = CountersignModel(manager: manager, context: context)
      firstStage = model.stage
      for account in accounts.reversed() { try await add(account) }
      let model = model
      running = Task { await model.run() }
    }

    deinit { running?.cancel() }

    func add(_ account: InstalledAccount) async throws {
      try await manager.installation.add(
        AccountSession(
          connection: ServerConnection(transport: transport), accountID: account.id,
          accessToken: SecretText("access of \(account.id)")),
        displayName: account.displayName)
    }

    /// Waits until the model's stage is as wanted.
    func waitUntil(_ isWanted: (CountersignModel.Stage) -> Bool) async {
      while !isWanted(model.stage) { await Task.yield() }
    }

    /// Opens the account in front, once it is locked.
    func open() async throws -> CountersignModel.OpenAccount {
      await waitUntil { if case .locked = $0 { true } else { false } }
      try await model.softLock?.appAppeared()
      await waitUntil { $0.openAccount != nil }
      return try #require(model.stage.openAccount)
    }
  }

  @Test("what belongs to an account is shown only while its soft lock is open")
  func lockIsInFront() async throws {
    let device = try await Device([Self.ada])
    #expect(device.firstStage == .starting)
    await device.waitUntil { $0 != .starting }
    #expect(device.model.stage == .locked(Self.ada, .locked))
    let open = try await device.open()
    #expect(open.account == Self.ada)
    #expect(open.accounts == [Self.ada])
    try? await device.model.logOut()
    #expect(device.model.stage == .locked(Self.ada, .locked))
  }

  @Test("an account that comes, goes or is chosen elsewhere in the app is seen without a flow")
  func accounts() async throws {
    let device = try await Device([])
    await device.waitUntil { $0 == .noAccount }
    try await device.add(Self.ada)
    #expect(try await device.open().accounts == [Self.ada])
    try await device.add(Self.ben)
    await device.waitUntil { $0 == .locked(Self.ben, .locked) }
    try await device.manager.installation.select(Self.ada.id)
    await device.waitUntil { $0.account == Self.ada }
    try await device.manager.installation.remove(Self.ada.id)
    await device.waitUntil { $0.account == Self.ben }
    try await device.manager.installation.remove(Self.ben.id)
    await device.waitUntil { $0 == .noAccount }
  }

  @Test("accounts that cannot be read yet are not said to be none")
  func deviceIsLocked() async throws {
    let device = try await Device([Self.ada])
    await device.vault.breakDown([.reading])
    var accounts = device.manager.installation.updates.makeAsyncIterator()
    async let first = accounts.next()
    await device.vault.repair()
    #expect(await first == InstalledAccounts(accounts: [Self.ada], front: Self.ada))
  }

  @Test("another account comes to the front locked, with nothing of the one before")
  func use() async throws {
    let device = try await Device(
      [Self.ada, Self.ben],
      [
        Script.waiting, Script.secondFactor(), Script.waiting("tx_2"), Script.secondFactor(),
      ])
    let open = try await device.open()
    #expect(open.accounts == [Self.ada, Self.ben])
    _ = try await device.manager.startReview("tx_1")
    while device.model.flow?.phase != .waitForInput { await Task.yield() }
    try await device.model.use(Self.ben.id)
    #expect(device.model.stage == .locked(Self.ben, .locked))
    #expect(device.model.softLock === device.manager.softLocks?[Self.ben.id])
    #expect(try await device.manager.installation.current() == Self.ben)
    #expect(await device.manager.currentFlow?.isFinal == true)
    let next = try await device.open()
    #expect(next.account == Self.ben)
    #expect(next.waiting.isEmpty)
    // Flows are told in order: of Ada's review nothing is shown before Ben's.
    let flow = try await device.manager.startReview("tx_2")
    while device.model.flow == nil { await Task.yield() }
    #expect(device.model.flow?.id == flow?.id)
    // Opening this one has not opened the other.
    await device.manager.softLocks?[Self.ada.id].loggedOut()
    try await device.model.use(Self.ada.id)
    #expect(device.model.stage == .locked(Self.ada, .locked))
  }

  @Test("a login is shown while the account is locked: by it the person gets back in")
  func login() async throws {
    let device = try await Device([Self.ada, Self.ben])
    await device.waitUntil { if case .locked = $0 { true } else { false } }
    _ = try await device.manager.startLogin()
    while device.model.flow == nil { await Task.yield() }
    #expect(device.model.flow?.currentInteraction?.confirmSessionInfo?.accounts.count == 2)
    #expect(device.model.stage.openAccount == nil)
    await device.manager.cancel()
  }

  @Test("transactions that wait are shown while the account is open, and not while it is locked")
  func waiting() async throws {
    let device = try await Device(
      [Self.ada], [Script.waiting("tx_1"), Script.waiting("tx_1"), Script.waiting("tx_2")],
      navigator: SilentNavigator())
    _ = try await device.open()
    // The first is before the person: the second waits.
    try await device.context.announce("tx_1")
    while await !device.context.queue.transactions.isEmpty { await Task.yield() }
    try await device.context.announce("tx_2")
    await device.waitUntil { $0.openAccount?.waiting.map(\.id) == ["tx_2"] }
    try? await device.model.logOut()
    #expect(device.model.stage == .locked(Self.ada, .locked))
    try await device.model.softLock?.appAppeared()
    await device.waitUntil { $0.openAccount != nil }
    #expect(device.model.stage.openAccount?.waiting.isEmpty == true)
  }

  @Test("the ways are shown together, with why one is missing; none while it is locked")
  func ways() async throws {
    let options = Script.linked(
      Script.document,
      ways: [
        ActionWay(proof: .assertion),
        ActionWay(proof: .validateCode, reason: "phone_missing", detail: "Add a number first."),
      ])
    let device = try await Device([Self.ada], [.answer(200, options)])
    _ = try await device.open()
    #expect(device.model.ways.isEmpty)
    _ = try await device.manager.start(
      Remittance(Script.payload), level: .biometricsWithFallback, proofPath: .token)
    while device.model.ways.isEmpty { await Task.yield() }
    #expect(device.model.ways.first { $0.factor == .biometrics }?.state == .possible)
    let codes = device.model.ways.first { $0.factor == .validateCode }
    guard case .missing(let missing)? = codes?.state else {
      Issue.record("\(device.model.ways)")
      return
    }
    #expect(missing.reason == FlowReason(code: "phone_missing", detail: "Add a number first."))
    await device.model.softLock?.loggedOut()
    await device.waitUntil { $0 == .locked(Self.ada, .locked) }
    #expect(device.model.ways.isEmpty)
    #expect(device.model.flow == nil)
  }
}

extension CountersignModel.Stage {
  fileprivate var openAccount: CountersignModel.OpenAccount? {
    if case .open(let open) = self { open } else { nil }
  }

  fileprivate var account: InstalledAccount? {
    switch self {
    case .locked(let account, _): account
    case .open(let open): open.account
    case .starting, .noAccount: nil
    }
  }
}

private struct ClosingNavigator: Navigator {
  func show(_ screen: Screen) async -> ScreenAnswer { .close }
}

/// A person who reads and does nothing.
private struct SilentNavigator: Navigator {
  func show(_ screen: Screen) async -> ScreenAnswer {
    try? await Task.sleep(for: .seconds(3600))
    return .leave
  }
}

private struct OwnerIsHere: UserPresence {
  var readiness: AuthenticatorReadiness { .ready }
  func verify(_ question: PresenceQuestion) async throws(AuthenticatorError) {}
}
