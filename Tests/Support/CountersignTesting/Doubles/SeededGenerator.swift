public import CountersignCore
import Synchronization

/// SplitMix64: randomness that a failing run can repeat from its seed.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Makes a generator that always draws the same.
  public init(seed: UInt64) { state = seed }

  /// Draws 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Changes bytes in a few places: flips, removes, doubles, replaces, cuts.
  public mutating func mutated(_ original: [UInt8]) -> [UInt8] {
    var bytes = original
    for _ in 0..<Int.random(in: 1...4, using: &self) where !bytes.isEmpty {
      let place = Int.random(in: bytes.indices, using: &self)
      switch Int.random(in: 0..<6, using: &self) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &self)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(bytes[place], at: place)
      case 3: bytes[place] = UInt8.random(in: .min ... .max, using: &self)
      case 4: bytes.removeSubrange(place...)
      default:
        let end = Int.random(in: place...bytes.count, using: &self)
        bytes.insert(contentsOf: bytes[place..<end], at: place)
      }
    }
    return bytes
  }
}

/// Randomness for a service, the same in each run.
public final class SeededRandomSource: RandomBytes {
  private let generator: Mutex<SeededGenerator>

  /// Makes a source that always draws the same.
  public init(seed: UInt64) { generator = Mutex(SeededGenerator(seed: seed)) }

  /// The next bytes.
  public func bytes(_ count: Int) -> [UInt8] {
    generator.withLock { generator in
      (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next() >> 56) }
    }
  }
}
