#if PostgreSQL
  import Foundation
  import ProgramTesting
  import Testing

  /// Three nodes on one database, behind an nginx that passes each request on to the next of them.
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
      let check = try await BuiltProgram.run(["store", "check", "--database", database])
      #expect(check.status == 0, "\(check.errors)")
    }
  }
#endif
