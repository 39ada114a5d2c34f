import Foundation
import Synchronization

/// An HTTP server on this machine that answers every request with the same bytes, whatever they
/// are, and keeps the requests.
package final class ScriptedServer: Sendable {
  /// The treatment of a request.
  package enum Answer: Sendable {
    /// Sends these bytes and closes.
    case bytes(String)
    /// Sends these bytes and keeps the connection open, but answers nothing more on it.
    case once(String)
    /// Sends these bytes for each request of a connection, which stays open.
    case kept(String)
    /// Sends nothing and keeps the connection open.
    case silence
  }

  package let address: String
  private let descriptor: Int32
  private let received = Mutex<[String]>([])
  private let accepted = Mutex(0)

  /// The requests so far, head and body.
  package var requests: [String] { received.withLock { $0 } }

  /// The number of connections so far.
  package var connectionCount: Int { accepted.withLock { $0 } }

  package init(_ answer: Answer) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let isListening = withUnsafeMutablePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && listen(descriptor, 16) == 0
          && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isListening else { throw POSIXError(.EADDRNOTAVAIL) }
    address = "http://127.0.0.1:\(UInt16(bigEndian: name.sin_port))"
    Thread.detachNewThread { [weak self] in
      while true {
        let connection = accept(descriptor, nil, nil)
        guard connection >= 0, let self else { return }
        self.accepted.withLock { $0 += 1 }
        // A client may hold a connection on which it asks nothing.
        Thread.detachNewThread { self.serve(connection, answer) }
      }
    }
  }

  deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }

  private func serve(_ connection: Int32, _ answer: Answer) {
    while let request = receive(from: connection) {
      received.withLock { $0.append(request) }
      switch answer {
      case .bytes(let text):
        deliver(text, on: connection)
        close(connection)
        return
      case .once(let text): return deliver(text, on: connection)
      case .kept(let text): deliver(text, on: connection)
      case .silence: return
      }
    }
    close(connection)
  }

  /// The next request, head and body; nil at the end of the connection.
  private func receive(from connection: Int32) -> String? {
    var request = Data()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while !Self.isWhole(request) {
      let count = read(connection, &buffer, buffer.count)
      guard count > 0 else { return nil }
      request += buffer[..<count]
    }
    return String(decoding: request, as: UTF8.self)
  }

  private func deliver(_ text: String, on connection: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
  }

  private static func isWhole(_ request: Data) -> Bool {
    let text = String(decoding: request, as: UTF8.self)
    guard let end = text.range(of: "\r\n\r\n") else { return false }
    let length = text[..<end.lowerBound].split(separator: "\r\n")
      .first { $0.lowercased().hasPrefix("content-length:") }
      .flatMap { Int($0.split(separator: ":")[1].trimmingCharacters(in: .whitespaces)) }
    return text[end.upperBound...].utf8.count >= length ?? 0
  }
}

extension ScriptedServer.Answer {
  /// A well-formed answer.
  package static func http(_ status: Int, _ body: String = "", head: String = "") -> Self {
    .bytes(
      "HTTP/1.1 \(status) status\r\nContent-Length: \(body.utf8.count)\r\n"
        + "Content-Type: application/json\r\nConnection: close\r\n\(head)\r\n\(body)")
  }
}
