/// The end of one audit lane: what the next row of this writer connection follows.
///
/// A lane belongs to one writer connection and one boot, so that no two writers wait for each
/// other's last hash (`docs/architecture.md`, "Audit").
public struct AuditLaneHead: Sendable, Hashable {
  /// The lane's id: 16 random bytes drawn when the writer opened.
  public let lane: [UInt8]
  /// The sequence of the lane's newest row; 0 before the first.
  public let sequence: Int64
  /// SHA-256 over the newest row; 32 zeros before the first.
  public let hash: [UInt8]

  /// A lane that holds no row yet.
  public init(newLane lane: [UInt8]) {
    self.init(lane: lane, sequence: 0, hash: [UInt8](repeating: 0, count: 32))
  }

  /// A lane's end after a row was appended.
  init(lane: [UInt8], sequence: Int64, hash: [UInt8]) {
    self.lane = lane
    self.sequence = sequence
    self.hash = hash
  }
}
