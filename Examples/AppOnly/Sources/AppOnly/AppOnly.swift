import CountersignClient
import CountersignDevice
import CountersignTransport

/// What an app writes: a transport, an authenticator, a vault, and a screen for each update.
@main
struct AppOnly {
  static func main() async {
    guard let address = ServerAddress("https://pay.example.com") else { return }
    let session = AccountSession(
      connection: ServerConnection(transport: URLSessionTransport(address: address)),
      accountID: "acct_example", accessToken: SecretText("from the app's sign-in"))
    let vault = FileVault(directory: "app-only-vault")
    let authenticator = SoftwareAuthenticator(
      vault: vault, account: session.accountID, origin: address.origin, presence: Nobody())
    let manager = FlowManager(session: session, authenticator: authenticator, vault: vault)
    do {
      try await manager.start(
        TopUp(
          TopUpPayload(amount: 500, productCode: "AIRTIME_MTN", recipientPhone: "08012345678")))
    } catch {
      print("not started: \(error)")
    }
    for await flow in await manager.updates {
      print(flow.phase.rawValue, flow.error?.kind ?? "")
      if flow.phase == .waitForInput { await manager.cancel() }
    }
  }
}

/// An app has a prompt here; nobody is at this example.
struct Nobody: UserPresence {
  var readiness: AuthenticatorReadiness { .notSupported }

  func verify(_ question: PresenceQuestion) async throws(AuthenticatorError) {
    throw .notAvailable
  }
}
