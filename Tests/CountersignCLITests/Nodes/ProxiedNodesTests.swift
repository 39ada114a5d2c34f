#if PostgreSQL
  import AsyncHTTPClient
  import Foundation
  import NIOCore
  import NIOHTTP1
  import ProgramTesting
  import Testing
  import WebAuthnModel
  import WireModel

  /// Nodes on one database, behind an nginx that passes each request on to the next of them.
  @Suite("Nodes behind a proxy", .serialized, .timeLimit(.minutes(10)))
  struct ProxiedNodesTests {
    @Test(
      "a phone enrols, invites another and acts over three nodes, and goes on without one",
      .enabled(if: DemoNodes.canRun, "it needs nginx: apt-get install nginx-light"))
    func threeNodes() async throws {
      let database = try PrivatePostgreSQL.shared().newDatabase()
      let stage = try DemoNodes(
        [DemoNodes.Node](repeating: DemoNodes.Node(database: database), count: 3),
        options: DemoStage.orderDesk)
      let (nodes, folder) = (stage.servers, stage.folder)
      let phone = TerminalPhone(
        server: nodes[0], home: folder.file("one"), address: stage.nginx.address)
      try await phone.enrol(["--biometrics"])
      // Whoever invites waits at one node for what happens at another.
      try await phone.invite(TerminalPhone(server: nodes[0], home: folder.file("two")))
      let act = ["act"] + DemoStage.invoice + ["--yes"]
      #expect(try await phone.expect(0, act).output == "performed\n")

      nodes[1].end(by: SIGKILL)
      for _ in 1...3 { #expect(try await phone.expect(0, act).output == "performed\n") }
      for node in [nodes[0], nodes[2]] { #expect(node.end(by: SIGTERM) == 0) }
      let check = try await BuiltProgram.run([
        "store", "check", "--database", database, "--keyring", folder.file("keyring"),
      ])
      #expect(check.status == 0, "\(check.errors)")
    }

    @Test(
      "a page's session in a cookie is good at each node, and ends at all of them",
      .enabled(if: DemoNodes.canRun, "it needs nginx: apt-get install nginx-light"))
    func cookies() async throws {
      try await DemoNodes.withTwo { stage in
        let cookie = try await PageVisitor(stage).signUp()
        for _ in 0..<4 {
          #expect(try await PageVisitor(stage, cookie: cookie).status("/second-factor") == 200)
        }
        let visitor = PageVisitor(stage, cookie: cookie)
        #expect(try await visitor.send(.DELETE, "/sessions/current").status == .noContent)
        for _ in 0..<4 { #expect(try await visitor.status("/second-factor") == 401) }
      }
    }

    @Test(
      "limits of a network go by what the proxy says of it, and by nobody else's word",
      .enabled(if: DemoNodes.canRun, "it needs nginx: apt-get install nginx-light"))
    func networks() async throws {
      try await DemoNodes.withTwo(options: ["--limit", "codes-per-network=2"]) { stage in
        func statuses(_ address: String, of names: Range<Int>) async throws -> [UInt] {
          var statuses: [UInt] = []
          for name in names {
            let visitor = PageVisitor(stage, forwardedFor: address)
            statuses.append(try await visitor.askForCode("ada-\(name)@example.com").status.code)
          }
          return statuses
        }
        let one = try await statuses("203.0.113.5", of: 0..<3)
        let another = try await statuses("198.51.100.7", of: 3..<6)
        #expect(one == [202, 202, 429] && another == one)
        // What a client puts before its own address is its own word.
        let disguised = try await statuses("192.0.2.1, 203.0.113.5", of: 6..<7)
        #expect(disguised == [429])
      }
    }

    @Test(
      "a new machine joins with a copy of the keyring alone, and ends nobody's session",
      .enabled(if: DemoNodes.canRun, "it needs nginx: apt-get install nginx-light"))
    func newMachine() async throws {
      let database = try PrivatePostgreSQL.shared().newDatabase()
      let stage = try DemoNodes([DemoNodes.Node(database: database)])
      let cookie = try await PageVisitor(stage).signUp()
      func start(_ name: String) throws -> DemoServer {
        let keyring = stage.folder.file("keyring-of-\(name)")
        try FileManager.default.copyItem(atPath: stage.folder.file("keyring"), toPath: keyring)
        return try DemoServer(
          folder: stage.folder.file(name), options: ["--database", database, "--keyring", keyring])
      }
      let joined = try start("joined")
      #expect(try await PageVisitor(stage, cookie: cookie).status("/second-factor") == 200)
      for node in stage.servers + [joined] { #expect(node.end(by: SIGTERM) == 0) }
      // Where no node is there to tell, a database without a mark may be a backup.
      let alone = try start("alone")
      let export = stage.folder.file("audit.jsonl")
      let exported = try await BuiltProgram.run(
        [
          "audit", "export", export, "--database", database, "--data", alone.folder, "--keyring",
          stage.folder.file("keyring"),
        ])
      #expect(exported.status == 0, "\(exported.errors)")
      let log = try String(contentsOfFile: export, encoding: .utf8)
      #expect(log.matches(of: /backup_restored/).count == 1)
      #expect(alone.end(by: SIGTERM) == 0)
    }
  }

  /// A browser at the page behind the proxy, as far as its requests go.
  private struct PageVisitor {
    let stage: DemoNodes
    let cookie: String?
    let forwardedFor: String?

    init(_ stage: DemoNodes, cookie: String? = nil, forwardedFor: String? = nil) {
      (self.stage, self.cookie, self.forwardedFor) = (stage, cookie, forwardedFor)
    }

    func send(
      _ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil
    ) async throws -> HTTPClientResponse {
      var request = HTTPClientRequest(url: stage.nginx.address + path)
      request.method = method
      request.headers.add(name: "Origin", value: stage.nginx.address)
      request.headers.add(name: "X-Countersign-Page", value: "1")
      if let cookie { request.headers.add(name: "Cookie", value: cookie) }
      if let forwardedFor { request.headers.add(name: "X-Forwarded-For", value: forwardedFor) }
      if let body {
        request.headers.add(name: "Content-Type", value: "application/json")
        request.body = .bytes(body.serialized())
      }
      return try await HTTPClient.shared.execute(request, timeout: .seconds(60))
    }

    func status(_ path: String) async throws -> UInt { try await send(.GET, path).status.code }

    func askForCode(_ name: String) async throws -> HTTPClientResponse {
      try await send(
        .POST, "/accounts", ["userName": .string(name), "displayName": "Ada"])
    }

    /// Signs up by a mailed code.
    ///
    /// - Returns: The cookie that the browser sends from then on.
    func signUp() async throws -> String {
      var request = ""
      let code = try await stage.newestCode {
        let body = try await askForCode(NodeCaller.name).body.collect(upTo: 65_536)
        let answer = try CodeRequestAnswer(json: JSONValue(parsing: Array(buffer: body)))
        request = answer.codeRequest
      }
      let opened = try await send(
        .POST, "/sessions",
        SessionRequest.code(codeRequest: request, validateCode: code).json)
      let cookie = try #require(opened.headers.first(name: "Set-Cookie"), "\(opened.status)")
      return String(cookie.prefix { $0 != ";" })
    }
  }
#endif
