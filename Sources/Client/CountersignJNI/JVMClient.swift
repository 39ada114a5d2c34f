import CountersignClient
import CountersignDevice
import DocumentModel
import FlowModel
import Synchronization
import WebAuthnModel
import WireModel

/// The SDK as one app in the JVM holds it: flows, a context, a soft lock for each account.
final class JVMClient: Sendable {
  let seams: JVMSeams
  /// The server's address, as links begin with it.
  let address: String
  let connection: ServerConnection
  let manager: FlowManager
  let context: MultifactorAuthenticationContext
  let presence: JVMPresence
  let clock = JVMClock()
  let connectivity = JVMConnectivity()
  private let running = Mutex(Running())

  private struct Running {
    var isClosed = false
    var following = Following()
    /// Forward the updates of every flow, what waits for the person, and the accounts.
    var updates: [Task<Void, Never>] = []
    /// The tasks that tell the app of each soft lock, by account.
    var phases: [String: Task<Void, Never>] = [:]
  }

  /// The following of transactions: one at a time, each after the end of the one before.
  private struct Following {
    var isWanted = false
    /// The number of the newest; an earlier one ends without a word.
    var number = 0
    var task: Task<Void, Never>?
  }

  /// Reads what the app gave, and makes the SDK of it.
  ///
  /// - Throws: ``CrossingError`` where a value is not what it must be.
  init(_ arguments: Crossing) throws(CrossingError) {
    seams = JVMSeams(app: try arguments.integer("app"))
    try clock.note(arguments)
    guard let address = ServerAddress(try arguments.text("server")) else {
      throw CrossingError(
        sentence: "The server's address must be https, or http on this machine.")
    }
    self.address = address.description
    guard let origin = Origin(try arguments.text("origin")) else {
      throw CrossingError(
        sentence: "The origin must be android:apk-key-hash:… with the hash of the signing key.")
    }
    var languages: [Language] = []
    for wish in try arguments.list("languages") {
      guard case .text(let tag) = wish, let language = Language(tag) else {
        throw CrossingError(sentence: "A language must be a tag such as en or de-AT.")
      }
      languages.append(language)
    }
    var configuration = FlowConfiguration()
    configuration.deviceName = try arguments.text("deviceName")
    let device = DeviceKeys(
      vault: seams, relyingPartyID: RelyingPartyID(try arguments.text("relyingParty")))
    connection = ServerConnection(
      transport: JVMTransport(seams: seams, address: address),
      languages: PreferredLanguages(languages),
      binding: TokenBinding(
        address: address.description, keys: JVMSessionKeys(clock: clock), device: device))
    let (seams, clock) = (seams, clock)
    let presence = JVMPresence(seams)
    self.presence = presence
    manager = FlowManager(
      connection: connection, device: device, vault: seams,
      authenticator: { account in
        PlatformAuthenticator(
          keys: JVMKeys(seams: seams), vault: seams, account: account, origin: origin)
      },
      softLocks: SoftLocks { account in
        SoftLockManager(
          account: account, vault: seams, secret: device, presence: presence,
          clock: { clock.now })
      }, configuration: configuration)
    var screens = ContextConfiguration()
    for scenario in try arguments.list("scenarios") {
      try Self.register(scenario, by: seams, in: &screens.scenarios)
    }
    screens.connectivity = { [connectivity] in connectivity.current }
    screens.onTransaction = { transaction in
      Boundary.send(.news, seams.app, ["kind": "transaction", "value": transaction.crossing])
    }
    screens.onConnectivity = { connectivity in
      Boundary.send(
        .news, seams.app, ["kind": "connectivity", "value": .flag(connectivity == .online)])
    }
    context = MultifactorAuthenticationContext(
      manager: manager, navigator: JVMNavigator(seams: seams), configuration: screens)
  }

  /// Registers a scenario of the app's own: the server's configuration declares it.
  private static func register(
    _ scenario: Crossing, by seams: JVMSeams, in registry: inout ScenarioRegistry
  ) throws(CrossingError) {
    let level: SecurityLevel =
      switch try scenario.text("level") {
      case "BIOMETRICS_ONLY": .biometricsOnly
      case "FALLBACK_ONLY": .fallbackOnly
      default: .biometricsWithFallback
      }
    var fallback: Set<ScenarioPolicy.Fallback> = []
    for factor in try scenario.list("fallback") {
      guard case .text(let name) = factor,
        let known = ScenarioPolicy.Fallback(rawValue: name.lowercased())
      else { throw Crossing.missing("fallback") }
      fallback.insert(known)
    }
    let policy = ScenarioPolicy(
      ScenarioName(try scenario.text("name")), level: level, fallback: fallback)
    let screens = ScenarioScreens(
      success: ScenarioScreens.Text(
        try scenario.text("successTitle"), try scenario.text("successMessage")))
    guard try scenario.flag("isRedeemedByHost") else {
      return registry.register(Scenario<ScenarioPayload>(performing: policy, screens: screens))
    }
    registry.register(
      Scenario<ScenarioPayload>(redeemedByHost: policy, screens: screens) {
        payload, token throws(TransportError) in
        try await seams.redeem(policy.name, payload, token)
      })
  }

