public import FlowModel
import WireModel

/// Runs one flow at a time for the accounts of this installation: the app starts it, renders each
/// `Flow` of ``updates`` and answers its question.
///
/// Each public method validates, applies its event to the pure machine and publishes, all without
/// suspending. Effects run in tasks and come back as events; the machine drops those that are
/// stale.
public actor FlowManager {
  /// The accounts of this installation, and their sessions.
  public nonisolated let installation: Installation
  /// The soft locks before the accounts' sessions; nil where the app takes none.
  public nonisolated let softLocks: SoftLocks?
  let context: FlowContext

  private(set) var state = FlowState.idle
  private var slot = Slot.free
  /// The update that was published last.
  private var published: Flow?
  /// The starter of a flow that may ask without the server, until its first update.
  private var starter: CheckedContinuation<Flow?, Never>?
  private var subscribers = FlowSubscribers()
  /// The times after which the flow's codes may be sent again.
  var resends = CodeResends()
  /// The vault forgets in order, and before the next flow reads it.
  private(set) var forgetting: Task<Void, Never>?
  /// Denies what a refused factor has left without any that could approve it.
  private var denial: Task<Void, Never>?
  /// The actions under way, also those of flows that have ended.
  private(set) var actionsUnderWay = 0

  /// The one place for a flow.
  private enum Slot {
    /// No flow is active, and the end of the last one was published.
    case free
    /// A flow is active.
    case active(Activity)
    /// A flow has ended, while the vault still forgets its operation; with the time for that.
    case closing(Flow, deadline: Task<Void, Never>)
    /// An app PIN is set beside the PIN, which no flow may change meanwhile.
    case settingAppPIN
  }

  /// The work under way for a flow.
  private struct Activity {
    let driver: FlowDriver
    var deadline: Task<Void, Never>?
    var effects: [Task<Void, Never>] = []
    /// The action that is under way: it goes on if its flow is cancelled.
    var action: Task<Void, Never>?
    /// The app PIN that the person has chosen, to be set when the flow is done.
    var newAppPIN: SecretText?
  }

  /// A manager for the accounts of an installation, which it finds in the vault.
  ///
  /// - Parameters:
  ///   - connection: The server.
  ///   - device: The device keys, and the secrets of the PIN keys.
  ///   - vault: Where accounts, sessions and the ids of operations lie whose outcome is open.
  ///   - authenticator: What signs for the account of a given id.
  ///   - softLocks: What stands before each account's session; nil for no soft lock.
  ///   - configuration: How long things may take, and what is said.
  ///   - clock: What deadlines and pauses are measured by.
  ///   - random: Where ids and idempotency keys come from.
  public init(
    connection: ServerConnection, device: any DeviceSecrets, vault: any Vault,
    authenticator: @escaping @Sendable (_ accountID: String) -> any Authenticator,
    softLocks: SoftLocks? = nil, configuration: FlowConfiguration = FlowConfiguration(),
    clock: any Clock<Duration> = ContinuousClock(), random: RandomSource = .system
  ) {
    self.softLocks = softLocks
    let connection = connection.comparingPINs(by: device)
    installation = Installation(
      connection: connection, vault: vault, softLocks: softLocks, device: device)
    context = FlowContext(
      connection: connection, device: device, vault: vault, installation: installation,
      authenticator: authenticator, configuration: configuration, clock: clock, random: random,
      session: nil)
  }

  /// A manager for the one account of `session`, which the app opened itself; its PIN is sent in
  /// the body, and is no key of this device.
  ///
  /// It has no device secrets, so it cannot compare a PIN with the app PIN. It takes no PIN of an
  /// account that has an app PIN in this vault.
  ///
  /// - Parameters:
  ///   - session: The account's session.
  ///   - authenticator: What signs.
  ///   - vault: Where the ids of operations are kept whose outcome is open.
  ///   - configuration: How long things may take, and what is said.
  ///   - clock: What deadlines and pauses are measured by.
  ///   - random: Where ids and idempotency keys come from.
  public init(
    session: AccountSession, authenticator: any Authenticator, vault: any Vault,
    configuration: FlowConfiguration = FlowConfiguration(),
    clock: any Clock<Duration> = ContinuousClock(), random: RandomSource = .system
  ) {
    softLocks = nil
    installation = Installation(connection: session.connection, vault: vault)
    context = FlowContext(
      connection: session.connection, device: nil, vault: vault, installation: installation,
      authenticator: { _ in authenticator }, configuration: configuration, clock: clock,
      random: random, session: session)
  }

  /// The flow as it stands; nil before the first.
  public var currentFlow: Flow? { published }

  /// True if a flow has begun and its end was not published yet.
  var isUnderWay: Bool {
    switch slot {
    case .active, .closing: true
    case .free, .settingAppPIN: false
    }
  }

  /// The flow's updates, the present one first.
  ///
  /// Ends after a final update.
  ///
  /// Each subscriber has a stream of its own, in which nothing is lost.
  public var updates: AsyncStream<Flow> { subscribers.subscribe(current: published) }

  /// Every update of every flow, whoever starts it; the present flow first, if there is one.
  ///
  /// An app subscribes once, when it starts. The stream does not end with a flow: the next flow's
  /// updates follow, and `Flow.id` tells the flows apart.
  ///
  /// Each subscriber has a stream of its own, in which nothing is lost.
  public var flows: AsyncStream<Flow> { subscribers.follow(current: published) }

  /// Says that a transaction under review was decided, or is past its time: a flow that asks about
  /// it ends; any other is not touched.
  ///
  /// - Parameters:
  ///   - transactionID: The transaction.
  ///   - status: What became of it.
  public func reviewWasDecided(_ transactionID: String, _ status: ReviewStatus) {
    deliver(.decision(transactionID, status))
  }

  /// Ends the flow at once, whatever is under way.
  ///
  /// It denies nothing; without a flow it does nothing.
  public func cancel() { deliver(.cancellation) }

  /// Waits until what nothing can approve any more, after wrong tries, is denied at the server.
  package func awaitDenial() async { await denial?.value }

  /// Logs an account out: ends the flow, locks the account, lets go of its session here, and ends
  /// that at the server.
  ///
  /// What the device holds to log in again stays. A manager that was made for one session ends
  /// that; its app, which opened it, lets go of it.
  ///
  /// - Parameter account: The account; nil for the one that was used last.
  /// - Throws: `VaultError` where the session cannot be let go of; ``ClientError`` where the server
  ///   was not told: the session is then over after a time without activity.
  public func logOut(account: String? = nil) async throws {
    cancel()
    await forgetting?.value
    guard let session = context.session else { return try await installation.logOut(account) }
    guard account == nil || account == session.accountID else { return }
    try await session.end()
  }
}

