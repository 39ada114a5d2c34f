public import WireModel

/// The state of the factors of accounts.
public final class SecondFactors: Sendable {
  private let commands: Commands
  private let recoveries: Recoveries
  private let policy: PINPolicy

  init(commands: Commands, recoveries: Recoveries, policy: PINPolicy) {
    self.commands = commands
    self.recoveries = recoveries
    self.policy = policy
  }

  /// The second-factor account as it stands: for a session of a device that device's PIN and keys,
  /// for any other the account's PIN in a body and all its keys.
  public func show(_ session: AuthenticatedSession) async throws -> SecondFactorAnswer {
    let now = commands.now()
    return try await commands.read { [self] in try state(for: session, at: now, in: $0) }
  }

  /// The second-factor account as it stands for a session.
  func state(
    for session: AuthenticatedSession, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> SecondFactorAnswer {
    let device = try session.deviceID.flatMap { try Devices.find($0, in: transaction) }
    return try state(of: session.accountID, from: device, at: now, in: transaction)
  }

  /// The second-factor account as it stands for a device, or for a screen that is none.
  func state(
    of account: AccountID, from device: DeviceRecord?, at now: Timestamp,
    in transaction: any ReadTransaction
  ) throws -> SecondFactorAnswer {
    let subject: AttemptSubject
    let hasKey: Bool
    var hasDeviceKeysOnly: Bool?
    let pin: SQLRow?
    if let device {
      subject = .device(device.id)
      pin = try transaction.row(
        "SELECT wait_id FROM devices WHERE id = ? AND pin_key IS NOT NULL", [.text(device.id.text)])
      hasKey = try !Credentials.descriptors(from: device.id, in: transaction).isEmpty
    } else {
      subject = .pin(account)
      let isReplaced = try PINVerifier.isReplacedByDevice(of: account, at: now, in: transaction)
      pin = isReplaced ? nil : try transaction.row(PINVerifier.waitQuery(of: account))
      let areDeviceKeys = try Credentials.areDeviceKeys(of: account, in: transaction).values
      hasKey = !areDeviceKeys.isEmpty
      if hasKey, areDeviceKeys.allSatisfy(\.self) { hasDeviceKeysOnly = true }
    }
    let hasPIN = pin != nil
    // Failures at a PIN that another took the place of keep nobody from anything.
    let count = hasPIN ? try Attempts.count(of: subject, in: transaction) : AttemptCount()
    let penalty = count.penalisedUntil.milliseconds(since: now)
    let pinWait = try Waits.running(pin?.optionalText(0), at: now, in: transaction)
    let hold = try Holds.find(of: account, at: now, in: transaction)
    let app = try transaction.row(Codes.waitQuery(of: account))
    let appWait = try Waits.running(app?.optionalText(0), at: now, in: transaction)
    func isBlocked(_ count: AttemptCount) -> Bool {
      count.failures >= policy.maxAttempts && count.inFlightUntil <= now
    }
    let isOwnBlocked = isBlocked(count)
    let withPIN = try Devices.of(account, in: transaction).filter { $0.pinKey != nil }
    let areBlocked = try withPIN.allSatisfy { other in
      try isBlocked(
        other.id == device?.id
          ? count : Attempts.count(of: .device(other.id), in: transaction))
    }
    return SecondFactorAnswer(
      isBlocked: isOwnBlocked, failedAttempts: count.failures, maxAttempts: policy.maxAttempts,
      penalisedFor: penalty > 0 && !isOwnBlocked ? (penalty + 999) / 1000 : 0,
      penalisedUntil: penalty > 0 && !isOwnBlocked ? count.penalisedUntil.rfc3339 : nil,
      hasPIN: hasPIN, hasBiometrics: hasKey,
      hasDeviceKeysOnly: hasDeviceKeysOnly,
      hasTwoFactor: try AuthenticatorApps.isEnrolled(account, in: transaction),
      hasDevicePIN: !withPIN.isEmpty,
      isDevicePINBlocked: !withPIN.isEmpty && areBlocked ? true : nil,
      hasPhone: try Phones.confirmed(of: account, in: transaction) != nil,
      needsFactor: try Accounts.hadFactor(account, in: transaction)
        && !recoveries.isRecoverable(account, at: now, in: transaction),
      isPINWaiting: pinWait != nil, pinWaitsUntil: pinWait?.endsAt?.rfc3339,
      isTwoFactorWaiting: appWait != nil, twoFactorWaitsUntil: appWait?.endsAt?.rfc3339,
      isOnHold: hold.flatMap { $0.isSettled ? nil : true }, onHoldUntil: hold?.settledAt?.rfc3339)
  }
}
