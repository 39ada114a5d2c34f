/// How often a soft lock takes a wrong app PIN, and how long things last.
public struct SoftLockPolicy: Sendable, Hashable {
  /// So many wrong tries in a row wipe the app PIN; at least 1.
  public var maximumTries: Int
  /// How long no try is taken after the first wrong one, after the second, and so on; the last
  /// counts for all that follow.
  public var waits: [Duration]
  /// After so long in the background the app is locked again.
  public var background: Duration

  /// A policy; as the specification has it unless told otherwise.
  public init(
    maximumTries: Int = 5,
    waits: [Duration] = [.zero, .seconds(5), .seconds(30), .seconds(120)],
    background: Duration = .seconds(300)
  ) {
    self.maximumTries = max(1, maximumTries)
    self.waits = waits
    self.background = background
  }

  /// How long no try is taken after so many wrong ones.
  func wait(after wrongTries: Int) -> Duration {
    guard wrongTries > 0, let last = waits.last else { return .zero }
    return wrongTries <= waits.count ? waits[wrongTries - 1] : last
  }
}
