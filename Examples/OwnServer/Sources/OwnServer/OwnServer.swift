import CountersignPage
import CountersignServer
import Logging

/// A server of somebody's own: a store, a relying party, and who carries messages to people.
@main
struct OwnServer {
  static func main() async throws {
    guard let origin = Origin("https://pay.example.com") else { return }
    let configuration = ServerConfiguration(
      relyingPartyID: RelyingPartyID("pay.example.com"), relyingPartyName: "Pay",
      origins: [origin])
    let logger = Logger(label: "own-server")
    let server = StandaloneServer(configuration: configuration, logger: logger) { configuration in
      try await Countersign(
        store: .sqlite("own-server/state.sqlite"), keyring: .file("own-server-keys/keyring"),
        configuration: configuration, messenger: Nobody(), logger: logger)
    }
    try await server.run()
  }
}

/// A server has its mail here; this example's messages stay undelivered.
struct Nobody: Messenger {
  func deliver(_ message: Message) async throws { throw Undelivered() }
}

struct Undelivered: Error {}