  /// Subscribes to every flow, whoever starts it, to what waits and to the accounts, for as long as
  /// this lives.
  func begin() async {
    let (flows, waiting) = (await manager.flows, await context.waiting)
    let accounts = manager.installation.updates
    let app = seams.app
    let updates = [
      Task {
        for await flow in flows {
          Boundary.send(.news, app, ["kind": "flow", "value": flow.crossing])
        }
      },
      Task {
        for await transactions in waiting {
          Boundary.send(
            .news, app, ["kind": "waiting", "value": .list(transactions, \.crossing)])
        }
      },
      Task {
        for await accounts in accounts {
          Boundary.send(.news, app, ["kind": "accounts", "value": accounts.crossing])
        }
      },
    ]
    running.withLock { $0.updates = updates }
  }

  /// Keeps the queue of waiting transactions by the server's events, until ``stopFollowing()``.
  func startFollowing() {
    let app = seams.app
    running.withLock { running in
      guard !running.isClosed, !running.following.isWanted else { return }
      running.following.isWanted = true
      running.following.number += 1
      let number = running.following.number
      let before = running.following.task
      running.following.task = Task { [context, end = FollowingEnd(self, number)] in
        // Whoever stops it and starts it at once has one stream, not two.
        await before?.value
        do {
          try await context.followTransactions()
        } catch is CancellationError {
          // The app stopped it.
        } catch {
          Boundary.send(
            .news, app, ["kind": "followingEnded", "value": Calls.crossing(of: error)])
        }
        end.note()
      }
    }
  }

  /// Ends the following; when it returns another may be started.
  func stopFollowing() async {
    let task = running.withLock { running in
      running.following.isWanted = false
      return running.following.task
    }
    task?.cancel()
    await task?.value
  }

  fileprivate func followingEnded(_ number: Int) {
    running.withLock { running in
      if running.following.number == number { running.following.isWanted = false }
    }
  }

  /// The soft lock of an account, which tells the app of each phase from now on.
  func softLock(of account: String) -> SoftLockManager? {
    guard let lock = manager.softLocks?[account] else { return nil }
    running.withLock { running in
      // Whoever has closed meanwhile is told nothing more, and nothing would end the telling.
      guard running.phases[account] == nil, !running.isClosed else { return }
      let app = seams.app
      running.phases[account] = Task {
        for await phase in await lock.phases {
          Boundary.send(
            .news, app,
            ["kind": "softLock", "value": ["account": .text(account), "phase": phase.crossing]])
        }
      }
    }
    return lock
  }

  /// Ends all that runs; nothing more is sent to the app.
  func close() async {
    let (tasks, updates) = running.withLock { running in
      running.isClosed = true
      defer { running.phases = [:] }
      return (
        Array(running.phases.values) + [running.following.task].compactMap(\.self),
        running.updates
      )
    }
    for task in tasks { task.cancel() }
    await manager.cancel()
    for task in updates { task.cancel() }
  }
}

/// The connection to the server, as the app told it last.
final class JVMConnectivity: Sendable {
  private let isOnline = Atomic<Bool>(true)

  /// The state of the connection.
  var current: ContextConfiguration.Connectivity {
    isOnline.load(ordering: .relaxed) ? .online : .offline
  }

  /// Takes what the app says.
  func note(isOnline: Bool) { self.isOnline.store(isOnline, ordering: .relaxed) }
}

/// Says that following has ended, without keeping the client alive.
private struct FollowingEnd: Sendable {
  private weak let client: JVMClient?
  private let number: Int

  init(_ client: JVMClient, _ number: Int) {
    self.client = client
    self.number = number
  }

  func note() { client?.followingEnded(number) }
}

extension SoftLock.Phase {
  var crossing: Crossing {
    switch self {
    case .locked: ["kind": "LOCKED"]
    case .biometrics: ["kind": "BIOMETRICS"]
    case .checking: ["kind": "CHECKING"]
    case .open: ["kind": "OPEN"]
    case .loginNeeded: ["kind": "LOGIN_NEEDED"]
    case .appPIN(let question):
      [
        "kind": "APP_PIN", "triesLeft": .integer(Int64(question.triesLeft)),
        "waitMilliseconds": .integer(
          question.wait.components.seconds * 1000
            + question.wait.components.attoseconds / 1_000_000_000_000_000),
        "mayUseBiometrics": .flag(question.mayUseBiometrics),
      ]
    }
  }
}
