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
    for file in try Self.folder(Self.page) where file != "index.html" {
      paths.insert(file)
      let response = try await server.get("/page/" + file)
      #expect(response.status == 200, "\(file)")
      #expect(try response.body == Self.bytes(file), "\(file)")
    }
    #expect(paths == Set(PageFiles.all.map(\.path)))
    // Links of the app lead to the same document, and so does that of a notice.
    let document = try await server.get("/").body
    for path in ["/link", "/transaction", "/stop"] {
      #expect(try await server.get(path).body == document)
    }
  }

  @Test("without a module the document is the page's own, as it stands in the folder")
  func documentAlone() async throws {
    let page = AssembledPage([])
    #expect(page.document.bytes == (try Self.bytes("index.html")))
    #expect(Set(page.files.keys) == Set(PageFiles.all.map(\.path)))
  }

  @Test("a module's files are served beside the page's, and the document loads them before it")
  func moduleFiles() async throws {
    let leaflet = Leaflet(
      ["leaflet/main.js", "leaflet/leaf.css"], styleSheets: ["leaflet/leaf.css"])
    let server = try await ServerHarness(
      modules: [leaflet], change: { $0.additions = [.page()] })
    for file in leaflet.page.files {
      let response = try await server.get("/page/" + file.path)
      #expect(response.status == 200 && response.body == Array(file.path.utf8), "\(file.path)")
    }
    let document = String(decoding: try await server.get("/").body, as: UTF8.self)
    let added = """
          <link rel="stylesheet" href="page/leaflet/leaf.css">
          <script type="module" src="page/leaflet/main.js"></script>

      """
    #expect(document.contains(added + #"    <script type="module" src="page/main.js"></script>"#))
    #expect(document.replacing(added, with: "").utf8.elementsEqual(try Self.bytes("index.html")))
  }

  @Test("two modules with one file, or a file of the page's own, end the start with a clash")
  func fileClashes() throws {
    try AssembledPage.verify([MoneyOrders(nil), Leaflet(["leaflet/main.js"])])
    for modules: [any Module] in [
      [Leaflet(["leaflet/main.js"]), Leaflet(["leaflet/main.js"])],
      [Leaflet(["leaflet/main.js", "core/element.js"])],
      [Leaflet(["leaflet/main.js", "deployment.json"])],
    ] {
      #expect(throws: ModuleClash.self) { try AssembledPage.verify(modules) }
    }
  }

  @Test(
    "a module may load files of its own alone, by paths that no document has to escape",
    arguments: [
      ["leaflet/other.js"], ["leaflet/main.js", "leaflet/a b.js"], ["leaflet/main.js", "../x.js"],
      ["leaflet/main.js", "/x.js"], ["leaflet/main.js", "leaflet/\"x\".js"], [],
    ])
  func misnamedFiles(_ paths: [String]) throws {
    let error = #expect(throws: ServerMisuse.self) {
      try AssembledPage.verify([Leaflet(paths)])
    }
    #expect(error?.code == "page_invalid")
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
    for path in ["/", "/link", "/stop", "/transaction", "/page/main.js"] {
      #expect(try await server.get(path).status == 404)
    }
  }

  @Test("a link with a slash at its end leads to the document, under whatever prefix")
  func linkOfFolder() async throws {
    let server = try await Self.server()
    for name in ["link", "transaction"] {
      let response = try await server.get("/\(name)/")
      #expect(response.status == 307)
      #expect(response.field("Location") == "../\(name)")
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
    let files = PageFiles.all
    for path in ["/", "/link", "/transaction", "/stop"] + files.map({ "/page/" + $0.path }) {
      let policy = try await server.get(path).field("Content-Security-Policy") ?? ""
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
    #expect(Set(PageFiles.all.map(\.entityTag)).count == PageFiles.all.count)
    let alone = AssembledPage([]).document.entityTag
    #expect(AssembledPage([Leaflet(["leaflet/main.js"])]).document.entityTag != alone)
  }

  @Test("the page is read only", arguments: ["/", "/page/main.js", "/page/deployment.json"])
  func methods(_ path: String) async throws {
    let server = try await Self.server()
    let response = try await server.transport.send(RawRequest(method: "POST", target: path))
    #expect(response.status == 405)
    #expect(response.field("Allow") == "GET, HEAD, OPTIONS")
  }

  @Test("the page is told where a demo's codes are, the time, the limits of a PIN, and of waits")
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
    [
      "mailbox": mailbox, "time": "2024-01-22T10:30:45Z",
      "lowValueLimits": [
        ["minorUnits": 2_000, "currency": "EUR", "exponent": 2],
        ["minorUnits": 100_000, "currency": "NGN", "exponent": 2],
      ],
      "factorWaitSeconds": 259_200, "firstFactorWaits": false,
    ]
  }

  @Test("no file of the page makes markup or code of text")
  func noMarkupOfText() throws {
    let banned = [
      "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(",
      "srcdoc", "javascript:", "style=\"", " onclick=\"", "<style", "<script>",
    ]
    for file in try Self.folder(Self.page) {
      let text = String(decoding: try Self.bytes(file), as: UTF8.self)
      for word in banned { #expect(!text.contains(word), "\(file): \(word)") }
    }
  }

  @Test("the page has words for every reason of the server's own", arguments: Reason.all)
  func words(_ reason: Reason) throws {
    for language in ["en", "de"] {
      #expect(try Self.problems(in: language).contains("    \(reason.code): "))
    }
  }

  @Test("no file of the page's own speaks of the shop")
  func noShop() throws {
    for file in try Self.folder(Self.page) {
      let text = String(decoding: try Self.bytes(file), as: UTF8.self)
      #expect(text.firstMatch(of: /(?i)airtime|top-?up|wallet|purchase/) == nil, "\(file)")
    }
  }

  private static func problems(in language: String) throws -> Substring {
    let texts = String(decoding: try bytes("texts/\(language).js"), as: UTF8.self)
    return texts[try #require(texts.firstRange(of: "problems: {")).upperBound...]
  }

  private static func server() async throws -> ServerHarness {
    try await ServerHarness(change: { $0.additions = [.page()] })
  }

  private static let sources = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources")
  private static let page = sources.appendingPathComponent("Server/CountersignPage/Page")

  private static func bytes(_ file: String) throws -> [UInt8] {
    Array(try Data(contentsOf: page.appendingPathComponent(file)))
  }

  private static func folder(_ folder: URL) throws -> [String] {
    let found = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    let files = found.filter { $0.contains(".") }
    try #require(files.count > 20)
    return files
  }
}

/// A module with a page of the given files, which names `leaflet/main.js`.
private struct Leaflet: PagedModule {
  let name = "leaflet"
  let schema = Schema(owner: "leaflet", steps: [])
  let scenarios: [ScenarioPolicy] = []
  let page: ModulePage

  init(_ paths: [String], styleSheets: [String] = []) {
    page = ModulePage(
      script: "leaflet/main.js", styleSheets: styleSheets,
      files: paths.map { PageFile($0, Array($0.utf8)) })
  }

  func parts(on ground: ModuleGround) -> any ModuleParts { NoParts() }
}

extension ServerHarness {
  func get(
    _ target: String, _ fields: [(name: String, value: String)] = []
  ) async throws -> RawResponse {
    try await transport.send(RawRequest(method: "GET", target: target, fields: fields))
  }
}
