import Foundation

/// A plain connection, for clients that do not behave.
public final class RawConnection: Sendable {
  private let descriptor: Int32

  /// Connects to a port of this machine.
  ///
  /// - Parameters:
  ///   - port: The port.
  ///   - source: The address of this machine to come from; nil for any.
  /// - Throws: ``RawConnectionError`` where nobody listens.
  public init(port: Int, from source: String? = nil) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    if let source {
      var own = sockaddr_in()
      own.sin_family = sa_family_t(AF_INET)
      own.sin_addr.s_addr = inet_addr(source)
      _ = withUnsafePointer(to: &own) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw RawConnectionError.notConnected }
  }

  deinit { close(descriptor) }

  /// Sends a text, as far as it can be sent.
  public func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Foundation.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Tells if something comes within a time.
  public func isAnswered(withinMilliseconds time: Int32) -> Bool {
    var descriptors = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
    return poll(&descriptors, 1, time) == 1
  }

  /// The text that comes next; empty once the server has closed the connection.
  public func readNext() async -> String {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { [descriptor] in
        var chunk = [UInt8](repeating: 0, count: 4096)
        let count = max(0, recv(descriptor, &chunk, chunk.count, 0))
        continuation.resume(returning: String(decoding: chunk[..<count], as: UTF8.self))
      }
    }
  }

  /// All that comes until the server closes the connection.
  public func readToEnd() async -> String {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { [descriptor] in
        var received: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
          let count = recv(descriptor, &chunk, chunk.count, 0)
          if count <= 0 { break }
          received.append(contentsOf: chunk[..<count])
        }
        continuation.resume(returning: String(decoding: received, as: UTF8.self))
      }
    }
  }
}

/// A connection that could not be made.
public enum RawConnectionError: Error {
  /// Nobody listens.
  case notConnected
}
