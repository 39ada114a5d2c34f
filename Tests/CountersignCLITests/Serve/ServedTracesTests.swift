import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import ProgramTesting
import Testing
import WebAuthnModel

@testable import ServerCommands

@Suite("Traces of serve")
struct ServedTracesTests {
  private static let traceID = "0af7651916cd43dd8448eb211c80319c"

  @Test("a request's trace is at the collector once the server has ended, and in the log")
  func served() async throws {
    let collector = try ScriptedServer(.http(200, "{}"))
    let (requests, log) = try await serve(collector.address + "/") { address in
      try await Self.ask(address)
    }
    #expect(requests == 1)
    let sent = collector.requests.filter { $0.contains(Self.traceID) }
    #expect(sent.count == 1)
    let request = try #require(sent.first)
    #expect(request.hasPrefix("POST /v1/traces HTTP/1.1\r\n"))
    #expect(request.lowercased().contains("content-type: application/json\r\n"))
    #expect(request.contains("\r\nUser-Agent: Countersign/"))
    #expect(!request.lowercased().contains("\r\ntraceparent:"))
    let body = try #require(request.components(separatedBy: "\r\n\r\n").last)
    #expect(body.contains(#""name":"GET /health/ready""#))
    #expect(body.contains(#"{"key":"service.name","value":{"stringValue":"countersign"}}"#))
    let line = try #require(log.first { $0.contains(Self.traceID) })
    var reader = try JSONObjectReader(JSONValue(parsing: Array(line.utf8)))
    #expect(try reader.string("message") == "request")
    #expect(try reader.string("trace_id") == Self.traceID)
    let span = try reader.string("span_id")
    #expect(body.contains(#""spanId":"\#(span)""#))
    #expect(log.contains { $0.contains(#""spans were sent""#) && $0.contains(#""dropped":"0""#) })
  }

  @Test("a collector that is away delays no request and no end, and the log counts what it missed")
  func away() async throws {
    let gone = try ScriptedServer(.bytes("")).address
    let start = ContinuousClock.now
    let (requests, log) = try await serve(gone) { address in
      try await Self.ask(address)
    }
    #expect(requests == 1)
    #expect(ContinuousClock.now - start < .seconds(120))
    let counts = try #require(log.last { $0.contains(#""spans were sent""#) })
    #expect(counts.contains(#""sent":"0""#))
    #expect(!counts.contains(#""dropped":"0""#))
  }

  @Test("without a collector no line of the log has a trace")
  func off() async throws {
    let (_, log) = try await serve(nil) { address in try await Self.ask(address) }
    #expect(log.contains { $0.contains(#""message":"request""#) })
    #expect(!log.contains { $0.contains("trace_id") })
  }

  /// Asks for the server's health within a trace.
  private static func ask(_ address: String) async throws -> Int {
    var request = HTTPClientRequest(url: address + "/health/ready")
    request.headers.add(name: "traceparent", value: "00-\(traceID)-b7ad6b7169203331-01")
    let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
    #expect(response.status == .ok)
    return 1
  }

  /// Runs a server while a body runs, and gives the lines of its log.
  private func serve<Outcome>(
    _ collector: String?, _ body: (String) async throws -> Outcome
  ) async throws -> (Outcome, [Substring]) {
    let folder = try TemporaryFolder()
    let log = folder.file("log")
    #expect(FileManager.default.createFile(atPath: log, contents: nil))
    let server = try ChildProcess(
      BuiltProgram.url,
      ["serve", "--demo", "--port", "0", "--data", folder.file("data")]
        + (collector.map { ["--otlp", $0] } ?? []),
      errors: try #require(FileHandle(forWritingAtPath: log)))
    let outcome = try await body(try ReadyLine.read(server.output))
    #expect(server.end(by: SIGTERM) == 0)
    let text = try String(contentsOfFile: log, encoding: .utf8)
    return (outcome, text.split(separator: "\n"))
  }
}
