public import WireModel

/// What a context is told of its app.
public struct ContextConfiguration: Sendable {
  /// Whether the server can be reached, so far as the app knows.
  public enum Connectivity: Sendable, Hashable, CaseIterable {
    /// So far as is known.
    case online
    /// It cannot: leaving closes, and asks nothing.
    case offline
  }

  /// The scenarios.
  public var scenarios: ScenarioRegistry
  /// What is said of an answer that was not accepted.
  public var texts: FlowTexts
  /// Whether the server can be reached.
  public var connectivity: @Sendable () -> Connectivity
  /// What the app is told of each transaction to review that comes, and of what became of it,
  /// while it follows them.
  public var onTransaction: @Sendable (TransactionAnswer) async -> Void
  /// What the app is told when following finds the server away, and when it is there again: it is
  /// taken to be there at first.
  public var onConnectivity: @Sendable (Connectivity) async -> Void
  /// What records the messages between the participants; nil for nothing.
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
