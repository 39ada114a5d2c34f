public import DocumentModel
public import FlowModel
public import WireModel

/// An action of an earlier flow whose answer was lost.
public struct EarlierOperation: Sendable, Hashable {
  /// The outcome of an operation whose answer was lost.
  public enum Outcome: Sendable, Hashable {
    /// The server does not say it now.
    case open
    /// The server has never executed it.
    case neverExecuted
    /// The server has executed it; a result may say that it came to nothing and was undone.
    case executed(ActionResult)
  }

  /// The id under which it was sent: a challenge's, or an idempotency key.
  public let operation: OperationID
  /// The account that asked for it.
  public let accountID: String
  /// The name of the action.
  public let scenario: ScenarioName
  /// The payload of the request.
  public let payload: JSONValue
  /// The document that the person saw; nil where none was shown.
  public let document: Document?
  /// The moment at which it was sent, RFC 3339, as ``FlowConfiguration/now`` gave it.
  public let sentAt: String?
  /// The outcome, as far as it is known.
  public let outcome: Outcome
  /// True if the person was told of it before.
  public let isTold: Bool

  /// True if an action asks for the same.
  public func isSame(as action: some ClientAction) -> Bool {
    scenario == action.scenario && payload == action.request.json
  }

  /// True if the server has executed it, and it has not come to nothing.
  public var isDone: Bool {
    if case .executed(let result) = outcome { result.status != .failed } else { false }
  }
}

extension FlowManager {
  /// Asks what became of the actions whose answer was lost, all of them.
  ///
  /// Each is named again, start after start, until ``noteTold(_:untilRepeated:)`` says that the
  /// person knows. While a flow is under way none is named: its own action may be
  /// among them.
  ///
  /// - Parameter account: Whose; nil for the account that was used last.
  /// - Returns: The actions, none where there is no session to ask in; `open` where the server does
  ///   not answer.
  public func earlierOperations(account: String? = nil) async -> [EarlierOperation] {
    await forgetting?.value
    guard !isUnderWay, actionsUnderWay == 0, let session = try? await context.session(of: account)
    else { return [] }
    let operations = OpenOperations(vault: context.vault, account: session.accountID)
    var found: [EarlierOperation] = []
    for id in (try? await operations.all()) ?? [] {
      guard let record = try? await operations.record(of: id),
        case .action(let scenario, let payload)? = record.asked
      else { continue }
      found.append(
        EarlierOperation(
          operation: id, accountID: session.accountID, scenario: scenario, payload: payload,
          document: record.document, sentAt: record.sentAt,
          outcome: await session.inBackground.outcome(of: id),
          isTold: record.progress == .told))
    }
    return found
  }

  /// Notes that the person was told what became of an action.
  ///
  /// An action whose outcome is open is kept in any case.
  ///
  /// - Parameters:
  ///   - earlier: The action.
  ///   - untilRepeated: True to keep one that is done: the next flow that asks for the same ends
  ///     with its outcome, once, and executes nothing.
  public func noteTold(_ earlier: EarlierOperation, untilRepeated: Bool = false) async {
    if case .open = earlier.outcome { return }
    let operations = OpenOperations(vault: context.vault, account: earlier.accountID)
    guard untilRepeated, earlier.isDone,
      var record = try? await operations.record(of: earlier.operation)
    else {
      // What cannot be forgotten is told once more.
      try? await operations.forget(earlier.operation)
      return
    }
    record.progress = .told
    try? await operations.keep(record, of: earlier.operation)
  }

  /// Has the server execute an action by the token of another device's proof.
  ///
  /// If the answer is lost, the very same request is sent again, as in a flow.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - account: Whose; nil for the account that was used last.
  ///   - token: The token. Secret.
  ///   - document: The document that the person saw.
  /// - Returns: The result.
  /// - Throws: ``ClientError``; where that leaves the outcome unknown,
  ///   ``earlierOperations(account:)`` tells it.
  public func perform(
    _ action: some ClientAction, account: String? = nil, by token: SecretText,
    document: Document? = nil
  ) async throws(ClientError) -> ActionResult {
    guard let session = try await context.session(of: account) else { throw .noSession }
    let operation = context.newOperation()
    let asked = LinkedOptionsRequest(action)
    let operations = OpenOperations(vault: context.vault, account: session.accountID)
    let record = OpenRecord(
      asked: .action(asked.scenario, asked.payload), document: document,
      sentAt: context.configuration.now?())
    // What cannot be remembered is not sent.
    do throws(VaultError) {
      try await operations.keep(record, of: operation)
    } catch {
      throw .authenticator(.storageFailed(error))
    }
    var lost: ClientError?
    while true {
      do throws(ClientError) {
        let result = try await session.perform(
          action, proof: .verificationToken(token), operation: operation)
        try? await operations.forget(operation)
        return result
      } catch {
        // A refusal of the second copy says nothing of the first.
        if let lost { throw lost }
        guard error.leavesOutcomeOpen else {
          try? await operations.forget(operation)
          throw error
        }
        lost = error
      }
      try? await context.clock.sleep(for: .seconds(context.configuration.repeatPauseSeconds))
    }
  }
}

extension ClientError {
  /// True if the server may have acted all the same.
  public var leavesOutcomeOpen: Bool {
    switch self {
    case .transport(let error): error.delivery != .notSent
    case .serverFailed, .notUnderstood: true
    case .refused, .otpRequired, .mismatch, .authenticator, .malformed, .locked: false
    }
  }
}

extension AccountSession {
  /// The outcome of an operation, as far as the server says it now.
  fileprivate func outcome(of id: OperationID) async -> EarlierOperation.Outcome {
    do throws(ClientError) {
      return try await lookUp(id).map { .executed(ActionResult($0)) } ?? .neverExecuted
    } catch {
      return .open
    }
  }
}
