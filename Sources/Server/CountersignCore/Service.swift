public import RelyingParty
import Synchronization
public import Tracing
import WireModel

/// The server's half of Countersign: one collaborator for each thing that people, hosts and
/// administrators ask for.
///
/// An operation reads what it needs, verifies proofs off the writer, and decides and writes in one
/// transaction. Its answer is a ``Decision``: the outcome, or the refusal of it. What it throws is
/// a fault of the server, never of who asked.
public final class Service: Sendable {
  /// Accounts, and the sign-up that makes one.
  public let accounts: Accounts
  /// Sign-in by a code or a proof.
  public let signIn: SignIn
  /// Open sessions.
  public let sessions: Sessions
  /// Sessions that a proof raises.
  public let sessionRaises: SessionRaises
  /// Proofs that a request comes from the holder of its token's key.
  public let possession: PossessionVerifier
  /// New keys of stored sessions.
  public let keyRenewals: SessionKeyRenewals
  /// Sessions of the people of a host.
  public let hostSessions: HostSessions
  /// The keys of hosts' backends.
  public let serviceKeys: ServiceKeys
  /// Codes on request.
  public let codeRequests: CodeRequests
  /// Lanes.
  public let lanes: Lanes
  /// Keys.
  public let credentials: Credentials
  /// Devices.
  public let devices: Devices
  /// PINs of devices.
  public let devicePINs: DevicePINs
  /// PINs that the server verifies.
  public let pins: PINs
  /// Authenticator apps.
  public let authenticatorApps: AuthenticatorApps
  /// Telephone numbers.
  public let phones: Phones
  /// The state of an account's factors.
  public let secondFactors: SecondFactors
  /// Factors that accounts had before their owners proved their addresses.
  public let factorsOnHold: FactorsOnHold
  /// Recovery of accounts.
  public let recoveries: Recoveries
  /// The ways of a person to stop something: a factor that waits, a recovery, a sign-in.
  public let stops: Stops
  /// New links.
  public let linkIssuer: LinkIssuer
  /// Links that were made.
  public let links: Links
  /// The confirmation of links.
  public let linkConfirmations: LinkConfirmations
  /// Challenges for actions, and what became of them.
  public let actions: Actions
  /// Proofs that become tokens, and tokens that are redeemed.
  public let proofs: Proofs
  /// Transactions under review.
  public let reviews: Reviews
  /// Actions that a session hands to the person's other devices.
  public let handovers: Handovers
  /// The modules with actions of their own.
  public var modules: [any Module] { groundwork.modules }
  /// Administration of accounts and of the audit log.
  public let administration: Administration
  /// Rung when something that a stream of events is about has changed.
  public let changeBell: ChangeBell

  /// The pipeline that decides every protected action.
  package let pipeline: ActionPipeline
  /// The load up to which requests are served.
  package var requests: RequestPolicy { groundwork.policy.requests }
  /// The PINs that are hashed, or wait for it in a queue with limits of its own.
  package var pinsUnderWay: Int { pins.change.hashing.taken }
  private let groundwork: Groundwork
  private let moduleParts: [any ModuleParts]
  private let ground: ModuleGround
  private let leases: JobLeases
  private let clockWatch: ClockWatch
  private let probe: StoreProbe
  private let isDraining = Atomic(false)

