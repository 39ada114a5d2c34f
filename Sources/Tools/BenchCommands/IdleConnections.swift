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
    var connections: [BenchConnection] = []
    do {
      for _ in 0..<count {
        try Task.checkCancellation()
        let connection = try await BenchConnection.open(port: port)
        connections.append(connection)
        _ = try await connection.askWhetherAlive(port: port)
      }
    } catch {
      for connection in connections { await connection.close() }
      throw error
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

extension BenchConnection {
  /// Asks the least that a server can be asked.
  func askWhetherAlive(port: Int) async throws -> BenchAnswer {
    try await send(
      ByteBuffer(string: "GET /health/live HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n"))
  }
}
