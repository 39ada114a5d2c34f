import AirtimeServer
import BrowserTesting
import CountersignCore
import CountersignPage
import CountersignServer
import CountersignTesting
import Foundation
import Hummingbird
import Logging
import NIOCore
import ProgramTesting
import SecretSearch
import ServiceLifecycle
import Testing
import WebAuthnModel

/// A host's own app in this process, with a page of its own and two servers under prefixes.
struct HostApp: Sendable {
  /// One of its servers, as a person at the page sees it.
  struct Mounted: PageServer {
    /// The address of the page, prefix included.
    let address: String
    /// The name of its cookie.
    let cookie: String
    private let messenger: RecordingMessenger

    fileprivate init(address: String, cookie: String, messenger: RecordingMessenger) {
      (self.address, self.cookie, self.messenger) = (address, cookie, messenger)
    }

    func code(to recipient: String, for purpose: String) async throws -> String? {
      messenger.messages.last { message in
        message.recipient == recipient && message.purpose?.rawValue == purpose
      }?.code?.exposed
    }
  }

  let address: String
  let staff: Mounted
  let customers: Mounted

  /// Serves for as long as a body runs.
  static func run(_ body: (HostApp) async throws -> Void) async throws {
    // An origin names its port, and a host knows its own: another is taken where one is in use.
    for _ in 0..<5 {
      do {
        return try await run(at: Int.random(in: 20_000..<30_000), body)
      } catch let error as IOError where error.errnoCode == EADDRINUSE {
        continue
      }
    }
    throw NotBound()
  }

  private static func run(
    at port: Int, _ body: (HostApp) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let watch = SecretWatch("a host's app")
    let address = "http://localhost:\(port)"
    let router = Router(context: HostContext.self)
    router.get("/") { _, _ in "the host's own page" }
    var services: [any ServiceLifecycle.Service] = []
    var mounted: [Mounted] = []
    for name in ["staff", "customers"] {
      let messenger = RecordingMessenger(watch)
      let countersign = try await Countersign(
        store: .sqlite(folder.file(name + ".sqlite")), keyring: .generated(),
        configuration: try configuration(name, address), modules: [AirtimeShop()],
        messenger: messenger, logger: ServiceHarness.logger(watch))
      countersign.addRoutes(to: router.group(RouterPath(name)))
      services.append(countersign)
      mounted.append(
        Mounted(
          address: "\(address)/\(name)", cookie: "countersign-\(name)", messenger: messenger))
    }
    let app = HostApp(address: address, staff: mounted[0], customers: mounted[1])
    try await app.serve(router, services, port, body)
  }

  private static func configuration(
    _ name: String, _ address: String
  ) throws -> ServerConfiguration {
    var configuration = ServerConfiguration(
      relyingPartyID: RelyingPartyID("localhost"), relyingPartyName: name,
      origins: [try #require(Origin(address))])
    configuration.http.instance = try InstanceName(name)
    configuration.http.additions = [.page()]
    configuration.policy.pin.scryptRounds = 16
    return configuration
  }

  private func serve(
    _ router: Router<HostContext>, _ services: [any ServiceLifecycle.Service], _ port: Int,
    _ body: (HostApp) async throws -> Void
  ) async throws {
    let (bound, continuation) = AsyncStream<Void>.makeStream()
    let application = Application(
      router: router,
      configuration: ApplicationConfiguration(address: .hostname("localhost", port: port)),
      services: services, onServerRunning: { _ in continuation.yield() },
      logger: Logger(label: "host") { _ in SwiftLogNoOpLogHandler() })
    let group = ServiceGroup(services: [application], logger: application.logger)
    let serving = Task {
      defer { continuation.finish() }
      try await group.run()
    }
    guard await bound.first(where: { _ in true }) != nil else { return try await serving.value }
    let result: Result<Void, any Error>
    do {
      result = .success(try await body(self))
    } catch {
      result = .failure(error)
    }
    await group.triggerGracefulShutdown()
    try await serving.value
    try result.get()
  }
}

/// The host's context, which knows where a request came from.
private struct HostContext: RemoteAddressRequestContext {
  var coreContext: CoreRequestContextStorage
  let remoteAddress: SocketAddress?

  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    remoteAddress = source.channel.remoteAddress
  }
}

/// No port was free.
private struct NotBound: Error {}
