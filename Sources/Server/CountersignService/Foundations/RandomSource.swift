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
    // Eight at a time: each draw is a call of the system, whatever its size.
    var generator = SystemRandomNumberGenerator()
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count {
      withUnsafeBytes(of: generator.next()) { drawn in
        bytes.append(contentsOf: drawn.prefix(count - bytes.count))
      }
    }
    return bytes
  }
}
