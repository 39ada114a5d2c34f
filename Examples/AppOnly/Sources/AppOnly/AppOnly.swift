import CountersignClient
import CountersignDevice
import CountersignTransport

/// What an app writes: a transport, an authenticator, a vault, and a screen for each update.
@main
struct AppOnly {
  static func main() async throws {
    guard let address = ServerAddress("https://pay.example.com") else { return }
    let session = AccountSession(
      connection: ServerConnection(transport: URLSessionTransport(address: address)),
      accountID: "acct_example", accessToken: SecretText("from the app's sign-in"))
    let vault = FileVault(directory: "app-only-vault")
    let authenticator = SoftwareAuthenticator(
      vault: vault, account: session.accountID, origin: address.origin, presence: Nobody())
    let screen = Screen()
    // README: an app
    let manager = FlowManager(session: session, authenticator: authenticator, vault: vault)
    try await manager.start(
      Declared(ScenarioName("PAY_INVOICE"), Invoice(amount: "12.50", payee: "Ikeja Books")))
    for await flow in await manager.updates {
      switch flow.phase {
      case .waitForInput: await screen.ask(flow, manager)
      case .processing: screen.wait()
      case .done, .error: screen.end(flow)
      }
    }
    // README: end
  }
}

/// The fields of the app's own scenario; its host declares the same ones.
struct Invoice: JSONBody {
  var amount: String
  var payee: String
}

/// The app's screen, which holds no state of the flow.
struct Screen {
  /// Shows `flow.transaction?.document`, and passes on the answer.
  ///
  /// It leaves at once here: an app has a person to ask.
  func ask(_ flow: Flow, _ manager: FlowManager) async { await manager.cancel() }

  func wait() { print("One moment") }

  func end(_ flow: Flow) { print(flow.phase.rawValue, flow.error?.kind ?? "") }
}

/// An app has a prompt here; nobody is at this example.
struct Nobody: UserPresence {
  var readiness: AuthenticatorReadiness { .notSupported }

  func verify(_ question: PresenceQuestion) async throws(AuthenticatorError) {
    throw .notAvailable
  }
}
