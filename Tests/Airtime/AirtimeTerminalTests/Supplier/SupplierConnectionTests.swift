import AirtimeServer
import CountersignCore
import ProgramTesting
import Testing

@testable import AirtimeTerminal

@Suite("the connections to a supplier")
struct SupplierConnectionTests {
  @Test(
    "an order goes to /topups under the supplier's address",
    arguments: [
      ("", "/topups"), ("/", "/topups"), ("/v2", "/v2/topups"), ("/v2/", "/v2/topups"),
      ("/a%20b", "/a%20b/topups"), ("/v2?key=1", "/v2/topups?key=1"),
    ])
  func address(_ given: String, _ expected: String) async throws {
    let server = try ScriptedServer(.http(200, sold))
    let outcome = try await withSupplier(server.address + given) { await $0.supply(.sample) }
    #expect(outcome == .supplied(reference: "r-1"))
    let request = try #require(server.requests.first)
    #expect(request.hasPrefix("POST \(expected) HTTP/1.1\r\n"))
    let authority = server.address.dropFirst("http://".count)
    #expect(request.lowercased().contains("\r\nhost: \(authority)\r\n"))
  }

  @Test("orders one after the other share a connection")
  func reused() async throws {
    let server = try ScriptedServer(.kept(keptAnswer))
    try await withSupplier(server.address) { supplier in
      for _ in 1...5 { #expect(await supplier.supply(.sample) == .supplied(reference: "r-1")) }
    }
    #expect(server.requests.count == 5)
    // The client may have asked again before its pool had the connection back.
    #expect(server.connectionCount < 5)
  }

  @Test("a connection that the supplier ends with its answer is not used again")
  func ended() async throws {
    let server = try ScriptedServer(.http(200, sold))
    try await withSupplier(server.address) { supplier in
      for _ in 1...3 { #expect(await supplier.supply(.sample) == .supplied(reference: "r-1")) }
    }
    #expect(server.requests.count == 3)
    #expect(server.connectionCount == 3)
  }

  @Test("each of many orders at once has an answer of its own")
  func many() async throws {
    let server = try ScriptedServer(.http(200, sold))
    let outcomes = try await outcomes(ofMany: 40, from: server, timeoutSeconds: 600)
    #expect(outcomes.count == 40 && outcomes.allSatisfy { $0 == .supplied(reference: "r-1") })
    #expect(server.requests.count == 40)
  }

  @Test("an order that waits behind silent ones is given up in time too")
  func silent() async throws {
    let server = try ScriptedServer(.silence)
    let outcomes = try await outcomes(ofMany: 40, from: server, timeoutSeconds: 1)
    #expect(outcomes.count == 40 && outcomes.allSatisfy(\.isUnknown))
  }

  @Test("an order on a connection that answered an earlier one is given up in time too")
  func silentLater() async throws {
    let server = try ScriptedServer(.once(keptAnswer))
    try await withSupplier(server.address, timeoutSeconds: 1) { supplier in
      #expect(await supplier.supply(.sample) == .supplied(reference: "r-1"))
      #expect(await supplier.supply(.sample).isUnknown)
    }
  }

  @Test("an answer that begins and does not end is given up in time too")
  func slowBody() async throws {
    let server = try ScriptedServer(
      .once("HTTP/1.1 200 OK\r\nContent-Length: \(sold.utf8.count + 1)\r\n\r\n\(sold)"))
    #expect(
      try await withSupplier(server.address, timeoutSeconds: 1) {
        await $0.supply(.sample).isUnknown
      })
  }

  @Test("a cancelled order is unknown at once")
  func cancelled() async throws {
    let server = try ScriptedServer(.silence)
    try await withSupplier(server.address) { supplier in
      let order = Task { await supplier.supply(.sample) }
      while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
      order.cancel()
      #expect(await order.value.isUnknown)
    }
  }

  @Test("an answer in the clear is none where the address is https")
  func secure() async throws {
    let server = try ScriptedServer(.http(200, sold))
    let address = server.address.replacing("http://", with: "https://")
    #expect(
      try await withSupplier(address, timeoutSeconds: 1) { await $0.supply(.sample).isUnknown })
  }

  private func outcomes(
    ofMany count: Int, from server: ScriptedServer, timeoutSeconds: Int64
  ) async throws -> [SupplyOutcome] {
    try await withSupplier(server.address, timeoutSeconds: timeoutSeconds) { supplier in
      await withTaskGroup(of: SupplyOutcome.self) { group in
        for _ in 0..<count { group.addTask { await supplier.supply(.sample) } }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }
  }
}

private let sold = #"{"status":"completed","transactionId":"tx_1","reference":"r-1"}"#
private let keptAnswer =
  "HTTP/1.1 200 OK\r\nContent-Length: \(sold.utf8.count)\r\n\r\n\(sold)"
