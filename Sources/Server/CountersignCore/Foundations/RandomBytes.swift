#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The source of the service's randomness: a seam, so that tests are repeatable.
public protocol RandomBytes: Sendable {
  /// So many random bytes.
  func bytes(_ count: Int) -> [UInt8]
}

/// The system's cryptographic randomness.
public struct SystemRandomBytes: RandomBytes {
  /// The system's cryptographic randomness.
  public init() {}

  /// So many random bytes.
  public func bytes(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      // One call of the system gives 256 bytes at most.
      while initialized < count {
        let part = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[initialized..<count].prefix(256))
        guard getentropy(part.baseAddress, part.count) == 0 else {
          preconditionFailure("the system has no randomness")
        }
        initialized += part.count
      }
    }
  }
}
