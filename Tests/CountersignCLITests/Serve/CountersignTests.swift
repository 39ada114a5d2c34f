import AsyncHTTPClient
import CountersignClient
import CountersignCore
import CountersignDelivery
import CountersignHTTP
import CountersignSQLite
import CountersignTLS
import CountersignTransport
import Foundation
import Logging
import NIOCore
import NIOHTTP1
import ProgramTesting
import ServiceLifecycle
import Synchronization
import Testing
import ToolSupport
import WebAuthnModel
import WireModel

@testable import CountersignServer

@Suite("a server in a host's own process")
struct CountersignTests {
  private let folder: TemporaryFolder
  private let keyring = Keyring.generated()
  private let store: SQLiteStore
  private let logger = Logger(label: "host") { _ in SwiftLogNoOpLogHandler() }

  init() throws {
    folder = try TemporaryFolder()
    store = try SQLiteStore(
      path: folder.file("countersign.sqlite"), schemas: .of([]), seals: StoreSeals(keyring))
  }

  private func server(
    port: Int = 0, drainSeconds: Int64 = 0,
    onListening: @escaping @Sendable (String) -> Void = { _ in }
  ) -> StandaloneServer {
    var configuration = ServerConfiguration(
      relyingPartyID: RelyingPartyID("localhost"), relyingPartyName: "Host")
    configuration.http.drainSeconds = drainSeconds
    // No body is late because a busy machine is slow.
    configuration.http.bodySeconds = 600
    return StandaloneServer(
      port: port, configuration: configuration, logger: logger, onListening: onListening
    ) { [store, keyring, folder, logger] configuration in
      try await Countersign(
        store: .opened(store), keyring: keyring, configuration: configuration,
        messenger: MailboxMessenger(file: folder.file("mailbox.jsonl")), logger: logger)
    }
  }

  /// Runs a body while a server runs among the services of this process.
  private func whileServing(_ body: @Sendable (_ address: String) async throws -> Void) async throws
  {
    let (addresses, continuation) = AsyncStream<String>.makeStream()
    let group = ServiceGroup(
      services: [server { continuation.yield($0) }], logger: logger)
    async let isOver: Void = group.run()
    let address = try #require(await addresses.first { _ in true })
    let result: Result<Void, any Error>
    do {
      result = .success(try await body(address))
    } catch {
      result = .failure(error)
    }
    await group.triggerGracefulShutdown()
    try await isOver
    try result.get()
  }

  @Test("a start that fails while connections come says why, and the process goes on")
  func failedStart() async throws {
    struct Failure: Error {}
    let connections = Mutex<[FileHandle]>([])
    let failing = StandaloneServer(
      port: 0,
      configuration: ServerConfiguration(
        relyingPartyID: RelyingPartyID("localhost"), relyingPartyName: "Host"), logger: logger
    ) { configuration in
      let address = try #require(configuration.origins.first).description
      let port = try #require(URL(string: address)?.port)
      for _ in 0..<40 {
        let connection = try Self.connect(to: UInt16(port))
        try connection.write(contentsOf: Data("GET /health/ready HTTP/1.1\r\n".utf8))
        connections.withLock { $0.append(connection) }
      }
      throw Failure()
    }
    await #expect(throws: Failure.self) { try await failing.run() }
    #expect(connections.withLock { $0.count } == 40)
  }

