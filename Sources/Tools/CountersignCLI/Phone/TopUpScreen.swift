import CountersignClient
import FlowModel
import WireModel

/// The screen of a top-up: renders each flow and answers its question.
///
/// All that it knows of the flow is what `updates` gives, so it can be read as the example of an
/// app.
struct TopUpScreen {
  /// Whether a script stands in for the person.
  let answersYes: Bool
  /// The PIN that was given as a flag, until it is used.
  var pin: SecretText?
  /// Whether biometrics were asked for, until they were tried.
  var prefersBiometrics: Bool
  private var shown: FlowTransaction?
  private var lastText: String?
  private var shownEarlier: EarlierOperation?
  private let texts = FlowTexts()

  init(answersYes: Bool, pin: SecretText?, prefersBiometrics: Bool) {
    self.answersYes = answersYes
    self.pin = pin
    self.prefersBiometrics = prefersBiometrics
  }

  mutating func render(_ flow: Flow, _ manager: FlowManager) async throws {
    switch flow.phase {
    case .processing: return
    case .waitForInput: try await ask(flow, manager)
    case .done: showResult(flow)
    case .error: throw failure(flow)
    }
  }

  private mutating func ask(_ flow: Flow, _ manager: FlowManager) async throws {
    lastText = flow.previousInteractionResult.flatMap(texts.text(for:))
    if let lastText { Console.note(lastText) }
    if let account = flow.secondFactorAccount, account.failedAttempts > 0 {
      Console.note("\(account.failedAttempts) of \(account.maxAttempts) wrong PINs")
    }
    showEarlier(flow)
    show(flow)
    guard let answer = answer(to: flow) else { return await manager.cancel() }
    do throws(FlowInputError) {
      try await manager.inputSecondFactor(answer)
    } catch {
      Console.note(Self.text(for: error))
      // The flow is unchanged: the same question again, unless nobody is there to answer it.
      if answersYes { await manager.cancel() } else { try await ask(flow, manager) }
    }
  }

  /// What the person gives; nil for leaving.
  private mutating func answer(to flow: Flow) -> SecondFactorInput? {
    let allowed = flow.currentInteraction?.secondFactorInfo?.allowed ?? []
    if let pin, allowed.contains(.pin) {
      self.pin = nil
      return answersYes || Terminal.confirm("authorize this with the PIN?") ? .pin(pin) : nil
    }
    if prefersBiometrics, allowed.contains(.biometrics) {
      prefersBiometrics = false
      return .biometrics
    }
    return answersYes ? nil : question(allowed)
  }

  private func question(_ allowed: Set<Factor>) -> SecondFactorInput? {
    let choices = [
      allowed.contains(.biometrics) ? "b for biometrics" : nil,
      allowed.contains(.pin) ? "p for the PIN" : nil, "n for no",
    ].compactMap(\.self).joined(separator: ", ")
    switch Terminal.ask("authorize this? \(choices):")?.lowercased() {
    case "b" where allowed.contains(.biometrics): return .biometrics
    case "p" where allowed.contains(.pin):
      return Terminal.askSecret("PIN:").map { .pin(SecretText($0)) }
    default: return nil
    }
  }

  private mutating func show(_ flow: Flow) {
    guard let transaction = flow.transaction, transaction != shown else { return }
    shown = transaction
    let rows =
      [
        (
          "pay",
          ["\(transaction.amount)", transaction.currency].compactMap(\.self)
            .joined(separator: " ")
        ),
        ("to", transaction.payee),
      ] + transaction.lines.map { ($0.label, $0.value) }
    for (label, value) in rows {
      Console.note("  " + label.padding(to: 10) + value)
    }
  }

  /// What became of an operation whose answer an earlier command had lost.
  private mutating func showEarlier(_ flow: Flow) {
    guard let earlier = flow.earlierOperation, earlier != shownEarlier else { return }
    shownEarlier = earlier
    Console.note(
      "an earlier top-up is \(earlier.result.status.rawValue): transaction "
        + "\(earlier.result.transactionID), paid \(earlier.result.amount)")
  }

  private func showResult(_ flow: Flow) {
    guard let result = flow.result else { return }
    let earlier = flow.earlierOperation?.result == result ? "done before: " : ""
    Console.print(
      "\(earlier)\(result.status.rawValue), transaction \(result.transactionID), "
        + "paid \(result.amount), balance \(result.balance)")
  }

  private func failure(_ flow: Flow) -> CommandFailure {
    guard let error = flow.error else {
      return CommandFailure(.environment, "the flow has no error")
    }
    // A script that has no further answer leaves; what made it leave is the cause.
    guard error == .cancelled, answersYes, let lastText else { return CommandFailure(error) }
    return CommandFailure(.refused, lastText.prefix(1).lowercased() + lastText.dropFirst())
  }

  private static func text(for error: FlowInputError) -> String {
    switch error {
    case .malformedPIN: "a PIN is 4 to 12 digits"
    case .pinTooSimple: "this PIN is too easy to guess"
    case .factorNotAllowed(let factor): "\(factor.rawValue.lowercased()) is not possible here"
    case .flowAlreadyActive, .noFlow, .notWaitingForInput, .malformedPayload, .unexpectedInput,
      .missingPIN, .codeNotRequested, .accountMissing, .numberMissing, .userInputTooLong,
      .userInputNotTaken:
      "not possible now: \(error)"
    }
  }
}

extension String {
  /// The text with spaces up to a width.
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}
