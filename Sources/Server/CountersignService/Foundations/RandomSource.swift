/// Where the service draws randomness: a seam, so that tests are repeatable.
public protocol RandomSource: Sendable {
  /// So many random bytes.
  func bytes(_ count: Int) -> [UInt8]
}

/// The system's cryptographic randomness.
public struct SystemRandomSource: RandomSource {
  /// The system's cryptographic randomness.
  public init() {}

  /// So many random bytes.
  public func bytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }
}
