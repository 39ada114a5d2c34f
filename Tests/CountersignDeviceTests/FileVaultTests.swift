import CountersignClient
import Foundation
import Testing

@testable import CountersignDevice

@Suite("The file vault")
struct FileVaultTests {
  private let directory = TemporaryDirectory()
  private let name = VaultName(account: "acct_1", name: "value")

  @Test("a value is there after a restart, and gone once it is removed")
  func keepsValues() async throws {
    try await FileVault(directory: directory.path).setValue([1, 2, 3], name)
    let restarted = FileVault(directory: directory.path)
    #expect(try await restarted.value(name) == [1, 2, 3])
    try await restarted.setValue(nil, name)
    #expect(try await FileVault(directory: directory.path).value(name) == nil)
  }

  @Test("accounts never share a name")
  func accountsAreApart() async throws {
    let vault = FileVault(directory: directory.path)
    let other = VaultName(account: "acct_2", name: name.name)
    try await vault.setValue([1], name)
    #expect(try await vault.value(other) == nil)
    try await vault.setValue([2], other)
    #expect(try await vault.value(name) == [1])
    #expect(try await vault.names(account: "acct_2") == [other])
  }

  @Test("its files are readable by their owner alone, and hold no value in the clear")
  func filesAreClosed() async throws {
    let secret = Array("a very recognisable secret".utf8)
    try await FileVault(directory: directory.path).setValue(secret, name)
    #expect(try directory.permissions("") == 0o700)
    for file in ["/vault", "/vault.key", "/vault.lock"] {
      #expect(try directory.permissions(file) == 0o600)
    }
    let sealed = try #require(directory.contents("vault"))
    #expect(sealed.range(of: Data(secret)) == nil)
    #expect(sealed.range(of: Data("acct_1".utf8)) == nil)
  }

  @Test("a crash at any byte of a write leaves the old value or the new one")
  func crashLeavesOldOrNew() async throws {
    try await FileVault(directory: directory.path).setValue([1], name)
    let size = try #require(directory.contents("vault")).count
    let points =
      (0...size + 8).map(AtomicFile.Crash.afterBytes) + [.beforeRename, .afterRename]
    for point in points {
      let before = try await FileVault(directory: directory.path).value(name)
      let next = before == [1] ? [UInt8](repeating: 2, count: 3) : [1]
      let crashing = FileVault(directory: directory.path, testOnlyCrash: point)
      await #expect(throws: VaultError.self) { try await crashing.setValue(next, name) }
      let after = try await FileVault(directory: directory.path).value(name)
      #expect(after == (point == .afterRename ? next : before), "\(point)")
    }
    // What a crash left behind does not stop the next write.
    try await FileVault(directory: directory.path).setValue([9], name)
    #expect(try await FileVault(directory: directory.path).value(name) == [9])
  }

  @Test("a file that was cut short at any byte is damaged, is not empty, and is not overwritten")
  func cutFileIsDamaged() async throws {
    try await FileVault(directory: directory.path).setValue([1], name)
    let sealed = try #require(directory.contents("vault"))
    for count in sealed.indices {
      try directory.write(sealed.prefix(count), "vault")
      try await requireUntouched(.damaged, "vault", "cut at \(count)")
    }
    try directory.write(sealed, "vault")
    #expect(try await FileVault(directory: directory.path).value(name) == [1])
  }

  @Test("a file with any byte changed is damaged or foreign, and is not overwritten")
  func changedFileIsDamaged() async throws {
    try await FileVault(directory: directory.path).setValue([1], name)
    let sealed = try #require(directory.contents("vault"))
    let header = "countersign-vault-1\n".utf8.count
    for index in sealed.indices {
      var changed = sealed
      changed[index] ^= 1
      try directory.write(changed, "vault")
      try await requireUntouched(index < header ? .foreign : .damaged, "vault", "byte \(index)")
    }
  }

  @Test("a vault whose key is cut short, exchanged or away is damaged, and neither is overwritten")
  func keyIsNeeded() async throws {
    try await FileVault(directory: directory.path).setValue([1], name)
    let key = try #require(directory.contents("vault.key"))
    for count in key.indices {
      try directory.write(key.prefix(count), "vault.key")
      try await requireUntouched(.damaged, "vault.key", "cut at \(count)")
    }
    try directory.write(Data(repeating: 1, count: 32), "vault.key")
    try await requireUntouched(.damaged, "vault.key", "exchanged")
    try FileManager.default.removeItem(atPath: directory.path + "/vault.key")
    try await requireUntouched(.damaged, "vault", "without its key")
    #expect(directory.contents("vault.key") == nil)
    try directory.write(key, "vault.key")
    #expect(try await FileVault(directory: directory.path).value(name) == [1])
  }

  @Test(
    "a file of something else is not overwritten",
    arguments: ["{\"keys\":[]}", "SQLite format 3\0", "countersign-vault-2\n0123456789012345"])
  func foreignFileStays(text: String) async throws {
    try directory.write(Data(text.utf8), "vault")
    try await requireUntouched(.foreign, "vault", text)
    #expect(directory.contents("vault.key") == nil)
  }

  @Test("two vaults over one directory do not undo each other's writes")
  func sharedDirectory() async throws {
    let path = directory.path
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          let name = VaultName(account: "acct_1", name: "value \(number)")
          try? await FileVault(directory: path).setValue([UInt8(number)], name)
        }
      }
    }
    #expect(try await FileVault(directory: path).names(account: "acct_1").count == 8)
  }

  /// Holds that the vault neither gives nor takes anything, and leaves a file as it lies.
  private func requireUntouched(
    _ error: VaultError, _ file: String, _ when: String
  ) async throws {
    let before = directory.contents(file)
    let vault = FileVault(directory: directory.path)
    await #expect(throws: error, "\(when)") { _ = try await vault.value(name) }
    await #expect(throws: error, "\(when)") { try await vault.setValue([2], name) }
    await #expect(throws: error, "\(when)") { _ = try await vault.names(account: "acct_1") }
    #expect(directory.contents(file) == before, "\(when)")
  }
}
