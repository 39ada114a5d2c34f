import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@testable import CountersignHTTP

@Suite("Streams of events", .timeLimit(.minutes(5)))
struct EventStreamTests {
  /// A server that looks at its store by itself only when nobody waits for it any more.
  private static let rungOnly: @Sendable (inout ServerSettings) -> Void = {
    $0.eventTiming.poll = .seconds(3600)
  }
  /// A server that looks again at once.
  private static let quick: @Sendable (inout ServerSettings) -> Void = {
    $0.eventTiming.poll = .milliseconds(10)
  }

  @Test("a stream begins with what can be decided on, and each screen sees the decision of another")
  func twoScreens() async throws {
    let server = try await ServerHarness(change: Self.rungOnly)
    let phone = try await server.signUp()
    let page = try await server.signUp()
    let first = try await server.harness.review()
    var listeners = [try await server.listen(phone), try await server.listen(page)]
    for index in listeners.indices {
      #expect(listeners[index].response.status == 200)
      #expect(try await answer(&listeners[index]).forHost == first)
    }
    let second = try await server.harness.review()
    for index in listeners.indices {
      #expect(try await answer(&listeners[index]).forHost == second)
    }
    let denied = try await server.send(
      WireRequest(
        .denyTransaction, parameters: ["id": second.transaction.transactionID], accessToken: phone))
    let decision = try TransactionAnswer(json: denied.body ?? .null)
    #expect(decision.status == .denied)
    for index in listeners.indices { #expect(try await answer(&listeners[index]) == decision) }
  }

  @Test("the answer is a stream that nobody stores, gathers or takes for another")
  func head() async throws {
    let server = try await ServerHarness(change: Self.rungOnly)
    let response = try await server.listen(try await server.signUp()).response
    let fields = Dictionary(uniqueKeysWithValues: response.fields.map { ($0.name, $0.value) })
    #expect(fields["Content-Type"] == "text/event-stream")
    #expect(fields["Cache-Control"] == "no-store")
    #expect(fields["X-Accel-Buffering"] == "no")
    #expect(fields["X-Content-Type-Options"] == "nosniff")
    let refused = try await server.transport.stream(WireRequest(.transactionEvents))
    #expect(refused.status == 401)
  }

  @Test("a stream goes on after the last event that was seen, with nothing lost or told twice")
  func resumed() async throws {
    let server = try await ServerHarness(
      change: Self.rungOnly, policy: { $0.hosts.declinesBeforeWait = 3 })
    let token = try await server.signUp()
    let first = try await server.harness.review()
    var listener = try await server.listen(token)
    let seen = try #require(try await listener.next())
    let lastEventID = try #require(seen.id)
    // Meanwhile, with nobody listening: all within one millisecond.
    let second = try await server.harness.review()
    for review in [first, second] {
      _ = try await server.send(
        WireRequest(
          .denyTransaction, parameters: ["id": review.transaction.transactionID],
          accessToken: token))
    }
    var resumed = try await server.listen(token, after: lastEventID)
    let events = [try await resumed.next(), try await resumed.next()]
    let answers = try events.map { try TransactionAnswer(json: $0?.data ?? .null) }
    // Each stands once, as it is now, in the order of the decisions.
    #expect(answers.map(\.transaction) == [first, second].map(\.transaction))
    #expect(answers.map(\.status) == [.denied, .denied])
    #expect(Set(events.map { $0?.id }).count == 2)
    let third = try await server.harness.review()
    #expect(try await answer(&resumed).forHost == third)
  }

  @Test("a clock that was set back loses no event")
  func clockSetBack() async throws {
    let server = try await ServerHarness(change: Self.rungOnly)
    let token = try await server.signUp()
    _ = try await server.harness.review()
    var listener = try await server.listen(token)
    _ = try await listener.next()
    server.harness.clock.advance(seconds: -20)
    let second = try await server.harness.review()
    #expect(try await answer(&listener).forHost == second)
  }

  @Test("an id that no event has is refused", arguments: ["x", "-1", "1.5", ""])
  func unknownID(_ id: String) async throws {
    let server = try await ServerHarness(change: Self.rungOnly)
    let token = try await server.signUp()
    let response = try await server.transport.stream(
      WireRequest(.transactionEvents, accessToken: token), after: id)
    #expect(response.status == 400)
  }

  @Test("what another node wrote is seen without a ring")
  func polled() async throws {
    let server = try await ServerHarness(change: Self.quick)
    let token = try await server.signUp()
    var listener = try await server.listen(token)
    // Another service on the same store: its bell rings nothing here.
    let node = try await ServiceHarness(
      directory: server.harness.directory, keyring: server.harness.keyring,
      clock: server.harness.clock)
    let review = try await node.review()
    #expect(try await answer(&listener).forHost == review)
  }

  @Test("that the time to decide is over is an event")
  func expired() async throws {
    let server = try await ServerHarness(change: Self.quick)
    let token = try await server.signUp()
    var request = NewTransactionRequest.sample
    request.expiresIn = 30
    let review = try await server.harness.review(request)
    var listener = try await server.listen(token)
    let lastEventID = try await listener.next()?.id
    server.harness.clock.advance(seconds: 30)
    let event = try #require(try await listener.next())
    #expect(event.id == nil)
    let answer = try TransactionAnswer(json: event.data)
    #expect(answer.transaction == review.transaction)
    #expect(answer.status == .expired)
    // Whoever was away meanwhile is told of it too.
    var resumed = try await server.listen(token, after: lastEventID)
    let again = try await resumed.next()
    #expect(try TransactionAnswer(json: again?.data ?? .null).status == .expired)
  }

  @Test("a stream keeps no session alive, and ends with it")
  func sessionEnds() async throws {
    let server = try await ServerHarness(change: Self.quick)
    let token = try await server.signUp()
    var listener = try await server.listen(token)
    server.harness.clock.advance(seconds: 299)
    let review = try await server.harness.review()
    #expect(try await answer(&listener).forHost == review)
    server.harness.clock.advance(seconds: 1)
    #expect(try await listener.next() == nil)

    let other = try await server.signUp()
    var second = try await server.listen(other)
    _ = try await second.next()
    #expect(try await server.send(WireRequest(.endSession, accessToken: other)).status == 204)
    #expect(try await second.next() == nil)
  }

  @Test("a quiet stream says that it is there")
  func heartbeat() async throws {
    let server = try await ServerHarness {
      Self.quick(&$0)
      $0.eventTiming.heartbeat = .milliseconds(30)
    }
    let response = try await server.listen(try await server.signUp()).response
    var text = ""
    for try await part in response.parts {
      text += String(decoding: part, as: UTF8.self)
      if text.ranges(of: "\n:\n\n").count > 1 { break }
    }
    #expect(text.hasPrefix("retry: 2000\n\n:\n\n"))
  }

  @Test("whoever hangs up is forgotten, and nobody holds more streams than a person has screens")
  func listeners() async throws {
    let server = try await ServerHarness(change: Self.rungOnly)
    let token = try await server.signUp()
    let bell = server.harness.service.changeBell
    do {
      var held: [EventListener] = []
      for _ in 0..<EventStreamPolicy().perTopic { held.append(try await server.listen(token)) }
      #expect(held.allSatisfy { $0.response.status == 200 })
      #expect(bell.listenerCount == EventStreamPolicy().perTopic)
      let refused = try await server.transport.stream(
        WireRequest(.transactionEvents, accessToken: token))
      #expect(refused.status == 429)
      let stranger = try await server.signUp("ben@example.com")
      #expect(try await server.listen(stranger).response.status == 200)
    }
    while bell.listenerCount > 0 { await Task.yield() }
    #expect(try await server.listen(token).response.status == 200)
  }

  private func answer(_ listener: inout EventListener) async throws -> TransactionAnswer {
    let event = try #require(try await listener.next())
    #expect(event.name == "transaction")
    return try TransactionAnswer(json: event.data)
  }
}
