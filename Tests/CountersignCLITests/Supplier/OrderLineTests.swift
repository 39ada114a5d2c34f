import CountersignCore
import Testing

@testable import CountersignCLI

@Suite("the line to a supplier")
struct OrderLineTests {
  @Test(
    "an address is taken apart",
    arguments: [
      ("http://localhost:8080", "localhost", 8080, "/topups", "localhost:8080"),
      ("http://supplier.example/", "supplier.example", 80, "/topups", "supplier.example"),
      ("https://supplier.example/v2", "supplier.example", 443, "/v2/topups", "supplier.example"),
      ("http://[::1]:9/", "::1", 9, "/topups", "[::1]:9"),
    ])
  func address(
    _ text: String, _ host: String, _ port: Int, _ path: String, _ authority: String
  ) throws {
    let address = try #require(OrderAddress(text))
    #expect(address.host == host)
    #expect(address.port == port)
    #expect(address.path == path)
    #expect(address.authority == authority)
    #expect(address.isSecure == text.hasPrefix("https"))
  }

  @Test("what is no address over HTTP is none", arguments: ["", "localhost", "ftp://a", "http://"])
  func noAddress(_ text: String) {
    #expect(OrderAddress(text) == nil)
  }

  @Test("a connection that the supplier ends with its answer is not used again")
  func ended() async throws {
    let server = try ScriptedServer(.http(200, sold))
    let supplier = HTTPSupplier(address: server.address, timeoutSeconds: 600)
    for _ in 1...3 { #expect(await supplier.supply(.sample) == .supplied(reference: "r-1")) }
    #expect(server.requests.count == 3)
  }

  @Test("each of many orders at once has an answer of its own")
  func many() async throws {
    let server = try ScriptedServer(.http(200, sold))
    let supplier = HTTPSupplier(address: server.address, timeoutSeconds: 600)
    let outcomes = await withTaskGroup(of: SupplyOutcome.self) { group in
      for _ in 0..<40 { group.addTask { await supplier.supply(.sample) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.allSatisfy { $0 == .supplied(reference: "r-1") })
    #expect(server.requests.count == 40)
  }

  @Test("an order that waits behind silent ones is given up in time too")
  func silent() async throws {
    let server = try ScriptedServer(.silence)
    let supplier = HTTPSupplier(address: server.address, timeoutSeconds: 1)
    let outcomes = await withTaskGroup(of: SupplyOutcome.self) { group in
      for _ in 0..<40 { group.addTask { await supplier.supply(.sample) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    for outcome in outcomes {
      guard case .unknown = outcome else {
        Issue.record("not unknown: \(outcome)")
        continue
      }
    }
  }

  @Test("an order on a connection that answered an earlier one is given up in time too")
  func silentLater() async throws {
    let server = try ScriptedServer(
      .once("HTTP/1.1 200 OK\r\nContent-Length: \(sold.utf8.count)\r\n\r\n\(sold)"))
    let supplier = HTTPSupplier(address: server.address, timeoutSeconds: 1)
    // Each event loop has a connection of its own, whose first order is answered.
    var outcome = SupplyOutcome.supplied(reference: "r-1")
    while outcome == .supplied(reference: "r-1") { outcome = await supplier.supply(.sample) }
    guard case .unknown = outcome else {
      Issue.record("not unknown: \(outcome)")
      return
    }
  }

  @Test("a cancelled order is unknown at once")
  func cancelled() async throws {
    let server = try ScriptedServer(.silence)
    let supplier = HTTPSupplier(address: server.address, timeoutSeconds: 600)
    let order = Task { await supplier.supply(.sample) }
    while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
    order.cancel()
    guard case .unknown = await order.value else {
      Issue.record("not unknown")
      return
    }
  }

  @Test("an answer in the clear is none where the address is https")
  func secure() async throws {
    let server = try ScriptedServer(.http(200, sold))
    let address = server.address.replacing("http://", with: "https://")
    let outcome = await HTTPSupplier(address: address, timeoutSeconds: 1).supply(.sample)
    guard case .unknown = outcome else {
      Issue.record("not unknown: \(outcome)")
      return
    }
  }
}

private let sold = #"{"status":"completed","transactionId":"tx_1","reference":"r-1"}"#
