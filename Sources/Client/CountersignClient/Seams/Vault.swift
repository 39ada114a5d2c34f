/// Keeps small values by name.
///
/// After a crash each holds its old or its new value.
public protocol Vault: Sendable {
  /// The value, or nil where there is none.
  func value(_ name: VaultName) async throws(VaultError) -> [UInt8]?
  /// Writes a value, or removes it where `bytes` is nil. Durable when it returns.
  func setValue(_ bytes: [UInt8]?, _ name: VaultName) async throws(VaultError)
  /// The names of an account's values, in order.
  func names(account: String) async throws(VaultError) -> [VaultName]
}

/// The name of a value.
///
/// Accounts never share one.
public struct VaultName: Sendable, Hashable {
  /// Whose value it is.
  public let account: String
  /// Which one.
  public let name: String

  /// A name within an account.
  public init(account: String, name: String) {
    self.account = account
    self.name = name
  }
}

/// Why a vault failed.
public enum VaultError: Error, Sendable, Hashable {
  /// The file is not as this vault wrote it with this key. Nothing was changed.
  case damaged
  /// The file was written by something else than a vault. Nothing was changed.
  case foreign
  /// The platform refuses to read or write; the text says why and holds nothing of the values.
  case unavailable(String)
  /// The account's soft lock is closed: its values are not to be had until the person opens it.
  case locked
}
