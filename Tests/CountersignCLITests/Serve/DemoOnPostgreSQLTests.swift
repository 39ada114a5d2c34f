#if PostgreSQL
  import CountersignTransport
  import Foundation
  import ProgramTesting
  import Testing
  import WireModel

  /// What `make run DATABASE=postgres` starts, once it is built.
  @Suite("The demo on a PostgreSQL of its own")
  struct DemoOnPostgreSQLTests {
    @Test("it serves from the database, and nothing of that is left when it ends")
    func demo() async throws {
      let folder = try TemporaryFolder()
      let script = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Scripts/with-postgresql").standardized
      let demo = try ChildProcess(
        script,
        [
          BuiltProgram.url.path(percentEncoded: false), "serve", "--demo", "--port", "0", "--data",
          folder.file("data"),
        ])
      let words = try ReadyLine.next(of: demo.output).split(separator: " ").map(String.init)
      let place = try #require(words.dropFirst(3).first, "\(words)")
      #expect(words.starts(with: ["PostgreSQL", "runs", "in"]))
      #expect(FileManager.default.fileExists(atPath: place + "/data/PG_VERSION"))
      let address = try ReadyLine.read(demo.output)
      let transport = HTTPTransport(address: try #require(ServerAddress(address)))
      #expect(try await transport.send(WireRequest(.ready)).status == 200)
      await transport.shutdown()
      #expect(!FileManager.default.fileExists(atPath: folder.file("data/countersign.sqlite")))
      #expect(demo.end(by: SIGTERM) == 0)
      #expect(!FileManager.default.fileExists(atPath: place))
    }
  }
#endif
