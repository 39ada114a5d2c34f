import CoreMetrics
import CountersignCore
import CountersignHTTP
import CountersignMetrics
import CountersignSQLite
import CountersignTesting
import Foundation
import ProgramTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("The figures of a server")
struct ServerMetricsTests {
  private let metrics = PrometheusMetrics()

  private func harness() async throws -> ServiceHarness {
    try await ServiceHarness(metrics: ServerMetrics(metrics))
  }

  private func lines(_ metric: Metric) -> [String] {
    ExpositionTests.lines(of: metrics, with: metric.name).filter { !$0.hasPrefix("#") }
  }

  @Test("a request is counted by its method, its route's template and its status")
  func requests() async throws {
    let loopback = WatchedLoopback(try await harness())
    for target in ["/health/live", "/health/live", "/transactions/trn_ada?after=ada"] {
      _ = try await loopback.send(RawRequest(method: "GET", target: target))
    }
    #expect(
      lines(.requests) == [
        #"countersign_requests_total{method="GET",route="/health/live",status="200"} 2"#,
        #"countersign_requests_total{method="GET",route="/transactions/{id}",status="401"} 1"#,
      ])
    let durations = lines(.requestDuration)
    #expect(
      durations.contains(
        #"countersign_request_duration_seconds_count{method="GET",route="/health/live"} 2"#))
    #expect(lines(.refusals) == [#"countersign_refusals_total{reason="session_required"} 1"#])
  }

  @Test("a request that is shed is counted by its cause, from 0 on, and is a refusal")
  func shed() async throws {
    let harness = try await ServiceHarness(metrics: ServerMetrics(metrics)) {
      $0.requests.underWay = 0
    }
    let counts = { (cause: SheddingCause?) in
      SheddingCause.allCases.map {
        "countersign_requests_shed_total{cause=\"\($0.rawValue)\"} \($0 == cause ? 1 : 0)"
      }.sorted()
    }
    #expect(lines(.shed) == counts(nil))
    _ = try await WatchedLoopback(harness).send(RawRequest(method: "GET", target: "/sessions"))
    #expect(lines(.shed) == counts(.full))
    #expect(lines(.refusals) == [#"countersign_refusals_total{reason="overloaded"} 1"#])
  }

