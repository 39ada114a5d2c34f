import AirtimeServer
import CountersignCore
import Foundation
import ProgramTesting
import Testing
import WebAuthnModel

@testable import AirtimeTerminal

@Suite("a supplier over HTTP")
struct HTTPSupplierTests {
  private func supply(
    from address: String, timeoutSeconds: Int64 = 600
  ) async throws -> SupplyOutcome {
    try await withSupplier(address, timeoutSeconds: timeoutSeconds) { await $0.supply(.sample) }
  }

  @Test("completed is supplied, with the supplier's reference")
  func completed() async throws {
    let server = try ScriptedServer(.http(200, sold))
    #expect(try await supply(from: server.address) == .supplied(reference: "r-1"))
  }

  @Test("failed is refused")
  func failed() async throws {
    let server = try ScriptedServer(.http(200, #"{"status":"failed","transactionId":"tx_1"}"#))
    let outcome = try await supply(from: server.address)
    guard case .refused = outcome else {
      Issue.record("not refused: \(outcome)")
      return
    }
  }

  @Test("one order goes out, with its id as idempotency key")
  func order() async throws {
    let server = try ScriptedServer(.http(503))
    #expect(try await supply(from: server.address + "/").isUnknown)
    #expect(server.requests.count == 1)
    let request = try #require(server.requests.first)
    #expect(request.hasPrefix("POST /topups HTTP/1.1\r\n"))
    #expect(request.lowercased().contains("idempotency-key: tx_1\r\n"))
    #expect(request.contains("User-Agent: Countersign/"))
    let body = try #require(request.components(separatedBy: "\r\n\r\n").last)
    #expect(
      try SupplyOrderBody(json: JSONValue(parsing: Array(body.utf8)))
        == SupplyOrderBody(.sample))
  }

  @Test(
    "whatever is no definite answer leaves the outcome unknown",
    arguments: indefiniteAnswers)
  func indefinite(_ status: Int, _ body: String) async throws {
    let server = try ScriptedServer(.http(status, body))
    #expect(try await supply(from: server.address).isUnknown)
  }

  @Test("an order is not carried on to where a redirect points", arguments: [302, 307, 308])
  func redirected(_ status: Int) async throws {
    let elsewhere = try ScriptedServer(.http(200, sold))
    let server = try ScriptedServer(.http(status, head: "Location: \(elsewhere.address)\r\n"))
    #expect(try await supply(from: server.address).isUnknown)
    #expect(elsewhere.requests.isEmpty)
  }

  @Test("an answer without end leaves the outcome unknown")
  func endless() async throws {
    let padding = String(repeating: " ", count: 200_000)
    let server = try ScriptedServer(.http(200, padding + sold))
    #expect(try await supply(from: server.address).isUnknown)
  }

  @Test("no answer in time leaves the outcome unknown, and its reason holds no address")
  func silent() async throws {
    let server = try ScriptedServer(.silence)
    let outcome = try await supply(from: server.address + "/secret", timeoutSeconds: 1)
    #expect(outcome.isUnknown)
    #expect(!"\(outcome)".contains("secret"))
  }

  @Test("a half answer leaves the outcome unknown")
  func torn() async throws {
    let server = try ScriptedServer(
      .bytes("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n" + sold))
    #expect(try await supply(from: server.address).isUnknown)
  }

  @Test("nobody there leaves the outcome unknown")
  func nobody() async throws {
    #expect(try await supply(from: "http://127.0.0.1:1").isUnknown)
  }
}

private let sold = #"{"status":"completed","transactionId":"tx_1","reference":"r-1"}"#

private let indefiniteAnswers: [(Int, String)] = [
  (200, ""), (200, "{}"), (200, "null"), (200, "<html>"), (200, sold + "}"),
  (200, #"{"status":"completed","transactionId":"tx_2","reference":"r-1"}"#),
  (200, #"{"status":"completed","transactionId":"tx_1"}"#),
  (200, #"{"status":"pending","transactionId":"tx_1","reference":"r-1"}"#),
  (200, #"{"status":"failed","transactionId":"tx_2"}"#),
  (200, #"{"status":"failed"}"#),
  (201, sold), (202, sold), (301, sold), (400, sold), (404, sold),
  (409, sold), (422, sold), (429, sold), (500, sold), (502, sold),
]
