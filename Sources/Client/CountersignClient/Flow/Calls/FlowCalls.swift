import FlowModel
import WireModel

/// The calls that one kind of flow makes; what they come to lies in the worker's materials.
///
/// What a kind of flow never wants has an answer that makes no sense to it: that it never comes to
/// that is a rule of the machine's tests.
protocol FlowCalls: Sendable {
  /// Asks the server for the session that is to be confirmed.
  func open(_ worker: isolated FlowWorker) async -> SessionOpening

  /// Asks what else a confirmed session needs.
  func confirm(
    _ session: ConfirmedSession, _ number: String?, _ worker: isolated FlowWorker
  ) async -> SessionConfirmation

  /// Asks for the transaction under review.
  func read(_ worker: isolated FlowWorker) async -> ReviewAnswer

  /// Denies what is signed.
  func deny(_ worker: isolated FlowWorker) async -> DenialAnswer

  /// Asks for a challenge over what is proved.
  func options(_ worker: isolated FlowWorker) async -> OptionsAnswer

  /// Has a code sent.
  func sendCode(_ sending: CodeSending, _ worker: isolated FlowWorker) async -> CodeAnswer

  /// Asks how the account's factors stand.
  func consult(_ worker: isolated FlowWorker) async -> FactorsAnswer

  /// Gives the server what entitles to a key, and asks how to make one.
  func entitle(_ worker: isolated FlowWorker) async throws(ActionStop)

  /// Makes the request of the action.
  func action(
    _ proof: ActionProof, _ operation: OperationID, _ worker: isolated FlowWorker
  ) async throws(ActionStop) -> FlowAction

  /// Reads the action's answer, and does on the device what follows from it.
  func done(
    _ response: WireResponse, _ worker: isolated FlowWorker
  ) async throws(ClientError) -> ActionAnswer

  /// Whether an earlier action asked for the same as this flow.
  func isSame(_ asked: AskedAction) -> Bool
}

/// The request of an action, with what is kept of it while its outcome is unknown.
struct FlowAction: Sendable {
  let request: ActionRequest
  /// Nil where the vault keeps no operation, since the device finds out in another way.
  let asked: AskedAction?

  init(request: WireRequest, asked: AskedAction?) {
    self.request = .server(request)
    self.asked = asked
  }

  init(host: @escaping @Sendable () async throws(TransportError) -> HostAnswer) {
    request = .host(host)
    asked = nil
  }
}

/// To whom an action's request goes.
enum ActionRequest: Sendable {
  /// To this server.
  case server(WireRequest)
  /// To a host's own, by the app.
  case host(@Sendable () async throws(TransportError) -> HostAnswer)
}

extension FlowCalls {
  func open(_ worker: isolated FlowWorker) async -> SessionOpening { .failed(.senseless) }

  func confirm(
    _ session: ConfirmedSession, _ number: String?, _ worker: isolated FlowWorker
  ) async -> SessionConfirmation { .failed(.senseless) }

  func read(_ worker: isolated FlowWorker) async -> ReviewAnswer { .failed(.senseless) }

  func deny(_ worker: isolated FlowWorker) async -> DenialAnswer { .failed(.senseless) }

  func options(_ worker: isolated FlowWorker) async -> OptionsAnswer { .failed(.senseless) }

  func sendCode(
    _ sending: CodeSending, _ worker: isolated FlowWorker
  ) async -> CodeAnswer { .failed(.senseless) }

  func consult(_ worker: isolated FlowWorker) async -> FactorsAnswer { .failed(.senseless) }

  func entitle(_ worker: isolated FlowWorker) async throws(ActionStop) {
    throw .nothingGiven
  }

  func isSame(_ asked: AskedAction) -> Bool { false }
}

extension CallFailure {
  fileprivate static let senseless = CallFailure.notUnderstood(.answerNotUnderstood)
}
