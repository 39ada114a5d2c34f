import FlowModel
import Synchronization

/// The state of each account's second factor, as the server told it last in this process.
final class ToldSecondFactors: Sendable {
  private struct Told {
    let state: SecondFactorAccount
    let at: ContinuousClock.Instant
  }

  private let told = Mutex<[String: Told]>([:])

  /// The state as it was told, with what is left of a penalty; nil where it was never told, or was
  /// changed since.
  func state(of account: String) -> SecondFactorAccount? {
    guard let told = told.withLock({ $0[account] }) else { return nil }
    let passed = told.at.duration(to: .now).components.seconds
    return told.state.with(
      failedAttempts: told.state.failedAttempts,
      penaltySeconds: max(0, told.state.penalisedForSeconds - passed))
  }

  /// Notes what the server has told.
  func note(_ state: SecondFactorAccount, of account: String) {
    told.withLock { $0[account] = Told(state: state, at: .now) }
  }

  /// Forgets a state that something has changed.
  func forget(_ account: String) { told.withLock { $0[account] = nil } }

  /// Notes that the PIN was right: wrong ones before it count no more.
  func noteRightPIN(of account: String) {
    told.withLock { told in
      guard let before = told[account]?.state else { return }
      told[account] = Told(state: before.with(failedAttempts: 0, penaltySeconds: 0), at: .now)
    }
  }
}

extension SecondFactorAccount {
  fileprivate func with(failedAttempts: Int64, penaltySeconds: Int64) -> SecondFactorAccount {
    SecondFactorAccount(
      isBlocked: isBlocked, failedAttempts: failedAttempts, maxAttempts: maxAttempts,
      penalisedForSeconds: penaltySeconds,
      penalisedUntil: penaltySeconds > 0 ? penalisedUntil : nil, hasPIN: hasPIN,
      hasBiometrics: hasBiometrics)
  }
}
