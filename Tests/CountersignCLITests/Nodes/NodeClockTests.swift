#if PostgreSQL
  import CountersignTesting
  import Foundation
  import ProgramTesting
  import Testing
  import WebAuthnModel
  import WireModel

  /// Nodes whose machines' clocks are wrong: all of them go by the database's.
  @Suite("Nodes whose clocks are wrong", .serialized, .timeLimit(.minutes(5)))
  struct NodeClockTests {
    @Test(
      "two nodes whose clocks are a minute apart date, count, spend and tell as one",
      .enabled(if: DemoNodes.canRun, "it needs nginx: apt-get install nginx-light"))
    func apart() async throws {
      // One of its own: what serves other tests is not stopped.
      let server = try PrivatePostgreSQL(settings: ["fsync=off"])
      let database = try server.newDatabase()
      let stage = try DemoNodes([
        DemoNodes.Node(database: database, secondsAhead: 30),
        DemoNodes.Node(database: database, secondsAhead: -30),
      ])
      let ada = try await NodeCaller(stage)
      for node in stage.servers { try await Self.expectDated(by: DemoHost(node)) }
      try await ada.registerKey()
      try await Self.approve(ada, hints: { try await $0() })
      try await Self.approve(ada, hints: { try await server.withoutHints(in: database, $0) })
      try await Self.spoilSession(ada)
      await ada.shutdown()
      for node in stage.servers { #expect(node.end(by: SIGTERM) == 0) }
    }

    /// Expects a node's new transaction to bear the moment of the database's clock, which is the
    /// tests' own.
    private static func expectDated(by host: DemoHost) async throws {
      let before = Date.now
      let made = try await host.createTransaction(
        NodeCaller.name, amount: 1, expiresIn: 600)
      let moments = before.addingTimeInterval(-2)...Date.now.addingTimeInterval(2)
      #expect(moments.contains(try Date(made.transaction.createdAt, strategy: .iso8601)))
      let end = try Date(made.transaction.expiresAt, strategy: .iso8601)
      #expect(moments.contains(end.addingTimeInterval(-600)))
    }

    /// Approves a transaction whose challenge is another node's, while streams watch at both.
    private static func approve(
      _ ada: NodeCaller, hints: (() async throws -> Void) async throws -> Void
    ) async throws {
      // The proxy gives one of them to each node.
      var streams = [try await ada.events(), try await ada.events()]
      let made = try await DemoHost(ada.stage.servers[1]).createTransaction(
        NodeCaller.name, amount: 500)
      for index in streams.indices { #expect(try await streams[index].next(of: made) == .pending) }
      try await hints {
        let proof = try await ada.proof(
          .authorizeTransaction, ReviewPayload(transactionID: made.id).json, at: 1)
        let request = WireRequest(
          .approveTransaction, parameters: ["id": made.id], accessToken: ada.token,
          body: ApprovalRequest(proof: proof).json)
        let approved = try await ada.send(request, to: 0)
        #expect(approved.status == 200, "\(approved)")
        // The proof is spent at the other node as well, which gives the first one's answer again.
        let again = try await ada.send(request, to: 1)
        #expect(again.body == approved.body, "\(again)")
        for index in streams.indices {
          #expect(try await streams[index].next(of: made) == .approved)
        }
      }
    }

    /// Five refused assertions in a session end it, whichever nodes they came to.
    private static func spoilSession(_ ada: NodeCaller) async throws {
      let token = try await ada.signIn()
      #expect(try await ada.status(.secondFactor, token, at: 0) == 200)
      for index in 0..<5 {
        #expect(try await ada.status(.secondFactor, token, at: index) == 200)
        let proof = try await ada.proof(
          .testBiometrics, [:], at: index, token: token, signedBy: TestKey(.es256))
        let refused = try await ada.send(
          WireRequest(
            .testBiometrics, accessToken: token, body: BiometricTestRequest(proof: proof).json),
          to: index + 1)
        #expect(refused.status == 401)
      }
      for node in 0...1 { #expect(try await ada.status(.secondFactor, token, at: node) == 401) }
    }

    @Test(
      "a node says in its log by how much its machine's clock differs from the database's",
      arguments: [30, -30, 0])
    func difference(_ secondsAhead: Int) async throws {
      let folder = try TemporaryFolder()
      let log = folder.file("log")
      #expect(FileManager.default.createFile(atPath: log, contents: nil))
      let node = try ChildProcess(
        BuiltProgram.url,
        [
          "serve", "--demo", "--port", "0", "--data", folder.file("data"), "--database",
          PrivatePostgreSQL.shared().newDatabase(),
        ], errors: try #require(FileHandle(forWritingAtPath: log)),
        environment: WrongClock.environment(secondsAhead: secondsAhead))
      _ = try ReadyLine.read(node.output)
      let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
        .filter { $0.contains(#""difference":"#) }
      #expect(lines.count == (secondsAhead == 0 ? 0 : 1))
      for line in lines {
        #expect(line.contains(#""level":"warning""#))
        #expect(line.contains("30 seconds \(secondsAhead > 0 ? "ahead of" : "behind")"))
      }
      #expect(node.end(by: SIGTERM) == 0)
    }

    @Test("what an administration's command writes is dated by the database's clock")
    func administration() async throws {
      let folder = try TemporaryFolder()
      let database = try PrivatePostgreSQL.shared().newDatabase()
      let options = ["--database", database]
      let node = try DemoServer(folder: folder.file("data"), options: options)
      let tomorrow = try WrongClock.environment(secondsAhead: 86_400)
      let keyed = options + ["--data", node.folder]
      let export = folder.file("audit.jsonl")
      for command in [
        ["service-key", "create", "--host", "shop", "--scope", "sessions"], ["host", "list"],
        ["host", "event-address", "shop", "https://shop.example.com/events"],
        ["keyring", "rotate", "--force"], ["audit", "export", export],
      ] {
        let outcome = try await BuiltProgram.run(
          command + keyed, watch: node.watch, environment: tomorrow)
        #expect(outcome.status == 0, "\(command) \(outcome.errors)")
      }
      let keys = try await BuiltProgram.run(["service-key", "list", "--json"] + keyed)
      let text = try String(contentsOfFile: export, encoding: .utf8) + keys.output
      let moments = text.matches(of: /"(?:at|createdAt)":"(?<moment>[^"]+)"/)
        .map { String($0.moment) }
      #expect(moments.count > 5)
      for moment in moments {
        #expect(try Date(moment, strategy: .iso8601) < Date.now.addingTimeInterval(60))
      }
      #expect(node.end(by: SIGTERM) == 0)
    }
  }
#endif
