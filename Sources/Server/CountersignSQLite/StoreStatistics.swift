/// What a store's writer has done since it opened.
public struct StoreStatistics: Sendable, Hashable {
  /// How many transactions were committed, each with one fsync.
  public internal(set) var commits = 0
  /// How many commands those transactions held.
  public internal(set) var commands = 0
  /// How many transactions held so many commands.
  public internal(set) var commitsByBatchSize: [Int: Int] = [:]
  /// The time that all commits took, fsync included.
  public internal(set) var commitDuration = Duration.zero

  mutating func record(batchSize: Int, duration: Duration) {
    commits += 1
    commands += batchSize
    commitsByBatchSize[batchSize, default: 0] += 1
    commitDuration += duration
  }
}
