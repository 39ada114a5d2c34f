/// The source of random bytes.
public struct RandomSource: Sendable {
  private let makeBytes: @Sendable (Int) -> [UInt8]

  /// A source of a host's or a test's own.
  public init(_ makeBytes: @escaping @Sendable (Int) -> [UInt8]) { self.makeBytes = makeBytes }

  /// The platform's cryptographically secure source.
  public static let system = RandomSource { count in
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  /// Random bytes.
  public func bytes(_ count: Int) -> [UInt8] { makeBytes(count) }
}
