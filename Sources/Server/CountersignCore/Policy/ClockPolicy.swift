/// How far the machine's clock is believed.
public struct ClockPolicy: Sendable, Hashable {
  /// Seconds by which the clock may be set, all in all since the server started, before waits are
  /// moved by it; and for which no server may have run.
  ///
  /// More lets whoever sets the clock end a wait early by as much.
  public var toleranceSeconds: Int64 = 600
  /// Seconds between two looks at the clock.
  public var lookSeconds: Int64 = 60
  /// Seconds for which the clock has to run steadily, after a jump, before anything is cleared away
  /// by it: what is cleared away raises the time below which proofs are refused.
  public var settledSeconds: Int64 = 86_400

  /// The strict defaults.
  public init() {}

  var toleranceMilliseconds: Int64 { toleranceSeconds * 1000 }
}
