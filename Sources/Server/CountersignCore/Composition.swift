import RelyingParty
import Tracing

/// The values that every collaborator is built on.
struct Groundwork: Sendable {
  let commands: Commands
  let audit: AuditTrail
  let refusals: RefusalLog
  let ceremony: CeremonyPolicy
  let ceremonies: Ceremonies
  let keyring: Keyring
  let codeDerivation: CodeDerivation
  let stopLinks: StopLinks
  let lanes: Lanes
  let codeLimits: CodeLimits
  let addresses: AddressBook
  let policy: ServicePolicy
  let waits: StoredWaits
  let hostEvents: HostEvents
  let modules: [any Module]
  let metrics: ServerMetrics?
  let tracer: (any Tracer)?

  var challenges: ChallengeIssuer { ceremonies.challenges }

  init(
    store: any Store, keyring: Keyring, ceremony: CeremonyPolicy, relyingPartyName: String,
    policy: ServicePolicy, modules: [any Module], directory: any Directory,
    clock: any ServiceClock, random: any RandomBytes, metrics: ServerMetrics?,
    tracer: (any Tracer)?
  ) {
    self.modules = modules
    (self.metrics, self.tracer) = (metrics, tracer)
    audit = AuditTrail(keyring: keyring)
    commands = Commands(
      store: store, clock: clock, random: random,
      limits: AttemptLimits(audit: audit, policy: policy.attempts), tracer: tracer)
    refusals = RefusalLog(commands: commands, audit: audit, policy: policy.refusals)
    lanes = Lanes(commands: commands, keyring: keyring, policy: policy.codes)
    codeLimits = CodeLimits(keyring: keyring, policy: policy.codes)
    self.ceremony = ceremony
    ceremonies = Ceremonies(
      challenges: ChallengeIssuer(keyring: keyring, relyingPartyID: ceremony.relyingPartyID),
      ceremony: ceremony, relyingPartyName: relyingPartyName,
      timeoutMilliseconds: policy.challengeTimeoutMilliseconds)
    self.keyring = keyring
    codeDerivation = CodeDerivation(keyring: keyring)
    stopLinks = StopLinks(keyring: keyring, origin: ceremonies.pageOrigin(claimed: nil))
    addresses = AddressBook(commands: commands, directory: directory, policy: policy.codes)
    hostEvents = HostEvents(policy: policy.hostEvents)
    self.policy = policy
    waits = StoredWaits()
  }
}

/// The collaborators that know accounts and their factors.
struct PeopleParts {
  let codes: Codes
  let notices: Notices
  let accounts: Accounts
  let sessions: Sessions
  let recoveries: Recoveries
  let levels: FactorLevels
  let grounds: Grounds
  let factors: FactorStore
  let secondFactors: SecondFactors
  let keys: KeyRegistrations
  let devices: DeviceRegistrations

  init(_ base: Groundwork) {
    let (commands, audit, policy) = (base.commands, base.audit, base.policy)
    let holdNews = HoldNews(hostEvents: base.hostEvents, policy: policy)
    let addressProofs = AddressProofs(holdNews: holdNews, audit: audit)
    codes = Codes(
      derivation: base.codeDerivation, limits: commands.limits, requests: base.codeLimits,
      audit: audit, addresses: base.addresses, addressProofs: addressProofs, policy: policy.codes)
    notices = Notices(policy: policy.codes)
    sessions = Sessions(
      commands: commands, activities: SessionActivities(), audit: audit, policy: policy)
    recoveries = Recoveries(
      commands: commands, codes: codes, notices: notices, addressProofs: addressProofs,
      audit: audit, policy: policy)
    accounts = Accounts(
      commands: commands, codes: codes, addressProofs: addressProofs, audit: audit,
      modules: base.modules, policy: policy)
    levels = FactorLevels(policy: policy)
    grounds = Grounds(levels: levels, recoveries: recoveries, policy: policy)
    factors = FactorStore(accounts: accounts, holdNews: holdNews, policy: policy)
    secondFactors = SecondFactors(
      commands: commands, recoveries: recoveries, policy: policy.pin)
    keys = KeyRegistrations(
      challenges: base.challenges, ceremony: base.ceremony, factors: factors, grounds: grounds,
      recoveries: recoveries, audit: audit, policy: policy)
    devices = DeviceRegistrations(
      factors: factors, recoveries: recoveries, audit: audit,
      devicesPerAccount: policy.devicesPerAccount)
  }

  func hostSessions(_ base: Groundwork) -> HostSessions {
    HostSessions(
      commands: base.commands, accounts: accounts, sessions: sessions, audit: base.audit)
  }

