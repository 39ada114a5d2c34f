import AirtimeClient
import BrowserTesting
import CountersignClient
import CountersignDevice
import CountersignTesting
import CountersignTransport
import FlowModel
import Foundation
import ProgramTesting
import Testing
import WebAuthnModel
import WireModel

/// The SDK's operations with the software authenticator, over HTTP.
actor SoftwareClient: ConformingClient {
  let kind = ClientKind.software

  private let transport: DisturbedTransport
  private let connection: ServerConnection
  private let presence = ScriptedPresence()
  private let folder: TemporaryFolder
  private let vault: FileVault
  private var origin: Origin

  private var codeRequest = ""
  private var session: AccountSession?
  private var options: CredentialRequestOptions?
  private var document: Document?
  private var operation: OperationID?
  private var assertion: AssertionResponse?
  private var token: SecretText?

  init(of server: ClockedServer) throws {
    let address = try #require(ServerAddress(server.address))
    let watched = WatchedTransport(HTTPTransport(address: address), server.harness.watch)
    transport = DisturbedTransport(watched)
    connection = ServerConnection(
      transport: transport,
      binding: TokenBinding(address: address.description, keys: MemorySessionKeys()))
    folder = try TemporaryFolder()
    vault = FileVault(directory: folder.file("vault"))
    origin = try #require(Origin(NativeOrigin.apple))
  }

  func signUp(userName: String) async -> ClientOutcome {
    await outcome {
      codeRequest = try await connection.signUp(userName: userName, displayName: "Ada").codeRequest
    }
  }

  func openSession(code: String) async -> ClientOutcome {
    await outcome {
      session = try await connection.openSession(codeRequest: codeRequest, code: SecretText(code))
    }
  }

  func requestRegistrationCode() async -> ClientOutcome {
    await outcome { _ = try await opened().requestCode(.register) }
  }

  func register(code: String) async -> ClientOutcome {
    await outcome {
      let entitlement = RegistrationOptionsRequest(validateCode: SecretText(code))
      try await opened().registerCredential(with: authenticator(), entitledBy: entitlement)
    }
  }

  func askOptions(_ payload: TopUpPayload) async -> ClientOutcome {
    await outcome {
      let linked = try await opened().options(for: TopUp(payload))
      options = linked.options
      document = linked.document
      operation = linked.operation
    }
  }

  /// The SDK itself has no use for such a challenge, so it is asked for by its route.
  func askUnlinkedOptions() async -> ClientOutcome {
    await outcome {
      options = try await opened().call(.authenticationOptions)
    }
  }

  func show(_ document: Document) { self.document = document }

  func sign() async -> ClientOutcome {
    await outcome {
      let request = SigningRequest(try #require(options), document: try #require(document))
      assertion = try await authenticator().sign(request)
    }
  }

  func verify() async -> ClientOutcome {
    await outcome {
      token = try await opened().verify(try #require(assertion)).verificationToken
    }
  }

  func topUp(
    _ payload: TopUpPayload, by form: ProofForm, under name: OperationName
  ) async -> ClientOutcome {
    let action = TopUp(payload)
    var result: ActionResult?
    let outcome = await self.outcome {
      let proof: Proof =
        switch form {
        case .token: .verificationToken(try #require(token))
        case .assertion: .assertion(try #require(assertion))
        }
      let operation: OperationID? =
        switch name {
        case .ofChallenge: self.operation
        case .fresh: OperationID(UUID().uuidString)
        }
      do {
        result = try await opened().perform(action, proof: proof, operation: operation)
      } catch ClientError.transport(let error) where error.delivery == .unknown {
        // As a flow does: the very same again.
        result = try await opened().perform(action, proof: proof, operation: operation)
      }
    }
    guard let answer = result.flatMap({ try? action.result(of: $0) }) else { return outcome }
    return .bought(
      BoughtAirtime(transactionID: answer.transactionID, balance: answer.balance))
  }

  func answerPrompts(_ answer: PromptAnswer) async { await presence.answer(answer) }

  func speak(for origin: String) throws { self.origin = try #require(Origin(origin)) }

  func disturb(_ disturbance: Disturbance) { transport.disturb(disturbance) }

  func wasDisturbed() -> Bool { transport.isUndisturbed }

  func callsSent() -> Int { transport.callsSent }

  func prompts() async -> [String]? { await presence.prompts }

  private func opened() throws -> AccountSession { try #require(session) }

  private func authenticator() throws -> SoftwareAuthenticator {
    SoftwareAuthenticator(
      vault: vault, account: try opened().accountID, origin: origin, presence: presence)
  }

  private func outcome(_ steps: () async throws -> Void) async -> ClientOutcome {
    do {
      try await steps()
      return .done
    } catch let error as AuthenticatorError {
      return .unable("\(error)")
    } catch ClientError.authenticator(let error) {
      return .unable("\(error)")
    } catch ClientError.refused(let problem) {
      return .refused(problem.reason)
    } catch ClientError.mismatch(let reason) {
      return .mismatch(reason.code)
    } catch {
      return .other("\(error)")
    }
  }
}

/// A person whose answer is told before.
private actor ScriptedPresence: UserPresence {
  nonisolated var readiness: AuthenticatorReadiness { .ready }
  private var refusal: AuthenticatorError?
  /// What the person was told before each signature.
  private(set) var prompts: [String] = []

  func answer(_ answer: PromptAnswer) {
    refusal =
      switch answer {
      case .verified: nil
      case .cancelled: .cancelled
      case .lockout: .lockout
      case .permanentLockout: .permanentLockout
      case .keyGone: .keyGone
      }
  }

  func verify(_ question: PresenceQuestion) throws(AuthenticatorError) {
    if case .sign(_, let document) = question { prompts.append(document.prompt) }
    if let refusal { throw refusal }
  }
}