  @Test("no path and no method that somebody makes up becomes a label")
  func boundedLabels() async throws {
    let loopback = WatchedLoopback(try await harness())
    for number in 0..<20 {
      _ = try await loopback.send(RawRequest(method: "GET", target: "/made-up/\(number)"))
      _ = try await loopback.send(RawRequest(method: "MADE\(number)", target: "/health/live"))
    }
    #expect(
      lines(.requests) == [
        #"countersign_requests_total{method="GET",route="none",status="404"} 20"#,
        #"countersign_requests_total{method="other",route="none",status="404"} 20"#,
      ])
  }

  @Test("an action is counted by scenario, proof and outcome, each time that it is asked for")
  func approvals() async throws {
    let harness = try await harness()
    let session = try await harness.signUp()
    let authenticator = try await harness.registerKey(session)
    let assertion = try await harness.linkedAssertion(.sample, authenticator, session)
    let request = SendMoneyRequest(payload: .sample, proof: .assertion(assertion))
    _ = try await harness.send(request, session).get()
    _ = try await harness.send(request, session).get()
    var other = MoneyOrder.sample
    other.amount += 1
    let mismatched = SendMoneyRequest(
      payload: other,
      proof: .assertion(try await harness.linkedAssertion(.sample, authenticator, session)))
    let decision = try await harness.send(mismatched, session)
    let refusal = #expect(throws: Refusal.self) { try decision.get() }
    #expect(refusal?.reason == .transactionMismatch)
    let sent = lines(.approvals).filter { $0.contains("SEND_MONEY") }
    #expect(
      sent
        == [
          ("code_sent", 0), ("executed", 1), ("failed", 0), ("refused", 1), ("repeated", 1),
        ].map { outcome, count in
          let labels = "outcome=\"\(outcome)\",proof=\"assertion\",scenario=\"SEND_MONEY\""
          return "countersign_approvals_total{\(labels)} \(count)"
        })
  }

  @Test("the outbox is counted by kind, with the age of its oldest job, and then as empty")
  func outbox() async throws {
    let harness = try await harness()
    let server = ServerMetrics(metrics)
    _ = try await harness.service.accounts.signUp(
      SignUpRequest(userName: "ada@example.com", displayName: "Ada"), from: .local
    ).get()
    harness.clock.advance(seconds: 90)
    server.note(try await harness.service.gauges())
    #expect(lines(.outboxJobs) == [#"countersign_outbox_jobs{kind="message"} 1"#])
    #expect(
      lines(.outboxAge) == [#"countersign_outbox_oldest_job_age_seconds{kind="message"} 90"#])
    await harness.deliverMessages()
    server.note(try await harness.service.gauges())
    #expect(lines(.outboxJobs) == [#"countersign_outbox_jobs{kind="message"} 0"#])
    #expect(lines(.outboxAge).last?.hasSuffix(" 0") == true)
    // One finds room for the code, the other delivers it.
    #expect(lines(.jobs).contains(#"countersign_jobs_total{kind="message",outcome="done"} 2"#))
  }

  @Test("the age of a job grows while it is tried again and again")
  func ageOfRetriedJob() async throws {
    let harness = try await harness()
    _ = try await harness.service.accounts.signUp(
      SignUpRequest(userName: "ada@example.com", displayName: "Ada"), from: .local
    ).get()
    for _ in 0..<3 {
      harness.clock.advance(seconds: 20)
      await harness.outbox(messenger: AwayMessenger()).runDue(only: .message)
    }
    let gauges = try await harness.service.gauges()
    #expect(gauges.outbox.map(\.oldestMilliseconds) == [60_000])
    let postponed = lines(.jobs).filter {
      $0.contains(#"outcome="postponed""#) && !$0.hasSuffix(" 0")
    }
    #expect(postponed.count == 1)
  }

  @Test("sessions are open until they end, or nothing happens in them")
  func sessions() async throws {
    let harness = try await harness()
    _ = try await harness.signUp("ada@example.com")
    let session = try await harness.signUp("bob@example.com")
    #expect(try await harness.service.gauges().openSessions == 2)
    try await harness.service.sessions.end(session)
    #expect(try await harness.service.gauges().openSessions == 1)
    harness.clock.advance(seconds: 24 * 3600)
    #expect(try await harness.service.gauges().openSessions == 0)
  }

  @Test("commits are counted with their commands and their time")
  func commits() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(
      path: folder.file("store.sqlite"), seals: StoreSeals(.generated()),
      metrics: ServerMetrics(metrics))
    for number in 0..<3 {
      _ = try await store.write { transaction in
        try transaction.execute(
          "INSERT INTO settings (name, value) VALUES (?, 1)", [.text("of the test \(number)")])
      }
    }
    try await store.close()
    #expect(lines(.commits) == ["countersign_store_commits_total 3"])
    #expect(lines(.commandsPerCommit).contains(#"countersign_store_commands_per_commit_sum 3"#))
    #expect(
      lines(.commitDuration).contains(#"countersign_store_commit_duration_seconds_count 3"#))
    // There from the start, and without any of them with SQLite.
    #expect(lines(.retries).count == RetryCause.allCases.count)
    #expect(lines(.lostCommits).count == LostCommitOutcome.allCases.count)
    #expect((lines(.retries) + lines(.lostCommits)).allSatisfy { $0.hasSuffix("} 0") })
    #expect(lines(.connections) + lines(.connectionWaiters) + lines(.connectionWait) == [])
  }

  @Test("figures hold nothing of a person")
  func nothingOfPeople() async throws {
    let harness = try await harness()
    let session = try await harness.signUp("ada@example.com")
    let authenticator = try await harness.registerKey(session)
    let assertion = try await harness.linkedAssertion(.sample, authenticator, session)
    _ = try await harness.send(
      SendMoneyRequest(payload: .sample, proof: .assertion(assertion)), session
    ).get()
    ServerMetrics(metrics).note(try await harness.service.gauges())
    let text = metrics.text()
    for word in [
      "ada@", session.accountID.text, session.id.text, MoneyOrder.sample.recipient,
    ] {
      #expect(!text.contains(word), "\(word)")
    }
  }

  @Test("every metric that a server writes is described, with the labels that it says")
  func described() async throws {
    try await fill()
    let known = Dictionary(uniqueKeysWithValues: Metric.all.map { ($0.name, $0) })
    var seen: Set<String> = []
    for line in metrics.text().split(separator: "\n") where !line.hasPrefix("#") {
      let name = line.prefix { !" {".contains($0) }
      let metric = ["", "_bucket", "_sum", "_count"].lazy
        .compactMap { name.hasSuffix($0) ? known[String(name.dropLast($0.count))] : nil }.first
      let labels = Set(
        line.matches(of: /(?<name>\w+)="/).map { String($0.name) }.filter { $0 != "le" })
      #expect(metric.map { Set($0.labels) } == labels, "\(line)")
      if let metric { seen.insert(metric.name) }
    }
    #expect(seen == Set(known.keys))
  }

  @Test("a server of several in a process has a label of its own")
  func servers() {
    ServerMetrics(metrics, server: "staff").noteRefusal(for: .malformed)
    #expect(
      lines(.refusals) == [#"countersign_refusals_total{reason="malformed",server="staff"} 1"#])
  }

  @Test("where nothing collects metrics, none are made")
  func nobodyCollects() {
    #expect(withMetricsFactory(NOOPMetricsHandler.instance) { ServerMetrics.ofProcess() } == nil)
    #expect(withMetricsFactory(metrics) { ServerMetrics.ofProcess() } != nil)
  }

  @Test("promtool finds no fault in the text", .enabled(if: Promtool.isInstalled))
  func promtool() async throws {
    try await fill()
    let found = try await Promtool.run(["check", "metrics"], input: Array(metrics.text().utf8))
    #expect(found.status == 0, "\(found.errors)")
    #expect(found.errors == "")
  }

  /// Has each metric of a server filled.
  private func fill() async throws {
    let server = ServerMetrics(metrics)
    server.noteAnswer(method: "GET", route: "/a", status: 200, duration: .milliseconds(3))
    server.noteRefusal(for: .malformed)
    server.noteApproval(of: .sendMoney, by: "pin", .executed)
    server.noteCommit(of: 2, in: .microseconds(700))
    server.noteConnections(of: .reader, busy: 0, idle: 0, waiting: 0)
    server.noteWait(for: .reader, of: .microseconds(80))
    let harness = try await harness()
    _ = try await harness.service.accounts.signUp(
      SignUpRequest(userName: "ada@example.com", displayName: "Ada"), from: .local
    ).get()
    server.note(try await harness.service.gauges())
  }
}

extension ServiceHarness {
  /// A money order.
  fileprivate func send(
    _ request: SendMoneyRequest, _ session: AuthenticatedSession
  ) async throws -> Decision<ActionOutcome<MoneyOrderAnswer>> {
    try await service.moneyOrders.send(request, idempotencyKey: nil, session: session)
  }
}

/// A mail server that is away.
private struct AwayMessenger: Messenger {
  func deliver(_ message: Message) async throws { throw DeliveryError(reason: "away") }
}
