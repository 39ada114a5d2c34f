import AirtimeModel
import BrowserTesting
import WebAuthnModel
import WireModel

/// A client under test: what a person has it do, one step for each call, and how the world around
/// it behaves.
///
/// It holds what passes from one step to the next: the challenge, the signed challenge, the token.
protocol ConformingClient: Sendable {
  var kind: ClientKind { get }

  /// Signs up, or signs in: a code is mailed.
  func signUp(userName: String) async throws -> ClientOutcome
  /// Opens a session with the mailed code.
  func openSession(code: String) async throws -> ClientOutcome
  /// Has a code mailed with which a key may be registered.
  func requestRegistrationCode() async throws -> ClientOutcome
  /// Makes a key and registers it.
  func register(code: String) async throws -> ClientOutcome
  /// Asks for a challenge that is linked to a purchase, to be shown as the server answers.
  func askOptions(_ payload: TopUpPayload) async throws -> ClientOutcome
  /// Asks for a challenge that is linked to nothing.
  func askUnlinkedOptions() async throws -> ClientOutcome
  /// Shows this instead, whatever the challenge is linked to.
  func show(_ document: Document) async throws
  /// Has the person sign the challenge for what is shown.
  func sign() async throws -> ClientOutcome
  /// Exchanges the signed challenge for a token.
  func verify() async throws -> ClientOutcome
  /// Buys, by the token or by the signed challenge itself.
  func topUp(
    _ payload: TopUpPayload, by proof: ProofForm, under name: OperationName
  ) async throws -> ClientOutcome

  /// Scripts the answer of the person, or the platform, to all prompts from now on.
  func answerPrompts(_ answer: PromptAnswer) async throws
  /// Signs at another origin from now on; the keys stay.
  func speak(for origin: String) async throws
  /// Disturbs the way to the server, once.
  func disturb(_ disturbance: Disturbance) async throws
  /// Tells if the disturbance has happened.
  func wasDisturbed() async throws -> Bool
  /// The number of calls that it has sent to the server so far.
  func callsSent() async throws -> Int
  /// The words of its prompts so far; nil if the platform's prompt says nothing of the payment.
  func prompts() async throws -> [String]?
}

extension ConformingClient {
  /// Buys under the name that its challenge gives.
  func topUp(_ payload: TopUpPayload, by proof: ProofForm) async throws -> ClientOutcome {
    try await topUp(payload, by: proof, under: .ofChallenge)
  }
}

/// The outcome of a step, in words that all clients share.
enum ClientOutcome: Sendable, Equatable {
  case done
  /// Airtime was bought, now or before.
  case bought(BoughtAirtime)
  /// The authenticator did not sign; the name of an `AuthenticatorError`.
  case unable(String)
  /// The server refused.
  case refused(Reason)
  /// The server would do something else than was asked for; the code of a reason.
  case mismatch(String)
  /// None of these.
  case other(String)
}

/// The client's answer to a purchase.
struct BoughtAirtime: Sendable, Equatable {
  /// The transaction's id.
  let transactionID: String
  /// The balance of the wallet after it.
  let balance: Int64
}

/// The name of the operation under which a purchase is sent (`Idempotency-Key`).
enum OperationName: Sendable, CaseIterable {
  /// The one for its challenge: a repetition has the same.
  case ofChallenge
  /// One that nothing had before: only the proof itself tells that it is a repetition.
  case fresh
}

/// The form in which a signed challenge is a proof.
enum ProofForm: Sendable {
  case token
  case assertion
}

/// The answer to a prompt; the raw values are the names that native clients report.
enum PromptAnswer: String, Sendable {
  case verified
  case cancelled
  case lockout
  case permanentLockout
  case keyGone
}

/// A disturbance on the way to the server.
enum Disturbance: Sendable, Equatable {
  /// The answer to the next options shows another value of a field.
  case changeTransaction(AskedField)
  /// The next purchase arrives, but its answer does not.
  case loseAnswer
}

extension ClientOutcome {
  /// Reads an outcome as the clients report it that are not of this process.
  init(_ json: JSONValue) {
    let reason = json["reason"]?.text ?? ""
    switch json["outcome"]?.text {
    case "done": self = BoughtAirtime(json["bought"]).map(ClientOutcome.bought) ?? .done
    case "unable": self = .unable(reason)
    case "refused": self = .refused(Reason(code: reason))
    case "mismatch": self = .mismatch(reason)
    default: self = .other(reason)
    }
  }
}

extension BoughtAirtime {
  /// Reads what they report of a purchase; nil of any other step.
  fileprivate init?(_ json: JSONValue?) {
    guard let id = json?["transactionId"]?.text, case .integer(let balance)? = json?["balance"]
    else { return nil }
    self.init(transactionID: id, balance: balance)
  }
}
