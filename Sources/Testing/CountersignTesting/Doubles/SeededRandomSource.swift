public import CountersignCore
import Synchronization

/// Randomness that is the same in each run with the same seed (SplitMix64).
public final class SeededRandomSource: RandomBytes {
  private let state: Mutex<UInt64>

  /// Randomness from a seed.
  public init(seed: UInt64) { state = Mutex(seed) }

  /// The next bytes.
  public func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next() >> 56) }
  }

  private func next() -> UInt64 {
    state.withLock { state in
      state &+= 0x9e37_79b9_7f4a_7c15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
      return mixed ^ (mixed >> 31)
    }
  }
}
