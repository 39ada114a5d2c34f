import Foundation

/// A server on the loopback that answers each connection with fixed bytes, for a transport's tests.
final class LoopbackServer: Sendable {
  private let listener: LoopbackPort

  var port: UInt16 { listener.number }

  /// Answers with `answer` once a request has come, or closes without a word where it is nil.
  init(answer: String?) throws {
    let listener = try LoopbackPort()
    guard listen(listener.descriptor, 8) == 0 else { throw POSIXError(.EADDRINUSE) }
    self.listener = listener
    Thread.detachNewThread {
      // Released only where nobody accepts any more: by then its number may be another socket's.
      defer { listener.release() }
      while true {
        let connection = accept(listener.descriptor, nil, nil)
        guard connection >= 0 else { return }
        var request = [UInt8](repeating: 0, count: 65_536)
        _ = request.withUnsafeMutableBytes { read(connection, $0.baseAddress, $0.count) }
        let bytes = Array((answer ?? "").utf8)
        _ = bytes.withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
        close(connection)
      }
    }
  }

  /// Has it accept no more connections.
  func stop() { shutdown(listener.descriptor, Int32(SHUT_RDWR)) }
}
