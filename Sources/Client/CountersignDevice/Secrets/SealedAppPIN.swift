public import CountersignClient
import Crypto
import Foundation
import WebAuthnModel
public import WireModel

/// The secret of an app PIN in a vault: random bytes, sealed under the key that the app PIN gives.
public struct SealedAppPIN: AppPINSecret {
  private let vault: any Vault
  private let random: RandomSource
  private let scryptRounds: Int

  /// The secrets that lie in a vault.
  public init(vault: any Vault, random: RandomSource = .system) {
    self.init(vault: vault, random: random, scryptRounds: StretchedPIN.rounds)
  }

  /// The same at another cost of a guess, for this package's tests.
  package init(vault: any Vault, random: RandomSource = .system, scryptRounds: Int) {
    self.vault = vault
    self.random = random
    self.scryptRounds = scryptRounds
  }

  /// Seals a new secret under an app PIN.
  public func seal(
    under appPIN: SecretText, of account: String
  ) async throws(VaultError) {
    let salt = random.bytes(Self.saltLength)
    guard let key = try? key(of: appPIN, salt),
      let box = try? AES.GCM.seal(
        random.bytes(32), using: key, authenticating: Self.bound(to: account)),
      let sealed = box.combined
    else { throw .unavailable("the app PIN could not be sealed") }
    try await vault.setValue(salt + Array(sealed), Self.name(account))
  }

  /// Tries an app PIN.
  public func verdict(
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
  public func destroy(of account: String) async throws(VaultError) {
    try await vault.setValue(nil, Self.name(account))
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
