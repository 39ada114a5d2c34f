import CountersignCore
import CountersignSQLite
import CountersignTesting
import Synchronization
import WireModel

/// A service with one order that its bank has not answered, and targets that can be slow.
struct OutboxStage {
  let harness: ServiceHarness
  let session: AuthenticatedSession
  let target = SlowTarget()

  init(change: (inout ServicePolicy) -> Void = { _ in }) async throws {
    let key: TestAuthenticator
    (harness, session, key) = try await ServiceHarness.withKey {
      $0.hostEvents.areSent = true
      change(&$0)
    }
    harness.bank.answer(.unknown(reason: "timeout"))
    let proof = try await harness.linkedAssertion(.sample, key, session)
    _ = try await harness.send(
      SendMoneyRequest(payload: .sample, proof: .assertion(proof)), session)
    // What setting up has sent is out of the way.
    await harness.deliverMessages()
  }

  /// A worker with the slow targets.
  var worker: OutboxWorker { harness.outbox(messenger: target, courier: target) }

  /// Does something while a worker listens for what is put in.
  func listening(_ body: () async throws -> Void) async throws {
    let worker = worker
    let running = Task { await worker.run() }
    do {
      try await body()
    } catch {
      running.cancel()
      throw error
    }
    target.release()
    running.cancel()
    await running.value
  }

  /// Puts a message to a person in.
  func signUp(_ userName: String) async throws {
    _ = try await harness.service.accounts.signUp(
      SignUpRequest(userName: userName, displayName: "X"), from: .local
    ).get()
  }

  /// Waits for what a worker does.
  func until(_ isReached: () -> Bool) async {
    while !isReached(), (try? await Task.sleep(for: .milliseconds(5))) != nil {}
  }

  /// Puts a row in by hand.
  func insert(id: String, kind: String, content: String) async throws {
    _ = try await harness.store.write { transaction in
      try transaction.execute(
        """
        INSERT INTO outbox (id, kind, content, put_at, due_at, attempts, target)
        VALUES (?, ?, ?, 0, 0, 0, CASE ? WHEN 'event' THEN 'hst_default' ELSE '' END)
        """,
        [
          .text(id), .text(kind), try Outbox.sealed(content, id, in: transaction), .text(kind),
        ])
    }
  }

  /// The rows of a kind that are not done, the attempts last.
  func rows(of kind: JobName) async throws -> [SQLRow] {
    try await harness.store.rows(
      """
      SELECT id, content, due_at, lease, done_at, given_up_at, attempts FROM outbox
      WHERE kind = ? AND done_at IS NULL
      """, [.text(kind.text)])
  }
}

/// A carrier of messages and events that can be held up, or fail.
final class SlowTarget: Messenger, HostCourier {
  private struct Away: Error {}
  private struct State {
    var slow: String?
    var failures = 0
    var isHeldUp = false
    var underWay = 0
    var mostAtOnce = 0
    var taken: [String] = []
  }

  private let state = Mutex(State())
  private let gate: AsyncStream<Void>
  private let opener: AsyncStream<Void>.Continuation

  init() { (gate, opener) = AsyncStream.makeStream() }

  /// The beginning of what is held up the first time, until it is released; nil for nothing.
  var slow: String? {
    get { state.withLock { $0.slow } }
    set { state.withLock { $0.slow = newValue } }
  }

  /// The number of the next tries that fail, but for the one that is held up.
  var failures: Int {
    get { state.withLock { $0.failures } }
    set { state.withLock { $0.failures = newValue } }
  }

  /// Something is held up or was.
  var isHeldUp: Bool { state.withLock { $0.isHeldUp } }
  /// Whom or what was taken, in this order.
  var taken: [String] { state.withLock { $0.taken } }
  /// The most deliveries that were under way at once.
  var mostAtOnce: Int { state.withLock { $0.mostAtOnce } }

  /// Holds up the first try of any kind, and lets the one after it fail.
  func holdUpFirst(then bank: ScriptedBank) {
    slow = ""
    failures = 1
    bank.script { [self] _ in
      do {
        try await pass("order")
        return .carried(reference: "late")
      } catch {
        return .unknown(reason: "away")
      }
    }
  }

  func release() { opener.finish() }

  func deliver(_ message: Message) async throws { try await pass(message.recipient) }

  func carry(_ event: OutgoingEvent) async throws { try await pass(event.id) }

  private func pass(_ name: String) async throws {
    let (isSlow, fails) = state.withLock { state in
      state.underWay += 1
      state.mostAtOnce = max(state.mostAtOnce, state.underWay)
      let isSlow = !state.isHeldUp && state.slow.map { name.hasPrefix($0) } == true
      if isSlow { state.isHeldUp = true }
      let fails = !isSlow && state.failures > 0
      if fails { state.failures -= 1 }
      return (isSlow, fails)
    }
    if isSlow { for await _ in gate {} } else { await Task.yield() }
    state.withLock { state in
      state.underWay -= 1
      if !fails { state.taken.append(name) }
    }
    if fails { throw Away() }
  }
}

/// A count of alarms.
final class Alarms: Sendable {
  private let rings = Mutex(0)

  var count: Int { rings.withLock { $0 } }

  func ring() { rings.withLock { $0 += 1 } }
}
