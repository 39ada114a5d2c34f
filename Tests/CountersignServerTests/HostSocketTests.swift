import CountersignClient
import CountersignCore
import CountersignHTTP
import CountersignTransport
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import Testing
import WebAuthnModel
import WireModel

@testable import CountersignServer

@Suite("A host's app on a port", .timeLimit(.minutes(5)))
struct HostSocketTests {
  @Test("the SDK signs up and in at a server under a prefix")
  func sdk() async throws {
    let hosted = try await Hosted()
    try await HostServer.run(hosted) { address, _ in
      let transport = HTTPTransport(address: address)
      let connection = ServerConnection(transport: transport)
      let request = try await connection.signUp(userName: "ada@example.com", displayName: "Ada")
      let account = try await connection.openSession(
        codeRequest: request.codeRequest, code: try await hosted.newestCode(to: "ada@example.com"))
      #expect(try await account.secondFactor().hasPIN == false)
      await transport.shutdown()
    }
  }

  @Test("a stream of events ends with the host's server")
  func streamEndsWithServer() async throws {
    let hosted = try await Hosted { $0.http.eventTiming.poll = .seconds(3600) }
    let transport = try await HostServer.run(hosted) { address, group in
      let transport = HTTPTransport(address: address)
      let stream = try await Self.stream(of: hosted, over: transport)
      await group.triggerGracefulShutdown()
      for try await _ in stream {}
      return transport
    }
    await transport.shutdown()
    #expect(hosted.countersign.service.changeBell.listenerCount == 0)
  }

  @Test("a client that goes away is noticed at the next sign of life")
  func clientGone() async throws {
    let hosted = try await Hosted {
      $0.http.eventTiming.poll = .milliseconds(20)
      $0.http.eventTiming.heartbeat = .milliseconds(20)
    }
    let bell = hosted.countersign.service.changeBell
    try await HostServer.run(hosted) { address, _ in
      let transport = HTTPTransport(address: address)
      let stream = try await Self.stream(of: hosted, over: transport)
      #expect(bell.listenerCount == 1)
      withExtendedLifetime(stream) {}
      await transport.shutdown()
      while bell.listenerCount > 0 { try await Task.sleep(for: .milliseconds(5)) }
    }
  }

  private static func stream(
    of hosted: Hosted, over transport: HTTPTransport
  ) async throws -> EventStream {
    let session = try await hosted.countersign.openSession(
      for: "ada@example.com", displayName: "Ada"
    ).get()
    let answer = try await transport.events(
      WireRequest(.transactionEvents, accessToken: session.accessToken.exposed), after: nil)
    guard case .stream(let stream) = answer else { throw NoStream() }
    return stream
  }

  private struct NoStream: Error {}
}

/// A host's app that serves one Countersign under `/auth`, on a free port of this machine.
private enum HostServer {
  /// Serves while a body runs, which is given the address and whoever may end the server.
  static func run<Outcome: Sendable>(
    _ hosted: Hosted, _ body: (ServerAddress, ServiceGroup) async throws -> Outcome
  ) async throws -> Outcome {
    let router = Router(context: AddressedContext.self)
    hosted.countersign.addRoutes(to: router.group("auth"))
    let (ports, continuation) = AsyncStream<Int>.makeStream()
    let application = Application(
      router: router,
      configuration: ApplicationConfiguration(address: .hostname("localhost", port: 0)),
      services: [hosted.countersign],
      onServerRunning: { continuation.yield($0.localAddress?.port ?? 0) }, logger: Hosted.silent)
    let group = ServiceGroup(services: [application], logger: Hosted.silent)
    let running = Task {
      defer { continuation.finish() }
      try await group.run()
    }
    let port = await ports.first { _ in true }
    let result: Result<Outcome, any Error>
    do {
      let address = try #require(ServerAddress("http://localhost:\(port ?? 0)/auth"))
      result = .success(try await body(address, group))
    } catch {
      result = .failure(error)
    }
    await group.triggerGracefulShutdown()
    try await running.value
    return try result.get()
  }
}
