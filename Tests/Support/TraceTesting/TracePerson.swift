import CountersignClient
import FlowModel
import ToolSupport
import WireModel

/// The person of a trace: answers each screen at once.
struct TracePerson: Navigator {
  private let world: TraceWorld
  private let branch: TraceDiagram.Branch
  private let twoFactorCode: @Sendable () async throws -> SecretText

  /// Gives the account the second factor that the diagram shows.
  init(_ world: TraceWorld, _ session: AccountSession, _ run: TraceRun) async throws {
    self.world = world
    branch = run.branch
    if run.diagram.hasAuthenticatorApp {
      twoFactorCode = try await TraceEnrolment.authenticatorApp(world, session)
    } else {
      twoFactorCode = { throw CommandFailure(.environment, "no authenticator app") }
      // Who has a key needs no code.
      if run.branch != .configured { try await TraceEnrolment.phone(world, session) }
    }
  }

  func show(_ screen: Screen) async -> ScreenAnswer {
    do {
      return try await answer(screen.content)
    } catch {
      return .leave
    }
  }

  private func answer(_ content: Screen.Content) async throws -> ScreenAnswer {
    switch content {
    case .factor(let question): .factor(try await input(question.factor))
    case .softPrompt: .softPrompt(.accept)
    case .registration: .factor(.biometrics)
    case .start, .confirmTransaction: .authorize
    case .leaving, .otherDevice: .leave
    case .outcome: .close
    }
  }

  private func input(_ factor: Factor) async throws -> SecondFactorInput {
    switch factor {
    case .biometrics: return .biometrics
    case .pin: return .pin(SecretText("258036"))
    case .validateCode:
      let code = try await world.code()
      guard branch == .wrong else { return .code(code) }
      return .code(SecretText(code.exposed == "000000" ? "111111" : "000000"))
    case .otp: return .code(try await world.code(to: TraceWorld.phone))
    case .twoFactor: return .code(try await twoFactorCode())
    }
  }
}
