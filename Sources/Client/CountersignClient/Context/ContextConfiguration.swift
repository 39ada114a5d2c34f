public import WireModel

/// The app's part of a context: scenarios, texts and callbacks.
public struct ContextConfiguration: Sendable {
  /// The connection to the server, so far as the app knows.
  public enum Connectivity: Sendable, Hashable, CaseIterable {
    /// So far as is known.
    case online
    /// It cannot: leaving closes, and asks nothing.
    case offline
  }

  /// The scenarios.
  public var scenarios: ScenarioRegistry
  /// The texts about an answer that was not accepted.
  public var texts: FlowTexts
  /// The state of the connection to the server.
  public var connectivity: @Sendable () -> Connectivity
  /// Sends the app each new transaction to review, and its decision, while it follows them.
  public var onTransaction: @Sendable (TransactionAnswer) async -> Void
  /// Tells the app when following finds the server away, and when it is there again: it is taken to
  /// be there at first.
  public var onConnectivity: @Sendable (Connectivity) async -> Void
  /// The recorder of messages between the participants; nil for none.
  public var recorder: TraceRecorder?

  /// A configuration.
  public init(
    scenarios: ScenarioRegistry = ScenarioRegistry(), texts: FlowTexts = FlowTexts(),
    connectivity: @escaping @Sendable () -> Connectivity = { .online },
    onTransaction: @escaping @Sendable (TransactionAnswer) async -> Void = { _ in },
    onConnectivity: @escaping @Sendable (Connectivity) async -> Void = { _ in },
    recorder: TraceRecorder? = nil
  ) {
    self.scenarios = scenarios
    self.texts = texts
    self.connectivity = connectivity
    self.onTransaction = onTransaction
    self.onConnectivity = onConnectivity
    self.recorder = recorder
  }
}
