public import FlowModel
import WebAuthnModel
public import WireModel

/// Runs one flow at a time for one account: the app starts it, renders each `Flow` of ``updates``
/// and answers its question.
///
/// Each public method validates, applies its event to the pure machine and publishes, all without
/// suspending. Effects run in tasks and come back as events; the machine drops those that are
/// stale.
public actor FlowManager {
  private let session: AccountSession
  private let authenticator: any Authenticator
  private let vault: any Vault
  private let configuration: FlowConfiguration
  private let clock: any Clock<Duration>
  private let random: RandomSource

  private var state = FlowState.idle
  private var published: Flow?
  /// A flow that has ended, while the vault still forgets its operation.
  private var closing: Flow?
  private var closingDeadline: Task<Void, Never>?
  private var worker: TopUpWorker?
  private var subscribers = FlowSubscribers()
  private var deadline: Task<Void, Never>?
  private var running: [Task<Void, Never>] = []
  /// The vault forgets in order, and before the next flow reads it.
  private var forgetting: Task<Void, Never>?

  /// A manager for the account of `session`.
  ///
  /// - Parameters:
  ///   - session: The account's session.
  ///   - authenticator: What signs.
  ///   - vault: Where the ids of operations are kept whose outcome is open.
  ///   - configuration: How long things may take.
  ///   - clock: What deadlines and pauses are measured by.
  ///   - random: Where ids and idempotency keys come from.
  public init(
    session: AccountSession, authenticator: any Authenticator, vault: any Vault,
    configuration: FlowConfiguration = FlowConfiguration(),
    clock: any Clock<Duration> = ContinuousClock(), random: RandomSource = .system
  ) {
    self.session = session
    self.authenticator = authenticator
    self.vault = vault
    self.configuration = configuration
    self.clock = clock
    self.random = random
  }

  /// The flow as it stands; nil before the first.
  public var currentFlow: Flow? { published }

  /// The flow's updates, the present one first.
  ///
  /// Ends after a final update.
  ///
  /// Each subscriber has a stream of its own, in which nothing is lost.
  public var updates: AsyncStream<Flow> { subscribers.subscribe(current: published) }

  /// Starts a top-up.
  ///
  /// - Parameters:
  ///   - payload: What is asked for.
  ///   - level: Which factors may be used.
  ///   - proofPath: How a signed challenge reaches the action.
  /// - Returns: The new flow.
  /// - Throws: `FlowInputError.flowAlreadyActive`, which does not touch the active flow, and
  ///   `FlowInputError.malformedPayload`.
  @discardableResult
  public func startTopUp(
    _ payload: TopUpPayload, level: SecurityLevel = .biometricsWithFallback,
    proofPath: ProofPath = .token
  ) throws(FlowInputError) -> Flow? {
    // What the server's route could not read is refused here, before any call.
    guard (try? TopUpPayload(json: payload.json)) != nil else { throw .malformedPayload }
    guard closing == nil else { throw .flowAlreadyActive }
    let number = random.bytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let start = FlowStart(
      id: FlowID(number),
      errand: .account(
        .sign(
          SignErrand(.asked(FlowTransaction(payload)), level: level, proofPath: proofPath))))
    let worker = TopUpWorker(
      payload: payload, session: session, authenticator: authenticator,
      openOperations: OpenOperations(vault: vault, account: session.accountID),
      configuration: configuration, clock: clock)
    try apply(.start(start), worker: worker)
    return published
  }

  /// Answers the question that is asked.
  ///
  /// - Parameter input: A factor.
  /// - Throws: `FlowInputError`; the flow is unchanged and input may be given again.
  public func inputSecondFactor(_ input: SecondFactorInput) throws(FlowInputError) {
    let operation = OperationID(Base64URL.encode(random.bytes(16)))
    switch input {
    case .biometrics:
      try apply(.input(.biometrics(operation)))
    case .pin(let pin):
      guard Self.isPIN(pin.exposed) else { throw .malformedPIN }
      try apply(.input(.pin(operation)), pin: pin)
    }
  }

  /// Denies what is asked to be authorised; the flow ends in `denied`.
  ///
  /// - Throws: `FlowInputError` where nothing is asked now; the flow is unchanged.
  public func deny() throws(FlowInputError) { try apply(.input(.deny)) }

  /// Ends the flow at once, whatever is under way.
  ///
  /// It denies nothing; without a flow it does nothing.
  public func cancel() { deliver(.cancel) }
}

extension FlowManager {
  private func apply(
    _ event: FlowEvent, worker newWorker: TopUpWorker? = nil, pin: SecretText? = nil
  ) throws(FlowInputError) {
    let before = state.flow
    let transition = try state.applying(event)
    state = transition.state
    if let newWorker { worker = newWorker }
    run(transition.effects, pin: pin)
    guard let flow = state.flow, flow != before else { return }
    let forgets = transition.effects.contains { if case .forget = $0 { true } else { false } }
    if flow.isFinal, forgets { close(flow) } else { publish(flow) }
  }

  private func publish(_ flow: Flow) {
    published = flow
    subscribers.publish(flow)
  }

  /// Publishes a final update once the vault has forgotten the operation: an app may end right
  /// after it, and would else be told of a known outcome as an open one.
  ///
  /// A vault that hangs holds it up for a bounded time only.
  private func close(_ flow: Flow) {
    closing = flow
    Task { [weak self, forgetting] in
      await forgetting?.value
      await self?.closed(flow)
    }
    closingDeadline = Task { [weak self, clock, configuration] in
      try? await clock.sleep(for: .seconds(configuration.closingSeconds))
      await self?.closed(flow)
    }
  }

  private func closed(_ flow: Flow) {
    guard closing == flow else { return }
    closing = nil
    closingDeadline?.cancel()
    publish(flow)
  }

  /// Applies an answer; the machine refuses none of them.
  private func deliver(_ event: FlowEvent) { try? apply(event) }

  private func run(_ effects: [FlowEffect], pin: SecretText?) {
    guard let worker else { return }
    for effect in effects {
      switch effect {
      case .armDeadline(let tag):
        arm(tag)
      case .forget(let operation):
        forgetting = Task { [forgetting] in
          await forgetting?.value
          await worker.forget(operation)
        }
      case .release:
        release()
      case .readOpenOperation, .askOperation, .askOptions, .sign, .verify, .act, .actAgain,
        .askSecondFactorAccount, .disableBiometrics, .deny, .session, .review, .code, .factors:
        running.append(
          Task { [weak self, forgetting] in
            await forgetting?.value
            // A flow that was released in the meantime begins nothing more.
            guard !Task.isCancelled, let event = await worker.perform(effect, pin: pin) else {
              return
            }
            await self?.deliver(event)
          })
      }
    }
  }

  private func arm(_ tag: FlowTag) {
    deadline?.cancel()
    deadline = Task { [weak self, clock, configuration] in
      try? await clock.sleep(for: .seconds(configuration.processingSeconds))
      guard !Task.isCancelled else { return }
      await self?.deliver(.deadlinePassed(tag))
    }
  }

  private func release() {
    deadline?.cancel()
    deadline = nil
    for task in running { task.cancel() }
    running = []
    worker = nil
  }

  private static func isPIN(_ text: String) -> Bool {
    4...12 ~= text.utf8.count
      && text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }
}
