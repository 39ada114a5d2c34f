public import CountersignCore
import CountersignSQLite
import Foundation
import WireModel

extension Keyring {
  /// The keys of every store that a test opens by itself.
  public static let ofTests = Keyring.generated()
}

extension StoreSeals {
  /// The keys of every store that a test opens by itself.
  public static let ofTests = StoreSeals(.ofTests)
}

extension ServiceHarness {
  /// Puts the keyring beside the store, as a server's folder has it.
  public func writeKeyring() throws {
    let file = directory.appending(path: "keyring")
    try Data(keyring.serialized()).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
  }

  /// The account of a name; nil where there is none.
  public func account(named name: String) async throws -> AccountID? {
    try await store.read { try Accounts.find(AccountName(name), in: $0) }
  }
}