  /// Puts a service together.
  ///
  /// - Parameters:
  ///   - store: Where commands run.
  ///   - keyring: The server's own keys.
  ///   - ceremony: The relying party's id and origins.
  ///   - relyingPartyName: The relying party's name, as authenticators show it.
  ///   - policy: What the deployment decides.
  ///   - modules: What brings actions of its own.
  ///   - directory: Says where messages to people go.
  ///   - clock: The clock.
  ///   - random: The randomness.
  ///   - metrics: Counts what the service does; nil for nobody.
  ///   - tracer: Records the work of each request; nil for nobody.
  public init(
    store: any Store, keyring: Keyring, ceremony: CeremonyPolicy, relyingPartyName: String,
    policy: ServicePolicy, modules: [any Module] = [], directory: any Directory = OwnAccounts(),
    clock: any ServiceClock = SystemClock(), random: any RandomBytes = SystemRandomBytes(),
    metrics: ServerMetrics? = nil, tracer: (any Tracer)? = nil
  ) {
    var policy = policy
    policy.add(modules)
    let watched = WatchedClock(clock, toleranceMilliseconds: policy.clock.toleranceMilliseconds)
    let base = Groundwork(
      store: store, keyring: keyring, ceremony: ceremony, relyingPartyName: relyingPartyName,
      policy: policy, modules: modules, directory: directory, clock: watched, random: random,
      metrics: metrics, tracer: tracer)
    let people = PeopleParts(base)
    let proofs = ProofParts(base, people)
    let acting = ActionParts(base, people, proofs)
    (groundwork, ground, leases) = (base, acting.ground, acting.leases)
    (pipeline, changeBell) = (acting.pipeline, acting.changeBell)
    probe = StoreProbe(patience: .seconds(2)) { [commands = base.commands] in
      guard (try? await store.requireWritable()) != nil else { return false }
      return (try? await commands.read { try $0.row("SELECT 1") != nil }) ?? false
    }
    clockWatch = ClockWatch(
      commands: base.commands, clock: watched, marks: keyring.marks, waits: base.waits,
      audit: base.audit, policy: policy.clock)

    (accounts, sessions, lanes) = (people.accounts, people.sessions, base.lanes)
    (secondFactors, recoveries) = (people.secondFactors, people.recoveries)
    hostSessions = people.hostSessions(base)
    serviceKeys = ServiceKeys(store: store)
    administration = people.administration(base)
    signIn = proofs.signIn(base, people)
    keyRenewals = proofs.keyRenewals(base, people)
    possession = PossessionVerifier(
      keyring: keyring, clock: clock, origins: ceremony.origins)
    (codeRequests, actions) = (acting.codeRequests(), acting.actions())
    self.proofs = acting.tokenProofs()
    credentials = acting.credentials()
    (sessionRaises, stops) = (acting.sessionRaises(), acting.stops())
    (devices, devicePINs) = (acting.devices(), acting.devicePINs())
    (pins, phones) = (acting.pins(), acting.phones())
    (authenticatorApps, factorsOnHold) = (acting.authenticatorApps(), acting.factorsOnHold())
    let links = acting.links()
    self.links = links
    linkIssuer = acting.linkIssuer()
    linkConfirmations = acting.linkConfirmations(links)
    (reviews, handovers, moduleParts) = (acting.reviews(), acting.handovers(), acting.modules)
  }

  /// The origins at which this deployment's pages and apps run: ceremonies are taken from them
  /// alone, and so are writes that rely on a browser's cookie.
  public var origins: Set<Origin> { groundwork.ceremony.origins }

  /// The parts of a module, for its routes.
  ///
  /// - Throws: A ``Refusal`` where this server has no such module.
  public func parts<Parts: ModuleParts>(_: Parts.Type = Parts.self) throws(Refusal) -> Parts {
    guard let parts = moduleParts.lazy.compactMap({ $0 as? Parts }).first else {
      throw Refusal(.notFound, "this server has no such module")
    }
    return parts
  }

  /// The worker of the outbox.
  ///
  /// - Parameters:
  ///   - messenger: Who carries messages to people.
  ///   - courier: Who carries the events of the deployment's own hosts; nil where there is nobody.
  ///   - addressed: The carrier of events to hosts with addresses of their own; nil where there is
  ///     nobody.
  ///   - log: The receiver of faults.
  /// - Returns: The worker; one at a time may listen for what is put in.
  public func outbox(
    messenger: any Messenger, courier: (any HostCourier)?,
    addressed: (any AddressedCourier)? = nil, log: OutboxLog
  ) -> OutboxWorker {
    let (commands, policy) = (groundwork.commands, groundwork.policy)
    let messages = MessageJobs(
      messenger: messenger, addresses: groundwork.addresses, codes: groundwork.codeDerivation,
      stops: groundwork.stopLinks,
      budget: CodeBudget(keyring: groundwork.keyring, policy: policy.codes),
      clock: commands.clock,
      tracer: groundwork.tracer, policy: policy.messages)
    var kinds: [any JobKind] = [
      messages,
      NoticeJobs(
        messages: messages, waits: groundwork.waits, commands: commands, policy: policy.notices),
    ]
    kinds += moduleParts.flatMap(\.jobs)
    kinds.append(
      EventJobs(
        courier: courier, addressed: addressed, store: commands.store,
        tracer: groundwork.tracer, policy: policy.hostEvents))
    return OutboxWorker(
      leases: leases, kinds: kinds, bell: commands.outboxBell, log: log, metrics: metrics,
      tracer: groundwork.tracer)
  }

