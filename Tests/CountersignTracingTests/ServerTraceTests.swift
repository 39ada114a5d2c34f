import CountersignCore
import CountersignDelivery
import CountersignHTTP
import CountersignTLS
import CountersignTesting
import CountersignTracing
import Logging
import ProgramTesting
import Synchronization
import Testing
import Tracing
import WebAuthnModel
import WireModel

@Suite("The traces of a server")
struct ServerTraceTests {
  private static let traceID = "0af7651916cd43dd8448eb211c80319c"
  private static let callerID = "b7ad6b7169203331"
  private static let traceparent = "00-\(traceID)-\(callerID)-01"

  private let queue = SpanQueue(resource: ["service.name": "countersign"])
  private let kept = KeptSpans()

  private func harness(
    change: (inout ServicePolicy) -> Void = { _ in }
  ) async throws -> ServiceHarness {
    try await ServiceHarness(tracer: OTLPTracer(queue), change: change)
  }

  /// Puts a transaction before somebody, over HTTP.
  private func askFor(
    _ harness: ServiceHarness, traceparent: [String] = [traceparent]
  ) async throws -> Int {
    _ = try await harness.signUp()
    let key = try await harness.serviceKey()
    _ = try await kept.spans(of: queue)
    return try await WatchedLoopback(harness).send(
      RawRequest(
        method: "POST", target: "/service/transactions",
        fields: [
          ("Authorization", "Bearer \(key.exposed)"), ("Content-Type", "application/json"),
        ] + traceparent.map { ("traceparent", $0) },
        body: NewTransactionRequest.sample.json.serialized())
    ).status
  }

