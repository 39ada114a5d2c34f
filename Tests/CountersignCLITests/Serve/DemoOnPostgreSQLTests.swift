#if PostgreSQL
  import CountersignTransport
  import Foundation
  import ProgramTesting
  import Testing
  import WireModel

  /// The programs that `make run DATABASE=postgres` starts, once they are built.
  @Suite("The demo on a PostgreSQL of its own", .timeLimit(.minutes(5)))
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
      let first = try ReadyLine.next(of: demo.output)
      let place = try #require(first.firstMatch(of: /^PostgreSQL runs in (?<place>\S+)/)?.place)
      #expect(FileManager.default.fileExists(atPath: place + "/data/PG_VERSION"))
      let ready = try ReadyLine.next(of: demo.output)
      let address = try #require(ready.firstMatch(of: /^listening on (?<address>\S+)$/)?.address)
      let transport = HTTPTransport(address: try #require(ServerAddress(String(address))))
      #expect(try await transport.send(WireRequest(.ready)).status == 200)
      await transport.shutdown()
      #expect(!FileManager.default.fileExists(atPath: folder.file("data/countersign.sqlite")))
      #expect(demo.end(by: SIGTERM) == 0)
      #expect(!FileManager.default.fileExists(atPath: String(place)))
    }
  }
#endif
