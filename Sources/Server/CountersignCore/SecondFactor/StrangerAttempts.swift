/// Counts attempts that hold nothing right, by who sent them.
final class StrangerAttempts: Sendable {
  private let commands: Commands
  private let limits: AttemptLimits

  init(commands: Commands, limits: AttemptLimits) {
    self.commands = commands
    self.limits = limits
  }

  /// Counts a signature that is nobody's: five in a row end the session that sent them, or stop
  /// their network for a while, and nothing of whom they were aimed at.
  ///
  /// - Returns: Why it is refused.
  /// - Throws: ``StoreError``.
  func refusal(from origin: AttemptOrigin) async throws -> Refusal {
    let now = commands.now()
    let counted = try await commands.run { [limits] transaction in
      let subject = try limits.subject(of: origin, at: nil, in: transaction)
      try limits.countRefusal(of: subject, nil, at: now, in: transaction)
    }
    commands.outboxBell.ring()
    return if case .failure(let refusal) = counted { refusal } else { .verificationFailed }
  }
}
