import CountersignCore
import CountersignTesting
import HTTPTypes
import Hummingbird
import Testing
import WebAuthnModel
import WireModel

@testable import CountersignServer

@Suite("Several servers in one process")
struct InstanceTests {
  /// What the page sends with each write, to have its session in a cookie.
  private static var page: HTTPFields {
    get throws {
      [try #require(HTTPField.Name("X-Countersign-Page")): "1", .origin: Hosted.originText]
    }
  }

  @Test("two servers under two prefixes of one app have people and sessions of their own")
  func apart() async throws {
    let staff = try await Hosted { $0.http.instance = try InstanceName("staff") }
    let customers = try await Hosted { $0.http.instance = try InstanceName("customers") }
    let router = Router(context: AddressedContext.self)
    staff.countersign.addRoutes(to: router.group("staff"))
    customers.countersign.addRoutes(to: router.group("customers"))
    let client = HostClient(router)
    let userName = "ada@example.com"

    let opened = try await client.signUp(userName, at: "/staff", of: staff)
    let token = try SessionAnswer(json: opened.json).accessToken.exposed
    let bearer: HTTPFields = [.authorization: "Bearer \(token)"]
    #expect(try await client.send(.get, "/staff/second-factor", fields: bearer).status == 200)
    #expect(try await client.send(.get, "/customers/second-factor", fields: bearer).status == 401)
    #expect(customers.messenger.messages.isEmpty)
  }

  @Test("the page's sessions of two servers lie in two cookies, and no sign-out ends the other")
  func cookies() async throws {
    let staff = try await Hosted { $0.http.instance = try InstanceName("staff") }
    let customers = try await Hosted { $0.http.instance = try InstanceName("customers") }
    let router = Router(context: AddressedContext.self)
    staff.countersign.addRoutes(to: router.group("staff"))
    customers.countersign.addRoutes(to: router.group("customers"))
    let client = HostClient(router)
    var cookies: [String] = []
    for (prefix, hosted) in [("/staff", staff), ("/customers", customers)] {
      let opened = try await client.signUp(
        "ada@example.com", at: prefix, of: hosted, fields: try Self.page)
      let cookie = try #require(opened.fields[.setCookie])
      #expect(cookie.hasPrefix("countersign-\(prefix.dropFirst())="))
      #expect(cookie.contains("; Path=/; "))
      cookies.append(String(cookie.prefix { $0 != ";" }))
    }
    var both = try Self.page
    both[.cookie] = cookies.joined(separator: "; ")
    for prefix in ["/staff", "/customers"] {
      #expect(try await client.send(.get, prefix + "/second-factor", fields: both).status == 200)
    }
    let ended = try await client.send(.delete, "/staff/sessions/current", fields: both)
    #expect(ended.fields[.setCookie]?.hasPrefix("countersign-staff=; Max-Age=0") == true)
    for (prefix, status) in [("/staff", 401), ("/customers", 200)] {
      #expect(
        try await client.send(.get, prefix + "/second-factor", fields: both).status == status)
    }
  }

  @Test(
    "a text that no cookie's name can hold is no instance's name",
    arguments: ["", "a b", "a;b", "a=b", "ä", "a_b", String(repeating: "a", count: 33)])
  func names(_ text: String) {
    #expect(throws: ServerMisuse.instanceInvalid) { try InstanceName(text) }
  }
}

@Suite("Where a host's requests come from")
struct HostNetworkTests {
  private static let body = SessionLinkRequest(type: .login).json

  private static func hosted(_ log: LogLines) async throws -> Hosted {
    try await Hosted(logger: log.logger) { $0.policy.links.openPerNetwork = 1 }
  }

  @Test("a context with a remote address has each network counted alone")
  func addressed() async throws {
    let log = LogLines()
    let hosted = try await Self.hosted(log)
    let router = Router(context: AddressedContext.self)
    hosted.countersign.addRoutes(to: router.group("auth"))
    #expect(log.all == [])
    let client = HostClient(router)
    for (address, status) in [
      ("192.0.2.1", 201), ("192.0.2.1", 429), ("198.51.100.7", 201), ("2001:db8::1", 201),
    ] {
      let answer = try await client.send(
        .post, "/auth/sessions/links", Self.body, from: address)
      #expect(answer.status == status, "\(address)")
    }
  }

  @Test("a context without one has all counted as one network, and the log says so once")
  func plain() async throws {
    let log = LogLines()
    let hosted = try await Self.hosted(log)
    let router = Router(context: PlainContext.self)
    hosted.countersign.addRoutes(to: router.group("auth"))
    #expect(log.all.count == 1)
    #expect(log.all.first?.contains("limits by network") == true)
    let client = HostClient(router)
    for (address, status) in [("192.0.2.1", 201), ("198.51.100.7", 429)] {
      let answer = try await client.send(
        .post, "/auth/sessions/links", Self.body, from: address)
      #expect(answer.status == status, "\(address)")
    }
    #expect(log.all.count == 1)
  }
}
