import FlowModel
import WireModel

/// What a person does with a screen.
extension MultifactorAuthenticationContext {
  /// Shows a screen; one that was shown before is of no use any more.
  func present(_ screen: Screen) {
    number += 1
    showing?.cancel()
    let number = number
    if case .leaving = screen.content {} else { running?.screen = screen }
    showing = Task { [navigator] in
      let answer = await navigator.show(screen)
      await self.take(answer, to: screen, number)
    }
  }

  private func take(_ answer: ScreenAnswer, to screen: Screen, _ number: Int) async {
    guard number == self.number, running != nil else { return }
    do throws(FlowInputError) {
      try await give(answer, to: screen)
    } catch {
      // The flow is unchanged: the same question again, with what is wrong.
      if number == self.number { present(screen.with(notice: error.notice)) }
    }
  }

  private func give(_ answer: ScreenAnswer, to screen: Screen) async throws(FlowInputError) {
    switch answer {
    case .factor(let input, let userInput):
      try await give(input, userInput)
    case .softPrompt(let answer):
      recorder?.record(
        .context, .context, "Add the stored VALIDATE_CODE and the decision to the params")
      enter(answer == .accept ? BiometricsModule() : FallbackModule())
      try await manager.answerSoftPrompt(answer)
    case .requestCode: try await manager.requestCode()
    case .authorize: try await manager.confirmTransaction()
    case .deny: try await manager.deny()
    case .leave:
      if case .leaving = screen.content { await left() } else { await askWhetherToLeave() }
    case .stay, .close:
      // What was wrong with the answer before was said then.
      if let before = running?.screen { present(before.with(notice: nil)) }
    }
  }

  private func give(
    _ input: SecondFactorInput, _ userInput: String?
  ) async throws(FlowInputError) {
    guard let module = running?.module else {
      // What entitles to a key is collected before there is a module.
      try await manager.inputSecondFactor(input, userInput: userInput)
      recorder?.record(.context, .context, "Store the VALIDATE_CODE")
      return
    }
    recorder?.record(.context, .module, "Pass the value")
    try await module.give(input, userInput: userInput, to: manager)
  }

  func askWhetherToLeave() async {
    guard configuration.connectivity() == .online else { return await manager.cancel() }
    let shown = (number, runs)
    let flow = await manager.currentFlow
    // It may have ended, or another screen come, while the manager was asked.
    guard let process = running, shown == (number, runs), flow?.isFinal == false else { return }
    var question = process.scenario.screens.leaving
    // Nobody is told that nothing was done while it may be.
    if flow?.phase == .processing { question.message = question.messageUnderWay }
    present(
      Screen(process.name, .leaving(question), transaction: process.screen?.transaction))
  }

  private func left() async {
    guard let process = running else { return }
    let asked = runs
    let decision = await process.scenario.callbacks.onCancel()
    // Another payment may be on the screen by the time the app has thought about it.
    guard runs == asked, running != nil else { return }
    switch decision {
    case .cancel: await manager.cancel()
    case .deny:
      // Where an answer is being processed, the next question is answered with it.
      running?.intent = .deny
      try? await manager.deny()
    }
  }
}

extension FlowInputError {
  /// What a person is told.
  fileprivate var notice: String {
    switch self {
    case .malformedCode: "A code is 6 digits"
    case .malformedPIN: "A PIN is 4 to 12 digits"
    case .userInputTooLong: "The text is 256 characters at most"
    case .codeNotRequested: "Ask for a code first"
    case .codeTooEarly(let seconds): "Another code can be sent in \(seconds) seconds"
    case .notWaitingForInput: "One moment"
    default: "That is not possible here"
    }
  }
}
