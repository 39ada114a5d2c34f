import FlowModel
public import Observation
import WireModel

/// The SDK as a view observes it: on the main actor, the flow, the accounts, the soft lock, and the
/// transactions that wait.
///
/// ```swift
/// .task { await model.run() }
/// ```
///
/// What belongs to an account is in ``Stage/open(_:)`` alone, so that a view cannot show it while
/// the soft lock is closed.
@MainActor
@Observable
public final class CountersignModel {
  /// The state of the account in front, with all of it that a view may show.
  public enum Stage: Sendable, Hashable {
    /// The accounts were not read yet: the app has just begun, or the device is locked.
    case starting
    /// No account is on this device yet: it is enrolled by a link.
    case noAccount
    /// The account in front is locked; the phase says what is asked.
    case locked(InstalledAccount, SoftLock.Phase)
    /// The account in front is open.
    case open(OpenAccount)
  }

  /// An account whose soft lock is open, with what may be shown of it.
  ///
  /// Only the model makes one.
  public struct OpenAccount: Sendable, Hashable {
    /// The account.
    public let account: InstalledAccount
    /// The accounts of this device.
    public let accounts: [InstalledAccount]
    /// The transactions that wait for the person.
    public let waiting: [TransactionAnswer]
  }

  /// The flow as it stands, of whoever started it; nil before the first.
  ///
  /// While an account is locked it is nil but for a LOGIN or an ENROL, which shows nothing of what
  /// the account holds: by a login the person gets back in.
  public var flow: Flow? {
    guard case .locked = stage else { return newestFlow }
    return newestFlow.flatMap { $0.type == .login || $0.type == .enrol ? $0 : nil }
  }

  /// The ways to prove the flow's document, together; empty if the server was not asked.
  public var ways: [Way] { flow?.ways.map(Way.all) ?? [] }

  /// The state of the account in front, with all of it that a view may show.
  public var stage: Stage {
    guard let account = front else { return isKnown ? .noAccount : .starting }
    guard phase == .open else { return .locked(account, phase) }
    return .open(OpenAccount(account: account, accounts: accounts, waiting: waiting))
  }

  private var newestFlow: Flow?
  /// The flow of the account that was in front before; nil if there was none.
  private var leftFlow: FlowID?
  /// True once the accounts were read.
  private var isKnown = false
  private var accounts: [InstalledAccount] = []
  private var front: InstalledAccount?
  private var waiting: [TransactionAnswer] = []
  private var phase = SoftLock.Phase.locked

  @ObservationIgnored private let manager: FlowManager
  @ObservationIgnored private let context: MultifactorAuthenticationContext
  @ObservationIgnored private var watch: Task<Void, Never>?

  /// A model over the SDK's parts.
  ///
  /// - Parameters:
  ///   - manager: What runs flows; with its soft locks, or its accounts are always open.
  ///   - context: What runs scenarios, over the same manager.
  public init(manager: FlowManager, context: MultifactorAuthenticationContext) {
    self.manager = manager
    self.context = context
  }

  /// Keeps the model by the SDK's streams, for as long as the app lives.
  public func run() async {
    let accounts = manager.installation.updates
    let flows = await manager.flows
    let waiting = await context.waiting
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for await installed in accounts { await self.take(installed) } }
      group.addTask { for await flow in flows { await self.take(flow) } }
      group.addTask { for await transactions in waiting { await self.take(transactions) } }
    }
    watch?.cancel()
    watch = nil
  }

  /// The soft lock of the account in front; nil if there is no account, or no soft lock.
  public var softLock: SoftLockManager? { front.flatMap { manager.softLocks?[$0.id] } }

  /// Puts another account to the front, which is locked at first.
  ///
  /// - Parameter id: The account.
  /// - Throws: `VaultError` where the choice cannot be kept.
  public func use(_ id: String) async throws {
    guard id != front?.id else { return }
    try await manager.installation.select(id)
    await show(try await manager.installation.installed(), besides: nil)
  }

  /// Logs the account in front out, and locks it: the one logout.
  ///
  /// - Throws: `VaultError` where the session cannot be let go of; `ClientError` where the server
  ///   was not told.
  public func logOut() async throws {
    guard let front else { return }
    // Before anything is waited for at the server: whatever it says, the account is shut.
    phase = .locked
    newestFlow = nil
    waiting = []
    await context.use(account: front.id)
    try await manager.logOut(account: front.id)
  }

  private func take(_ flow: Flow) async {
    guard flow.id != leftFlow else { return }
    newestFlow = flow
    guard flow.isFinal, let installed = try? await manager.installation.installed() else { return }
    await show(installed, besides: flow)
  }

  private func take(_ transactions: [TransactionAnswer]) { waiting = transactions }

  private func take(_ phase: SoftLock.Phase, of id: String) {
    // The last word of a lock that is no longer in front is dropped.
    if front?.id == id { self.phase = phase }
  }

  private func take(_ installed: InstalledAccounts) async {
    // A flow that brings an account here goes on: the account comes to the front at its end.
    if let flow = await manager.currentFlow, !flow.isFinal {
      accounts = installed.accounts
    } else {
      await show(installed, besides: nil)
    }
  }

  private func show(_ installed: InstalledAccounts, besides flow: Flow?) async {
    // What ends with the change is not shown with the account that comes, however late it is told.
    let leaving = flow == nil ? await manager.currentFlow?.id : nil
    accounts = installed.accounts
    isKnown = true
    let before = front
    // Its name may be another.
    front = installed.front
    guard front?.id != before?.id else { return }
    // Nothing of the account that was in front is shown with this one.
    newestFlow = flow
    leftFlow = leaving
    waiting = []
    watch?.cancel()
    watch = nil
    phase = .locked
    if let account = front { follow(account) }
    // The context follows whichever was used last, until another comes to the front.
    guard before != nil else { return }
    await context.use(account: front?.id)
  }

  private func follow(_ account: InstalledAccount) {
    guard let lock = manager.softLocks?[account.id] else {
      phase = .open
      return
    }
    watch = Task { [weak self] in
      for await phase in await lock.phases { self?.take(phase, of: account.id) }
    }
  }
}
