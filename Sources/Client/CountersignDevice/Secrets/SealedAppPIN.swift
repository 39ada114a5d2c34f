public import CountersignClient
import Crypto
import Foundation
import WebAuthnModel
import WireModel

/// The secret of an app PIN in a vault: random bytes, sealed under the key that the app PIN gives.
struct SealedAppPIN: Sendable {
  let vault: any Vault
  let random: RandomSource
  let scryptRounds: Int

  /// Seals a new secret under an app PIN.
  func seal(under new: CheckedAppPIN) async throws(VaultError) {
    let (appPIN, account) = (new.appPIN, new.account)
    let salt = random.bytes(Self.saltLength)
    guard let key = try? key(of: appPIN, salt),
      let box = try? AES.GCM.seal(
        random.bytes(32), using: key, authenticating: Self.bound(to: account)),
      let sealed = box.combined
    else { throw .unavailable("the app PIN could not be sealed") }
    // In this order: no secret lies here that is not found by its account.
    try await vault.setValue([1], Self.mark(account))
    try await vault.setValue(salt + Array(sealed), Self.name(account))
  }

  /// Lists the accounts with a secret, and maybe some that had one.
  func accounts() async throws(VaultError) -> [String] {
    try await vault.names(account: Self.marks).compactMap { mark in
      mark.name.hasPrefix(Self.prefix) ? String(mark.name.dropFirst(Self.prefix.count)) : nil
    }
  }

  /// Tries an app PIN.
  func verdict(
    on appPIN: SecretText, of account: String
  ) async throws(VaultError) -> AppPINVerdict {
    guard let held = try await vault.value(Self.name(account)) else { return .missing }
    guard held.count > Self.saltLength,
      let box = try? AES.GCM.SealedBox(combined: held.dropFirst(Self.saltLength))
    else { throw .damaged }
    guard let key = try? key(of: appPIN, Array(held.prefix(Self.saltLength))) else {
      throw .unavailable("the app PIN could not be checked")
    }
    let opened = try? AES.GCM.open(box, using: key, authenticating: Self.bound(to: account))
    return opened == nil ? .wrong : .right
  }

  /// Destroys the secret.
  func destroy(of account: String) async throws(VaultError) {
    try await vault.setValue(nil, Self.name(account))
    try await vault.setValue(nil, Self.mark(account))
  }

  private func key(of appPIN: SecretText, _ salt: [UInt8]) throws -> SymmetricKey {
    try StretchedPIN.key(of: appPIN, salt: salt, rounds: scryptRounds)
  }

  private static func bound(to account: String) -> [UInt8] {
    Array("countersign/app-pin/v1".utf8) + Array(account.utf8)
  }

  private static func name(_ account: String) -> VaultName {
    VaultName(account: account, name: "app-pin")
  }

  private static func mark(_ account: String) -> VaultName {
    VaultName(account: marks, name: prefix + account)
  }

  /// No account has a name with spaces.
  private static let marks = "app PINs of this installation"
  private static let prefix = "app-pin/"
  private static let saltLength = 16
}

extension LockTime {
  /// The present moment by this device's clocks.
  public static var now: LockTime {
    LockTime(
      running: start.duration(to: .now),
      wallMilliseconds: Int64(Date().timeIntervalSince1970 * 1000))
  }

  private static let start = ContinuousClock.now
}
