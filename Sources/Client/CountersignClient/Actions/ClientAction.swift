public import DocumentModel
public import FlowModel
public import WebAuthnModel

/// Something that a person proves on this device: the mirror of the server's protected action.
///
/// It says what is asked for, what comes back, and when the server's document is the one that was
/// asked for. ``FlowManager/start(_:account:level:fallback:proofPath:)`` does the rest in one way
/// for all of them: it shows the document, has it signed, sends the proof, and finds out what
/// became of it where the answer was lost.
///
/// ```swift
/// struct Transfer: ClientAction {
///   struct Request: JSONBody {
///     var amount: String
///     var account: String
///   }
///
///   struct Result: JSONBody {
///     var transferID: String
///   }
///
///   let scenario = ScenarioName("TRANSFER")
///   let request: Request
///
///   func isAnswered(by document: Document) -> Bool { document.answers(request) }
/// }
/// ```
public protocol ClientAction<Request, Result>: Sendable {
  /// The payload that the server gets, without the proof.
  associatedtype Request: JSONBody
  /// The answer of an executed action; ``NoContent`` where the server says no more.
  associatedtype Result: JSONBody

  /// The name in challenges, tokens and codes.
  var scenario: ScenarioName { get }
  /// The payload of this one.
  var request: Request { get }

  /// Compares the server's document with the request: it is shown and signed only if this is true.
  ///
  /// Every value of the request must stand there, unchanged. Values that the server filled in may
  /// stand beside them.
  func isAnswered(by document: Document) -> Bool
}

/// A JSON object without members: of an action that asks for nothing, or answers no more than that
/// it is done.
public struct NoContent: JSONBody, Hashable {
  /// The one value there is.
  public init() {}

  /// Reads an object without members.
  public init(from decoder: any Decoder) throws {
    _ = try decoder.container(keyedBy: CodingKeys.self)
  }

  private enum CodingKeys: CodingKey {}
}

extension ClientAction {
  /// Reads what the server answered.
  ///
  /// - Throws: `JSONShapeError` where it is not what this action answers.
  public func result(of answer: ActionResult) throws(JSONShapeError) -> Result {
    guard !answer.bytes.isEmpty else { return try Result(json: [:]) }
    guard let json = try? JSONValue(parsing: answer.bytes) else {
      throw JSONShapeError(path: "result", problem: "is no JSON")
    }
    return try Result(json: json)
  }
}

extension Document {
  /// Returns true if the fields say what a payload asks for: each of its names once, no other, and
  /// the same value.
  public func answers(_ request: some JSONBody) -> Bool {
    guard case .object(let payload) = request.json else { return false }
    return answers(payload)
  }
}

extension LinkedOptionsRequest {
  /// An action as options, codes and proofs name it.
  init(_ action: some ClientAction) {
    self.init(scenario: action.scenario, payload: action.request.json)
  }

  /// The approval of a transaction under review.
  static func approval(of transactionID: String) -> LinkedOptionsRequest {
    LinkedOptionsRequest(
      scenario: .authorizeTransaction, payload: ReviewPayload(transactionID: transactionID).json)
  }
}

extension ActionResult {
  /// An operation as the server told it.
  init(_ answer: OperationAnswer) {
    let status: Status =
      switch answer.status {
      case .completed: .completed
      case .pending: .pending
      case .failed: .failed
      }
    self.init(
      operation: OperationID(answer.operationID), status: status,
      bytes: answer.result?.serialized() ?? [])
  }
}

/// A scenario that the server's configuration declares: its document has the payload's fields, and
/// no others.
public struct Declared<Request: JSONBody>: ClientAction {
  /// The scenario's name.
  public let scenario: ScenarioName
  /// The payload.
  public let request: Request

  /// A declared scenario with its payload.
  public init(_ scenario: ScenarioName, _ request: Request) {
    self.scenario = scenario
    self.request = request
  }

  /// Returns true if the document has each field of the payload with its value, and no other field.
  public func isAnswered(by document: Document) -> Bool { document.answers(request) }

  /// The server records the operation, and tells the host.
  public typealias Result = NoContent
}

/// A test of the factors, which changes nothing (TEST_BIOMETRICS).
public struct BiometricTest: ClientAction {
  /// The scenario's name.
  public let scenario = ScenarioName.testBiometrics
  /// Nothing is asked for.
  public let request = NoContent()

  /// A test.
  public init() {}

  /// Returns true if the document is no more than its title.
  public func isAnswered(by document: Document) -> Bool { document.fields.isEmpty }

  /// It holds, or it is refused.
  public typealias Result = NoContent
}
