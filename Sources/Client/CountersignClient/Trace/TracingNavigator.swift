import FlowModel
import WireModel

/// A navigator whose screens and answers are recorded.
public struct TracingNavigator: Navigator {
  private let navigator: any Navigator
  private let recorder: TraceRecorder

  /// Records what a navigator shows and what the person answers.
  public init(_ navigator: any Navigator, _ recorder: TraceRecorder) {
    self.navigator = navigator
    self.recorder = recorder
  }

  /// Shows a screen, and records it with its answer.
  public func show(_ screen: Screen) async -> ScreenAnswer {
    recorder.record(.context, .navigator, "Navigate to \(screen.content.name)")
    let answer = await navigator.show(screen)
    // Whatever is done with an outcome, it closes.
    if case .outcome = screen.content { return answer }
    let name = answer.name(on: screen.content)
    recorder.record(.user, .navigator, "Submit \(name)")
    recorder.record(.navigator, .context, "Pass \(name)")
    return answer
  }

  /// Updates a screen: no message between participants.
  public func update(_ screen: Screen) async { await navigator.update(screen) }
}

extension Screen.Content {
  /// Its name in a trace.
  public var name: String {
    switch self {
    case .start: "the transaction"
    case .confirmTransaction: "the changed transaction"
    case .factor(let question): "the \(question.factor.rawValue) screen"
    case .softPrompt: "the soft prompt"
    case .registration: "the biometrics set-up"
    case .otherDevice: "the wait for another device"
    case .leaving: "the question whether to leave"
    case .outcome(let outcome): outcome.isSuccess ? "the success screen" : "the failure screen"
    }
  }
}

extension ScreenAnswer {
  /// Its name in a trace, without any value, as an answer to the question of a screen.
  public func name(on screen: Screen.Content) -> String {
    switch self {
    case .factor(let input, _): input.name(on: screen)
    case .requestCode: "the wish for a code"
    case .softPrompt(.accept): "the acceptance"
    case .softPrompt(.decline): "the rejection"
    case .authorize: "the confirmation"
    case .deny: "the denial"
    case .leave: "the wish to leave"
    case .stay: "the wish to stay"
    case .close: "that it was seen"
    }
  }
}

extension SecondFactorInput {
  /// Its name in a trace, without any value: a code has that of the factor that is asked for.
  func name(on screen: Screen.Content) -> String {
    switch (self, screen) {
    case (.pin, _): "the PIN"
    case (.biometrics, _), (.pinAndBiometrics, _): "biometrics"
    case (.code, .factor(let question)): "the \(question.factor.rawValue)"
    case (.code, _): "the code"
    }
  }
}
