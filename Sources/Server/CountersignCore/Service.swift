public import RelyingParty
import WireModel

/// The server's half of Countersign: one method for each operation, each in the file named after
/// it.
///
/// A method reads what it needs, has proofs judged off the writer, and decides and writes in one
/// transaction. Its answer is a ``Decision``: the outcome, or the refusal of it. What it throws is
/// a fault of the server, never of who asked.
public struct Service: Sendable {
  private let parts: ServiceParts

  var store: any Store { parts.store }
  var policy: ServicePolicy { parts.policy }
  var clock: any ServiceClock { parts.clock }
  var random: any RandomBytes { parts.random }
  var supplier: (any Supplier)? { parts.supplier }
  var ceremony: CeremonyPolicy { parts.ceremony }
  var relyingPartyName: String { parts.relyingPartyName }
  var challenges: ChallengeIssuer { parts.challenges }
  var tokens: VerificationTokens { parts.tokens }
  var codes: CodeDerivation { parts.codes }
  var audit: AuditTrail { parts.audit }
  var pins: PINHashing { parts.pins }
  var activities: SessionActivities { parts.activities }
  var outboxBell: OutboxBell { parts.outboxBell }
  var leases: JobLeases { parts.leases }
  var supplies: SupplyJobs { parts.supplies }
  var refusals: RefusalBudget { parts.refusals }
  /// What decides every protected action.
  package var pipeline: ActionPipeline { ActionPipeline(service: self) }
  /// The protected actions.
  var registry: ActionRegistry { ActionRegistry(service: self) }
  /// Rung when something that a stream of events is about has changed.
  public var changeBell: ChangeBell { parts.changeBell }

  /// Puts a service together.
  ///
  /// - Parameters:
  ///   - store: Where commands run.
  ///   - keyring: The server's own keys.
  ///   - ceremony: The relying party's id and origins.
  ///   - relyingPartyName: The relying party's name, as authenticators show it.
  ///   - policy: What the deployment decides.
  ///   - supplier: Who sends the airtime; without one nothing is sold, and orders that an earlier
  ///     one left open stay open.
  ///   - clock: The clock.
  ///   - random: The randomness.
  public init(
    store: any Store, keyring: Keyring, ceremony: CeremonyPolicy, relyingPartyName: String,
    policy: ServicePolicy, supplier: (any Supplier)?, clock: any ServiceClock = SystemClock(),
    random: any RandomBytes = SystemRandomBytes()
  ) {
    parts = ServiceParts(
      store: store, keyring: keyring, ceremony: ceremony, relyingPartyName: relyingPartyName,
      policy: policy, supplier: supplier, clock: clock, random: random)
  }

  /// Runs a command; a ``Refusal`` that it throws becomes its value, and what it wrote before is
  /// committed.
  ///
  /// So a command decides first, and before a refusal writes only what it counts.
  func command<Outcome: Sendable>(
    _ command: @escaping @Sendable (any WriteTransaction) throws -> Outcome
  ) async throws -> Decision<Outcome> {
    let now = clock.now()
    return try await store.write { transaction in
      do {
        return .success(try command(transaction))
      } catch let refusal as Refusal {
        try write(refusal.counted, at: now, in: transaction)
        return .failure(refusal)
      }
    }
  }

  /// Runs the steps of an operation; a ``Refusal`` that one of them throws becomes its value.
  func decision<Outcome: Sendable>(
    _ steps: () async throws -> Outcome
  ) async throws -> Decision<Outcome> {
    do {
      return .success(try await steps())
    } catch let refusal as Refusal {
      return .failure(refusal)
    }
  }

  /// The worker of what commands have put into the outbox.
  ///
  /// - Parameters:
  ///   - notifier: Who carries messages to people.
  ///   - courier: Who carries events to the host; nil where there is none.
  ///   - log: Who is told of what goes wrong.
  /// - Returns: The worker; one at a time may listen for what is put in.
  public func outbox(
    notifier: any Notifier, courier: (any HostCourier)?, log: OutboxLog
  ) -> OutboxWorker {
    var kinds: [any JobKind] = [
      MessageJobs(notifier: notifier, codes: codes, clock: clock, policy: policy.messages),
      supplies,
    ]
    if let courier { kinds.append(EventJobs(courier: courier, policy: policy.hostEvents)) }
    return OutboxWorker(leases: leases, kinds: kinds, bell: outboxBell, log: log)
  }

  /// Whether the store answers.
  public func isReady() async -> Bool {
    (try? await store.read { try $0.row("SELECT 1") != nil }) ?? false
  }
}

/// What a service is put together of, behind one reference: each command captures its service, and
/// would copy every part.
private final class ServiceParts: Sendable {
  let store: any Store
  let policy: ServicePolicy
  let clock: any ServiceClock
  let random: any RandomBytes
  let supplier: (any Supplier)?
  let ceremony: CeremonyPolicy
  let relyingPartyName: String
  let challenges: ChallengeIssuer
  let tokens: VerificationTokens
  let codes: CodeDerivation
  let audit: AuditTrail
  let pins: PINHashing
  let activities = SessionActivities()
  let outboxBell = OutboxBell()
  let leases: JobLeases
  let supplies: SupplyJobs
  let refusals = RefusalBudget()
  let changeBell = ChangeBell()

  init(
    store: any Store, keyring: Keyring, ceremony: CeremonyPolicy, relyingPartyName: String,
    policy: ServicePolicy, supplier: (any Supplier)?, clock: any ServiceClock,
    random: any RandomBytes
  ) {
    self.store = store
    self.policy = policy
    self.clock = clock
    self.random = random
    self.supplier = supplier
    self.ceremony = ceremony
    self.relyingPartyName = relyingPartyName
    challenges = ChallengeIssuer(keyring: keyring, relyingPartyID: ceremony.relyingPartyID)
    tokens = VerificationTokens(keyring: keyring)
    codes = CodeDerivation(keyring: keyring)
    audit = AuditTrail(keyring: keyring)
    leases = JobLeases(store: store, clock: clock, random: random)
    supplies = SupplyJobs(
      store: store, supplier: supplier, audit: audit, policy: policy.supply)
    pins = PINHashing(keyring: keyring, rounds: policy.pin.scryptRounds)
  }
}