  /// Brings the tables of the modules to what their configurations say, and makes the hosts that
  /// declared scenarios name.
  ///
  /// - Throws: ``ModuleClash`` for modules that cannot stand beside each other, and what a module
  ///   throws.
  public func prepareModules() async throws {
    try ModuleClash.verify(groundwork.modules, moduleParts)
    for module in groundwork.modules { try await module.prepare(on: ground) }
    let (commands, audit) = (groundwork.commands, groundwork.audit)
    for name in Set(groundwork.policy.scenarios.declared.map(\.host)) {
      let (now, newID) = (commands.now(), Hosts.newID(commands.random))
      try await commands.write { transaction in
        _ = try Hosts.ensure(name, orNew: newID, audit, at: now, in: transaction)
      }
    }
  }

  /// Open work of modules that this server does not have; nil where there is none.
  ///
  /// - Throws: ``StoreError``.
  public func absentModules() async throws -> AbsentModules? {
    let kinds = Set(moduleParts.flatMap(\.jobs).map(\.name)).union([.message, .notice, .event])
    let (names, scenarios) = (modules.map(\.name), Set(actions.registry.scenarios))
    return try await groundwork.commands.read { transaction in
      try AbsentModules.find(
        besides: names, kinds: kinds, scenarios: scenarios, in: transaction)
    }
  }

  /// Removes what is past its use: spent rows after a day, closed code requests, grants, links,
  /// delivered messages and ended sessions.
  ///
  /// - Parameter turnSeconds: Seconds within which one node does it for all on the same database.
  /// - Throws: ``StoreError``.
  public func prune(turnSeconds: Int64 = 0) async throws {
    try await Pruning(
      commands: groundwork.commands, activities: sessions.activities, policy: groundwork.policy,
      turnSeconds: turnSeconds
    ).run()
  }

  /// True if ``watchClock()`` has something to tell at once: the clock has jumped since, or the
  /// database was put back.
  public var isClockLookDue: Bool { clockWatch.isLookDue }

  /// Looks at the clock: moves all waits where it has jumped, and finds out whether the database
  /// was put back from a backup.
  ///
  /// Called before anybody is answered, and then each ``ClockPolicy/lookSeconds``; never twice at a
  /// time.
  ///
  /// - Returns: What somebody should know of.
  /// - Throws: ``StoreError``.
  public func watchClock() async throws -> [ClockNews] { try await clockWatch.look() }

  /// The remarks for an operator though all works: a clock that has jumped, a backup that was
  /// restored, a restore mark that is not kept; empty where there is nothing.
  ///
  /// - Throws: ``StoreError``.
  public func remarks() async throws -> [String] {
    let now = groundwork.commands.now()
    let remarks = try await groundwork.commands.read {
      [policy = groundwork.policy.clock] transaction in
      try ClockWatch.remarks(policy, at: now, in: transaction)
    }
    return remarks + [clockWatch.remark].compactMap(\.self)
  }

  /// Counts what the service does; nil for nobody.
  package var metrics: ServerMetrics? { groundwork.metrics }

  /// Records the work of each request; nil for nobody.
  package var tracer: (any Tracer)? { groundwork.tracer }

  /// Reads how much of something there is now.
  ///
  /// The whole outbox and all sessions are counted: a minute between two readings is often enough.
  ///
  /// - Throws: ``StoreError``.
  package func gauges() async throws -> ServiceGauges {
    let now = groundwork.commands.now()
    return try await groundwork.commands.read {
      [policy = groundwork.policy, streams = changeBell.listenerCount] transaction in
      try ServiceGauges(streams: streams, policy, at: now, in: transaction)
    }
  }

  var sealRenewal: SealRenewal { SealRenewal(commands: groundwork.commands) }

  /// Tells if new work may be led here: the store answers within two seconds, and the server does
  /// not end soon.
  ///
  /// - Throws: ``Refusal`` with the reason `draining` or `busy`.
  public func requireReady() async throws {
    guard !isDraining.load(ordering: .acquiring) else {
      throw Refusal.notReady(.draining, "the server ends soon; lead new work to another")
    }
    guard await probe.answers() else {
      throw Refusal.notReady(
        .busy, "the store does not answer, or another program writes to it; try again in a moment")
    }
  }

  /// Says from now on that the server ends soon; everything is still served.
  public func drain() { isDraining.store(true, ordering: .releasing) }
}

extension Refusal {
  fileprivate static func notReady(_ reason: Reason, _ detail: String) -> Refusal {
    var refusal = Refusal(reason, detail)
    refusal.retryAfterSeconds = 1
    return refusal
  }
}
