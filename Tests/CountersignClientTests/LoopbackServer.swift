import Foundation

/// A server on the loopback that answers each connection with fixed bytes, for a transport's tests.
final class LoopbackServer: Sendable {
  let port: UInt16
  private let listener: Int32

  /// Answers with `answer` once a request has come, or closes without a word where it is nil.
  init(answer: String?) throws {
    let listener = socket(AF_INET, Self.stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 8) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    guard bound else { throw POSIXError(.EADDRINUSE) }
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread {
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        var request = [UInt8](repeating: 0, count: 65_536)
        _ = request.withUnsafeMutableBytes { read(connection, $0.baseAddress, $0.count) }
        let bytes = Array((answer ?? "").utf8)
        _ = bytes.withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
        close(connection)
      }
    }
  }

  /// Stops listening: from here on connections are refused.
  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
  #else
    private static let stream = SOCK_STREAM
  #endif
}
