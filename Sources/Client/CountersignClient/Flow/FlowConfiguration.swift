/// How long a flow's parts may take, and what it says.
public struct FlowConfiguration: Sendable {
  /// A PROCESSING ends at the latest after this time, with `timeout` or with `outcomeUnknown`.
  public var processingSeconds: Double
  /// The pause before an action whose answer was lost is sent again.
  public var repeatPauseSeconds: Double
  /// A flow that has ended waits at the longest so for the vault to forget its operation.
  public var closingSeconds: Double
  /// After so many wrong codes a flow ends; the server counts for itself.
  public var triesPerCode = 5
  /// The name under which this device is registered, as a person knows it.
  public var deviceName: String
  /// What a person is told.
  public var texts: FlowTexts

  /// A configuration.
  public init(
    processingSeconds: Double = 120, repeatPauseSeconds: Double = 1, closingSeconds: Double = 5,
    deviceName: String = "this device", texts: FlowTexts = FlowTexts()
  ) {
    self.processingSeconds = processingSeconds
    self.repeatPauseSeconds = repeatPauseSeconds
    self.closingSeconds = closingSeconds
    self.deviceName = deviceName
    self.texts = texts
  }
}
