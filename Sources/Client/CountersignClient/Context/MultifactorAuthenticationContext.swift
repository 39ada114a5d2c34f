import FlowModel
public import WebAuthnModel
public import WireModel

/// Runs scenarios from an app's screens to their outcome: starts the flow, has a module name each
/// factor, navigates to its screen, and hands on what the person gives.
///
/// It holds no state of the flow: what it shows is ``Screen/init(_:_:_:_:)`` of the present flow,
/// and what a person answers goes to the flow's inputs. What it keeps is which screen is shown, and
/// which transactions wait.
public actor MultifactorAuthenticationContext {
  let manager: FlowManager
  let navigator: any Navigator
  let configuration: ContextConfiguration
  /// Whose scenarios are run; nil for the account that was used last.
  var account: String?

  /// Transactions that wait for the person.
  public internal(set) var queue = PendingQueue()
  /// How often the account was changed: what was asked for the one before is of no use to the next.
  var generation = 0
  /// The connection by which transactions are followed.
  var following: Task<Void, any Error>?
  /// The newest event that is known of the account.
  var lastEvent: String?
  /// What the app was told of the server last.
  var told = ContextConfiguration.Connectivity.online
  /// The account whose handled transactions the queue knows.
  var recalled: String?
  /// The transactions as screens have shown them.
  var shown: [String: ReviewTransaction] = [:]
  /// Whether a process runs or a transaction is open: taken before anything is waited for, so that
  /// a double tap starts one.
  var isTaken = false
  var running: RunningProcess?
  /// How many processes were begun.
  var runs = 0
  /// The screen whose answer is waited for; an answer to an earlier one is dropped.
  var number = 0
  var showing: Task<Void, Never>?
  /// The transaction whose first screen is open, and that screen.
  var open: (id: String, screen: Task<ScreenAnswer?, Never>)?
  /// Whether the person has left that screen by a way that is no answer to it.
  var isLeft = false
  /// The outcome screen that is open.
  var outcome: Task<Void, Never>?
  /// The newest transaction that is being noted as handled.
  var noting: Task<Void, Never>?

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
    self.account = account
    self.navigator = navigator
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
    guard !isTaken else { return .busy }
    isTaken = true
    let result = await run(name, payload, intent: intent)
    isTaken = false
    openSoon()
    return result
  }

  /// The person leaves, by a way that is no answer to a screen: asks whether they mean it, and
  /// without a network just closes.
  ///
  /// An outcome screen closes at once.
  public func leave() async {
    if let outcome { return outcome.cancel() }
    guard running != nil else {
      isLeft = true
      open?.screen.cancel()
      return
    }
    await askWhetherToLeave()
  }

  /// Another account is used from now on, or none: ends what runs, and lets go of all that waits.
  public func use(account: String?) async {
    self.account = account
    generation += 1
    queue = PendingQueue()
    recalled = nil
    lastEvent = nil
    shown = [:]
    open?.screen.cancel()
    following?.cancel()
    await manager.cancel()
  }
}

/// How a process ended.
public enum ProcessResult: Sendable, Hashable {
  /// With this outcome.
  case ended(Outcome)
  /// The person left before there was one, or it was cancelled.
  case left
  /// Nothing was started: another is under way, and was not touched.
  case busy
}

/// What runs now.
struct RunningProcess: Sendable {
  /// What the person wants of it.
  enum Intent: Sendable {
    case authorize
    case deny
  }

  let name: ScenarioName
  let scenario: RegisteredScenario
  var intent: Intent
  /// The module that was handed the scenario last.
  var module: (any AuthenticationModule)?
  /// Whether it was determined that the flow can be executed.
  var isDetermined = false
  /// The screen that the person may come back to.
  var screen: Screen?
}
