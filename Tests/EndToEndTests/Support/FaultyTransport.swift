import CountersignClient
import Synchronization
import WireModel

/// What goes wrong with the network, at one call.
enum Fault: String, CaseIterable, Sendable {
  /// The request does not leave the phone.
  case droppedBefore
  /// The server acts, and its answer is lost.
  case droppedAfter
  /// The server acts, and from then on there is no network.
  case goneAfter
  /// The request arrives twice.
  case duplicated
  /// The server acts, and its answer comes when the flow is over.
  case late
  /// The request is held on its way, and the server acts when the flow is over.
  case held
  /// The same, and its answer is lost.
  case straggling
  /// The request is lost on its way, which the phone cannot know, and from then on there is no
  /// network.
  case swallowed

  /// Those after which the flow goes on by itself.
  static let passing: [Fault] = [.droppedBefore, .droppedAfter, .goneAfter, .duplicated]
}

/// A network that fails at one call as a test says, and counts.
final class FaultyTransport: Transport {
  private struct State {
    var fault: Fault?
    var remaining = 0
    var isGone = false
    var refusals: [String: Int] = [:]
    var blocked: String?
    var losing: String?
    var isHolding = false
    var hasLost = false
    var calls: [String] = []
    var places: [String?] = []
    var streams: [EventStream.Continuation] = []
  }

  private struct Torn: Error {}

  private let transport: any Transport
  private let state = Mutex(State())
  private let gate = AsyncStream<Void>.makeStream()

  init(_ transport: any Transport) { self.transport = transport }

  /// Whether a request or an answer is held.
  var isHolding: Bool { state.withLock { $0.isHolding } }

  /// Waits until an answer, or a request, is held.
  func untilHolding() async throws {
    while !isHolding {
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  /// Whether an answer was lost, or a request on its way.
  var hasLost: Bool { state.withLock { $0.hasLost } }

  /// Whether the same call was tried again and again after the network had gone.
  var isRepeating: Bool { state.withLock { $0.refusals.values.contains { $0 > 2 } } }

  /// Lets what is held go.
  func letGo() { gate.continuation.finish() }

  /// The calls since the last fault was armed.
  var calls: [String] { state.withLock { $0.calls } }

  /// After which event each stream was opened.
  var places: [String?] { state.withLock { $0.places } }

  /// Breaks the streams of events, as a cable does.
  func breakStreams() {
    for stream in state.withLock(\.streams) { stream.finish(throwing: Torn()) }
  }

  /// Fails at each call of a route, until another fault is armed; nil at none.
  func block(_ route: String?) { state.withLock { $0.blocked = route } }

  /// From the next call of a route there is no network; the server acts on that one.
  func loseAnswer(to route: String) { state.withLock { $0.losing = route } }

  /// Fails at the call after so many others; nil never.
  func arm(_ fault: Fault?, after count: Int = 0) {
    state.withLock { $0 = State(fault: fault, remaining: count) }
  }

  func send(_ request: WireRequest) async throws(TransportError) -> WireResponse {
    switch fault(at: request) {
    case .droppedBefore:
      throw TransportError(.notSent, cause: "dropped")
    case .droppedAfter, .goneAfter:
      _ = try await transport.send(request)
      throw lost("the answer is lost")
    case .duplicated:
      _ = try await transport.send(request)
      return try await transport.send(request)
    case .late:
      let answer = try await transport.send(request)
      state.withLock { $0.isHolding = true }
      for await _ in gate.stream {}
      return answer
    case .held:
      state.withLock { $0.isHolding = true }
      for await _ in gate.stream {}
      return try await transport.send(request)
    case .straggling:
      state.withLock { $0.isHolding = true }
      for await _ in gate.stream {}
      _ = try await transport.send(request)
      throw lost("the answer is lost")
    case .swallowed:
      throw lost("the request is lost")
    case nil:
      return try await transport.send(request)
    }
  }

  func events(
    _ request: WireRequest, after lastEventID: String?
  ) async throws(TransportError) -> EventAnswer {
    let answer = try await transport.events(request, after: lastEventID)
    guard case .stream(let events) = answer else { return answer }
    let (stream, continuation) = EventStream.makeStream()
    let passing = Task {
      do {
        for try await event in events { continuation.yield(event) }
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    continuation.onTermination = { _ in passing.cancel() }
    state.withLock { state in
      state.places.append(lastEventID)
      state.streams.append(continuation)
    }
    return .stream(stream)
  }

  private func lost(_ cause: String) -> TransportError {
    state.withLock { $0.hasLost = true }
    return TransportError(.unknown, cause: cause)
  }

  private func fault(at request: WireRequest) -> Fault? {
    state.withLock { state in
      state.calls.append(request.description)
      if state.isGone {
        state.refusals[request.description, default: 0] += 1
        return .droppedBefore
      }
      if state.blocked == request.description { return .droppedBefore }
      if state.losing == request.description {
        state.isGone = true
        return .goneAfter
      }
      guard let fault = state.fault else { return nil }
      guard state.remaining == 0 else {
        state.remaining -= 1
        return nil
      }
      state.fault = nil
      state.isGone = fault == .goneAfter || fault == .swallowed
      return fault
    }
  }
}
