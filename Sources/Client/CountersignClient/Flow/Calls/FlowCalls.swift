import FlowModel
import WireModel

/// The calls that every kind of flow makes: those of its action.
///
/// A kind that makes others conforms to the protocols below that name them. The worker's materials
/// hold their results.
protocol FlowCalls: Sendable {
  /// Makes the request of the action.
  func makeAction(
    _ proof: ActionProof, _ operation: OperationID, _ worker: isolated FlowWorker
  ) async throws(ActionStop) -> FlowAction

  /// Reads the action's answer, and does on the device what follows from it.
  func complete(
    _ response: WireResponse, _ worker: isolated FlowWorker
  ) async throws(ClientError) -> Answer
}

/// ENROL and LOGIN: a session is opened and confirmed.
protocol OpensSession: FlowCalls {
  /// Asks the server for the session that is to be confirmed.
  func open(_ worker: isolated FlowWorker) async -> Answer
}

/// A flow in an account's session: the outcome of earlier operations has to be known first.
protocol RecallsOperations: FlowCalls {
  /// True if an earlier action asked for the same as this flow.
  func isSame(_ asked: AskedAction) -> Bool
}

/// A flow whose proof may be a signed challenge.
protocol AsksChallenge: FlowCalls {
  /// Asks for a challenge over what is proved.
  func askChallenge(_ worker: isolated FlowWorker) async -> Answer
}

/// A flow that may exchange its signed challenge for a token.
protocol VerifiesChallenge: AsksChallenge {}

/// A flow whose device may prove the PIN, or itself, with a challenge.
protocol AsksDeviceChallenge: FlowCalls {
  /// Asks for the device's challenge, and for the others that come with it.
  func askDeviceChallenge(_ worker: isolated FlowWorker) async -> Answer
}

/// A flow that has the PIN or the code verified before it asks for anything else.
protocol ChecksProof: FlowCalls {
  /// Has the server verify what was given, for nothing else.
  func checkProof(_ worker: isolated FlowWorker) async -> Answer
}

/// A flow for which codes are sent.
protocol SendsCodes: FlowCalls {
  /// Has a code sent.
  func sendCode(_ code: WantedCode, _ worker: isolated FlowWorker) async -> Answer
}

/// A code that a flow has sent.
enum WantedCode: Sendable, Hashable {
  /// The first one, which names the key as well if one is registered on the way.
  case mailed(registersKey: Bool)
  /// The second one, once more.
  case texted
}

/// A flow over the account's own factors.
protocol ConsultsFactors: RecallsOperations {
  /// Asks how the account's factors stand.
  func consult(_ worker: isolated FlowWorker) async -> Answer
}

/// A flow that may register a key.
protocol RegistersKey: FlowCalls {
  /// Gives the server what entitles to a key, and asks how to make one.
  func entitle(_ worker: isolated FlowWorker) async throws(ActionStop)
}

/// A flow whose transaction can be denied.
protocol Denies: FlowCalls {
  /// Denies what is signed.
  func deny(_ worker: isolated FlowWorker) async -> Answer
}

/// A flow over a transaction that the server holds for review.
protocol ReadsReview: Denies {
  /// Asks for the transaction under review.
  func read(_ worker: isolated FlowWorker) async -> Answer

  /// Waits for what another device decides on it.
  func awaitDecision(_ worker: isolated FlowWorker) async -> Answer

  /// Denies after a final refusal; after that of a factor only where no other could act.
  func denyAfterRefusal(of factor: Factor?, _ worker: isolated FlowWorker) async
}

extension AsksDeviceChallenge where Self: AsksChallenge {
  /// Both challenges come in one answer.
  func askDeviceChallenge(_ worker: isolated FlowWorker) async -> Answer {
    await askChallenge(worker)
  }
}

/// The request of an action, with what is kept of it while its outcome is unknown.
struct FlowAction: Sendable {
  /// To whom the request goes.
  enum Request: Sendable {
    /// To this server.
    case server(WireRequest)
    /// To a host's own, by the app.
    case host(@Sendable () async throws(TransportError) -> HostAnswer)
  }

  let request: Request
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

/// The reason why an action was not sent, as an answer.
struct ActionStop: Error {
  let answer: Answer

  init(_ failure: CallFailure) { answer = .failure(failure) }

  /// A call that had to come before the action.
  init(_ error: ClientError, _ proof: ActionProof) {
    answer = Answer(before: error, proof: proof)
  }

  init(_ error: DeviceSecretsError) { answer = .failure(CallFailure(error)) }

  /// The flow wants what was never given: the machine does not do that.
  static let nothingGiven = ActionStop(.notUnderstood(.answerNotUnderstood))
}
