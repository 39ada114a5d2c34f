import CountersignService
import Foundation
import Testing
import WebAuthnModel
import WireModel

@testable import CountersignCLI

@Suite("The folder of a server")
struct DataFolderTests {
  @Test("the keyring is made once, and only its owner can read it")
  func keyring() throws {
    try withFolder { folder in
      let data = try DataFolder(folder)
      let file = folder + "/keyring"
      let made = try DataFolder.keyring(file).serialized()
      let read = try DataFolder.keyring(file).serialized()
      #expect(made == read)
      #expect(try mode(file) == 0o600)
      #expect(try mode(data.path) == 0o700)
      let key = try data.serviceKey()
      #expect(try data.serviceKey() == key)
      #expect(key.exposed.hasPrefix("csk_"))
      #expect(try mode(data.serviceKeyFile) == 0o600)
    }
  }

  @Test("a keyring that others can read, or that is damaged, is not used and not replaced")
  func unusableKeyring() throws {
    try withFolder { folder in
      _ = try DataFolder(folder)
      let file = folder + "/keyring"
      let keyring = try DataFolder.keyring(file).serialized()
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
      #expect(throws: CommandFailure.self) { try DataFolder.keyring(file) }
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
      #expect(try DataFolder.keyring(file).serialized() == keyring)
      try Data("{}".utf8).write(to: URL(filePath: file))
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
      let failure = #expect(throws: CommandFailure.self) { try DataFolder.keyring(file) }
      #expect(failure?.exit == .environment)
      #expect(try Data(contentsOf: URL(filePath: file)) == Data("{}".utf8))
    }
  }

  @Test("a keyring of the version before is upgraded once, by whichever server starts first")
  func upgradedKeyring() throws {
    try withFolder { folder in
      _ = try DataFolder(folder)
      let file = folder + "/keyring"
      guard case .object(var members) = try JSONValue(parsing: Keyring.generated().serialized())
      else { return }
      members["version"] = 1
      members["authenticatorSecret"] = nil
      try PrivateFile.create(file, JSONValue.object(members).serialized())
      #expect(throws: CommandFailure.self) { try DataFolder.keyring(file) }
      let first = try DataFolder.upgradedKeyring(file)
      let second = try DataFolder.upgradedKeyring(file)
      #expect(first.isUpgraded && !second.isUpgraded)
      #expect(first.keyring.serialized() == second.keyring.serialized())
      #expect(try mode(file) == 0o600)
      #expect(!FileManager.default.fileExists(atPath: file + ".new"))
    }
  }

  @Test("a folder that cannot be made is the environment's fault")
  func noFolder() {
    let failure = #expect(throws: CommandFailure.self) { try DataFolder("/proc/none/here") }
    #expect(failure?.exit == .environment)
  }

  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  private func mode(_ path: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }
}
