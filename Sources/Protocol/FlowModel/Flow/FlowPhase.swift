/// What a screen has to do now.
public enum FlowPhase: String, Sendable, Hashable, CaseIterable {
  /// A question is asked; input is taken.
  case waitForInput = "WAIT_FOR_INPUT"
  /// Nothing is asked; another update is guaranteed to follow.
  case processing = "PROCESSING"
  /// It worked. Final.
  case done = "DONE"
  /// It did not. Final.
  case error = "ERROR"
}