  func administration(_ base: Groundwork) -> Administration {
    Administration(
      commands: base.commands, accounts: accounts, sessions: sessions,
      secondFactors: secondFactors, recoveries: recoveries, notices: notices, audit: base.audit,
      policy: base.policy)
  }
}

/// The collaborators that verify proofs and say which were used.
struct ProofParts {
  let assertions: AssertionVerifier
  let devices: DeviceVerifier
  let pins: PINVerifier
  let tokens: TokenVerifier
  let keys: KeyUses

  init(_ base: Groundwork, _ people: PeopleParts) {
    let (commands, policy) = (base.commands, base.policy)
    let attempts = PINAttempts(commands: commands, audit: base.audit, policy: policy.pin)
    assertions = AssertionVerifier(
      commands: commands, challenges: base.challenges, ceremony: base.ceremony,
      limits: commands.limits, refusals: base.refusals, policy: policy)
    devices = DeviceVerifier(
      commands: commands, challenges: base.challenges, attempts: attempts,
      strangers: StrangerAttempts(commands: commands, limits: commands.limits),
      secondFactors: people.secondFactors, refusals: base.refusals, policy: policy)
    pins = PINVerifier(
      commands: commands,
      hashing: PINHashing(keyring: base.keyring, policy: policy.pin),
      attempts: attempts)
    tokens = TokenVerifier(
      tokens: VerificationTokens(keyring: base.keyring), issuer: base.ceremony.relyingPartyID,
      tokenSeconds: policy.tokenSeconds)
    keys = KeyUses(audit: base.audit, registrations: people.keys)
  }

  func keyRenewals(_ base: Groundwork, _ people: PeopleParts) -> SessionKeyRenewals {
    SessionKeyRenewals(
      commands: base.commands, sessions: people.sessions, devices: devices, audit: base.audit,
      texts: base.policy.texts)
  }

  func signIn(_ base: Groundwork, _ people: PeopleParts) -> SignIn {
    SignIn(
      commands: base.commands, sessions: people.sessions, accounts: people.accounts,
      levels: people.levels, assertions: assertions, devices: devices,
      secondFactors: people.secondFactors, keys: keys, ceremonies: base.ceremonies,
      texts: base.policy.texts)
  }
}

/// The pipeline with its registry, and the collaborators that perform actions by it.
struct ActionParts {
  private let base: Groundwork
  private let people: PeopleParts
  private let proofs: ProofParts
  let modules: [any ModuleParts]
  let hostEvents: HostEvents
  let registry: ActionRegistry
  let rules: ActionRules
  let pipeline: ActionPipeline
  let ground: ModuleGround
  let leases: JobLeases
  let changeBell: ChangeBell

  init(_ base: Groundwork, _ people: PeopleParts, _ proofs: ProofParts) {
    (self.base, self.people, self.proofs) = (base, people, proofs)
    let (commands, policy) = (base.commands, base.policy)
    rules = ActionRules(levels: people.levels, grounds: people.grounds, policy: policy)
    let verifier = ProofVerifier(
      commands: commands, assertions: proofs.assertions, devices: proofs.devices,
      pins: proofs.pins, tokens: proofs.tokens, codes: people.codes)
    ground = ModuleGround(store: commands.store, audit: base.audit)
    modules = base.modules.map { [ground] in $0.parts(on: ground) }
    changeBell = ChangeBell(policy: policy.eventStreams, relay: commands.store.relay)
    leases = JobLeases(store: commands.store, clock: commands.clock, random: commands.random)
    hostEvents = base.hostEvents
    registry = ActionRegistry(
      modules.flatMap(\.actions)
        + [ApproveTransaction(hostEvents: hostEvents, policy: policy), TestBiometrics()]
        + policy.scenarios.declared.map { [hostEvents] declared in
          DeclaredAction(declared: declared, hostEvents: hostEvents)
        }, modules: base.modules.map(\.name))
    pipeline = ActionPipeline(
      commands: commands, proofs: verifier, rules: rules, registry: registry, codes: people.codes,
      keys: proofs.keys, refusals: base.refusals, audit: base.audit,
      consequences: ActionConsequences(
        outboxBell: commands.outboxBell, changeBell: changeBell, leases: leases,
        kinds: modules.flatMap(\.jobs), metrics: base.metrics, tracer: base.tracer),
      policy: policy)
  }

  func codeRequests() -> CodeRequests {
    CodeRequests(
      commands: base.commands, codes: people.codes, addresses: base.addresses,
      registry: registry, grounds: people.grounds, secondFactors: people.secondFactors,
      policy: base.policy)
  }

