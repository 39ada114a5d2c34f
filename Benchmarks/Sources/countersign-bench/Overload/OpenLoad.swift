import Synchronization
import ToolSupport
import WebAuthnModel
import WireModel

/// Approvals that come at a rate, whether or not those before are answered.
///
/// Each is due at a moment of its own, and its latency counts from then: a server that holds up the
/// connections does not hide how long people wait.
struct OpenLoad: Sendable {
  /// An approval that was answered with 200: the place of its client, and the operation's id.
  typealias Approval = (client: Int, operation: String)

  private let clients: [BenchClient]
  let connections: [BenchConnection]
  private let port: Int
  private let benchmark = DeclaredApproval()

  init(_ clients: [BenchClient], _ connections: [BenchConnection], port: Int) {
    (self.clients, self.connections, self.port) = (clients, connections, port)
  }

  /// Runs the load; the lead comes before what is counted.
  func run(
    perSecond: Double, leadSeconds: Double, seconds: Double
  ) async throws -> LoadFigures {
    let arrivals = Arrivals(
      perSecond: perSecond, lead: Int(perSecond * leadSeconds), count: Int(perSecond * seconds))
    return try await withThrowingTaskGroup(of: LoadFigures.self) { group in
      for connection in connections {
        group.addTask { try await approve(arrivals, on: connection) }
      }
      do {
        try await arrivals.come()
      } catch {
        arrivals.end()
        throw error
      }
      var figures = try await group.reduce(into: LoadFigures()) { $0 += $1 }
      figures.due = arrivals.count
      figures.seconds = seconds
      return figures
    }
  }

