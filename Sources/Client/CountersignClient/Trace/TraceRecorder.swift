import Synchronization
public import WireModel

/// Records the messages between the participants at the seams where they pass: the navigator, the
/// context, the scenarios, the modules and the transport.
///
/// It records no value that was given.
public final class TraceRecorder: Sendable {
  /// The part that calls the server now.
  enum Caller: Sendable, Hashable {
    case context
    case module(String)
  }

  private struct State {
    var messages: [TraceMessage] = []
    var caller = Caller.context
    var isRunning = false

    var sender: TraceParticipant {
      switch caller {
      case .context: .context
      case .module: .module
      }
    }
  }

  private let state = Mutex(State())

  private let leftOut: Set<Route>

  /// A recorder that has recorded nothing.
  ///
  /// - Parameter leftOut: Calls that are not recorded.
  public init(leavingOut leftOut: Set<Route> = []) { self.leftOut = leftOut }

  /// The message of the context to the navigator when it is made over it.
  public static let wrapText = "Wrap"

  /// The messages so far, in order.
  public var messages: [TraceMessage] { state.withLock { $0.messages } }

  /// Records a message.
  public func record(_ from: TraceParticipant, _ to: TraceParticipant, _ text: String) {
    state.withLock { $0.messages.append(TraceMessage(from, to, text)) }
  }

  var caller: Caller { state.withLock { $0.caller } }

  /// A process begins: calls are the context's until it hands on to a module.
  func begin() {
    state.withLock { state in
      state.caller = .context
      state.isRunning = true
    }
  }

  /// The calls are a module's from now on.
  func hand(to caller: Caller) { state.withLock { $0.caller = caller } }

  /// The process is decided.
  func end() { state.withLock { $0.isRunning = false } }

  /// Records a call, where a process makes it.
  func call(_ route: Route) {
    state.withLock { state in
      guard state.isRunning, !Aftermath.isUnderWay, !leftOut.contains(route) else { return }
      if route == .registerCredential, let asked = state.messages.dropLast().last,
        asked.text == Route.registrationOptions.text
      {
        // The two calls of one registration are one message and its answer.
        state.messages.removeLast(2)
        return state.messages.append(
          TraceMessage(asked.from, .server, asked.text + ", then " + route.text))
      }
      state.messages.append(TraceMessage(state.sender, .server, route.text))
    }
  }

  /// Records a call's answer, where a process made it.
  func answer(_ status: Int, to route: Route) {
    state.withLock { state in
      guard state.isRunning, !Aftermath.isUnderWay, !leftOut.contains(route) else { return }
      state.messages.append(TraceMessage(.server, state.sender, "\(status)"))
    }
  }
}

extension Route {
  /// The words of a trace for it.
  fileprivate var text: String { "\(methodName) \(path)" }
}

/// The work after the end of a flow, for which nobody waits: no part of the flow.
enum Aftermath {
  /// True if the present task does such work.
  @TaskLocal static var isUnderWay = false
}

/// A participant of a recorded run, as the sequence diagrams name it.
public enum TraceParticipant: String, Sendable, Hashable, CaseIterable {
  /// The person.
  case user = "User"
  /// The notification that wakes the app.
  case notification = "Notification"
  /// The app's screens.
  case navigator = "RHPRHP"
  /// The context.
  case context = "MFACTX"
  /// The scenarios.
  case scenarios = "SC"
  /// The module that runs.
  case module = "Module"
  /// The server.
  case server = "Server"
}

/// One message of a recorded run.
public struct TraceMessage: Sendable, Hashable {
  /// The sender.
  public let from: TraceParticipant
  /// The recipient.
  public let to: TraceParticipant
  /// The words, without any value that was given.
  public let text: String

  /// A message.
  public init(_ from: TraceParticipant, _ to: TraceParticipant, _ text: String) {
    self.from = from
    self.to = to
    self.text = text
  }
}

/// A transport whose calls and answers are recorded.
public struct TracingTransport: Transport {
  private let transport: any Transport
  private let recorder: TraceRecorder

  /// Records what a transport carries.
  public init(_ transport: any Transport, _ recorder: TraceRecorder) {
    self.transport = transport
    self.recorder = recorder
  }

  /// Sends one request, and records it with its answer.
  public func send(_ request: WireRequest) async throws(TransportError) -> WireResponse {
    recorder.call(request.route)
    let response = try await transport.send(request)
    recorder.answer(response.status, to: request.route)
    return response
  }

  /// Opens a stream of events, which no process waits for.
  public func events(
    _ request: WireRequest, after lastEventID: String?
  ) async throws(TransportError) -> EventAnswer {
    try await transport.events(request, after: lastEventID)
  }
}
