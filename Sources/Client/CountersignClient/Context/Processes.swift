import FlowModel
import WebAuthnModel
import WireModel

/// From "Authorize" to the outcome.
extension MultifactorAuthenticationContext {
  /// Runs a process in the place that was taken for it.
  func run(
    _ name: ScenarioName, _ payload: JSONValue?, intent: RunningProcess.Intent
  ) async -> ProcessResult {
    recorder?.begin()
    recorder?.record(.navigator, .context, "Run the process method with \(name) and its payload")
    recorder?.record(.context, .scenarios, "Read \(name)")
    let scenario = configuration.scenarios[name]
    recorder?.record(.scenarios, .context, scenario.map { "\($0.policy.level)" } ?? "none")
    guard let scenario else {
      return await finish(
        Outcome(.scenarioUnknown, ScenarioScreens.general), name, ScenarioCallbacks())
    }
    var signature: SignatureAPI
    do throws(ScenarioFailure) {
      signature = try scenario.signature(of: payload)
    } catch {
      return await finish(Outcome(error, scenario.screens), name, scenario.callbacks)
    }
    if intent == .authorize, case .review(let review, let policy) = signature,
      let seen = followed.shown[review.id]
    {
      signature = .review(ReviewAPI(id: review.id, authorised: Review(seen)), policy)
    }
    do throws(FlowInputError) {
      _ = try await manager.startSigning(signature, account: followed.account)
    } catch {
      return .busy
    }
    stage = .running(RunningProcess(nextNumber(), name, scenario, intent))
    for await flow in await manager.updates {
      if flow.isFinal { return await finish(flow) }
      await take(flow)
    }
    stage = .taken
    return .left
  }

  /// A question, or that an answer is being processed.
  private func take(_ flow: Flow) async {
    guard let process = stage.process else { return }
    guard flow.phase == .waitForInput else {
      if let screen = screen(of: flow, process) { await navigator.update(screen) }
      return
    }
    determine()
    if process.intent == .deny, (try? await manager.deny()) != nil { return }
    guard let screen = screen(of: flow, process) else { return await manager.cancel() }
    ask(screen, givingTo: receiver(for: flow))
  }

  private func screen(of flow: Flow, _ process: RunningProcess) -> Screen? {
    Screen(flow, process.name, process.scenario.screens, configuration.texts)
  }

  /// The flow's first question, or its end, says whether it can be executed.
  private func determine() {
    var isNew = false
    stage.updateProcess { isNew = $0.determine() }
    guard isNew else { return }
    recorder?.record(.context, .context, "Determine whether the flow can be executed")
  }

  private func receiver(for flow: Flow) -> RunningProcess.Question.Receiver {
    let modules: [any AuthenticationModule] = [BiometricsModule(), FallbackModule()]
    let needs = modules.lazy.compactMap { module in module.need(in: flow).map { (module, $0) } }
    guard let (module, factor) = needs.first else { return .context }
    recordHandover(to: module)
    recorder?.record(.module, .context, "Pass the required factor: \(factor.rawValue)")
    return .module(module)
  }

  private func recordHandover(to module: any AuthenticationModule) {
    guard recorder?.caller != .module(module.name) else { return }
    recorder?.record(
      .context, .module, "Pass scenario, params and challenge to the \(module.name) module")
    recorder?.hand(to: .module(module.name))
  }

  private func finish(_ flow: Flow) async -> ProcessResult {
    determine()
    guard let process = stage.process else { return .left }
    process.display?.task.cancel()
    stage = .taken
    if case .module? = process.question?.receiver {
      recorder?.record(.module, .context, "Decision: \(flow.error?.kind ?? "accepted")")
    }
    let screens = process.scenario.screens
    guard
      let outcome =
        process.intent == .deny && flow.isDenied
        ? Outcome(denied: flow, screens) : Outcome(flow, screens)
    else { return .left }
    if let id = flow.transaction?.review?.id, flow.error?.leavesWaiting != true {
      followed.queue.handle(id)
      await remember(id)
    }
    return await finish(outcome, process.name, process.scenario.callbacks)
  }

  /// The outcome screen; whatever the person does with it closes it.
  private func finish(
    _ outcome: Outcome, _ name: ScenarioName, _ callbacks: ScenarioCallbacks
  ) async -> ProcessResult {
    recorder?.end()
    if await callbacks.onFinish(outcome) == .show {
      await show(Screen(name, .outcome(outcome), transaction: outcome.transaction))
    }
    return .ended(outcome)
  }

  private func show(_ outcome: Screen) async {
    let task = Task { [navigator] in _ = await navigator.show(outcome) }
    stage = .concluding(task)
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    stage = .taken
  }
}

