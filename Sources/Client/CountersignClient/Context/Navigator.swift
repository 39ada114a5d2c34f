public import FlowModel

/// The app's own screens, as the context sees them.
///
/// One method is enough: it shows a screen and comes back with what the person answered. A screen
/// that is of no use any more is cancelled, as a task is.
public protocol Navigator: Sendable {
  /// Shows a screen and waits for what the person does with it.
  ///
  /// - Parameter screen: What to show.
  /// - Returns: The answer; of a screen that was cancelled any, which is dropped.
  func show(_ screen: Screen) async -> ScreenAnswer

  /// The screen that was answered is being processed, or its facts have changed.
  func update(_ screen: Screen) async
}

extension Navigator {
  /// Shows nothing of it.
  public func update(_ screen: Screen) async {}
}

/// An answer of a person to a screen.
public enum ScreenAnswer: Sendable {
  /// Gives a factor, and says something beside it or not.
  case factor(SecondFactorInput, userInput: String? = nil)
  /// Wants a code: in place of biometrics, or once more.
  case requestCode
  /// Wants biometrics or not.
  case softPrompt(SoftPromptAnswer)
  /// Says yes to the transaction that is shown.
  case authorize
  /// Says no to it.
  case deny
  /// Wants to leave; on the question whether to leave it is yes.
  case leave
  /// On the question whether to leave it is no.
  case stay
  /// Has seen the outcome.
  case close
}
