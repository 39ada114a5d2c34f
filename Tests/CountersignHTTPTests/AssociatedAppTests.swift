import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@testable import CountersignHTTP

@Suite("The apps that a domain names as its own")
struct AssociatedAppTests {
  private static let hash = "ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0"
  private static let apple = "/.well-known/apple-app-site-association"
  private static let android = "/.well-known/assetlinks.json"

  private static func get(_ target: String, _ apps: [String]) async throws -> RawResponse {
    let apps = try apps.map { try AssociatedApp($0) }
    let server = try await ServerHarness(change: { $0.additions = [.apps(apps)] })
    return try await server.transport.send(RawRequest(method: "GET", target: target))
  }

  @Test("Apple's systems are told of every app, its links and its passkeys")
  func appleApps() async throws {
    let apps = ["9JA89QQLNQ.com.example.pay", "9JA89QQLNQ.com.example.pay-beta"]
    let response = try await Self.get(Self.apple, apps)
    #expect(response.status == 200)
    #expect(response.field("Content-Type") == "application/json")
    let ids = JSONValue.array(apps.map { .string($0) })
    let expected: JSONValue = [
      "applinks": [
        "details": [["appIDs": ids, "components": [["/": "/link"], ["/": "/transaction"]]]]
      ],
      "webcredentials": ["apps": ids],
    ]
    #expect(try JSONValue(parsing: response.body) == expected)
  }

  @Test("Android is told of an app by its certificate's fingerprint")
  func androidApps() async throws {
    let response = try await Self.get(Self.android, ["com.example.pay=" + Self.hash])
    #expect(response.status == 200)
    let fingerprint =
      "BA:78:16:BF:8F:01:CF:EA:41:41:40:DE:5D:AE:22:23:"
      + "B0:03:61:A3:96:17:7A:9C:B4:10:FF:61:F2:00:15:AD"
    let expected: JSONValue = [
      [
        "relation": [
          "delegate_permission/common.handle_all_urls",
          "delegate_permission/common.get_login_creds",
        ],
        "target": [
          "namespace": "android_app", "package_name": "com.example.pay",
          "sha256_cert_fingerprints": [.string(fingerprint)],
        ],
      ]
    ]
    #expect(try JSONValue(parsing: response.body) == expected)
  }

  @Test("a platform without an app has no file", arguments: [apple, android])
  func none(path: String) async throws {
    #expect(try await Self.get(path, []).status == 404)
    let other = path == Self.apple ? "com.example.pay=" + Self.hash : "9JA89QQLNQ.com.example.pay"
    #expect(try await Self.get(path, [other]).status == 404)
  }

  @Test(
    "what names no app is refused",
    arguments: [
      "", "com.example.pay", "9JA89QQLN.com.example.pay", "9ja89qqlnq.com.example.pay",
      "9JA89QQLNQ.", "9JA89QQLNQ.com..pay", "9JA89QQLNQ.com.example pay", "pay=" + hash,
      "com.example.pay=", "com.example.pay=AAAA", "com.example/pay=" + hash,
      "com.example.pay=BA:78:16",
    ])
  func refused(text: String) {
    #expect(throws: ServerMisuse.appInvalid(text)) { try AssociatedApp(text) }
  }
}
