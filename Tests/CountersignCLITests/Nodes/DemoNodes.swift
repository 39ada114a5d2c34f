#if PostgreSQL
  import Foundation
  import ProgramTesting
  import Testing

  /// Demo servers on one database, which share a mailbox and a service key, behind an nginx.
  struct DemoNodes {
    /// A node: its way to the database, and its machine's clock.
    struct Node {
      var database: String
      var secondsAhead = 0
    }

    let folder: TemporaryFolder
    let servers: [DemoServer]
    let nginx: PrivateNginx

    /// Starts them.
    init(_ nodes: [Node], options: [String] = []) throws {
      folder = try TemporaryFolder()
      let port = try FreePort.any()
      let mailbox = folder.file("mailbox.jsonl")
      #expect(
        FileManager.default.createFile(
          atPath: mailbox, contents: nil, attributes: [.posixPermissions: 0o600]))
      var servers: [DemoServer] = []
      for (index, node) in nodes.enumerated() {
        let data = folder.file("node-\(index + 1)")
        try FileManager.default.createDirectory(
          atPath: data, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        // One mailbox, whichever node sends the mail, and the files of the first for all.
        try FileManager.default.linkItem(atPath: mailbox, toPath: data + "/mailbox.jsonl")
        if let first = servers.first {
          try FileManager.default.linkItem(
            atPath: first.folder + "/service-key", toPath: data + "/service-key")
        }
        servers.append(
          try DemoServer(
            folder: data,
            options: [
              "--database", node.database, "--keyring", folder.file("keyring"), "--origin",
              "http://localhost:\(port)", "--trusted-proxy", "127.0.0.1",
            ] + options, secondsAhead: node.secondsAhead))
      }
      self.servers = servers
      nginx = try PrivateNginx(port: port, nodes: servers.map(\.port))
    }

    /// Runs a body with two nodes on a new database; both end as they should after it.
    static func withTwo(
      options: [String] = [], _ body: (DemoNodes) async throws -> Void
    ) async throws {
      let database = try PrivatePostgreSQL.shared().newDatabase()
      let stage = try DemoNodes(
        [Node](repeating: Node(database: database), count: 2), options: options)
      try await body(stage)
      for server in stage.servers { #expect(server.end(by: SIGTERM) == 0) }
    }

    /// True if nodes with a proxy can be tried here, or have to be.
    static var canRun: Bool {
      PrivateNginx.program != nil || ProcessInfo.processInfo.environment["CI"] != nil
    }
  }
#endif
