/// A flow that has ended.
public struct FinishedFlow: Sendable, Hashable {
  /// How it ended.
  public indirect enum Ending: Sendable, Hashable {
    /// It worked.
    case done(FlowOutcome)
    /// It did not.
    case error(FlowError)
    /// The action was executed and came to nothing.
    case actionFailed(FlowError, ActionResult)
  }

  /// What held while it was active.
  public let frame: FlowFrame
  /// What it was about.
  public let subject: FlowSubject
  /// How it ended.
  public let ending: Ending
}

/// What a flow came to that worked.
public enum FlowOutcome: Sendable, Hashable {
  /// The action was executed.
  case action(ActionResult)
  /// What was asked for was done, and there is no more to say of it.
  case accomplished
}

/// What a flow is about, so far as is known.
public indirect enum FlowSubject: Sendable, Hashable {
  /// A session that was not opened yet.
  case unopened(SessionErrand)
  /// A session; with its account once that is known.
  case session(OpenedSession, SessionAccount?)
  /// What is signed.
  case matter(Matter, ReviewStatus)
  /// A review that was not read yet.
  case unread
  /// The account's own factors.
  case factors(Management)

  /// The flow's type.
  public var type: FlowType {
    switch self {
    case .unopened(.enrol), .session(.enrol, _): .enrol
    case .unopened(.login), .session(.login, _): .login
    case .matter, .unread: .signTransaction
    case .factors(.changePIN): .changePIN
    case .factors(.addBiometrics): .addBiometrics
    case .factors(.removeBiometrics): .removeBiometrics
    case .factors(.headlessUpgrade): .headlessUpgrade
    }
  }
}
