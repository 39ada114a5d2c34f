public import FlowModel
import WebAuthnModel
public import WireModel

extension FlowManager {
  /// Starts an action that the app itself asks for: SIGN_TRANSACTION.
  ///
  /// ```swift
  /// let run = try await flows.start(Transfer(request: request))
  /// let transfer = try await run.result
  /// ```
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - account: Whose; nil for the account that was used last.
  ///   - level: Which factors may be used.
  ///   - fallback: What stands in for biometrics.
  ///   - proofPath: How a signed challenge reaches the action.
  /// - Returns: The run, which decodes what the action answers.
  /// - Throws: `FlowInputError.flowAlreadyActive`, which does not touch the active flow, and
  ///   `FlowInputError.malformedPayload`.
  @discardableResult
  public func start<Action: ClientAction>(
    _ action: Action, account: String? = nil, level: SecurityLevel = .biometricsWithFallback,
    fallback: SigningPolicy.Fallback = .any, proofPath: ProofPath = .straight
  ) async throws(FlowInputError) -> ActionRun<Action> {
    let policy = SigningPolicy(level: level, fallback: fallback, proofPath: proofPath)
    return try await run(action, ActionAPI(action), policy, account)
  }

  /// Starts an action that a host's own backend executes: the proof becomes a token, which the
  /// backend redeems for exactly this request (`POST /service/redeem`).
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - account: Whose; nil for the account that was used last.
  ///   - level: Which factors may be used.
  ///   - fallback: What stands in for biometrics.
  ///   - redeem: Sends the request with the token to the backend. It may be called again with the
  ///     very same token, where an answer was lost; the error says whether the host can have acted.
  /// - Returns: The run.
  /// - Throws: `FlowInputError.flowAlreadyActive`, which does not touch the active flow, and
  ///   `FlowInputError.malformedPayload`.
  @discardableResult
  public func start<Action: ClientAction>(
    _ action: Action, account: String? = nil, level: SecurityLevel = .biometricsWithFallback,
    fallback: SigningPolicy.Fallback = .any,
    redeemingWith redeem:
      @escaping @Sendable (SecretText) async throws(TransportError) -> HostAnswer
  ) async throws(FlowInputError) -> ActionRun<Action> where Action.Result == NoContent {
    let policy = SigningPolicy(level: level, fallback: fallback, proofPath: .token)
    return try await run(action, ActionAPI(action, redeemingWith: redeem), policy, account)
  }

  private func run<Action: ClientAction>(
    _ action: Action, _ api: ActionAPI, _ policy: SigningPolicy, _ account: String?
  ) async throws(FlowInputError) -> ActionRun<Action> {
    guard api.canBeAsked else { throw .malformedPayload }
    guard let flow = try await startSigning(.action(api, policy), account: account) else {
      throw .noFlow
    }
    return ActionRun(flow.id, action, updates)
  }
}

/// An action that was started: its flow runs, and this tells what comes of it.
public struct ActionRun<Action: ClientAction>: Sendable {
  /// The flow, among those of ``FlowManager/updates``.
  public let flow: FlowID
  private let action: Action
  private let end: Task<Flow?, Never>

  init(_ flow: FlowID, _ action: Action, _ updates: AsyncStream<Flow>) {
    self.flow = flow
    self.action = action
    end = Task {
      for await update in updates where update.isFinal { return update }
      return nil
    }
  }

  /// The action's answer, once its flow has ended.
  ///
  /// An operation of an earlier flow that asked for the same and whose answer had been lost is told
  /// as this one's: nothing was executed twice.
  ///
  /// - Throws: `FlowError`: why it was not executed, or that it came to nothing.
  public var result: Action.Result {
    get async throws(FlowError) {
      guard let flow = await end.value else { throw .cancelled }
      if let error = flow.error { throw error }
      return try result(in: flow)
    }
  }

  /// The action's answer, as an update holds it.
  ///
  /// - Parameter flow: A final update of the run's flow; in ERROR too, where the action was
  ///   executed and came to nothing.
  /// - Returns: The answer.
  /// - Throws: `FlowError.unknown` where the update holds another answer than this action gives.
  public func result(in flow: Flow) throws(FlowError) -> Action.Result {
    do throws(JSONShapeError) {
      guard let result = flow.result else { return try Action.Result(json: [:]) }
      return try action.result(of: result)
    } catch {
      throw .unknown(FlowReason(code: FlowReason.answerNotUnderstood.code, detail: "\(error)"))
    }
  }
}