/// The person's answers to screens.
extension MultifactorAuthenticationContext {
  /// Asks a question; the screen that was shown before is of no use any more.
  private func ask(_ screen: Screen, givingTo receiver: RunningProcess.Question.Receiver) {
    let display = display(screen)
    stage.updateProcess {
      $0.ask(RunningProcess.Question(screen: screen, receiver: receiver, display: display))
    }
  }

  private func display(_ screen: Screen) -> RunningProcess.Display {
    stage.process?.display?.task.cancel()
    let number = nextNumber()
    let task = Task { [navigator] in
      let answer = await navigator.show(screen)
      await self.take(answer, to: screen, number)
    }
    return RunningProcess.Display(number: number, task: task)
  }

  private func take(_ answer: ScreenAnswer, to screen: Screen, _ number: Int) async {
    guard number == stage.process?.display?.number else { return }
    do throws(FlowInputError) {
      try await give(answer, to: screen)
    } catch {
      // The flow is unchanged: the same question again, with what is wrong.
      guard number == stage.process?.display?.number else { return }
      askAgain(screen.with(notice: configuration.texts.text(for: error)))
    }
  }

  /// Asks the question that was asked last again.
  private func askAgain(_ screen: Screen) {
    guard let question = stage.process?.question else { return }
    ask(screen, givingTo: question.receiver)
  }

  private func give(_ answer: ScreenAnswer, to screen: Screen) async throws(FlowInputError) {
    switch answer {
    case .factor(let input, let userInput):
      try await give(input, userInput)
    case .softPrompt(let answer):
      if let stored = await manager.currentFlow?.previousInteractionResult?.inputTypes.first {
        recorder?.record(
          .context, .context, "Add the stored \(stored.rawValue) and the decision to the params")
      }
      enter(answer == .accept ? BiometricsModule() : FallbackModule())
      try await manager.answerSoftPrompt(answer)
    case .requestCode: try await manager.requestCode()
    case .authorize: try await manager.confirmTransaction()
    case .deny: try await manager.deny()
    case .leave:
      if case .leaving = screen.content { await left() } else { await askWhetherToLeave() }
    case .stay, .close:
      stage.updateProcess { $0.stay() }
      // What was wrong with the answer before was said then.
      if let before = stage.process?.question?.screen { askAgain(before.with(notice: nil)) }
    }
  }

  /// Hands the scenario to a module, where it has another.
  private func enter(_ module: any AuthenticationModule) {
    recordHandover(to: module)
    stage.updateProcess { $0.hand(to: module) }
  }

  private func give(
    _ input: SecondFactorInput, _ userInput: String?
  ) async throws(FlowInputError) {
    let question = stage.process?.question
    let name = question.map { input.name(on: $0.screen.content) } ?? "nothing"
    switch question?.receiver {
    case .module(let module)?:
      recorder?.record(.context, .module, "Pass \(name)")
      try await module.give(input, userInput: userInput, to: manager)
    case .context?, nil:
      try await manager.inputSecondFactor(input, userInput: userInput)
      recorder?.record(.context, .context, "Store \(name)")
    }
  }

  /// Asks whether the person means to leave; without a network just closes, and where another
  /// device is waited for: here nothing can be decided, and nothing is.
  func askWhetherToLeave() async {
    if case .otherDevice? = stage.process?.question?.screen.content {
      return await manager.cancel()
    }
    guard configuration.connectivity() == .online else { return await manager.cancel() }
    let before = stage.process
    let flow = await manager.currentFlow
    // It may have ended, or another screen come, while the manager was asked.
    guard let process = stage.process, process.number == before?.number,
      process.display?.number == before?.display?.number, flow?.isFinal == false
    else { return }
    var question = process.scenario.screens.leaving
    // Never say that nothing was done while it may be.
    if flow?.phase == .processing { question.message = question.messageUnderWay }
    let screen = Screen(
      process.name, .leaving(question), transaction: process.question?.screen.transaction)
    let display = display(screen)
    stage.updateProcess { $0.askWhetherToLeave(display) }
  }

  private func left() async {
    guard let process = stage.process else { return }
    let decision = await process.scenario.callbacks.onCancel()
    // Another payment may be on the screen by the time the app has thought about it.
    guard stage.process?.number == process.number else { return }
    switch decision {
    case .cancel: await manager.cancel()
    case .deny:
      // Where an answer is being processed, the next question is answered with it.
      stage.updateProcess { $0.deny() }
      try? await manager.deny()
    }
  }
}

extension FlowError {
  /// True if nothing came of the person's answer, so that the transaction is asked about again: the
  /// session was over, or a prompt stood for too long.
  var leavesWaiting: Bool { self == .sessionExpired || self == .timeout }
}

extension Flow {
  /// True if its transaction is denied, here or elsewhere before.
  fileprivate var isDenied: Bool {
    error == .transactionAlreadyReviewed && transaction?.review?.status == .denied
  }
}

extension ScenarioScreens {
  /// Texts for what belongs to no scenario.
  static let general = ScenarioScreens(success: Text("Done", ""))
}
