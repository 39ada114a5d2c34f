/// Which step of which flow asked for something, so that an answer that comes late is told apart.
public struct FlowTag: Sendable, Hashable {
  /// The flow.
  public let flow: FlowID
  /// The step, counted within the flow.
  public let step: Int

  /// A tag.
  public init(flow: FlowID, step: Int) {
    self.flow = flow
    self.step = step
  }
}
