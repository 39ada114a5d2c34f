/// The app's part when a scenario ends.
public struct ScenarioCallbacks: Sendable {
  /// The fate of the outcome screen.
  public enum OutcomeScreen: Sendable, Hashable, CaseIterable {
    /// It is shown.
    case show
    /// The app shows the outcome in its own way.
    case skip
  }

  /// The effect of leaving on the request to authorize.
  public enum LeavingEffect: Sendable, Hashable, CaseIterable {
    /// Nothing: the flow is cancelled.
    case cancel
    /// It is denied.
    case deny
  }

  /// The scenario has ended; says what becomes of the outcome screen.
  public var onFinish: @Sendable (Outcome) async -> OutcomeScreen
  /// The person leaves and has confirmed it; says what that does.
  public var onCancel: @Sendable () async -> LeavingEffect

  /// Callbacks; without any the outcome is shown, and leaving denies nothing.
  public init(
    onFinish: @escaping @Sendable (Outcome) async -> OutcomeScreen = { _ in .show },
    onCancel: @escaping @Sendable () async -> LeavingEffect = { .cancel }
  ) {
    self.onFinish = onFinish
    self.onCancel = onCancel
  }
}
