/// Devices, their PINs, and recovery.
extension Reason {
  /// The PIN of this account is on its devices; in a body none is taken.
  public static let pinOnDevice = Reason(code: "pin_on_device")
  /// No such device of this account, or one that was revoked.
  public static let deviceUnknown = Reason(code: "device_unknown")
  /// The device's id is taken.
  public static let deviceExists = Reason(code: "device_exists")
  /// The PIN key's generation is not the next one; ask which one holds.
  public static let generationMismatch = Reason(code: "generation_mismatch")
  /// There is nothing to recover, or a recovery is under way already.
  public static let recoveryNotPossible = Reason(code: "recovery_not_possible")

  /// The account was recovered a moment ago: for now only low amounts are taken.
  public static let recoveredLimit = Reason(code: "recovered_limit")

  static let ofDevices: [Reason] = [
    pinOnDevice, deviceUnknown, deviceExists, generationMismatch, recoveryNotPossible,
    recoveredLimit,
  ]
}
