import DocumentModel
import FlowModel
import WebAuthnModel
import WireModel

/// An action that the app itself asks for: SIGN_TRANSACTION.
struct ActionAPI: Sendable {
  /// The use that the proof is put to.
  enum Use: Sendable {
    /// The server executes the action with it.
    case execution
    /// It becomes a token, which the host's backend redeems.
    case redemption(@Sendable (SecretText) async throws(TransportError) -> HostAnswer)
  }

  let asked: LinkedOptionsRequest
  private let use: Use
  private let isReadable: Bool
  private let isAnswered: @Sendable (Document) -> Bool

  /// An action that the server executes.
  init(_ action: some ClientAction) { self.init(action, .execution) }

  /// An action that a host's backend executes.
  init(
    _ action: some ClientAction,
    redeemingWith redeem:
      @escaping @Sendable (SecretText) async throws(TransportError) -> HostAnswer
  ) { self.init(action, .redemption(redeem)) }

  private init<Action: ClientAction>(_ action: Action, _ use: Use) {
    asked = LinkedOptionsRequest(action)
    self.use = use
    isReadable = (try? Action.Request(json: asked.payload)) != nil
    isAnswered = action.isAnswered
  }

  /// True if it only tests the factors.
  var isTest: Bool { asked.scenario == .testBiometrics }

  /// True if a server can read what is asked for, and show it to anybody.
  var canBeAsked: Bool {
    guard isReadable, case .object(let members) = asked.payload else { return false }
    return members.names.allSatisfy { name in
      guard case .string(let text)? = members[name] else { return true }
      return CanonicalForm.isShowable(text)
    }
  }

  /// Asks for a challenge over what is signed.
  func askChallenge(_ driver: isolated FlowDriver) async -> Answer {
    if let answer = driver.answerForNewKey() { return answer }
    do throws(ClientError) {
      let linked = try await driver.session().linkedChallenge(asked, where: isAnswered)
      return await driver.take(linked, isTransaction: !isTest)
    } catch {
      return .failure(CallFailure(error))
    }
  }

  /// Makes the request of the action.
  func make(
    _ proof: ActionProof, _ operation: OperationID, _ driver: isolated FlowDriver
  ) async throws(ActionStop) -> FlowAction {
    let given = try await driver.prove(proof)
    let name = proof.needsOperation ? operation : nil
    do throws(ClientError) {
      let session = try await driver.session()
      switch use {
      case .execution:
        return FlowAction(
          request: session.actionRequest(asked, proof: given, operation: name),
          asked: .action(asked.scenario, asked.payload))
      case .redemption(let redeem):
        let token = try await session.token(asked, proof: given, operation: name)
        // What became of it the host knows, and this server does not.
        return FlowAction(host: { () throws(TransportError) in try await redeem(token) })
      }
    } catch {
      throw ActionStop(error, proof)
    }
  }

  /// Reads the answer of the action.
  func read(_ response: WireResponse) throws(ClientError) -> Answer {
    switch use {
    case .execution:
      let answer: OperationAnswer = try ServerConnection.read(response.body)
      return .result(ActionResult(answer))
    case .redemption: return .done
    }
  }

  /// True if an earlier action asked for the same.
  func isSame(_ earlier: AskedAction) -> Bool {
    guard case .execution = use else { return false }
    return earlier == .action(asked.scenario, asked.payload)
  }
}