extension FlowManager {
  /// Begins a flow; its slot is taken before anything is waited for.
  func start(
    _ kind: FlowKind<SignatureAPI>, account: String? = nil
  ) throws(FlowInputError) -> Flow? {
    commit(try begin(kind, account: account))
    return published
  }

  /// Begins a flow whose first question may need nothing from the server: it is published when it
  /// asks, or when it calls the server; at once where it waits for an action of an earlier flow.
  func startHere(
    _ kind: FlowKind<SignatureAPI>, account: String? = nil
  ) async throws(FlowInputError) -> Flow? {
    let transition = try begin(kind, account: account)
    guard actionsUnderWay == 0 else {
      commit(transition)
      return published
    }
    return await withCheckedContinuation {
      starter = $0
      commit(transition)
    }
  }

  /// The work for the active flow; nil if none is active.
  private var activity: Activity? {
    get { if case .active(let activity) = slot { activity } else { nil } }
    set { slot = newValue.map(Slot.active) ?? .free }
  }

  /// Takes the one slot for a flow.
  private func begin(
    _ kind: FlowKind<SignatureAPI>, account: String?
  ) throws(FlowInputError) -> FlowTransition {
    guard case .free = slot else { throw .flowAlreadyActive }
    let number = context.random.bytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let transition = try state.applying(
      .start(
        FlowID(number), kind.map(\.signing), triesPerCode: context.configuration.triesPerCode))
    slot = .active(Activity(driver: FlowDriver(kind, account: account, context)))
    resends = CodeResends()
    return transition
  }

  /// Goes on to where an event has led.
  func commit(_ transition: FlowTransition, given: GivenInput = .nothing) {
    let (before, ending) = (state.flow, activity)
    state = transition.state
    run(transition.effects, given)
    guard let flow = state.flow else { return }
    if starter != nil {
      // Nothing is called yet: whether it can ask at once is known in a moment.
      if flow.phase == .processing, !transition.effects.contains(where: \.callsServer) { return }
    } else if flow == before {
      return
    }
    let setsAppPIN = flow.phase == .done && setAppPIN(chosenIn: ending)
    let forgets = transition.effects.contains { if case .forget = $0 { true } else { false } }
    if flow.isFinal, forgets || setsAppPIN { close(flow) } else { publish(flow) }
  }

  /// Keeps the app PIN that the person has chosen with the PIN, for the end of the flow; nil for
  /// none beside another PIN.
  func keep(newAppPIN: SecretText?) { activity?.newAppPIN = newAppPIN }

  /// Takes the slot of a flow for an app PIN that is set.
  func beginSettingAppPIN() throws(FlowInputError) {
    guard case .free = slot else { throw .flowAlreadyActive }
    slot = .settingAppPIN
  }

  /// Frees the slot.
  func endSettingAppPIN() { slot = .free }

  /// Sets the app PIN of the account of a flow that is done, before the flow says so; false if none
  /// was chosen.
  private func setAppPIN(chosenIn ending: Activity?) -> Bool {
    guard let softLocks, let ending, let appPIN = ending.newAppPIN else { return false }
    forgetting = Task { [forgetting] in
      await forgetting?.value
      guard let account = await ending.driver.accountID else { return }
      let lock = softLocks[account]
      // An app PIN that could not be kept is not set: the app asks for it again.
      guard let logouts = try? await lock.beginSetting() else { return }
      // The PIN that the server has taken in this flow, else the one that it says there is none of.
      var checked: CheckedAppPIN?
      if let pin = await ending.driver.newPIN {
        checked = try? CheckedAppPIN(appPIN, of: account, besides: .proved(pin))
      } else {
        checked = try? await check(appPIN, besides: nil, of: account)
      }
      if let checked { try? await lock.set(checked, since: logouts) }
    }
    return true
  }

