import FlowModel
public import WireModel

/// An app PIN of which the SDK knows that it is not the account's PIN.
///
/// Whoever takes a device can find its app PIN by trying, so ``DeviceSecrets`` seals nothing else.
/// Only the SDK makes one, after the server has taken the PIN that is typed beside it: in
/// ``FlowManager/setAppPIN(_:besides:of:)``, and in a flow that sets the PIN. No app can leave the
/// comparison out.
public struct CheckedAppPIN: Sendable {
  /// The app PIN.
  ///
  /// Secret.
  public let appPIN: SecretText
  /// Whose app PIN.
  public let account: String

  /// The account's PIN on this device, as far as the server has confirmed it.
  package enum KnownPIN: Sendable {
    /// The server has just taken this PIN, or a proof by it. Secret.
    case proved(SecretText)
    /// The server knows none that this device could give.
    case none
  }

  /// Compares an app PIN with the account's PIN.
  package init(
    _ appPIN: SecretText, of account: String, besides pin: KnownPIN
  ) throws(AppPINError) {
    switch pin {
    case .proved(let pin): try SoftLockManager.requireSettable(appPIN, besides: [pin])
    case .none: try SoftLockManager.requireSettable(appPIN, besides: [])
    }
    self.appPIN = appPIN
    self.account = account
  }
}

extension FlowManager {
  /// Sets or changes the app PIN of an account, and opens its soft lock where that has none.
  ///
  /// The two PINs must differ, and no device keeps the PIN. So the person types it too, and the
  /// server says that it is the right one (scenario TEST_BIOMETRICS; a wrong one counts): two
  /// calls. A flow that sets the PIN takes both and needs no further call:
  /// ``inputSecondFactor(_:userInput:appPIN:)``.
  ///
  /// It cannot see the PINs of other accounts of this installation, nor those that the account has
  /// on other devices. One that comes to this device and is the app PIN is refused when it is used.
  ///
  /// - Parameters:
  ///   - appPIN: The app PIN: 4 to 12 digits that are not easily guessed. Secret.
  ///   - pin: The account's PIN; nil only where the account has none on this device. Secret.
  ///   - account: Whose.
  /// - Throws: ``AppPINError``; `FlowInputError.flowAlreadyActive` beside a flow, which may set
  ///   another PIN; ``ClientError`` where the server refuses the PIN or was not reached;
  ///   ``DeviceSecretsError``. Then nothing has changed.
  public func setAppPIN(
    _ appPIN: SecretText, besides pin: SecretText?, of account: String
  ) async throws {
    guard let softLocks else { throw AppPINError.noSoftLock }
    try beginSettingAppPIN()
    defer { endSettingAppPIN() }
    // An action of a flow that was left may still be under way, and may be a new PIN.
    await forgetting?.value
    let lock = softLocks[account]
    let logouts = try await lock.beginSetting()
    let checked = try await check(appPIN, besides: pin, of: account)
    try await lock.set(checked, since: logouts)
  }

  /// Has the server confirm the PIN that is typed beside an app PIN, and compares the two.
  package func check(
    _ appPIN: SecretText, besides pin: SecretText?, of account: String
  ) async throws -> CheckedAppPIN {
    // Before anything is sent.
    try SoftLockManager.requireSettable(appPIN, besides: pin.map { [$0] } ?? [])
    // The lock may be closed: a wiped app PIN is set anew by whoever has logged in.
    let installed = try await installation.account(account)
    guard let session = try await installation.heldSession(of: installed) else {
      throw ClientError.noSession
    }
    guard try await hasPIN(session, context.device(of: account)) else {
      return try CheckedAppPIN(appPIN, of: account, besides: .none)
    }
    guard let pin else { throw AppPINError.pinMissing }
    try await context.verify(pin, of: account, in: session)
    return try CheckedAppPIN(appPIN, of: account, besides: .proved(pin))
  }

  /// True if the account has a PIN that can be given here: a key of this device, or one that is
  /// sent in a body.
  private func hasPIN(_ session: AccountSession, _ device: AccountDevice) async throws -> Bool {
    if try await device.read().hasPIN { return true }
    return try await session.secondFactor().hasPIN
  }
}
