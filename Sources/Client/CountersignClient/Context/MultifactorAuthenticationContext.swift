import FlowModel
public import WebAuthnModel
public import WireModel

/// Runs scenarios from an app's screens to their outcome: starts the flow, has a module name each
/// factor, navigates to its screen, and hands on what the person gives.
///
/// It holds no state of the flow: what it shows is ``Screen/init(_:_:_:_:)`` of the present flow,
/// and what a person answers goes to the flow's inputs. What it keeps is what is before the person,
/// and what is known of the account's transactions.
public actor MultifactorAuthenticationContext {
  let manager: FlowManager
  let navigator: any Navigator
  let configuration: ContextConfiguration

  /// The one thing that is before the person, or nothing.
  var stage = ContextStage.idle
  /// The newest process or screen: each has a number of its own.
  private var newest = 0

  /// The account, and what is known of its transactions.
  var followed: FollowedAccount {
    didSet { if followed.queue != oldValue.queue { tellWaiting() } }
  }
  private var waitingSubscribers: [AsyncStream<[TransactionAnswer]>.Continuation] = []
  /// The connection by which its transactions are followed; nil before the first.
  var connection: Task<Void, any Error>?
  /// The connection as the app was told of it last.
  var told = ContextConfiguration.Connectivity.online
  /// The newest transaction that is being noted as handled: the next waits for it.
  var noting: Task<Void, Never>?

  /// Transactions that wait for the person.
  public var queue: PendingQueue { followed.queue }

  /// The transactions that wait for the account in front, and each later state of them.
  ///
  /// Only the newest state is kept for a slow subscriber.
  public var waiting: AsyncStream<[TransactionAnswer]> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: [TransactionAnswer].self, bufferingPolicy: .bufferingNewest(1))
    continuation.yield(queue.transactions)
    waitingSubscribers.append(continuation)
    return stream
  }

  private func tellWaiting() {
    let transactions = queue.transactions
    waitingSubscribers.removeAll { subscriber in
      if case .terminated = subscriber.yield(transactions) { true } else { false }
    }
  }

  /// A context over an app's navigator.
  ///
  /// - Parameters:
  ///   - manager: What runs flows.
  ///   - navigator: The app's screens.
  ///   - configuration: The scenarios, and what is said.
  ///   - account: Whose scenarios are run; nil for the account that was used last.
  public init(
    manager: FlowManager, navigator: any Navigator,
    configuration: ContextConfiguration = ContextConfiguration(), account: String? = nil
  ) {
    self.manager = manager
    self.configuration = configuration
    self.navigator = navigator
    followed = FollowedAccount(account)
    configuration.recorder?.record(.context, .navigator, TraceRecorder.wrapText)
  }

  /// Runs a scenario: the person has pressed "Authorize".
  ///
  /// - Parameters:
  ///   - scenario: The scenario, as it is registered under its name.
  ///   - payload: What it is run for; nil where the screen was given none.
  /// - Returns: How it ended, once its outcome screen is closed.
  public func process<Payload: JSONBody>(
    _ scenario: Scenario<Payload>, _ payload: Payload?
  ) async -> ProcessResult {
    await process(scenario.name, payload?.json)
  }

  /// Runs a scenario by its name, with a payload as a link or a message gave it.
  ///
  /// - Parameters:
  ///   - name: The scenario's name.
  ///   - payload: What it is run for; nil for nothing.
  /// - Returns: How it ended, once its outcome screen is closed.
  public func process(_ name: ScenarioName, _ payload: JSONValue?) async -> ProcessResult {
    await process(name, payload, intent: .authorize)
  }

  /// Denies a transaction that waits: the person has pressed "Deny", and needs no proof for it.
  ///
  /// - Parameter id: The transaction.
  /// - Returns: How it ended, once its outcome screen is closed: the real result.
  public func deny(_ id: String) async -> ProcessResult {
    await process(
      .authorizeTransaction, ReviewPayload(transactionID: id).json, intent: .deny)
  }

  private func process(
    _ name: ScenarioName, _ payload: JSONValue?, intent: RunningProcess.Intent
  ) async -> ProcessResult {
    guard stage.take() else { return .busy }
    let result = await run(name, payload, intent: intent)
    stage = .idle
    openSoon()
    return result
  }

  /// The person leaves, by a way that is no answer to a screen: asks whether they mean it, and
  /// without a network just closes.
  ///
  /// An outcome screen closes at once.
  public func leave() async {
    switch stage {
    case .concluding(let outcome):
      outcome.cancel()
    case .offering(let offer):
      stage = .leftOffer
      offer.answer.cancel()
    case .running:
      await askWhetherToLeave()
    case .idle, .taken, .leftOffer:
      break
    }
  }

  /// Another account is used from now on, or none: ends what runs, and lets go of all that waits.
  public func use(account: String?) async {
    followed = followed.replaced(by: account)
    stage.closeOffer()
    connection?.cancel()
    await manager.cancel()
  }

  /// The number of a new process or screen.
  func nextNumber() -> Int {
    newest += 1
    return newest
  }

  var recorder: TraceRecorder? { configuration.recorder }
}

/// The end of a process.
public enum ProcessResult: Sendable, Hashable {
  /// With this outcome.
  case ended(Outcome)
  /// The person left before there was one, or it was cancelled.
  case left
  /// Nothing was started: another is under way, and was not touched.
  case busy
}
