import CountersignCore

/// The times that answers take, and the places that follow from them.
///
/// Each request that is under way makes all others take longer, where the store or the processor is
/// short. Places are taken away until answers take a few times as long as in calm, and no longer:
/// a store that is far away is as slow in calm, and keeps all its places.
struct AnswerTimes {
  /// The mean in calm, in seconds; nil until the first answer of a calm moment.
  private var calm: Double?
  /// The places that were taken away.
  private var lost = 0.0

  /// The number of requests that may be under way.
  func places(_ policy: RequestPolicy) -> Int { policy.underWay - Int(lost) }

  /// Learns from an answer.
  ///
  /// - Parameters:
  ///   - time: How long it took.
  ///   - others: The requests that were under way when it began, without those that waited where
  ///     other limits hold.
  ///   - isCalm: False while requests are shed, and shortly after.
  ///   - policy: The deployment's numbers.
  mutating func note(
    _ time: Duration, beside others: Int, isCalm: Bool, _ policy: RequestPolicy
  ) {
    let seconds = time / .seconds(1)
    if isCalm, others < policy.few {
      calm = calm.map { $0 + (min(seconds, Self.most * $0) - $0) / Self.memory } ?? seconds
    }
    guard let calm else { return }
    let longest = max(policy.slowdown * calm, policy.soon / .seconds(1))
    let change = (min(seconds / longest, Self.most) - 1) / Self.steps
    // Where few are under way, an answer that takes long says nothing of the others. Options alone
    // take half.
    guard change < 0 || others + 1 >= places(policy) / 2 else { return }
    lost = min(max(0, lost + change), Double(max(0, policy.underWay - policy.leastUnderWay)))
  }

  /// So many times the expected counts an answer at most: a route that takes long by its nature
  /// does not outweigh all others.
  private static let most = 4.0
  /// The number of answers over which the mean in calm goes.
  private static let memory = 64.0
  /// The number of answers of twice the expected time that take one place.
  private static let steps = 16.0
}

extension RequestPolicy {
  /// Fewer requests under way than this do not make each other slow.
  var few: Int { min(underWay, leastUnderWay) / 2 }
}
