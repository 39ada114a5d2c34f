/// How long a flow's parts may take.
public struct FlowConfiguration: Sendable {
  /// A PROCESSING ends at the latest after this time, with `timeout` or with `outcomeUnknown`.
  public var processingSeconds: Double
  /// The pause before an action whose answer was lost is sent again.
  public var repeatPauseSeconds: Double
  /// A flow that has ended waits at the longest so for the vault to forget its operation.
  public var closingSeconds: Double

  /// A configuration.
  public init(
    processingSeconds: Double = 120, repeatPauseSeconds: Double = 1, closingSeconds: Double = 5
  ) {
    self.processingSeconds = processingSeconds
    self.repeatPauseSeconds = repeatPauseSeconds
    self.closingSeconds = closingSeconds
  }
}
