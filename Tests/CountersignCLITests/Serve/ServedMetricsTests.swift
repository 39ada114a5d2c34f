import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import ProgramTesting
import Testing
import ToolSupport
import WebAuthnModel

@testable import ServerCommands

@Suite("Metrics of serve")
struct ServedMetricsTests {
  @Test("the figures are on a port of their own, and not on the server's")
  func served() async throws {
    let folder = try TemporaryFolder()
    let (server, address, port) = try await serve(in: folder)
    #expect(try await get(address + "/metrics").status == 404)
    // Counted a moment after the start.
    var text = ""
    for _ in 0..<100 where !text.contains("countersign_open_sessions 0\n") {
      try await Task.sleep(for: .milliseconds(50))
      text = try await get("http://127.0.0.1:\(port)/metrics").body
    }
    #expect(text.contains("countersign_open_sessions 0\n"))
    #expect(
      text.contains(
        #"countersign_requests_total{method="GET",route="none",status="404"} 1"#))
    #expect(!text.contains("countersign_store_commits_total 0\n"))
    #expect(text.contains("\ncountersign_process_start_time_seconds 1"))
    #expect(server.end(by: SIGTERM) == 0)
  }

  #if PostgreSQL
    @Test("a server on PostgreSQL shows its connections, and what it commits")
    func servedOnPostgreSQL() async throws {
      let folder = try TemporaryFolder()
      let (server, _, port) = try await serve(
        in: folder, ["--database", PrivatePostgreSQL.shared().newDatabase()])
      let text = try await get("http://127.0.0.1:\(port)/metrics").body
      let numbers = text.split(separator: "\n").reduce(into: [String: Int]()) { numbers, line in
        let words = line.split(separator: " ")
        if !line.hasPrefix("#"), words.count == 2 { numbers[String(words[0])] = Int(words[1]) }
      }
      #expect(numbers["countersign_store_commits_total"] ?? 0 > 0)
      for use in ["reader", "writer"] {
        let open = ["busy", "idle"].reduce(0) { sum, state in
          sum + (numbers["countersign_store_connections{state=\"\(state)\",use=\"\(use)\"}"] ?? 0)
        }
        #expect(open > 0, "\(use)")
        let waits = numbers["countersign_store_connection_wait_seconds_count{use=\"\(use)\"}"]
        #expect(waits ?? 0 > 0, "\(use)")
      }
      #expect(server.end(by: SIGTERM) == 0)
    }
  #endif

  @Test("a port of the metrics that is taken is said to be that")
  func taken() async throws {
    let folder = try TemporaryFolder()
    let holder = try DemoServer(folder: folder.file("holder"))
    let outcome = try await BuiltProgram.run([
      "serve", "--demo", "--port", "0", "--data", folder.file("data"), "--metrics-port",
      "\(holder.port)",
    ])
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("port \(holder.port) is taken"))
    #expect(outcome.errors.contains("--metrics-port 0 takes a free one"))
    holder.end(by: SIGKILL)
  }

  /// Starts a server with a port for its metrics.
  private func serve(
    in folder: TemporaryFolder, _ arguments: [String] = []
  ) async throws -> (server: ChildProcess, address: String, metricsPort: Int) {
    let log = folder.file("log")
    #expect(FileManager.default.createFile(atPath: log, contents: nil))
    let server = try ChildProcess(
      BuiltProgram.url,
      [
        "serve", "--demo", "--port", "0", "--data", folder.file("data"), "--metrics-port", "0",
      ] + arguments, errors: try #require(FileHandle(forWritingAtPath: log)))
    let address = try ReadyLine.read(server.output)
    return (server, address, try #require(try await metricsPort(in: log)))
  }

  private func get(_ url: String) async throws -> (status: UInt, body: String) {
    let response = try await HTTPClient.shared.execute(
      HTTPClientRequest(url: url), timeout: .seconds(20))
    return (
      response.status.code, String(buffer: try await response.body.collect(upTo: 1 << 20))
    )
  }

  /// The port that the log names, once it does.
  private func metricsPort(in log: String) async throws -> Int? {
    for _ in 0..<200 {
      let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
      if let line = lines.first(where: { $0.contains(#""metrics are served""#) }) {
        return line.firstMatch(of: /"port":"?(?<port>\d+)/).flatMap { Int($0.port) }
      }
      try await Task.sleep(for: .milliseconds(50))
    }
    return nil
  }
}
