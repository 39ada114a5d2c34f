import CountersignCore
import Foundation
import ProgramTesting
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

  @Test("a keyring of before the first release is refused in words, and stays as it is")
  func earlierKeyring() throws {
    try withFolder { folder in
      _ = try DataFolder(folder)
      let file = folder + "/keyring"
      let key = Base64URL.encode([UInt8](repeating: 1, count: 32))
      let old = Array(#"{"version": 1, "challenge": "\#(key)"}"#.utf8)
      try PrivateFile.create(file, old)
      let failure = #expect(throws: CommandFailure.self) { try DataFolder.keyring(file) }
      #expect(failure?.exit == .environment)
      #expect(
        failure?.cause
          == "\(file): the keyring is of version 1, and this program reads 5 alone")
      #expect(failure?.hint?.contains("that of another version needs that version") == true)
      #expect(try PrivateFile.read(file) == old)
    }
  }

  @Test("a folder that cannot be made is the environment's fault")
  func noFolder() {
    let failure = #expect(throws: CommandFailure.self) { try DataFolder("/proc/none/here") }
    #expect(failure?.exit == .environment)
  }

  @Test("a folder has one server, and whoever else wants it alone is told which process that is")
  func oneServer() async throws {
    let stage = try DemoStage()
    let folder = stage.server.folder
    let pid = try String(contentsOfFile: folder + "/lock", encoding: .utf8).dropLast()
    let second = try await BuiltProgram.run(["serve", "--demo", "--port", "0", "--data", folder])
    #expect(second.status == 3)
    #expect(second.output == "")
    #expect(second.errors.contains("process \(pid) uses the folder \(folder)\nhint: stop the"))
    let backup = stage.folder.file("backup.sqlite")
    let made = try await BuiltProgram.run(["store", "backup", "--data", folder, backup])
    #expect(made.status == 0, "\(made.errors)")
    let restored = try await BuiltProgram.run(["store", "restore", "--data", folder, backup])
    #expect(restored.status == 3)
    #expect(restored.errors.contains("process \(pid) uses the folder"))
    let rotated = try await BuiltProgram.run(["keyring", "rotate", "--data", folder])
    #expect(rotated.status == 0, "\(rotated.errors)")
    #expect(rotated.output.contains("again, within a day; process \(pid) is one"))
    // A server that was killed leaves no lock behind.
    stage.server.end(by: SIGKILL)
    let third = try DemoServer(folder: folder)
    third.end(by: SIGTERM)
    let free = try await BuiltProgram.run(["store", "restore", "--data", folder, backup])
    #expect(free.status == 0, "\(free.errors)")
  }

  @Test("a lock ends with its holder, in one process too")
  func lock() throws {
    try withFolder { folder in
      _ = try DataFolder(folder)
      let lock = try DataFolderLock(folder)
      #expect(DataFolderLock.holder(of: folder) == "process \(getpid())")
      let failure = #expect(throws: CommandFailure.self) {
        let other = try DataFolderLock(folder)
        other.end()
      }
      #expect(failure?.exit == .environment)
      lock.end()
      #expect(DataFolderLock.holder(of: folder) == nil)
      let next = try DataFolderLock(folder)
      next.end()
    }
  }

  @Test("a lock ends with its holder while a child that is being started has its descriptor")
  func sharedLock() throws {
    try withFolder { folder in
      _ = try DataFolder(folder)
      let lock = try DataFolderLock(folder)
      let own = try #require(
        FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").first {
          let link = "/proc/self/fd/\($0)"
          let file = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
          return file == folder + "/lock"
        })
      // As a fork shares it until the child runs its own program.
      let shared = try dup(#require(Int32(own)))
      defer { close(shared) }
      lock.end()
      #expect(DataFolderLock.holder(of: folder) == nil)
      let next = try DataFolderLock(folder)
      next.end()
    }
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
