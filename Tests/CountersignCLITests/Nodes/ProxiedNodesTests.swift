#if PostgreSQL
  import Foundation
  import ProgramTesting
  import Testing

  /// Three nodes on one database, behind an nginx that passes each request on to the next of them.
  @Suite("Nodes behind a proxy", .serialized, .timeLimit(.minutes(10)))
  struct ProxiedNodesTests {
    @Test(
      "a phone enrols, invites another and acts over three nodes, and goes on without one",
      .enabled(
        if: PrivateNginx.program != nil || ProcessInfo.processInfo.environment["CI"] != nil,
        "it needs nginx: apt-get install nginx-light"))
    func threeNodes() async throws {
      let folder = try TemporaryFolder()
      let database = try PrivatePostgreSQL.shared().newDatabase()
      let port = try FreePort.any()
      let mailbox = folder.file("mailbox.jsonl")
      #expect(
        FileManager.default.createFile(
          atPath: mailbox, contents: nil, attributes: [.posixPermissions: 0o600]))
      var nodes: [DemoServer] = []
      for number in 1...3 {
        let data = folder.file("node-\(number)")
        try FileManager.default.createDirectory(
          atPath: data, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        // One mailbox, whichever node sends the mail, and the files of the first for all.
        try FileManager.default.linkItem(atPath: mailbox, toPath: data + "/mailbox.jsonl")
        if let first = nodes.first {
          try FileManager.default.linkItem(
            atPath: first.folder + "/service-key", toPath: data + "/service-key")
        }
        nodes.append(
          try DemoServer(
            folder: data,
            options: [
              "--database", database, "--keyring", folder.file("keyring"), "--origin",
              "http://localhost:\(port)", "--trusted-proxy", "127.0.0.1",
            ] + DemoStage.orderDesk))
      }
      let nginx = try PrivateNginx(port: port, nodes: nodes.map(\.port))
      let phone = TerminalPhone(
        server: nodes[0], home: folder.file("one"), address: nginx.address)
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
