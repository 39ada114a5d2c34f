public import CountersignClient

/// A navigator whose person answers as it is written down, and which keeps what was shown.
///
/// A screen for which no answer is left is left itself.
public actor RecordingNavigator: Navigator {
  /// A person's answer to a screen.
  public typealias Answer = @Sendable (Screen) async throws -> ScreenAnswer

  /// The screens that were shown, in order.
  public private(set) var screens: [Screen] = []
  /// The updates of screens, in order.
  public private(set) var updates: [Screen] = []
  /// The screens that were closed before they were answered.
  public private(set) var closed: [Screen] = []
  private var answers: [Answer]
  private let outcome: Answer

  /// A navigator that gives these answers, one a screen.
  ///
  /// - Parameters:
  ///   - answers: What the person does with the screens, but for outcomes.
  ///   - outcome: What the person does with each outcome: closes it, where nothing else is said.
  public init(_ answers: [Answer] = [], outcome: @escaping Answer = { _ in .close }) {
    self.answers = answers
    self.outcome = outcome
  }

  /// Gives further answers.
  public func answer(_ further: [Answer]) { answers += further }

  /// Gives no answer that is left.
  public func forgetAnswers() { answers = [] }

  /// Shows a screen, and gives the next answer.
  public func show(_ screen: Screen) async -> ScreenAnswer {
    screens.append(screen)
    let answer: Answer
    if case .outcome = screen.content {
      answer = outcome
    } else {
      guard !answers.isEmpty else { return .leave }
      answer = answers.removeFirst()
    }
    do {
      return try await answer(screen)
    } catch {
      closed.append(screen)
      return .leave
    }
  }

  /// Keeps an update.
  public func update(_ screen: Screen) { updates.append(screen) }

  /// The outcomes that were shown.
  public var outcomes: [Outcome] {
    screens.compactMap { if case .outcome(let outcome) = $0.content { outcome } else { nil } }
  }
}
