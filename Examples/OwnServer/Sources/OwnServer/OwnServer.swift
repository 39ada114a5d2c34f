import CountersignHTTP
import CountersignSQLite
import Logging

/// What a server of somebody's own is put together of: a store, a relying party and a listener.
///
/// It answers that it is not ready yet: the command line's `ServerProcess` shows the rest.
@main
struct OwnServer {
  static func main() async throws {
    guard let origin = Origin("https://pay.example.com") else { return }
    let ceremony = CeremonyPolicy(
      relyingPartyID: RelyingPartyID("pay.example.com"), origins: [origin])
    let store = try SQLiteStore(path: "own-server/state.sqlite")
    print("\(type(of: store as any Store)) for \(ceremony.relyingPartyID.text)")
    print("a service key may have the scopes \(ServiceScope.allCases)")
    let server = ServerApplication(
      host: "127.0.0.1", port: 0, slot: ServiceSlot(), settings: ServerSettings(),
      logger: Logger(label: "own-server")
    ) { port in
      print("listening on port \(port)")
    }
    try await server.run()
    try await store.close()
  }
}