  @Test("a request is part of its caller's trace, and its steps are part of the request")
  func request() async throws {
    #expect(try await askFor(harness()) == 201)
    let spans = try await kept.spans(of: queue).filter { $0.traceID == Self.traceID }
    let request = try #require(spans.first { $0.kind == 2 })
    #expect(request.name == "POST /service/transactions")
    #expect(request.parentID == Self.callerID)
    #expect(
      request.attributes == [
        "http.request.method": "POST", "http.route": "/service/transactions",
        "http.response.status_code": "201",
      ])
    let transaction = try #require(spans.first { $0.name == "database transaction" })
    #expect(transaction.parentID == request.spanID)
    #expect(transaction.kind == 1)
  }

  @Test("a request that is shed has no span")
  func shed() async throws {
    let harness = try await harness { $0.requests.underWay = 0 }
    #expect(try await askFor(harness) == 503)
    #expect(try await kept.spans(of: queue).filter { $0.kind == 2 }.isEmpty)
  }

  @Test(
    "a field that is no place in a trace begins none of its own making",
    arguments: [
      ["00-\(traceID)-\(callerID)-01; x"], [traceparent, traceparent],
      ["00-00000000000000000000000000000000-\(callerID)-01"], [],
    ])
  func unreadable(fields: [String]) async throws {
    #expect(try await askFor(harness(), traceparent: fields) == 201)
    let spans = try await kept.spans(of: queue)
    let request = try #require(spans.last { $0.kind == 2 })
    #expect(request.traceID != Self.traceID)
    #expect(request.parentID == nil)
    #expect(request.traceID.count == 32)
  }

  @Test("an action has its proof's check, its preparation and its transaction as steps")
  func action() async throws {
    let harness = try await harness()
    let session = try await harness.signUp()
    let authenticator = try await harness.registerKey(session)
    let assertion = try await harness.linkedAssertion(.sample, authenticator, session)
    _ = try await kept.spans(of: queue)
    _ = try await OTLPTracer(queue).trace("request", .server, in: nil) { _ in
      try await harness.service.moneyOrders.send(
        SendMoneyRequest(payload: .sample, proof: .assertion(assertion)), idempotencyKey: nil,
        session: session)
    }
    let spans = try await kept.spans(of: queue)
    let action = try #require(spans.last { $0.name == "action" })
    #expect(
      action.attributes == [
        "countersign.scenario": "SEND_MONEY", "countersign.proof": "assertion",
        "countersign.outcome": "executed",
      ])
    let steps = spans.filter { $0.parentID == action.spanID }.map(\.name)
    #expect(Set(steps).isSuperset(of: ["verify proof", "prepare", "database transaction"]))
  }

  @Test("an event that is delivered later belongs to the trace of its cause, and says so")
  func event() async throws {
    let harness = try await harness { $0.hostEvents.areSent = true }
    #expect(try await askFor(harness) == 201)
    let host = TracedHost()
    harness.clock.advance(seconds: 60)
    await harness.outbox(courier: host).runDue(only: .event)
    let spans = try await kept.spans(of: queue).filter { $0.traceID == Self.traceID }
    let job = try #require(spans.first { $0.name == "job event" })
    #expect(job.kind == 5)
    #expect(job.attributes == ["countersign.job.try": "1"])
    #expect(spans.contains { $0.spanID == job.parentID && $0.name == "POST /service/transactions" })
    let delivery = try #require(spans.first { $0.name == "deliver event" })
    #expect(delivery.parentID == job.spanID)
    #expect(delivery.kind == 3)
    let sent = try #require(host.traces.first)
    #expect(sent.traceID == Self.traceID)
    #expect(sent.spanID == delivery.spanID)
  }

  @Test("what a caller does not record is handed on, and not recorded")
  func notSampled() async throws {
    let harness = try await harness { $0.hostEvents.areSent = true }
    #expect(
      try await askFor(harness, traceparent: ["00-\(Self.traceID)-\(Self.callerID)-00"]) == 201)
    let host = TracedHost()
    await harness.outbox(courier: host).runDue(only: .event)
    #expect(try await !kept.spans(of: queue).contains { $0.traceID == Self.traceID })
    #expect(host.traces.first?.traceID == Self.traceID)
    #expect(host.traces.first?.isSampled == false)
  }

  @Test("a webhook has the place in the trace as a field")
  func webhook() async throws {
    let server = try ScriptedServer(.http(204))
    let client = OutgoingHTTP.client()
    let secret = try #require(EventSecret(EventSecret.generated()))
    let webhook = EventWebhook(
      client: client, address: try ProtectedAddress(server.address), secret: secret)
    let event = OutgoingEvent(id: "created_trn_1", body: Array("{}".utf8))
    try await webhook.carry(event)
    try await TraceContext.$current.withValue(TraceContext(traceparent: Self.traceparent)) {
      try await webhook.carry(event)
    }
    try await client.shutdown()
    let fields = server.requests.map { request in
      request.split(separator: "\r\n").filter { $0.lowercased().hasPrefix("traceparent:") }
    }
    #expect(fields == [[], ["traceparent: \(Self.traceparent)"]])
  }

  @Test("a job that nothing traced begins a trace, and a try that fails is marked")
  func untracedJob() async throws {
    let harness = try await harness()
    _ = try await harness.service.accounts.signUp(
      SignUpRequest(userName: "ada@example.com", displayName: "Ada"), from: .local
    ).get()
    await harness.outbox(messenger: AwayMessenger()).runDue(only: .message)
    let spans = try await kept.spans(of: queue)
    // One finds room for the code and leaves it to the next, which delivers it.
    let jobs = spans.filter { $0.name == "job message" }
    #expect(jobs.first?.parentID == nil)
    #expect(jobs.map(\.hasFailed) == [false, true])
  }

  @Test("no span holds a secret, a path or anything of a person")
  func nothingOfPeople() async throws {
    let harness = try await harness { $0.hostEvents.areSent = true }
    #expect(try await askFor(harness) == 201)
    let loopback = WatchedLoopback(harness)
    _ = try await loopback.send(
      RawRequest(method: "GET", target: "/transactions/trn_ngozi?after=ngozi"))
    _ = try await loopback.send(RawRequest(method: "NGOZI", target: "/ngozi"))
    await harness.outbox(courier: TracedHost()).runDue()
    let session = try await harness.signUp("bob@example.com")
    _ = try await kept.spans(of: queue)
    let text = String(decoding: kept.all.flatMap(\.self), as: UTF8.self)
    // Words that no id could spell.
    for word in [
      "ngozi", "NGOZI", "@example.com", "trn_", session.accountID.text, "csk_",
    ] {
      #expect(!text.contains(word), "\(word)")
    }
  }

  @Test("where nothing records, nothing is traced")
  func nobody() async throws {
    #expect(InstrumentationSystem.recordingTracer == nil)
    let harness = try await ServiceHarness { $0.hostEvents.areSent = true }
    #expect(try await askFor(harness) == 201)
    let host = TracedHost()
    await harness.outbox(courier: host).runDue(only: .event)
    #expect(host.traces == [])
    #expect(host.count == 1)
  }
}

/// A host that keeps the place in the trace of each event.
private final class TracedHost: HostCourier {
  private let taken = Mutex<[TraceContext?]>([])

  var traces: [TraceContext] { taken.withLock { $0.compactMap(\.self) } }
  var count: Int { taken.withLock(\.count) }

  func carry(_ event: OutgoingEvent) async throws {
    taken.withLock { $0.append(TraceContext.current) }
  }
}

/// A mail server that is away.
private struct AwayMessenger: Messenger {
  func deliver(_ message: Message) async throws { throw DeliveryError(reason: "away") }
}
