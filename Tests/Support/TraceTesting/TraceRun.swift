package import CountersignClient
import FlowModel
import ToolSupport
import WebAuthnModel
import WireModel

/// Runs a diagram's scenario and gives the messages that were recorded.
package struct TraceRun {
  let diagram: TraceDiagram
  let branch: TraceDiagram.Branch

  /// A run of one branch of a diagram.
  package init(diagram: TraceDiagram, branch: TraceDiagram.Branch) {
    self.diagram = diagram
    self.branch = branch
  }

  /// - Returns: The messages that the diagram draws, in order.
  /// - Throws: Where the run does not come to its end.
  package func messages() async throws -> [TraceMessage] {
    let world = try TraceWorld(triesPerCode: branch == .wrong ? 1 : 5)
    do {
      try await run(in: world)
    } catch {
      try? await world.close()
      throw error
    }
    let messages = world.recorder.messages
    try await world.close()
    return messages.filter(diagram.draws)
  }

  private func run(in world: TraceWorld) async throws {
    let session = try await world.signUp()
    let readiness = branch == .infeasible ? AuthenticatorReadiness.notSupported : .ready
    let authenticator = try world.authenticator(of: session, readiness)
    if branch == .configured {
      try await session.requestCode(.register)
      try await session.registerCredential(
        with: authenticator,
        entitledBy: RegistrationOptionsRequest(validateCode: try await world.code()))
    }
    let person = try await TracePerson(world, session, self)
    let payload = try await payload(in: world)
    // A cold start: the message wakes the app, and only then is there a context.
    world.recorder.record(.notification, .navigator, "Open")
    var flows = FlowConfiguration(repeatPauseSeconds: 0.01)
    flows.triesPerCode = branch == .wrong ? 1 : 5
    let context = MultifactorAuthenticationContext(
      manager: FlowManager(
        session: session, authenticator: authenticator, vault: world.vault, configuration: flows),
      navigator: TracingNavigator(person, world.recorder), configuration: configuration(world))
    // The app's own screen.
    world.recorder.record(.user, .navigator, "Navigate to the screen with its parameters")
    if let payload { _ = try await context.transaction(payload.transactionID) }
    world.recorder.record(.user, .navigator, "Take action: Authorize")
    let result = await context.process(diagram.scenario, payload?.json ?? .object([:]))
    guard case .ended(let outcome) = result, outcome.isSuccess == succeeds else {
      throw CommandFailure(.refused, "the run of \(diagram.rawValue) ended in \(result)")
    }
  }

  private func configuration(_ world: TraceWorld) -> ContextConfiguration {
    var configuration = ContextConfiguration(recorder: world.recorder)
    guard var policy = configuration.scenarios.policy(of: diagram.scenario) else {
      return configuration
    }
    if diagram != .newVersion {
      policy.level = .fallbackOnly
    } else if branch == .infeasible {
      policy.level = .biometricsOnly
    }
    configuration.scenarios.apply(policy)
    return configuration
  }

  private func payload(in world: TraceWorld) async throws -> ReviewPayload? {
    guard diagram.scenario == .authorizeTransaction else { return nil }
    return ReviewPayload(transactionID: try await world.review().transactionID)
  }

  private var succeeds: Bool { branch != .infeasible && branch != .wrong }
}
