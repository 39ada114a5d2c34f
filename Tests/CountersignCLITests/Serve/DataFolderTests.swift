import CountersignCore
import Foundation
import Testing
import ToolSupport
import WebAuthnModel
import WireModel

@testable import ServerCommands

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

  @Test(
    "a keyring of an earlier version is upgraded once, and each copy gives the same keys",
    arguments: [1, 2, 3])
  func upgradedKeyring(version: Int64) throws {
    try withFolder { folder in
      _ = try DataFolder(folder)
      let file = folder + "/keyring"
      let copy = folder + "/copy"
      let old = keyring(ofVersion: version)
      try PrivateFile.create(file, old)
      try PrivateFile.create(copy, old)
      let first = try DataFolder.upgradedKeyring(file)
      let second = try DataFolder.upgradedKeyring(file)
      #expect(first.upgrade == .written && second.upgrade == nil)
      #expect(first.keyring.serialized() == second.keyring.serialized())
      let third = try DataFolder.upgradedKeyring(copy)
      #expect(third.keyring.serialized() == second.keyring.serialized())
      #expect(try mode(file) == 0o600)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2)
    }
  }

  @Test("a keyring of the version before that cannot be written is used all the same")
  func unwritableKeyring() throws {
    try withFolder { folder in
      _ = try DataFolder(folder)
      let file = folder + "/keyring"
      let old = keyring(ofVersion: 1)
      try PrivateFile.create(file, old)
      // Also the administrator, who may write everywhere, cannot make a draft here.
      let draft = "\(file).\(ProcessInfo.processInfo.processIdentifier)"
      try FileManager.default.createDirectory(atPath: draft, withIntermediateDirectories: false)
      let first = try DataFolder.upgradedKeyring(file)
      guard case .notWritten? = first.upgrade else {
        Issue.record("the keyring was written")
        return
      }
      #expect(try PrivateFile.read(file) == old)
      #expect(try DataFolder.keyring(file).serialized() == first.keyring.serialized())
      try FileManager.default.removeItem(atPath: draft)
      let second = try DataFolder.upgradedKeyring(file)
      #expect(second.upgrade == .written)
      #expect(second.keyring.serialized() == first.keyring.serialized())
    }
  }

  @Test("a folder that cannot be made is the environment's fault")
  func noFolder() {
    let failure = #expect(throws: CommandFailure.self) { try DataFolder("/proc/none/here") }
    #expect(failure?.exit == .environment)
  }

  private func keyring(ofVersion version: Int64) -> [UInt8] {
    var purposes = ["challenge", "verificationToken", "code", "pinPepper", "auditSubject"]
    if version >= 2 { purposes.append("authenticatorSecret") }
    if version >= 3 { purposes += ["stopLink", "requester"] }
    var members: JSONObject = ["version": .integer(version)]
    for (index, purpose) in purposes.enumerated() {
      members[purpose] = .string(
        Base64URL.encode([UInt8](repeating: UInt8(index + 1), count: 32)))
    }
    return JSONValue.object(members).serialized()
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
