extension ClockWatch {
  /// Tells if the clock jumped so short a time ago that nothing is cleared away by it.
  static func isUnsettled(
    _ policy: ClockPolicy, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> Bool {
    guard let jumped = try StoreSetting.clockJumped.moment(in: transaction) else { return false }
    return now < jumped.adding(seconds: policy.settledSeconds)
  }

  /// The remarks for an operator about the store's time, in words; empty if there are none.
  static func remarks(
    _ policy: ClockPolicy, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> [String] {
    var remarks: [String] = []
    if try isUnsettled(policy, at: now, in: transaction),
      let jumped = try StoreSetting.clockJumped.moment(in: transaction),
      let jump = try StoreSetting.clockJump.read(in: transaction)
    {
      remarks.append(
        "the clock was set by \(jump / 1000) seconds, or no server served so long, as seen at "
          + "\(jumped.rfc3339): waits were extended, and nothing is cleared away until "
          + jumped.adding(seconds: policy.settledSeconds).rfc3339)
    }
    if let restored = try StoreSetting.restored.moment(in: transaction),
      now < restored.adding(seconds: policy.settledSeconds)
    {
      remarks.append(
        "a backup was restored, as seen at \(restored.rfc3339): sessions are over, and waits "
          + "began anew")
    }
    return remarks
  }
}
