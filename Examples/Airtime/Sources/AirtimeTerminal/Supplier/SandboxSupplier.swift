import AirtimeServer
import CountersignCommands
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization
import UnixSignals

/// A supplier of airtime that does not exist, over HTTP.
final class SandboxSupplier: Sendable {
  /// The treatment of an order that comes again.
  enum Repeats: Sendable {
    /// It gets its first answer.
    case answerAgain
    /// It is executed again, as by a supplier that does not keep its word.
    case executeAgain
  }

  /// The end of its run.
  enum Lifetime: Sendable {
    /// Until SIGTERM or SIGINT.
    case signalled
    /// Until its standard input ends, which is when its parent does.
    case inputEnds
  }

  private let port: Int
  private let failureShare: Double
  /// The share of tries that are executed and never answered, and that are answered with no JSON.
  private let hangShare: Double
  private let garbageShare: Double
  private let delay: Duration
  private let repeats: Repeats
  /// By transaction, the order as it came first and what it was answered.
  private let executed = Mutex<[String: (SupplyOrderBody, JSONValue)]>([:])

  init(
    port: Int, failureShare: Double, delay: Duration, repeats: Repeats, hangShare: Double = 0,
    garbageShare: Double = 0
  ) {
    self.port = port
    self.failureShare = failureShare
    self.hangShare = hangShare
    self.garbageShare = garbageShare
    self.delay = delay
    self.repeats = repeats
  }

  func run(until lifetime: Lifetime) async throws {
    let router = Router()
    router.post("/topups") { request, _ in try await self.answer(request) }
    let application = Application(
      router: router,
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
      onServerRunning: { channel in
        Console.print("listening on http://localhost:\(channel.localAddress?.port ?? 0)")
      }, logger: Logger(label: "sandbox") { _ in SwiftLogNoOpLogHandler() })
    if lifetime == .inputEnds {
      // An interrupt at the terminal is for the parent, which ends this process when it has ended.
      signal(SIGINT, SIG_IGN)
      Thread.detachNewThread {
        while let chunk = try? FileHandle.standardInput.read(upToCount: 1), !chunk.isEmpty {}
        exit(0)
      }
    }
    do {
      try await application.runService(
        gracefulShutdownSignals: lifetime == .signalled ? [.sigterm, .sigint] : [.sigterm])
    } catch let error as IOError where error.errnoCode == EADDRINUSE {
      throw CommandFailure(
        .environment, "port \(port) is taken", hint: "choose another; --port 0 takes a free one")
    }
  }

  private func answer(_ request: Request) async throws -> Response {
    let body = try await request.body.collect(upTo: 16_384)
    let key = HTTPField.Name("Idempotency-Key").flatMap { request.headers[$0] }
    let answer = try await answer(Array(buffer: body), key: key)
    // By now the order is executed, whatever its sender learns of it.
    if Double.random(in: 0..<1) < hangShare { try await Task.sleep(for: .seconds(60)) }
    if Double.random(in: 0..<1) < garbageShare {
      return Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(string: "<html>")))
    }
    return Self.response(HTTPResponse.Status(code: answer.status), answer.body)
  }

  /// Answers an order.
  ///
  /// An order that is not as the server should send it is refused aloud, so that a mistake there
  /// does not pass for a sale.
  func answer(_ bytes: [UInt8], key: String?) async throws -> (status: Int, body: JSONValue) {
    let order: SupplyOrderBody
    do {
      order = try SupplyOrderBody(json: JSONValue(parsing: bytes))
    } catch {
      return (400, ["problem": .string("\(error)")])
    }
    guard key == order.transactionID else {
      return (400, ["problem": "Idempotency-Key: must be the transactionId"])
    }
    if delay > .zero { try await Task.sleep(for: delay) }
    let isFailed = Double.random(in: 0..<1) < failureShare
    let new: JSONValue = [
      "status": isFailed ? "failed" : "completed", "transactionId": .string(order.transactionID),
      "reference": .string("sandbox-" + Base64URL.encode(SystemRandomBytes().bytes(9))),
    ]
    let (first, answer) = executed.withLock { executed -> (SupplyOrderBody, JSONValue) in
      if repeats == .answerAgain, let known = executed[order.transactionID] { return known }
      executed[order.transactionID] = (order, new)
      return (order, new)
    }
    guard first == order else {
      return (409, ["problem": "transactionId: is that of another order"])
    }
    return (200, answer)
  }

  private static func response(_ status: HTTPResponse.Status, _ body: JSONValue) -> Response {
    Response(
      status: status, headers: [.contentType: "application/json"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: body.serialized())))
  }
}
