/// How the account's second factor stands, as the server said last.
public struct SecondFactorAccount: Sendable, Hashable {
  /// Whether the PIN is blocked.
  public let isBlocked: Bool
  /// Wrong PINs since the last right one.
  public let failedAttempts: Int64
  /// How many wrong PINs in a row block it.
  public let maxAttempts: Int64
  /// Seconds until the next PIN is taken; 0 for at once.
  public let penalisedForSeconds: Int64
  /// When the next PIN is taken, RFC 3339 in UTC; nil for at once.
  public let penalisedUntil: String?
  /// Whether the account has a PIN.
  public let hasPIN: Bool
  /// Whether the account has a credential.
  public let hasBiometrics: Bool

  /// An account as the server described it.
  public init(
    isBlocked: Bool, failedAttempts: Int64, maxAttempts: Int64, penalisedForSeconds: Int64,
    penalisedUntil: String?, hasPIN: Bool, hasBiometrics: Bool
  ) {
    self.isBlocked = isBlocked
    self.failedAttempts = failedAttempts
    self.maxAttempts = maxAttempts
    self.penalisedForSeconds = penalisedForSeconds
    self.penalisedUntil = penalisedUntil
    self.hasPIN = hasPIN
    self.hasBiometrics = hasBiometrics
  }
}
