import Foundation

/// One HTTP/1.1 request to a port of this machine, over a connection of its own.
///
/// chromedriver writes `Content-Length:249` without a space, which Foundation's URL loading on
/// Linux cannot read.
package struct LocalConnection {
  package let port: Int

  /// An answer's status and body.
  package struct Answer: Sendable {
    package let status: Int
    package let body: [UInt8]
  }

  /// Sends a request and reads its answer.
  package func send(_ method: String, _ path: String, _ body: [UInt8]) async throws -> Answer {
    let head =
      "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
      + "Content-Type: application/json; charset=utf-8\r\nContent-Length: \(body.count)\r\n\r\n"
    let request = Array(head.utf8) + body
    return try await withCheckedThrowingContinuation { continuation in
      // Off the cooperative threads: the socket is read until the answer is whole.
      DispatchQueue.global().async {
        continuation.resume(with: Result { try exchange(request) })
      }
    }
  }

  private func exchange(_ request: [UInt8]) throws -> Answer {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    // The driver's own limits come first.
    var limit = timeval(tv_sec: 660, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = UInt16(port).bigEndian
    name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isConnected = withUnsafePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { throw POSIXError(.ECONNREFUSED) }
    try write(request, to: descriptor)
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      if let answer = Self.answer(in: received) { return answer }
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { throw POSIXError(.ECONNRESET) }
      received += buffer[..<count]
    }
  }

  private func write(_ bytes: [UInt8], to descriptor: Int32) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw POSIXError(.ECONNRESET) }
      rest = rest.dropFirst(count)
    }
  }

  /// The answer, once its head and as many bytes as the head promises are there.
  private static func answer(in received: [UInt8]) -> Answer? {
    guard let end = received.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let lines = String(decoding: received[..<end.lowerBound], as: UTF8.self)
      .split(separator: "\r\n")
    let length = lines.first { $0.lowercased().hasPrefix("content-length:") }
      .flatMap { Int($0.drop { $0 != ":" }.dropFirst().trimmingCharacters(in: .whitespaces)) }
    let body = received[end.upperBound...]
    guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }),
      let length, body.count >= length
    else { return nil }
    return Answer(status: status, body: Array(body.prefix(length)))
  }
}
