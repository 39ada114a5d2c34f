import ProgramTesting
import Testing
import ToolSupport

@testable import countersign_bench

@Suite("a connection of a benchmark", .timeLimit(.minutes(5)))
struct BenchConnectionTests {
  @Test("one that was closed between two calls fails the next, instead of waiting forever")
  func closedBetween() async throws {
    let server = try ScriptedServer(.http(200, "here"))
    let connection = try await BenchConnection.open(port: try port(of: server))
    #expect(try await connection.askWhetherAlive(port: 0).status == 200)
    while connection.isOpen { try await Task.sleep(for: .milliseconds(10)) }
    #expect(await failure(of: connection) == closed)
    #expect(server.requests.count == 1)
  }

  @Test("one that is closed instead of an answer fails its call")
  func closedInstead() async throws {
    let server = try ScriptedServer(.bytes(""))
    let connection = try await BenchConnection.open(port: try port(of: server))
    #expect(await failure(of: connection) == closed)
    #expect(server.requests.count == 1)
  }

  @Test("one that was closed between two calls is opened again, and an open one stays")
  func reopened() async throws {
    let server = try ScriptedServer(.http(200, "here"))
    let first = try await BenchConnection.open(port: try port(of: server))
    #expect(try await first.reopened(port: try port(of: server)) === first)
    #expect(try await first.askWhetherAlive(port: 0).status == 200)
    while first.isOpen { try await Task.sleep(for: .milliseconds(10)) }
    let second = try await first.reopened(port: try port(of: server))
    #expect(try await second.askWhetherAlive(port: 0).status == 200)
    #expect(server.connectionCount == 2)
  }

  private let closed = CommandFailure(
    .environment, "the server closed a connection", hint: "its log says why")

  /// Why a call has failed; nil where it has not, or not before the test's time is up.
  private func failure(of connection: BenchConnection) async -> CommandFailure? {
    let (first, continuation) = AsyncStream<CommandFailure?>.makeStream()
    // It is not waited for: a call that is never answered would hold up the test.
    let call = Task {
      do {
        _ = try await connection.askWhetherAlive(port: 0)
        continuation.yield(nil)
      } catch {
        continuation.yield(error as? CommandFailure)
      }
    }
    defer { call.cancel() }
    return await first.first { _ in true } ?? nil
  }

  private func port(of server: ScriptedServer) throws -> Int {
    try #require(server.address.split(separator: ":").last.flatMap { Int($0) })
  }
}
