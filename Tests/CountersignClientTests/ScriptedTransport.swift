import CountersignClient
import WebAuthnModel
import WireModel

/// A transport that answers from a script and counts its calls.
actor ScriptedTransport: Transport {
  /// What answers one call.
  enum Step: Sendable {
    case answer(Int, JSONValue?)
    case problem(Int, Reason)
    case notSent
    case lost
    /// Waits until the test lets it go.
    case held(Gate, Int, JSONValue?)
  }

  private var script: [Step]
  private(set) var requests: [WireRequest] = []

  /// What a stream gives.
  private let events: [ServerSentEvent]

  init(_ script: [Step], events: [ServerSentEvent] = []) {
    self.script = script
    self.events = events
  }

  /// The calls so far, as method and path.
  var calls: [String] { requests.map(\.description) }

  func send(_ request: WireRequest) async throws(TransportError) -> WireResponse {
    requests.append(request)
    guard !script.isEmpty else { throw TransportError(.notSent, cause: "the script is at its end") }
    switch script.removeFirst() {
    case .answer(let status, let body):
      return WireResponse(status: status, body: body)
    case .problem(let status, let reason):
      let problem = Problem(status: status, title: "refused", detail: "refused", reason: reason)
      return WireResponse(status: status, body: problem.json)
    case .notSent:
      throw TransportError(.notSent, cause: "no network")
    case .lost:
      throw TransportError(.unknown, cause: "the answer is lost")
    case .held(let gate, let status, let body):
      await gate.wait()
      return WireResponse(status: status, body: body)
    }
  }

  /// The events that were scripted, then the end.
  func events(
    _ request: WireRequest, after lastEventID: String?
  ) async throws(TransportError) -> EventAnswer {
    requests.append(request)
    let events = events
    return .stream(
      EventStream { continuation in
        for event in events { continuation.yield(event) }
        continuation.finish()
      })
  }
}

/// Holds whoever waits until it is opened.
actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  func wait() async {
    guard !isOpen else { return }
    await withCheckedContinuation { waiting.append($0) }
  }
}
