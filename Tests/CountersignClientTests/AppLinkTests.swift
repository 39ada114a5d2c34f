import CountersignClient
import CountersignTesting
import FlowModel
import Testing
import WireModel

@Suite("Links that lead into the app, and the subscription to every flow")
struct AppLinkTests {
  private static let id = "lnk_MTIzNDU2Nzg5MDEyMzQ1Ng"
  private static let server = "https://bank.example/pay"

  private func read(_ text: String) -> AppLink? {
    AppLink(text, server: Self.server, scheme: "bankapp")
  }

  @Test("a sign-in or an enrolment is read from a universal link and from the app's own scheme")
  func sessionLinks() throws {
    let address = try #require(LinkAddress(Self.id))
    #expect(read(Self.server + "/link#" + Self.id) == .session(address))
    #expect(read("bankapp://link#" + Self.id) == .session(address))
    #expect(read("BankApp://link#" + Self.id) == .session(address))
    let slashed = AppLink(Self.server + "/link#" + Self.id, server: Self.server + "/")
    #expect(slashed == .session(address))
  }

  @Test("a transaction is read with its account, or without")
  func transactionLinks() {
    #expect(read("bankapp://transaction#trx_1") == .transaction(id: "trx_1", account: nil))
    #expect(
      read(Self.server + "/transaction#trx_1?account=acc_2")
        == .transaction(id: "trx_1", account: "acc_2"))
  }

  @Test(
    "a link of another server, scheme or form is none of this app",
    arguments: [
      "", "#", "bankapp://", "bankapp://link", "bankapp://link#", "bankapp://link#short",
      "https://bank.example/link#" + id, "https://bank.example/payments/link#" + id,
      "https://bank.example/pay.evil.example/link#" + id, "http://bank.example/pay/link#" + id,
      "otherapp://link#" + id, "bankapp://pay#trx_1", "bankapp://transaction#",
      "bankapp://transaction#trx 1", "bankapp://transaction#trx_1?", "bankapp://transaction#../a",
      "bankapp://transaction#trx_1?account=", "bankapp://transaction#trx_1?user=acc_2",
      "bankapp://transaction#" + String(repeating: "a", count: 129),
      "bankapp://link#" + String(repeating: "A", count: 4096),
    ])
  func refusedLinks(text: String) {
    #expect(read(text) == nil)
  }

  @Test("a web link names its server, for a device that knows none yet")
  func serverOfLink() {
    #expect(AppLink.server(of: Self.server + "/link#" + Self.id) == Self.server)
    #expect(AppLink.server(of: Self.server + "/transaction#trx_1") == Self.server)
    #expect(AppLink.server(of: "http://localhost:8080/link#x") == "http://localhost:8080")
    for other in [
      "", "link#" + Self.id, "bankapp://link#" + Self.id, "https:///link#" + Self.id,
      Self.server + "/stop#" + Self.id, Self.server + "#/link#" + Self.id,
      Self.server + String(repeating: "a", count: 2048) + "/link#" + Self.id,
    ] {
      #expect(AppLink.server(of: other) == nil, "\(other.prefix(80))")
    }
  }

  @Test("one subscription sees every flow, and goes on after one has ended")
  func everyFlow() async throws {
    let phone = Phone([])
    let manager = phone.manager
    var flows = await manager.flows.makeAsyncIterator()
    for _ in 0..<2 {
      _ = try await manager.start(
        Remittance(Script.payload), level: .fallbackOnly, proofPath: .token)
      let first = try #require(await flows.next())
      #expect(!first.isFinal)
      await manager.cancel()
      var last = first
      while !last.isFinal { last = try #require(await flows.next()) }
      #expect(last.error == .cancelled)
    }
  }
}
