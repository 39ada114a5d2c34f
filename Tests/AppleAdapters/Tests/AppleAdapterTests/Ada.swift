import CountersignClient
import FlowModel
import WireModel

/// Whoever holds the phone: she says yes, with biometrics where she can.
actor Ada: Person, Navigator {
  static let pin = SecretText("258036")
  static let appPIN = SecretText("481920")

  /// What she was told.
  private(set) var told: [String] = []
  /// How often she was asked for the app PIN.
  private(set) var appPINs = 0
  private let readCode: @Sendable () async throws -> SecretText

  /// She, with whatever reads the code that was mailed to her.
  init(readCode: @escaping @Sendable () async throws -> SecretText) { self.readCode = readCode }

  func answer(_ flow: Flow, _ manager: FlowManager) async throws {
    if let text = FlowTexts().text(for: flow) { told.append(text) }
    switch flow.currentInteraction?.content {
    case .confirm(let info)?:
      try await manager.confirmSession(
        account: info.accounts.first, number: info.numbers.first)
    case .confirmTransaction?: try await manager.confirmTransaction()
    case .verifySecondFactor(let info)? where info.allowed == [.validateCode]:
      try await manager.inputSecondFactor(.code(try await readCode()))
    case .verifySecondFactor(let info)?:
      try await manager.inputSecondFactor(
        info.allowed.contains(.biometrics) ? .biometrics : .pin(Self.pin))
    case .setSecondFactor?: try await manager.inputSecondFactor(.pinAndBiometrics(Self.pin))
    case .softPrompt?: try await manager.answerSoftPrompt(.accept)
    case nil: await manager.cancel()
    }
  }

  func appPIN(_ question: AppPINQuestion?) -> SecretText? {
    appPINs += 1
    return Self.appPIN
  }

  func show(_ screen: Screen) -> ScreenAnswer {
    if let notice = screen.notice { told.append(notice) }
    switch screen.content {
    case .start, .confirmTransaction: return .authorize
    case .factor(let question) where question.factor == .biometrics: return .factor(.biometrics)
    case .factor(let question) where question.factor == .pin: return .factor(.pin(Self.pin))
    case .softPrompt: return .softPrompt(.decline)
    case .factor, .registration, .otherDevice, .leaving: return .leave
    case .outcome(let outcome):
      told.append(outcome.text.message)
      return .close
    }
  }
}
