#if PostgreSQL
  import CountersignTransport
  import Foundation
  import ProgramTesting
  import Testing
  import WebAuthnModel
  import WireModel

  /// The database counts for the limits, whichever node a request comes to.
  @Suite("Limits of several nodes", .serialized, .timeLimit(.minutes(3)))
  struct NodeLimitTests {
    /// Runs a body with two nodes on a new database, and a way to each.
    private static func withNodes(
      _ options: [String] = [], _ body: (DemoNodes, [HTTPTransport]) async throws -> Void
    ) async throws {
      try await DemoNodes.withTwo(options: options) { stage in
        let nodes = try stage.servers.map {
          HTTPTransport(address: try #require(ServerAddress($0.address)))
        }
        try await body(stage, nodes)
        for node in nodes { await node.shutdown() }
      }
    }

    @Test(
      "a network that asks two nodes at once for codes gets as many an hour as from one",
      .enabled(if: DemoNodes.canRun, "it needs nginx: apt-get install nginx-light"))
    func network() async throws {
      try await Self.withNodes(["--limit", "codes-per-network=6"]) { _, nodes in
        func ask(_ index: Int) async throws -> WireResponse {
          try await nodes[index % 2].send(
            WireRequest(
              .signUp,
              body: SignUpRequest(userName: "ada-\(index)@example.com", displayName: "Ada").json))
        }
        let answers = try await withThrowingTaskGroup { group in
          for index in 0..<16 { group.addTask { try await ask(index) } }
          return try await group.reduce(into: [WireResponse]()) { $0.append($1) }
        }
        #expect(answers.count { $0.status == 202 } == 6, "\(answers.map(\.status))")
        for refused in answers where refused.status != 202 {
          #expect(refused.status == 429)
          // Rounded up from what two nodes' readings of one clock give.
          #expect(1...3601 ~= refused.retryAfterSeconds ?? 0)
        }
        for index in 16..<18 { #expect(try await ask(index).status == 429) }
      }
    }

    @Test(
      "a mailed code may be guessed at five times, whichever nodes the guesses come to",
      .enabled(if: DemoNodes.canRun, "it needs nginx: apt-get install nginx-light"))
    func guesses() async throws {
      try await Self.withNodes { stage, nodes in
        /// The status of the right code after so many wrong ones at each node.
        func status(afterWrong wrong: [Int]) async throws -> Int {
          let (request, code) = try await NodeCaller.requestCode(stage, nodes[0])
          for (node, count) in zip(nodes, wrong) {
            for _ in 0..<count {
              let guess = SecretText(code.exposed == "000000" ? "000001" : "000000")
              #expect(try await node.send(NodeCaller.openSession(request, guess)).status == 401)
            }
          }
          return try await nodes[0].send(NodeCaller.openSession(request, code)).status
        }
        let (fewer, all) = (
          try await status(afterWrong: [2, 2]), try await status(afterWrong: [3, 2])
        )
        #expect(fewer == 201 && all == 429, "\(fewer) \(all)")
      }
    }
  }
#endif
