import CountersignSQLite
import CountersignTesting
import Synchronization
import Testing
import WebAuthnModel
import WireModel

@testable import CountersignCore

@Suite("Hosts")
struct HostTests {
  @Test("a key belongs to a host, which is made once; keys that name none are the default's")
  func keys() async throws {
    let harness = try await ServiceHarness()
    let first = try await harness.host(of: .shop)
    let second = try await harness.host(of: .shop)
    let unnamed = try await harness.host()
    #expect(first.host == second.host && first.id != second.id)
    #expect(first.hostName == .shop && unnamed.host == .default)
    let listed = try await harness.serviceKeys.list()
    #expect(Set(listed.map(\.hostName)) == [.shop, .default])
    #expect(try await harness.hosts.list().map(\.name) == [.default, .inProcess, .shop])
    #expect(try await harness.auditKinds().count { $0 == "host_created" } == 1)
    // Whichever key was revoked, the host stays the same tenant.
    let review = try await harness.reviewOfOwn(first)
    try await harness.serviceKeys.revoke(first.id).get()
    let shown = try await harness.service.reviews.show(review.reviewID, host: second).get()
    #expect(shown.transaction == review.transaction)
  }

  @Test("a name is small letters, digits and three signs, a letter or digit first")
  func names() {
    for text in ["shop", "default", "in-process", "a", "7", "shop.example_2"] {
      #expect(HostName(text)?.text == text)
    }
    for text in [
      "", "Shop", "-shop", ".", "shop 2", "shöp", "sh\u{0}p", String(repeating: "a", count: 65),
    ] {
      #expect(HostName(text) == nil, "\(text)")
    }
  }

  @Test("the app in whose process the server runs is a host of its own")
  func inProcess() async throws {
    let harness = try await ServiceHarness()
    let shop = try await harness.host(.sessions, of: .shop)
    let desk = try await harness.host(.sessions, of: .inProcess)
    let request = ServiceSessionRequest(userName: "CUST-4711", displayName: "Ada")
    let opened = try await harness.service.hostSessions.open(request).get()
    #expect(
      try await harness.service.hostSessions.open(request, host: shop).refusal == .notFound)
    let token = IntrospectionRequest(token: opened.accessToken)
    #expect(
      try await harness.service.hostSessions.introspect(token, host: shop) == .inactive)
    // A key of that host is the same tenant.
    #expect(
      try await harness.service.hostSessions.introspect(token, host: desk) != .inactive)
    #expect(try await harness.service.hostSessions.open(request, host: desk).refusal == nil)
    let ofShop = ServiceSessionRequest(userName: "CUST-1", displayName: "Bob")
    _ = try await harness.service.hostSessions.open(ofShop, host: shop).get()
    #expect(try await harness.service.hostSessions.open(ofShop).refusal == .notFound)
  }

  @Test("declines that are further apart, or another host's, make nobody wait")
  func declines() async throws {
    let (harness, session, _) = try await ServiceHarness.withKey()
    func decline(_ host: HostName) async throws {
      _ = try await harness.deny(try await harness.review(of: host), session)
    }
    try await decline(.shop)
    try await decline(.rival)
    try await decline(.default)
    for _ in 0..<3 {
      harness.clock.advance(seconds: 200)
      try await harness.keepAlive(session)
    }
    // The first is ten minutes old by now.
    try await decline(.shop)
    #expect(try await harness.review(of: .shop).status == .pending)
    harness.clock.advance(seconds: 120)
    try await decline(.shop)
    let refused = try await harness.service.reviews.create(
      .sample, idempotencyKey: nil, host: harness.host(of: .shop))
    guard case .failure(let refusal) = refused else {
      Issue.record("a host that was declined twice asked again")
      return
    }
    #expect(refusal.reason == .tooManyRequests && refusal.retryAfterSeconds == 600)
  }

  @Test("what failed tries end is no decline of the person's, and makes nobody wait")
  func declinesOfFailedTries() async throws {
    let (harness, session, _) = try await ServiceHarness.withKey()
    func decline(_ cause: DenialCause) async throws {
      let review = try await harness.review(of: .shop)
      _ = try await harness.service.reviews.deny(
        review.reviewID, cause: cause, idempotencyKey: nil, session: session
      ).get()
      let expected = cause == .person ? "none" : "refused"
      #expect(try await harness.decisions(on: review.reviewID) == [expected])
    }
    try await decline(.failedTries)
    try await decline(.person)
    try await decline(.failedTries)
    #expect(try await harness.review(of: .shop).status == .pending)
    try await decline(.person)
    let refused = try await harness.service.reviews.create(
      .sample, idempotencyKey: nil, host: harness.host(of: .shop))
    #expect(refused.refusal == .tooManyRequests)
  }

  @Test("an administration is the deployment's: it enrols for an account that another host made")
  func administration() async throws {
    let harness = try await ServiceHarness()
    let shop = try await harness.host(.sessions, of: .shop)
    _ = try await harness.service.hostSessions.open(
      ServiceSessionRequest(userName: "CUST-4711", displayName: "Ada"), host: shop
    ).get()
    let rival = try await harness.host(.sessions, of: .rival)
    let request = SessionLinkRequest(type: .enrol, userName: "CUST-4711")
    func make(_ mandate: HostMandate) async throws -> Reason? {
      try await harness.service.linkIssuer.make(request, from: .host(rival), mandate: mandate)
        .refusal
    }
    #expect(try await make(.firstFactor) == .notFound)
    #expect(try await make(.anyFactor) == nil)
  }
}

