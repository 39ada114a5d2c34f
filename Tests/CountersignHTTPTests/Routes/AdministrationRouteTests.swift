import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("Administration, through the real router")
struct AdministrationRouteTests {
  private static let ada: JSONValue = ["userName": "ada@example.com"]

  // Holds: administration
  @Test("every route of the administration does what it says with its scope, and nothing without")
  func scopes() async throws {
    let server = try await ServerHarness()
    let token = try await server.signUp()
    let weak = try await server.harness.serviceKey([.sessions, .transactions]).exposed
    let strong = try await server.harness.serviceKey([.admin]).exposed
    let revocation: JSONValue = ["userName": "ada@example.com", "all": "factors"]
    let routes: [(Route, JSONValue?)] = [
      (.accounts, nil), (.findAccount, Self.ada), (.unblock, Self.ada),
      (.revokeOfAccount, revocation), (.auditOfAccount, Self.ada), (.auditLanes, nil),
      (.auditRows, nil),
    ]
    #expect(Set(routes.map(\.0)) == Set(Route.all.filter { $0.access == .service(.admin) }))
    func status(_ key: String, _ route: Route, _ body: JSONValue?) async throws -> Int {
      try await server.transport.send(
        WireRequest(route, parameters: ["lane": "AAAA"], accessToken: key, body: body)
      ).status
    }
    for (route, body) in routes { #expect(try await status(weak, route, body) == 403) }
    #expect(try await status(token, .sessions, nil) == 200)
    for (route, body) in routes {
      #expect((200...204).contains(try await status(strong, route, body)), "\(route.path)")
    }
    #expect(try await status(token, .sessions, nil) == 401)
  }

  @Test("an account is found, its device revoked, and the log tells of both")
  func helpDesk() async throws {
    let server = try await ServerHarness()
    let (device, token) = try await server.enrolledDevice(pin: "258036")
    let key = try await server.harness.serviceKey([.admin]).exposed
    func send(_ route: Route, _ body: JSONValue) async throws -> WireResponse {
      try await server.transport.send(WireRequest(route, accessToken: key, body: body))
    }
    let found = try AccountAnswer(
      json: await send(.findAccount, Self.ada).body ?? .null)
    #expect(found.devices.devices.map(\.id) == [device.id])
    let id = JSONValue.string(found.account.accountID)
    let revoked = try await send(
      .revokeOfAccount, ["accountID": id, "deviceId": .string(device.id)])
    #expect(revoked.status == 200 && revoked.body == ["revoked": 1])
    let after = try await server.transport.send(WireRequest(.devices, accessToken: token))
    #expect(after.status == 401)
    let again = try await send(.revokeOfAccount, ["accountID": id, "deviceId": .string(device.id)])
    #expect(again.status == 404)
    let audit = try AuditPage(
      json: await send(.auditOfAccount, ["accountID": id, "limit": 2]).body ?? .null)
    #expect(audit.rows.map(\.kind) == ["account_audit_read", "device_revoked"])
    #expect(audit.next != nil)
  }

  @Test("which account, what of it and which page are said exactly, or refused")
  func exactness() async throws {
    let server = try await ServerHarness()
    _ = try await server.signUp()
    let key = try await server.harness.serviceKey([.admin]).exposed
    func status(_ route: Route, _ body: JSONValue) async throws -> Int {
      try await server.transport.send(WireRequest(route, accessToken: key, body: body)).status
    }
    let unclear: [JSONValue] = [
      [:], ["userName": "ada@example.com", "accountID": "acc_x"], ["userName": 1],
      ["userName": "ada@example.com", "other": true],
    ]
    for body in unclear {
      for route in [Route.findAccount, .unblock, .auditOfAccount] {
        #expect(try await status(route, body) == 400)
      }
    }
    let ofNothing: [JSONObject] = [
      [:], ["all": "everything"], ["all": "factors", "deviceId": "dev_x"],
      ["deviceId": "dev_x", "credentialId": "AAAA"], ["credentialId": "not base64!"],
    ]
    for var body in ofNothing {
      body["userName"] = "ada@example.com"
      #expect(try await status(.revokeOfAccount, .object(body)) == 400)
    }
    for (name, value, expected) in [
      ("limit", "1", 200), ("limit", "x", 400), ("limit", "0", 422), ("limit", "101", 422),
      ("after", "acc_none", 400), ("before", "1", 400),
    ] {
      let answer = try await server.transport.send(
        WireRequest(.accounts, query: [name: value], accessToken: key))
      #expect(answer.status == expected, "\(name)=\(value)")
    }
  }
}
