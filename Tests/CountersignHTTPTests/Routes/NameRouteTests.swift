import CountersignCore
import CountersignSQLite
import CountersignTesting
import Foundation
import Testing
import WebAuthnModel
import WireModel

@testable import CountersignHTTP

@Suite("Names of passkeys and devices over HTTP")
struct NameRouteTests {
  private static let pin = "258036"

  @Test("a passkey has no name until its person gives it one, and takes another")
  func credential() async throws {
    let server = try await ServerHarness()
    let token = try await server.signUp()
    let key = try await ServerHarness.registerKey(token, server.harness, server.send)
    let raised = try await server.signIn(by: key)
    let first = try #require(try await server.named(raised).first)
    #expect(first.name == nil)
    for name in ["Work laptop", "Küche"] {
      let answer = try await server.name(.nameCredential, first.id, name, raised)
      #expect(answer.status == 204)
      #expect(try await server.named(raised).map(\.name) == [name])
    }
  }

  @Test("a device is shown, and removed, under the name that its person gave it last")
  func device() async throws {
    let server = try await ServerHarness()
    let (device, token) = try await server.enrolledDevice(pin: Self.pin)
    #expect(
      try await server.name(.nameDevice, device.id, "Old phone", token).status == 204)
    let answer = try await server.send(WireRequest(.devices, accessToken: token))
    let list = try DeviceList(json: answer.body ?? .null).devices
    #expect(list.map(\.name) == ["Old phone"])
    let asked = try await server.send(
      WireRequest(
        .linkedOptions, accessToken: token,
        body: LinkedOptionsRequest(changing: .removeDevice(device.id)).json))
    let document = try LinkedOptions(json: asked.body ?? .null).document
    #expect(document.fields.first?.value == .text("Old phone"))
    let sessions = try await server.send(WireRequest(.sessions, accessToken: token))
    let current = try SessionList(json: sessions.body ?? .null).sessions.first(where: \.isCurrent)
    #expect(current?.deviceID == device.id)
  }

  @Test("nobody names what is another's or is not there, or by what a screen cannot show")
  func refused() async throws {
    let server = try await ServerHarness()
    let token = try await server.signUp()
    let key = try await ServerHarness.registerKey(token, server.harness, server.send)
    let raised = try await server.signIn(by: key)
    let id = try #require(try await server.named(raised).first?.id)
    let stranger = try await server.signUp("grace@example.com")
    #expect(try await server.name(.nameCredential, id, "Mine", stranger).status == 404)
    #expect(try await server.name(.nameCredential, "AAEC", "Mine", raised).status == 404)
    #expect(try await server.name(.nameDevice, "dev_x", "Mine", raised).status == 404)
    for name in ["", " ", "a\u{202e}b", String(repeating: "a", count: 65)] {
      #expect(try await server.name(.nameCredential, id, name, raised).status == 422)
    }
    #expect(try await server.named(raised).map(\.name) == [nil])
  }

  @Test("a session that is not strong names what it rests on, and what has no name yet")
  func weakPasskey() async throws {
    let server = try await ServerHarness()
    let token = try await server.signUp()
    let key = try await ServerHarness.registerKey(token, server.harness, server.send)
    let raised = try await server.signIn(by: key)
    let id = try #require(try await server.named(raised).first?.id)
    try await server.weaken(openedBy: "codes")
    #expect(try await server.name(.nameCredential, id, "Work laptop", raised).status == 204)
    let refused = try await server.name(.nameCredential, id, "Another", raised)
    #expect(refused.status == 401)
    #expect(
      try Problem(json: refused.body ?? .null).reason == .insufficientUserAuthentication)
    #expect(try await server.named(raised).map(\.name) == ["Work laptop"])
    try await server.weaken(openedBy: "passkey:\(id)")
    #expect(try await server.name(.nameCredential, id, "Mine", raised).status == 204)
    #expect(try await server.named(raised).map(\.name) == ["Mine"])
    #expect(try await server.count(of: "credential_named") == 2)
  }

  @Test("a session that is not strong names its own device, and no other")
  func weakDevice() async throws {
    let server = try await ServerHarness()
    let (device, token) = try await server.enrolledDevice(pin: Self.pin)
    func names() async throws -> [String] {
      let answer = try await server.send(WireRequest(.devices, accessToken: token))
      return try DeviceList(json: answer.body ?? .null).devices.map(\.name)
    }
    try await server.weaken(openedBy: "codes", device: device.id)
    #expect(try await server.name(.nameDevice, device.id, "My phone", token).status == 204)
    try await server.weaken(openedBy: "codes")
    #expect(try await server.name(.nameDevice, device.id, "Galaxy", token).status == 401)
    #expect(try await names() == ["My phone"])
    try await server.weaken(openedBy: "device:\(device.id)")
    #expect(try await server.name(.nameDevice, device.id, "Old phone", token).status == 204)
    #expect(try await names() == ["Old phone"])
    #expect(try await server.count(of: "device_named") == 2)
  }

  @Test("the name stands sealed in the store")
  func sealed() async throws {
    let server = try await ServerHarness()
    let token = try await server.signUp()
    let key = try await ServerHarness.registerKey(token, server.harness, server.send)
    let raised = try await server.signIn(by: key)
    let id = try #require(try await server.named(raised).first?.id)
    _ = try await server.name(.nameCredential, id, "Work laptop", raised)
    let rows = try await server.harness.store.rows("SELECT name FROM credentials", [])
    let stored = Data(try #require(rows.first).blob(0))
    #expect(stored.count > 11 && stored.range(of: Data("laptop".utf8)) == nil)
  }
}

extension ServerHarness {
  fileprivate func named(_ token: String) async throws -> [CredentialList.Item] {
    let answer = try await send(WireRequest(.credentials, accessToken: token))
    return try CredentialList(json: answer.body ?? .null).credentials
  }

  /// Makes all sessions weak, as others than those that a strong proof opened are.
  fileprivate func weaken(openedBy factor: String, device: String? = nil) async throws {
    _ = try await harness.store.write {
      try $0.execute(
        "UPDATE sessions SET level = 1, opened_by = ?, raised_by = NULL, device_id = ?",
        [.text(factor), SQLValue(device)])
    }
  }

  /// The number of rows of a kind in the audit log.
  fileprivate func count(of kind: String) async throws -> Int {
    try await harness.store.rows("SELECT 1 FROM audit WHERE kind = ?", [.text(kind)]).count
  }

  fileprivate func name(
    _ route: Route, _ id: String, _ name: String, _ token: String
  ) async throws -> WireResponse {
    try await send(
      WireRequest(
        route, parameters: ["id": id], accessToken: token, body: NameRequest(name: name).json))
  }
}
