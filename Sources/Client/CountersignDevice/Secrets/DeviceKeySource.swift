import WebAuthnModel

/// What the device keys of ``DeviceKeys`` are made of.
///
/// A device key signs without asking anybody: it says which device this is, and no more.
public struct DeviceKeySource: Sendable {
  /// Keys in software: whoever reads the vault has them.
  public static let software = DeviceKeySource(make: { SoftwareKey() }, restore: { _ in nil })

  /// Makes a key; nil where none can be made here.
  let make: @Sendable () -> (any SigningKey)?
  private let restoreOther: @Sendable (JSONValue) -> (any SigningKey)?

  /// A source of keys.
  ///
  /// - Parameters:
  ///   - make: Makes one.
  ///   - restore: Gives one back that a vault held; nil where it is none of its own. Those in
  ///     software are read by every source: an app that is updated keeps the device that it is.
  init(
    make: @escaping @Sendable () -> (any SigningKey)?,
    restore: @escaping @Sendable (JSONValue) -> (any SigningKey)?
  ) {
    self.make = make
    restoreOther = restore
  }

  /// Gives back a key that a vault held; nil where it is none that can be read here.
  func restore(_ held: JSONValue) -> (any SigningKey)? {
    SoftwareKey(held: held) ?? restoreOther(held)
  }
}
