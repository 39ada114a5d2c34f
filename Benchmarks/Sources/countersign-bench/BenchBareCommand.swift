import ArgumentParser
import CountersignHTTP
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ToolSupport

/// `countersign-bench bare`: the HTTP stack alone, with the approval's paths and answer sizes.
///
/// It reads each body and answers bytes; it knows no session, no store and no JSON.
struct BenchBareCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bare", abstract: "Serve an approval's calls without doing anything.",
    shouldDisplay: false)

  @Option(help: "The path of a call; repeatable.")
  var path: [String] = []
  @Option(help: "The answer's body for each of the calls, in bytes.")
  var answer: [Int] = []

  func run() async throws {
    FreedMemory.keep()
    let router = Router()
    for (path, bytes) in zip(path, answer) {
      let body = ByteBuffer(repeating: UInt8(ascii: "x"), count: bytes)
      var fields: HTTPFields = [
        .contentType: "application/json", .xContentTypeOptions: "nosniff",
        .cacheControl: "no-store",
      ]
      if let name = HTTPField.Name("X-Request-ID") {
        fields[name] = String(repeating: "0", count: 32)
      }
      let headers = fields
      router.post(RouterPath(path)) { request, _ in
        _ = try await request.body.collect(upTo: 65_536)
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
      }
    }
    let application = Application(
      router: router, server: .http1OnEventLoops(),
      configuration: ApplicationConfiguration(
        address: .hostname("127.0.0.1", port: 0), serverName: nil),
      onServerRunning: { channel in
        Console.print("listening on http://localhost:\(channel.localAddress?.port ?? 0)")
      }, logger: Logger(label: "bare") { _ in SwiftLogNoOpLogHandler() })
    try await application.runService()
  }
}