  /// Has so many clients approve, each again once it is answered, or when it was told to come
  /// again.
  ///
  /// - Returns: The approvals that were answered with 200.
  func sustain(by count: Int, seconds: Double) async throws -> [Approval] {
    let deadline = ContinuousClock.now + .seconds(seconds)
    return try await withThrowingTaskGroup(of: [Approval].self) { group in
      for (place, first) in connections.prefix(count).enumerated() {
        group.addTask {
          var (approvals, connection) = ([Approval](), first)
          while ContinuousClock.now < deadline {
            connection = try await connection.reopened(port: port)
            let person = HurriedPerson(clients[place], connection, benchmark)
            do {
              try await benchmark.approve(by: person)
              approvals.append((place, person.operation))
            } catch let shed as Shed {
              let again = ContinuousClock.now + .seconds(shed.retryAfterSeconds)
              try await Task.sleep(until: min(again, deadline), clock: .continuous)
            }
          }
          if connection !== first { await connection.close() }
          return approvals
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }

  /// Approves what is due, one after the other, on one connection.
  private func approve(
    _ arrivals: Arrivals, on first: BenchConnection
  ) async throws -> LoadFigures {
    var (figures, connection) = (LoadFigures(), first)
    while let arrival = await arrivals.next() {
      connection = try await connection.reopened(port: port)
      try await approve(arrival, on: connection, &figures)
    }
    if connection !== first { await connection.close() }
    return figures
  }

  private func approve(
    _ arrival: Arrivals.Arrival, on connection: BenchConnection, _ figures: inout LoadFigures
  ) async throws {
    let wait = ContinuousClock.now - arrival.due
    guard wait < Self.patience else {
      if arrival.isCounted { figures.unsent += 1 }
      return
    }
    let client = arrival.number % clients.count
    let person = HurriedPerson(clients[client], connection, benchmark)
    do {
      try await benchmark.approve(by: person)
      figures.approved.append((client, person.operation))
      guard arrival.isCounted else { return }
      figures.served.record(ContinuousClock.now - arrival.due)
    } catch let shed as Shed {
      guard arrival.isCounted else { return }
      figures.shed.record(ContinuousClock.now - arrival.due)
      if shed.call > 0 { figures.shedAfterOptions += 1 }
      figures.note(retryAfterSeconds: shed.retryAfterSeconds)
    }
    figures.waits.record(wait)
  }

  /// After so long without a free connection an approval is not sent at all.
  private static let patience = Duration.seconds(5)
}

/// A call that was shed.
private struct Shed: Error {
  /// The place of the call in its approval.
  let call: Int
  let retryAfterSeconds: Int
}

/// A person who goes away when a call is shed.
private final class HurriedPerson: BenchPerson {
  private let client: BenchClient
  private let connection: BenchConnection
  private let benchmark: DeclaredApproval
  /// The id of the operation that the approval becomes; empty before it is signed.
  private(set) var operation = ""

  init(_ client: BenchClient, _ connection: BenchConnection, _ benchmark: DeclaredApproval) {
    (self.client, self.connection, self.benchmark) = (client, connection, benchmark)
  }

  func call(_ number: Int, _ body: JSONValue) async throws -> JSONValue {
    let answer = try await connection.send(client.request(benchmark, number, body))
    if answer.status == 200 { return try JSONValue(parsing: answer.body) }
    let problem = (try? JSONValue(parsing: answer.body)).flatMap { try? Problem(json: $0) }
    guard answer.status == 503, problem?.reason == .overloaded else {
      throw CommandFailure(
        .refused, "status \(answer.status): \(String(decoding: answer.body, as: UTF8.self))")
    }
    guard let seconds = answer.retryAfterSeconds else {
      throw CommandFailure(.refused, "a request is shed without Retry-After")
    }
    throw Shed(call: number, retryAfterSeconds: seconds)
  }

  func sign(_ options: CredentialRequestOptions) throws -> AssertionResponse {
    let challenge = options.challenge.bytes
    operation = Base64URL.encode(ChallengeLayout(challenge)?.id ?? challenge)
    return try client.key.assertion(
      over: options.challenge, relyingPartyID: options.relyingPartyID)
  }
}

/// The moments at which approvals are due, handed to whoever is free.
final class Arrivals: Sendable {
  /// An approval that is due.
  struct Arrival: Sendable {
    let number: Int
    let due: ContinuousClock.Instant
    /// False for one of the lead.
    let isCounted: Bool
  }

  private struct State {
    var waiting = Line<Arrival>()
    var free = Line<CheckedContinuation<Arrival?, Never>>()
    var isOver = false
  }

  private let perSecond: Double
  private let lead: Int
  /// The number of those that count.
  let count: Int
  private let state = Mutex(State())

  init(perSecond: Double, lead: Int, count: Int) {
    (self.perSecond, self.lead, self.count) = (perSecond, lead, count)
  }

  /// Has them come, until the last one is due.
  func come() async throws {
    let start = ContinuousClock.now
    var number = 0
    while number < lead + count {
      let elapsed = (ContinuousClock.now - start).inSeconds
      let until = min(lead + count, Int(elapsed * perSecond) + 1)
      while number < until {
        hand(
          Arrival(
            number: number, due: start + .seconds(Double(number) / perSecond),
            isCounted: number >= lead))
        number += 1
      }
      try await Task.sleep(for: .milliseconds(1))
    }
    end()
  }

  /// The one that has waited longest, or the next; nil after the last.
  func next() async -> Arrival? {
    await withCheckedContinuation { continuation in
      let (isKnown, arrival) = state.withLock { state -> (Bool, Arrival?) in
        if let arrival = state.waiting.popFirst() { return (true, arrival) }
        if state.isOver { return (true, nil) }
        state.free.append(continuation)
        return (false, nil)
      }
      if isKnown { continuation.resume(returning: arrival) }
    }
  }

  /// Lets everybody go once those that wait are gone.
  func end() {
    state.withLock { $0.isOver = true }
    while let free = state.withLock({ $0.free.popFirst() }) { free.resume(returning: nil) }
  }

  /// Hands one to whoever has been free longest: a connection that is never used would be closed.
  private func hand(_ arrival: Arrival) {
    let free = state.withLock { state in
      let free = state.free.popFirst()
      if free == nil { state.waiting.append(arrival) }
      return free
    }
    free?.resume(returning: arrival)
  }
}

/// Elements in the order in which they came.
struct Line<Element> {
  private var elements: [Element] = []
  /// The place of the one that has waited longest.
  private var first = 0

  mutating func append(_ element: Element) { elements.append(element) }

  /// Takes the one that has waited longest.
  mutating func popFirst() -> Element? {
    guard first < elements.count else {
      elements.removeAll(keepingCapacity: true)
      first = 0
      return nil
    }
    defer { first += 1 }
    return elements[first]
  }
}
