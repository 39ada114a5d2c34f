extension Challenge {
  /// Makes 32 random bytes.
  ///
  /// - Parameter generator: A cryptographically secure one, as the system's
  ///   (`SystemRandomNumberGenerator`) is.
  public init(using generator: inout some RandomNumberGenerator) {
    self.init(randomBytes(using: &generator))
  }
}

extension UserHandle {
  /// Makes 32 random bytes, since a handle says nothing about its person (section 14.6.1).
  ///
  /// - Parameter generator: A cryptographically secure one, as the system's
  ///   (`SystemRandomNumberGenerator`) is.
  public init(using generator: inout some RandomNumberGenerator) {
    self.init(randomBytes(using: &generator))
  }
}

private func randomBytes(using generator: inout some RandomNumberGenerator) -> [UInt8] {
  (0..<4).flatMap { _ in withUnsafeBytes(of: generator.next() as UInt64, Array.init) }
}
