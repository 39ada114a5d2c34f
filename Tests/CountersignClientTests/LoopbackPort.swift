import Foundation

/// A port of this machine that no other process gets until it is released; connections to it are
/// refused as long as nobody listens.
struct LoopbackPort: Sendable {
  let number: UInt16
  let descriptor: Int32

  init() throws {
    let descriptor = socket(AF_INET, Self.stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isBound else { throw POSIXError(.EADDRINUSE) }
    self.descriptor = descriptor
    number = UInt16(bigEndian: address.sin_port)
  }

  func release() { close(descriptor) }

  #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
  #else
    private static let stream = SOCK_STREAM
  #endif
}
