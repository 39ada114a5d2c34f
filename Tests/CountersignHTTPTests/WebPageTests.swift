import CountersignCore
import CountersignTesting
import Foundation
import Testing
import WebAuthnModel
import WireModel

@testable import CountersignHTTP
@testable import CountersignPage

@Suite("The web page")
struct WebPageTests {
  @Test("every file of the page is served as it stands in the folder, and no other")
  func files() async throws {
    let server = try await Self.server()
    var paths: Set<String> = []
    for file in try Self.folder() {
      let path = file == "index.html" ? "/" : "/page/" + file
      paths.insert(path)
      let response = try await server.get(path)
      #expect(response.status == 200, "\(path)")
      #expect(try response.body == Self.bytes(file), "\(path)")
    }
    // A link of the app leads to the same document.
    #expect(try await server.get("/link").body == Self.bytes("index.html"))
    #expect(paths.union(["/link"]) == Set(PageFiles.all.map(\.path)))
  }

  @Test(
    "a file that the page does not have is a problem", arguments: ["/page", "/page/nowhere.js"])
  func unknownFile(_ path: String) async throws {
    let response = try await Self.server().get(path)
    #expect(response.status == 404)
    #expect(try problem(response).reason == .notFound)
  }

  @Test("a server for apps alone has no page")
  func noPage() async throws {
    let server = try await ServerHarness()
    for path in ["/", "/link", "/page/main.js"] {
      #expect(try await server.get(path).status == 404)
    }
  }

  @Test("each kind of file has its content type, and nothing of it may be sniffed")
  func contentTypes() async throws {
    let server = try await Self.server()
    for (path, type) in [
      ("/", "text/html; charset=utf-8"), ("/page/main.js", "text/javascript; charset=utf-8"),
      ("/page/styles/base.css", "text/css; charset=utf-8"),
      ("/page/icons/mark.svg", "image/svg+xml"),
    ] {
      let response = try await server.get(path)
      #expect(response.field("Content-Type") == type)
      #expect(response.field("X-Content-Type-Options") == "nosniff")
    }
  }

  @Test("the page may load this server's own files and run no inline code")
  func contentSecurityPolicy() async throws {
    let server = try await Self.server()
    for file in PageFiles.all {
      let policy = try await server.get(file.path).field("Content-Security-Policy") ?? ""
      #expect(
        policy == "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
          + "img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
          + "require-trusted-types-for 'script'; trusted-types 'none'")
    }
  }

  @Test("a file that has not changed is not sent again")
  func entityTags() async throws {
    let server = try await Self.server()
    let first = try await server.get("/page/main.js")
    let tag = try #require(first.field("ETag"))
    #expect(first.field("Cache-Control") == "no-cache")
    let second = try await server.get("/page/main.js", [(name: "If-None-Match", value: tag)])
    #expect(second.status == 304)
    #expect(second.body.isEmpty)
    let other = try await server.get("/page/main.js", [(name: "If-None-Match", value: "\"0\"")])
    #expect(other.status == 200)
    let own = PageFiles.all.filter { $0.path != "/link" }
    #expect(Set(own.map(\.entityTag)).count == own.count)
  }

  @Test("the page takes GET only", arguments: ["/", "/page/main.js", "/page/deployment.json"])
  func methods(_ path: String) async throws {
    let server = try await Self.server()
    let response = try await server.transport.send(RawRequest(method: "POST", target: path))
    #expect(response.status == 405)
    #expect(response.field("Allow") == "GET")
  }

  @Test("the page is told where a demo's codes are, and the time")
  func deployment() async throws {
    let server = try await Self.server()
    let plain = try await server.get("/page/deployment.json")
    #expect(try JSONValue(parsing: plain.body) == Self.told(mailbox: nil))
    #expect(plain.field("Cache-Control") == "no-store")
    var settings = ServerSettings()
    settings.additions = [.page(demoMailbox: "data/mailbox.jsonl")]
    let demo = try await WatchedLoopback(server.harness, settings: settings).send(
      RawRequest(method: "GET", target: "/page/deployment.json"))
    #expect(try JSONValue(parsing: demo.body) == Self.told(mailbox: "data/mailbox.jsonl"))
  }

  private static func told(mailbox: JSONValue) -> JSONValue {
    ["mailbox": mailbox, "time": "2024-01-22T10:30:45Z"]
  }

  @Test("no file of the page makes markup or code of text")
  func noMarkupOfText() throws {
    let banned = [
      "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(",
      "srcdoc", "javascript:", "style=\"", " onclick=\"", "<style", "<script>",
    ]
    for file in try Self.folder() {
      let text = String(decoding: try Self.bytes(file), as: UTF8.self)
      for word in banned { #expect(!text.contains(word), "\(file): \(word)") }
    }
  }

  @Test("the page has words for every reason", arguments: Reason.given)
  func words(_ reason: Reason) throws {
    let texts = String(decoding: try Self.bytes("texts.js"), as: UTF8.self)
    let problems = try #require(texts.range(of: "problems: {"))
    #expect(texts[problems.upperBound...].contains("    \(reason.code): "))
  }

  private static func server() async throws -> ServerHarness {
    try await ServerHarness(change: { $0.additions = [.page()] })
  }

  private static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources/Server/CountersignPage/Page")

  private static func bytes(_ file: String) throws -> [UInt8] {
    Array(try Data(contentsOf: root.appendingPathComponent(file)))
  }

  private static func folder() throws -> [String] {
    let found = try FileManager.default.subpathsOfDirectory(atPath: root.path)
    let files = found.filter { $0.contains(".") }
    try #require(files.count > 50)
    return files
  }
}

extension ServerHarness {
  func get(
    _ target: String, _ fields: [(name: String, value: String)] = []
  ) async throws -> RawResponse {
    try await transport.send(RawRequest(method: "GET", target: target, fields: fields))
  }
}