@Suite("Where hosts are told of their events")
struct HostEventTargetTests {
  private static func target() throws -> HostEventTarget {
    HostEventTarget(
      address: try ProtectedAddress("https://shop.example/events"),
      secret: SecretText("whsec_MfKQ9r8GKYqrTwjUPD8ILPZ"))
  }

  @Test("the secret is sealed: another host or address opens it not")
  func sealed() async throws {
    let harness = try await ServiceHarness()
    _ = try await harness.host(of: .shop)
    _ = try await harness.host(of: .rival)
    try await harness.hosts.set(try Self.target(), of: .shop).get()
    let read = { (name: HostName) in try await harness.hosts.eventTarget(of: name) }
    let target = try Self.target()
    #expect(try await read(.shop) == target)
    #expect(try await read(.rival) == nil)
    let stored = try await harness.store.rows("SELECT * FROM hosts", []).map(\.values).description
    #expect(!stored.contains("whsec_") && !stored.contains(target.secret.exposed))
    for change in [
      "UPDATE hosts SET event_address = 'https://evil.example' WHERE name = 'shop'",
      """
      UPDATE hosts SET event_address = 'https://shop.example/events',
        event_secret = (SELECT event_secret FROM hosts WHERE name = 'shop') WHERE name = 'rival'
      """,
    ] {
      _ = try await harness.store.write { try $0.execute(change, []) }
      let host: HostName = change.contains("'rival'") ? .rival : .shop
      await #expect(throws: StoreError.self) { try await read(host) }
    }
  }

  @Test("each host with an address is told there, and one without puts nothing in")
  func routed() async throws {
    let harness = try await ServiceHarness { $0.hostEvents.areSent = true }
    _ = try await harness.signUp()
    try await harness.hosts.ensure(.shop)
    let target = try Self.target()
    try await harness.hosts.set(target, of: .shop).get()
    let ofShop = try await harness.review(of: .shop)
    _ = try await harness.review(of: .rival)
    let ofDefault = try await harness.review()
    let (own, addressed) = (ToldHost(), AddressedHosts())
    await harness.outbox(courier: own, addressed: addressed).runDue(only: .event)
    #expect(own.taken.map(\.id) == ["created_" + ofDefault.transaction.transactionID])
    #expect(addressed.taken.map(\.id) == ["created_" + ofShop.transaction.transactionID])
    #expect(addressed.targets == [target])
    let events = HostEventAdministration(store: harness.store)
    #expect(try await events.undelivered().get() == [])
  }

  @Test("what waits for a host whose address was taken away stays, with an alarm")
  func removed() async throws {
    let harness = try await ServiceHarness()
    _ = try await harness.signUp()
    try await harness.hosts.ensure(.shop)
    try await harness.hosts.set(try Self.target(), of: .shop).get()
    _ = try await harness.review(of: .shop)
    try await harness.hosts.set(nil, of: .shop).get()
    let (own, addressed) = (ToldHost(), AddressedHosts())
    let log = OutboxLog(failure: { own.note(failure: $1) }, alarm: { own.note(alarm: $1) })
    let worker = harness.outbox(courier: own, addressed: addressed, log: log)
    for _ in 0..<3 {
      await worker.runDue(only: .event)
      harness.clock.advance(seconds: 100)
    }
    #expect(own.tries == 0 && addressed.taken.isEmpty && own.failures.isEmpty)
    #expect(own.alarms.count == 1 && own.alarms.first?.contains("they stay") == true)
    let events = HostEventAdministration(store: harness.store)
    let waiting = try await events.undelivered(of: .shop).get()
    #expect(waiting.map(\.attempts) == [0] && waiting.map(\.host) == [.shop])
    #expect(try await events.undelivered(of: .default).get() == [])
    #expect(try await events.undelivered(of: .rival).refusal == .notFound)
    try await harness.hosts.set(try Self.target(), of: .shop).get()
    await worker.runDue(only: .event)
    #expect(addressed.taken.count == 1)
  }