  func actions() -> Actions {
    Actions(
      commands: base.commands, registry: registry, ceremonies: base.ceremonies,
      ways: ActionWays(
        levels: people.levels, rules: rules,
        attempts: base.commands.limits, secondFactors: people.secondFactors,
        others: approvingDevices),
      addresses: base.addresses, pipeline: pipeline,
      unlinked: base.modules.lazy.compactMap(\.unlinkedScenario).first, policy: base.policy)
  }

  func tokenProofs() -> Proofs {
    Proofs(
      commands: base.commands, assertions: proofs.assertions, tokens: proofs.tokens,
      keys: proofs.keys, levels: people.levels, refusals: base.refusals, audit: base.audit,
      pipeline: pipeline, registry: registry, policy: base.policy)
  }

  func credentials() -> Credentials {
    Credentials(
      commands: base.commands, keys: people.keys,
      grant: BeginRegistration(
        keys: people.keys, ceremonies: base.ceremonies), grounds: people.grounds,
      recoveries: people.recoveries, refusals: base.refusals, audit: base.audit, pipeline: pipeline)
  }

  func devices() -> Devices {
    Devices(
      commands: base.commands, verifier: proofs.devices, keys: people.keys,
      registration: RegisterDevice(
        devices: people.devices, keys: people.keys, recoveries: people.recoveries),
      audit: base.audit, pipeline: pipeline)
  }

  func factorsOnHold() -> FactorsOnHold {
    FactorsOnHold(
      commands: base.commands, factors: people.factors, devices: people.devices,
      keys: people.keys, audit: base.audit, pipeline: pipeline)
  }

  func devicePINs() -> DevicePINs {
    DevicePINs(
      commands: base.commands, verifier: proofs.devices, keys: people.keys,
      change: SetPINKey(uses: proofs.keys, keys: people.keys, factors: people.factors),
      pipeline: pipeline)
  }

  func pins() -> PINs {
    PINs(
      keys: people.keys,
      change: SetPIN(
        hashing: proofs.pins.hashing, keys: people.keys, factors: people.factors,
        recoveries: people.recoveries),
      pipeline: pipeline)
  }

  func phones() -> Phones {
    Phones(
      commands: base.commands, codes: people.codes, grounds: people.grounds, audit: base.audit,
      pipeline: pipeline, policy: base.policy)
  }

  func authenticatorApps() -> AuthenticatorApps {
    AuthenticatorApps(
      commands: base.commands, issuerName: base.ceremonies.relyingPartyName,
      factors: people.factors, grounds: people.grounds, recoveries: people.recoveries,
      limits: base.commands.limits,
      audit: base.audit, pipeline: pipeline, policy: base.policy.codes)
  }

  func links() -> Links {
    Links(
      commands: base.commands, sessions: people.sessions, codes: people.codes,
      grounds: people.grounds, ceremonies: base.ceremonies, audit: base.audit,
      changeBell: changeBell, secondFactors: people.secondFactors, texts: base.policy.texts,
      policy: base.policy.links)
  }

  func linkIssuer() -> LinkIssuer {
    LinkIssuer(
      commands: base.commands, accounts: people.accounts, ceremonies: base.ceremonies,
      audit: base.audit, pipeline: pipeline, policy: base.policy.links)
  }

  func linkConfirmations(_ links: Links) -> LinkConfirmations {
    LinkConfirmations(
      commands: base.commands, links: links, sessions: people.sessions,
      enrolment: ConfirmEnrolment(
        links: links, levels: people.levels, devices: people.devices, keys: people.keys,
        recoveries: people.recoveries, sessions: people.sessions, audit: base.audit),
      verifier: proofs.devices, keys: people.keys, changeBell: changeBell, pipeline: pipeline)
  }

  func sessionRaises() -> SessionRaises {
    SessionRaises(
      commands: base.commands, sessions: people.sessions, levels: people.levels,
      pipeline: pipeline)
  }

  func stops() -> Stops {
    Stops(
      commands: base.commands, links: base.stopLinks, recoveries: people.recoveries,
      notices: people.notices, audit: base.audit, changeBell: changeBell, pipeline: pipeline,
      policy: base.policy)
  }

  private var approvingDevices: ApprovingDevices {
    ApprovingDevices(
      levels: people.levels, rules: rules, secondFactors: people.secondFactors)
  }

  func handovers() -> Handovers {
    Handovers(
      commands: base.commands, registry: registry, devices: approvingDevices,
      tokens: proofs.tokens, ceremonies: base.ceremonies, audit: base.audit,
      changeBell: changeBell, sessions: people.sessions, policy: base.policy)
  }

  func reviews() -> Reviews {
    Reviews(
      commands: base.commands, hostEvents: hostEvents, audit: base.audit,
      changeBell: changeBell, pipeline: pipeline, policy: base.policy,
      sessions: people.sessions)
  }
}
