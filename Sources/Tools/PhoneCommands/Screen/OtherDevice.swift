public import CountersignClient
public import FlowModel
import Foundation
import ToolSupport
import WireModel

/// An action of this phone's that the account's other device proves, since nothing here can.
extension Phone {
  /// Performs an action, and shows it until it is done: by a flow here, or by the other device.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - answers: The flags' answers; the person gives all others.
  ///   - isMeantAgain: True where a flag says that it is another one than what an earlier command,
  ///     whose answer was lost, has done; else a person is asked, and a script is refused.
  ///   - start: Starts its flow.
  /// - Returns: The result; nil where the server says no more.
  /// - Throws: `CommandFailure` for what was not done.
  public func perform(
    _ action: some ClientAction, _ answers: GivenAnswers, isMeantAgain: Bool = false,
    _ start: (FlowManager) async throws -> Void
  ) async throws -> Performed {
    try await requireNotDone(action, isMeantAgain: isMeantAgain)
    do {
      let flow = try await show(answers, start)
      return Performed(
        result: flow.result, document: flow.transaction?.document,
        isEarlier: flow.result != nil && flow.earlierOperation == flow.result)
    } catch is ProvedElsewhere {
      let (token, document) = try await proveElsewhere(action)
      let result = try await perform(action, by: token, showing: document)
      return Performed(result: result, document: document, isEarlier: false)
    }
  }

  /// Hands an action to the other device, and waits for its decision.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - account: Whose, by the id; nil for the account in use.
  /// - Returns: The proof, good once and in this session alone, and what it is for.
  /// - Throws: `CommandFailure` where there is none: nothing is done then.
  func proveElsewhere(
    _ action: some ClientAction, of account: String? = nil
  ) async throws -> (token: SecretText, document: Document) {
    let session = try await session(of: account)
    let document = try await session.options(for: action).document
    var handed: HandoverAnswer
    do throws(ClientError) {
      handed = try await session.handOver(action)
    } catch {
      guard let reason = error.reason, Self.refusals.contains(reason) else { throw error }
      throw CommandFailure.actElsewhere(endWords)
    }
    Console.document(document)
    Console.note(words.handedOver(handed.number, handed.transactionID))
    let end = ContinuousClock.now + .seconds(handed.expiresIn + 10)
    while handed.status == .pending {
      try await Task.sleep(for: .seconds(1))
      do throws(ClientError) {
        handed = try await session.handover(handed.transactionID)
      } catch {
        // The server may be away for a moment.
        guard case .transport = error, ContinuousClock.now < end else { throw error }
      }
    }
    switch handed.status {
    case .approved: break
    case .denied: throw CommandFailure.declinedElsewhere(endWords)
    case .pending, .expired, .withdrawn: throw CommandFailure.undecidedElsewhere(endWords)
    }
    let proof = try await session.collectHandover(handed.transactionID)
    return (proof.verificationToken, document)
  }

  /// Performs an action by the other device's proof.
  func perform(
    _ action: some ClientAction, of account: String? = nil, by token: SecretText,
    showing document: Document
  ) async throws -> ActionResult {
    do throws(ClientError) {
      return try await manager.perform(action, account: account, by: token, document: document)
    } catch {
      guard error.leavesOutcomeOpen else { throw error }
      throw CommandFailure.answerLost(endWords)
    }
  }

  /// No other device takes it, or this session may hand nothing over.
  private static let refusals: [Reason] = [
    .pinMissing, .proofNotAllowed, .insufficientUserAuthentication,
  ]
}

extension Person {
  /// Says that another device of the account has to approve, and asks what to do meanwhile; a
  /// script leaves it.
  ///
  /// The question is taken back once that device has decided.
  ///
  /// - Parameter ways: Why nothing here can approve it; nil where the server was not asked.
  /// - Returns: The answer.
  func waits(because ways: SigningWays?) -> PersonAnswer {
    guard hasPerson else { return .leave }
    if let why = words.notHere(ways) { Console.note(why) }
    Console.note(words.approveElsewhere)
    let choices: [Choice<PersonAnswer>] = [
      Choice(words.decline, .deny), Choice(words.later, .leave),
    ]
    return Terminal.choose(words.orHere, choices, in: words) ?? .leave
  }
}

/// An action that was performed.
public struct Performed: Sendable {
  /// Its result; nil where the server says no more.
  public let result: ActionResult?
  /// The document that was signed; nil where none was shown.
  public let document: Document?
  /// True if an earlier command had performed it, whose answer was lost.
  public let isEarlier: Bool
}

/// Nothing on this phone could prove an action, and another device of the account could.
struct ProvedElsewhere: Error {}

extension SigningWays {
  /// True if this error says that an action needs the account's other device.
  func needOtherDevice(_ error: FlowError?) -> Bool {
    guard otherDevice else { return false }
    return switch error {
    case .notAllowed(let why)?: missing.contains { $0.reason.code == why.code }
    case .deviceUnable(let why)?: [.nothingEnrolled, .biometricsNotAvailable].contains(why)
    default: false
    }
  }
}

extension CommandFailure {
  /// The other device could prove it, and takes nothing from here.
  static func actElsewhere(_ words: PhoneWords) -> CommandFailure {
    CommandFailure(
      .refused,
      words.of(
        "nothing on this phone proves it, and nothing was done or charged",
        "nichts auf diesem Telefon weist es nach, und nichts wurde getan oder abgebucht"),
      hint: words.of(
        "do it on the device that has your passkey or PIN; or add this phone there (the page: "
          + "Security, Add a phone; a terminal: countersign phone invite), then countersign phone "
          + "enrol LINK here",
        "tun Sie es auf dem Gerät mit Ihrem Passkey oder Ihrer PIN; oder fügen Sie dort dieses "
          + "Telefon hinzu (die Seite: Sicherheit, Telefon hinzufügen; ein Terminal: countersign "
          + "phone invite), dann hier countersign phone enrol LINK"))
  }

  static func declinedElsewhere(_ words: PhoneWords) -> CommandFailure {
    CommandFailure(
      .refused,
      words.of(
        "declined on the other device, and nothing was done or charged",
        "auf dem anderen Gerät abgelehnt, und nichts wurde getan oder abgebucht"),
      hint: words.of(
        "begin again where that was a mistake", "beginnen Sie noch einmal, wenn das ein Irrtum war")
    )
  }

  static func undecidedElsewhere(_ words: PhoneWords) -> CommandFailure {
    CommandFailure(
      .refused,
      words.of(
        "nobody decided on the other device in time; nothing was done or charged",
        "auf dem anderen Gerät hat rechtzeitig niemand entschieden; nichts wurde getan oder "
          + "abgebucht"),
      hint: words.of(
        "begin again, with the other device at hand",
        "beginnen Sie noch einmal, mit dem anderen Gerät zur Hand"))
  }

  static func answerLost(_ words: PhoneWords) -> CommandFailure {
    CommandFailure(
      .environment,
      words.of(
        "the answer is lost, and the outcome is unknown: it may be done",
        "die Antwort ging verloren, und der Ausgang ist unbekannt: Vielleicht ist es geschehen"),
      hint: words.seeOutcome)
  }
}
