import HTTPTypes

/// Devices and recovery.
extension Route {
  /// Registers a device of the account.
  public static let registerDevice = Route(.post, "/devices", .session)
  /// The account's devices.
  public static let devices = Route(.get, "/devices", .session)
  /// Sets or changes the PIN of a device.
  public static let setPINKey = Route(.put, "/devices/{id}/pin-key", .session)
  /// Revokes one device, with its keys and sessions.
  public static let revokeDevice = Route(.delete, "/devices/{id}", .session)
  /// Revokes all devices, or all but one (`?which=others&keep=`, `?which=all`).
  public static let revokeDevices = Route(.delete, "/devices", .session)
  /// Begins the recovery of an account whose factors are all lost.
  public static let beginRecovery = Route(.post, "/recovery", .session)
  /// How far the recovery has come.
  public static let recovery = Route(.get, "/recovery", .session)
  /// Cancels the recovery, from any session.
  public static let cancelRecovery = Route(.delete, "/recovery", .session)

  static let ofDevices: [Route] = [
    registerDevice, devices, setPINKey, revokeDevice, revokeDevices, beginRecovery, recovery,
    cancelRecovery,
  ]
}
