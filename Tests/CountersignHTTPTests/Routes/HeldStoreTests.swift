import CountersignCore
import CountersignHTTP
import CountersignSQLite
import CountersignTesting
import Foundation
import Testing
import WireModel

@Suite(
  "A file that another program writes to", .timeLimit(.minutes(2)),
  .enabled(if: TestedStore.Driver.ofEnvironment == .sqlite))
struct HeldStoreTests {
  // Holds: durability
  @Test("calls are 503 busy, which is sent again, and readiness says why")
  func busy() async throws {
    let server = try await ServerHarness()
    let token = try await server.signUp()
    let file = server.harness.directory.appending(path: "countersign.sqlite").path
    let other = try SQLiteStore(path: file, schemas: [], seals: .none)
    let (hasBegun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let holding = Task {
      try await other.write { _ in
        hasBegun.signal()
        mayEnd.wait()
      }
    }
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        hasBegun.wait()
        continuation.resume()
      }
    }
    for request in [
      RawRequest(method: "GET", target: "/health/ready"),
      RawRequest(
        method: "POST", target: "/codes",
        fields: [
          (name: "Authorization", value: "Bearer \(token)"),
          (name: "Content-Type", value: "application/json"),
        ], body: Array(#"{"purpose":"register"}"#.utf8)),
    ] {
      let response = try await server.transport.send(request)
      #expect(response.status == 503, "\(request.target)")
      #expect(response.field("Retry-After") == "1")
      let problem = try problem(response)
      #expect(problem.reason == .busy)
      if request.method == "GET" { #expect(problem.detail.contains("another program writes")) }
    }
    mayEnd.signal()
    try await holding.value
    try await other.close()
    let ready = try await server.transport.send(RawRequest(method: "GET", target: "/health/ready"))
    #expect(ready.status == 200)
  }
}