  private func publish(_ flow: Flow) {
    published = flow
    subscribers.publish(flow)
    starter?.resume(returning: flow)
    starter = nil
  }

  /// Publishes a final update once the vault has forgotten the operation, and has the new app PIN.
  ///
  /// An app may end right after it, and would else be told of a known outcome as an open one. A
  /// vault that hangs holds it up for a bounded time only.
  private func close(_ flow: Flow) {
    let deadline = Task { [weak self, context] in
      try? await context.clock.sleep(for: .seconds(context.configuration.closingSeconds))
      await self?.finishClosing(flow)
    }
    slot = .closing(flow, deadline: deadline)
    Task { [weak self, forgetting] in
      await forgetting?.value
      await self?.finishClosing(flow)
    }
  }

  private func finishClosing(_ flow: Flow) {
    guard case .closing(flow, let deadline) = slot else { return }
    slot = .free
    deadline.cancel()
    publish(flow)
  }

  /// Applies an answer, and before it how the second factor stands, where the answer told that too;
  /// the machine refuses none of them.
  private func deliver(_ event: FlowEvent, telling account: SecondFactorAccount? = nil) {
    if let account, let flow = event.tag?.flow,
      let told = try? state.applying(.secondFactorChange(flow, account))
    {
      // Without an update of its own: the answer's shows it.
      state = told.state
    }
    guard let transition = try? state.applying(event) else { return }
    if event.tag?.flow == state.flow?.id { resends.note(event, context.clock) }
    commit(transition)
  }

  private func run(_ effects: [FlowEffect], _ given: GivenInput) {
    guard let driver = activity?.driver else { return }
    for effect in effects {
      resends.begin(effect)
      switch effect {
      case .armDeadline(let tag):
        arm(tag)
      case .forget(let operation):
        forgetting = Task { [forgetting] in
          await forgetting?.value
          await driver.forget(operation)
        }
      case .release:
        release()
      case .denyAfterRefusal:
        // It outlives the flow that ends here.
        denial = Task {
          await Aftermath.$isUnderWay.withValue(true) { _ = await driver.perform(effect, given) }
        }
      case .awaitDecision(let id):
        awaitDecision(on: id, effect, driver)
      case .act, .actAgain, .askCreation:
        actionsUnderWay += 1
        let action = perform(effect, given, driver)
        activity?.action = action
      case .readOpenOperation, .lookUpOperation, .openSession, .confirmEnrolment, .confirmLogin,
        .readReview, .consultFactors, .askChallenge, .mailCode, .textCode, .keepInput, .checkProof,
        .sign, .verify, .disableBiometrics, .rememberSoftPrompt, .createKey, .askSecondFactor,
        .deny:
        perform(effect, given, driver)
      }
    }
  }

  @discardableResult
  private func perform(
    _ effect: FlowEffect, _ given: GivenInput, _ driver: FlowDriver
  ) -> Task<Void, Never> {
    let task = Task { [weak self, forgetting] in
      await forgetting?.value
      // A flow that was released in the meantime begins nothing more.
      let isWanted = !Task.isCancelled && effect.tag != nil
      let report = isWanted ? await driver.perform(effect, given) : nil
      await self?.take(report, of: effect)
    }
    activity?.effects.append(task)
    return task
  }

  private func take(_ report: FlowDriver.Report?, of effect: FlowEffect) {
    if effect.acts { actionsUnderWay -= 1 }
    guard let report, let tag = effect.tag else { return }
    deliver(.answer(tag, report.answer), telling: report.secondFactor)
  }

  /// Waits for another device's decision; the flow's end breaks it off.
  private func awaitDecision(on id: String, _ effect: FlowEffect, _ driver: FlowDriver) {
    activity?.effects.append(
      Task { [weak self] in
        guard case .decision(let status)? = await driver.perform(effect, .nothing)?.answer
        else { return }
        await self?.reviewWasDecided(id, status)
      })
  }

  private func arm(_ tag: FlowTag) {
    activity?.deadline?.cancel()
    activity?.deadline = Task { [weak self, context] in
      try? await context.clock.sleep(for: .seconds(context.configuration.processingSeconds))
      guard !Task.isCancelled else { return }
      await self?.deliver(.deadline(tag))
    }
  }

  private func release() {
    guard let activity else { return }
    slot = .free
    activity.deadline?.cancel()
    for effect in activity.effects { effect.cancel() }
    // In order with what is forgotten: a next flow reads the vault after both. It waits for an
    // action that is under way too: asked before the server has it, the server knows of none, and
    // the same would be done twice. The next flow's own deadline bounds that.
    forgetting = Task { [forgetting] in
      await forgetting?.value
      await activity.action?.value
      await activity.driver.release()
    }
  }
}