  @Test("events that were given up are tried again for one host, or for all")
  func retried() async throws {
    let harness = try await ServiceHarness {
      $0.hostEvents.areSent = true
      $0.hostEvents.attempts = 1
    }
    _ = try await harness.signUp()
    try await harness.hosts.ensure(.shop)
    try await harness.hosts.set(try Self.target(), of: .shop).get()
    for host in [HostName.shop, .default] { _ = try await harness.review(of: host) }
    await harness.outbox(courier: ToldHost(refusing: 1), addressed: AddressedHosts(refusing: 1))
      .runDue(only: .event)
    let events = HostEventAdministration(store: harness.store, clock: harness.clock)
    #expect(try await events.undelivered().get().compactMap(\.givenUpAt).count == 2)
    #expect(try await events.retry(of: .rival).refusal == .notFound)
    #expect(try await events.retry(of: .shop).get() == 1)
    #expect(try await events.undelivered(of: .shop).get().compactMap(\.givenUpAt).isEmpty)
    #expect(try await events.retry().get() == 1)
  }

  @Test("the two hosts that each deployment has take no address of their own")
  func refused() async throws {
    let harness = try await ServiceHarness()
    for (name, reason) in [
      (HostName.default, Reason.unacceptableValue), (.inProcess, .unacceptableValue),
      (.shop, .notFound),
    ] {
      #expect(try await harness.hosts.set(try Self.target(), of: name).refusal == reason)
      #expect(try await harness.hosts.requireAddressable(name).refusal == reason)
    }
  }

  @Test("a performed action is told to its scenario's host, which may look the session up")
  func performed() async throws {
    let (harness, session, key) = try await ServiceHarness.withKey {
      $0.hostEvents.areSent = true
      $0.add(.openDoor.of(.shop))
    }
    try await harness.hosts.set(try Self.target(), of: .shop).get()
    let options = try await harness.service.actions.options(
      LinkedOptionsRequest(scenario: DeclaredScenario.openDoor.name, payload: [:]),
      session: session
    ).get()
    _ = try await harness.service.actions.perform(
      DeclaredScenario.openDoor.name,
      ActionRequest(payload: [:], proof: .assertion(try key.assert(options.options))),
      idempotencyKey: nil, session: session
    ).get()
    let (own, addressed) = (ToldHost(), AddressedHosts())
    await harness.outbox(courier: own, addressed: addressed).runDue(only: .event)
    #expect(own.taken.isEmpty && addressed.taken.count == 1)
    let hosts = try await harness.store.rows(
      """
      SELECT h.name FROM session_hosts s JOIN hosts h ON h.id = s.host_id WHERE s.session_id = ?
      """, [.text(session.id.text)])
    #expect(hosts.map(\.values) == [[.text("shop")]])
    // A day after the proof it is forgotten, with the rest of what was spent.
    harness.clock.advance(seconds: 86_401)
    try await harness.service.prune()
    #expect(try await harness.count("session_hosts") == 0)
  }
}

extension ServiceHarness {
  /// A transaction of a host before a person whose account it made.
  fileprivate func reviewOfOwn(_ host: AuthenticatedServiceKey) async throws -> TransactionAnswer {
    _ = try await service.hostSessions.open(
      ServiceSessionRequest(userName: "ada@example.com", displayName: "Ada"), host: host
    ).get()
    return try await service.reviews.create(.sample, idempotencyKey: nil, host: host).get().answer
  }
}

/// Hosts with addresses of their own, which refuse what they are told so many times, and then take
/// it.
private final class AddressedHosts: AddressedCourier {
  private struct Away: Error {}
  private struct State {
    var refusing: Int
    var taken: [OutgoingEvent] = []
    var targets: [HostEventTarget] = []
  }

  private let state: Mutex<State>

  init(refusing: Int = 0) { state = Mutex(State(refusing: refusing)) }

  /// The events that were taken, in this order.
  var taken: [OutgoingEvent] { state.withLock(\.taken) }
  /// The targets of these events.
  var targets: [HostEventTarget] { state.withLock(\.targets) }

  func carry(_ event: OutgoingEvent, to target: HostEventTarget) async throws {
    let isTaken = state.withLock { state in
      if state.refusing > 0 {
        state.refusing -= 1
        return false
      }
      state.taken.append(event)
      state.targets.append(target)
      return true
    }
    if !isTaken { throw Away() }
  }
}