  /// Connects to a port of this machine.
  private static func connect(to port: UInt16) throws -> FileHandle {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(code == 0)
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  @Test("it answers, delivers what it has to, ends with the process, and leaves the store open")
  func serves() async throws {
    try await whileServing { address in
      #expect(address.hasPrefix("http://localhost:"))
      let transport = HTTPTransport(address: try #require(ServerAddress(address)))
      let connection = ServerConnection(transport: transport)
      let ada = "ada@example.com"
      let request = try await connection.signUp(userName: ada, displayName: "Ada")
      let mailbox = Mailbox(
        path: folder.file("mailbox.jsonl"), recipient: ada, purpose: .signIn)
      _ = try await connection.openSession(
        codeRequest: request.codeRequest, code: try await mailbox.newCode(after: 0, seconds: 600))
      await transport.shutdown()
    }
    let sessions = try await store.read { try $0.rows("SELECT 1 FROM sessions", []).count }
    #expect(sessions == 1)
    try await store.close()
  }

  @Test("a port that is taken ends it with the system's own error")
  func portTaken() async throws {
    try await whileServing { address in
      let port = try #require(address.split(separator: ":").last.flatMap { Int($0) })
      let error = await #expect(throws: IOError.self) { try await server(port: port).run() }
      #expect(error?.errnoCode == EADDRINUSE)
    }
    try await store.close()
  }

  @Test("a server that is told to end says so, and serves until its time is over")
  func drains() async throws {
    let (addresses, continuation) = AsyncStream<String>.makeStream()
    let group = ServiceGroup(
      services: [server(drainSeconds: 3600) { continuation.yield($0) }], logger: logger)
    let running = Task { try await group.run() }
    let address = try #require(await addresses.first { _ in true })
    let transport = HTTPTransport(address: try #require(ServerAddress(address)))
    #expect(try await transport.send(WireRequest(.ready)).status == 200)
    await group.triggerGracefulShutdown()
    var answer = try await transport.send(WireRequest(.ready))
    while answer.status == 200 { answer = try await transport.send(WireRequest(.ready)) }
    #expect(answer.status == 503)
    #expect(try Problem(json: answer.body ?? .null).reason == .draining)
    #expect(try await transport.send(WireRequest(.live)).status == 200)
    let connection = ServerConnection(transport: transport)
    _ = try await connection.signUp(userName: "ada@example.com", displayName: "Ada")
    // Whoever cannot wait any longer ends it at once.
    running.cancel()
    _ = await running.result
    await #expect(throws: TransportError.self) { try await transport.send(WireRequest(.live)) }
    await transport.shutdown()
    try await store.close()
  }

  @Test("a request that is under way when the server ends is answered")
  func requestUnderWay() async throws {
    let (addresses, continuation) = AsyncStream<String>.makeStream()
    let group = ServiceGroup(
      services: [server(drainSeconds: 2) { continuation.yield($0) }], logger: logger)
    let running = Task { try await group.run() }
    let address = try #require(await addresses.first { _ in true })
    let transport = HTTPTransport(address: try #require(ServerAddress(address)))
    #expect(try await transport.send(WireRequest(.ready)).status == 200)

    let body = SignUpRequest(userName: "ada@example.com", displayName: "Ada").json.serialized()
    let (parts, part) = AsyncStream<ByteBuffer>.makeStream()
    let (begins, begin) = AsyncStream<Void>.makeStream()
    let status = Task {
      var request = HTTPClientRequest(url: address + "/accounts")
      request.method = .POST
      request.headers.add(name: "Content-Type", value: "application/json")
      // The first part is asked for once the head is on its way.
      let noticed = parts.map { part in
        begin.yield()
        return part
      }
      request.body = .stream(noticed, length: .known(Int64(body.count)))
      return try await HTTPClient.shared.execute(request, timeout: .seconds(60)).status
    }
    part.yield(ByteBuffer(bytes: body.prefix(10)))
    _ = await begins.first { true }
    await group.triggerGracefulShutdown()
    // Until nobody else is let in.
    while (try? await transport.send(WireRequest(.live))) != nil {
      try await Task.sleep(for: .milliseconds(50))
    }
    part.yield(ByteBuffer(bytes: body.dropFirst(10)))
    part.finish()
    #expect(try await status.value == .accepted)
    try await running.value
    await transport.shutdown()
    try await store.close()
  }

  @Test("it names itself by the scheme's own port, and takes the origins that it was given")
  func addresses() throws {
    var configuration = ServerConfiguration(
      relyingPartyID: RelyingPartyID("localhost"), relyingPartyName: "Host")
    #expect(configuration.localAddress(port: 80) == "http://localhost")
    #expect(configuration.origins(port: 8080).map(\.text) == ["http://localhost:8080"])
    configuration.http.protection = .tls(certificateFile: "chain.pem", keyFile: "key.pem")
    #expect(configuration.localAddress(port: 443) == "https://localhost")
    #expect(configuration.origins(port: 80).map(\.text) == ["https://localhost:80"])
    configuration.origins = [try #require(Origin("https://bank.example"))]
    #expect(configuration.origins(port: 8080).map(\.text) == ["https://bank.example"])
    // An app's calls name where they go, so that there has to be one of the web.
    configuration.origins = [try #require(Origin("ios:bundle-id:com.example.pay"))]
    #expect(
      configuration.origins(port: 8443).map(\.text).sorted()
        == ["https://localhost:8443", "ios:bundle-id:com.example.pay"])
  }
}
