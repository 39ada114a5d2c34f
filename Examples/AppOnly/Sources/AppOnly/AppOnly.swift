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
        Declared(ScenarioName("PAY_INVOICE"), Invoice(amount: "12.50", payee: "Ikeja Books")))
    } catch {
      print("not started: \(error)")
    }
    for await flow in await manager.updates {
      print(flow.phase.rawValue, flow.error?.kind ?? "")
      if flow.phase == .waitForInput { await manager.cancel() }
    }
  }
}

/// What the app's own scenario asks for: its host declares the same fields.
struct Invoice: JSONBody {
  var amount: String
  var payee: String
}

/// An app has a prompt here; nobody is at this example.
struct Nobody: UserPresence {
  var readiness: AuthenticatorReadiness { .notSupported }

  func verify(_ question: PresenceQuestion) async throws(AuthenticatorError) {
    throw .notAvailable
  }
}
