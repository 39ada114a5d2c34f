import FlowModel
import WebAuthnModel
import WireModel

/// From "Authorize" to the outcome.
extension MultifactorAuthenticationContext {
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
    var plan: ScenarioPlan
    do throws(ScenarioFailure) {
      plan = try scenario.plan(for: payload)
    } catch {
      return await finish(Outcome(error, scenario.screens), name, scenario.callbacks)
    }
    if intent == .authorize, let id = plan.reviewID, let seen = shown[id] {
      plan.request = .review(authorised: Review(seen))
    }
    do throws(FlowInputError) {
      _ = try await manager.startSigning(
        scenario.errand(plan), plan.calls, account: account)
    } catch {
      return .busy
    }
    runs += 1
    running = RunningProcess(name: name, scenario: scenario, intent: intent)
    defer { running = nil }
    for await flow in await manager.updates {
      if flow.isFinal { return await finish(flow) }
      await take(flow)
    }
    return .left
  }

  /// A question, or that an answer is being processed.
  private func take(_ flow: Flow) async {
    guard let process = running else { return }
    guard flow.phase == .waitForInput else {
      if let screen = screen(of: flow, process) { await navigator.update(screen) }
      return
    }
    determine()
    if process.intent == .deny, (try? await manager.deny()) != nil { return }
    guard let screen = screen(of: flow, process) else { return await manager.cancel() }
    let modules: [any AuthenticationModule] = [BiometricsModule(), FallbackModule()]
    let needs = modules.lazy.compactMap { module in module.need(in: flow).map { (module, $0) } }
    if let (module, factor) = needs.first {
      enter(module)
      recorder?.record(.module, .context, "Pass the required factor: \(factor.rawValue)")
    } else {
      running?.module = nil
    }
    present(screen)
  }

  private func screen(of flow: Flow, _ process: RunningProcess) -> Screen? {
    Screen(flow, process.name, process.scenario.screens, configuration.texts)
  }

  /// The flow's first question, or its end, says whether it can be executed.
  private func determine() {
    guard running?.isDetermined == false else { return }
    running?.isDetermined = true
    recorder?.record(.context, .context, "Determine whether the flow can be executed")
  }

  /// Hands the scenario to a module, where it has another.
  func enter(_ module: any AuthenticationModule) {
    defer { running?.module = module }
    guard recorder?.caller != .module(module.name) else { return }
    recorder?.record(
      .context, .module, "Pass scenario, params and challenge to the \(module.name) module")
    recorder?.hand(to: .module(module.name))
  }

  private func finish(_ flow: Flow) async -> ProcessResult {
    guard let process = running else { return .left }
    determine()
    number += 1
    showing?.cancel()
    showing = nil
    if process.module != nil {
      recorder?.record(.module, .context, "Decision: \(flow.error?.kind ?? "accepted")")
    }
    let screens = process.scenario.screens
    guard
      let outcome =
        process.intent == .deny && flow.isDenied
        ? Outcome(denied: flow, screens) : Outcome(flow, screens)
    else { return .left }
    if let id = flow.transaction?.review?.id {
      queue.handle(id)
      await remember(id)
    }
    return await finish(outcome, process.name, process.scenario.callbacks)
  }

  /// The outcome screen; whatever the person does with it closes it.
  func finish(
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
    self.outcome = task
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    self.outcome = nil
  }

  var recorder: TraceRecorder? { configuration.recorder }
}

extension Flow {
  /// Whether its transaction is denied, here or elsewhere before.
  fileprivate var isDenied: Bool {
    error == .transactionAlreadyReviewed && transaction?.review?.status == .denied
  }
}

extension ScenarioScreens {
  /// Texts for what belongs to no scenario.
  static let general = ScenarioScreens(success: Text("Done", ""))
}
