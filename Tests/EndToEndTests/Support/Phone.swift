import CountersignClient
import CountersignDevice
import CountersignTesting
import FlowModel
import Foundation
import Synchronization
import WebAuthnModel
import WireModel

/// A phone with the whole SDK on it, whose person says yes.
struct Phone {
  let session: AccountSession
  let authenticator: SoftwareAuthenticator
  let manager: FlowManager
  let presence: ScriptedPresence
  let transport: CountingTransport

  static let userName = "ada@example.com"
  static let pin = "258036"

  /// Signs up over the wire, registers a key and sets a PIN.
  static func enrolled(
    _ harness: ServiceHarness, _ transport: CountingTransport
  ) async throws -> Phone {
    let connection = ServerConnection(transport: transport)
    let request = try await connection.signUp(userName: userName, displayName: "Ada")
    let session = try await connection.openSession(
      codeRequest: request.codeRequest, code: harness.newestCode(to: userName))
    guard let origin = Origin(ServiceHarness.originText) else { throw HarnessError.unusableOrigin }
    let vault = FileVault(directory: harness.directory.appending(path: "phone").path)
    let presence = ScriptedPresence { transport.note("biometric prompt") }
    let phone = Phone(
      session: session,
      authenticator: SoftwareAuthenticator(
        vault: vault, account: session.accountID, origin: origin, presence: presence),
      manager: FlowManager(
        session: session,
        authenticator: SoftwareAuthenticator(
          vault: vault, account: session.accountID, origin: origin, presence: presence),
        vault: vault), presence: presence, transport: transport)
    try await session.requestCode(.register)
    let code = try await harness.newestCode(to: userName)
    try await session.registerCredential(
      with: phone.authenticator, entitledBy: RegistrationOptionsRequest(validateCode: code))
    let proof = try await session.prove(.setPIN, with: phone.authenticator)
    try await session.setPIN(
      SecretText(pin), entitledBy: .proof(proof))
    transport.reset()
    return phone
  }

  /// Runs a money order to its end, answering each question with the next input.
  func send(
    _ payload: MoneyOrder = .sample, level: SecurityLevel = .biometricsWithFallback,
    path: ProofPath = .token, _ inputs: SecondFactorInput...
  ) async throws -> [Flow] {
    var remaining = inputs[...]
    var flows: [Flow] = []
    try await manager.start(Remittance(payload), level: level, proofPath: path)
    for await flow in await manager.updates {
      flows.append(flow)
      if flow.phase == .waitForInput {
        guard let input = remaining.popFirst() else {
          await manager.cancel()
          continue
        }
        try await manager.inputSecondFactor(input)
      }
    }
    return flows
  }
}

/// A person who says yes, or what a test wants.
final class ScriptedPresence: UserPresence {
  private let answer = Mutex<AuthenticatorError?>(nil)
  private let ability = Mutex(AuthenticatorReadiness.ready)
  private let onPrompt: @Sendable () -> Void
  private let held = Mutex(false)
  private let heldPrompts = Mutex(0)

  init(onPrompt: @escaping @Sendable () -> Void) { self.onPrompt = onPrompt }

  /// Leaves each prompt without an answer, until that ends or the prompt is taken back.
  func hold(_ isHeld: Bool) { held.withLock { $0 = isHeld } }

  /// True once a prompt was left without an answer.
  var hasHeld: Bool { heldPrompts.withLock { $0 > 0 } }

  var readiness: AuthenticatorReadiness { ability.withLock { $0 } }

  func become(_ readiness: AuthenticatorReadiness) { ability.withLock { $0 = readiness } }

  func refuse(with error: AuthenticatorError?) { answer.withLock { $0 = error } }

  func verify(_ question: PresenceQuestion) async throws(AuthenticatorError) {
    onPrompt()
    while held.withLock(\.self) {
      guard !Task.isCancelled else { throw .cancelled }
      heldPrompts.withLock { $0 += 1 }
      await Task.yield()
    }
    if let error = answer.withLock({ $0 }) { throw error }
  }
}
