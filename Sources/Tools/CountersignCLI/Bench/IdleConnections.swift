import Foundation
import NIOCore

/// Connections that are open and ask nothing, as those of apps that are merely open are.
struct IdleConnections {
  private let connections: [BenchConnection]

  /// Opens so many; each has asked once, so that the server holds all that a connection takes.
  static func open(_ count: Int, on target: BenchTarget) async throws -> IdleConnections {
    guard count > 0 else { return IdleConnections(connections: []) }
    guard let port = URL(string: target.url)?.port else {
      throw CommandFailure(.wrongUse, "\(target.url) has no port", hint: "name the port")
    }
    let request = ByteBuffer(
      string: "GET /health/live HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n")
    var connections: [BenchConnection] = []
    for _ in 0..<count {
      let connection = try await BenchConnection.open(port: port)
      _ = try await connection.send(request)
      connections.append(connection)
    }
    return IdleConnections(connections: connections)
  }

  /// Closes them; gives how many the server still held.
  func close() async -> Int {
    let held = connections.count(where: \.isOpen)
    for connection in connections { await connection.close() }
    return held
  }
}
