import CountersignCore
import CountersignSQLite
import CountersignTesting
import Foundation
import ProgramTesting
import Testing
import ToolSupport
import WebAuthnModel

@testable import ServerCommands

@Suite("the keyring's commands")
struct KeyringCommandTests {
  @Test("a rotation makes a key for each purpose, says so, and prints none")
  func rotate() async throws {
    let folder = try TemporaryFolder()
    let data = try DataFolder(folder.file("data"))
    let before = try DataFolder.keyring(data.keyringFile).serialized()
    try await SQLiteStore(path: data.databaseFile, schemas: .of([]), seals: .none).close()
    let shown = try await Self.run(["show"], data)
    #expect(shown.status == 0)
    for purpose in KeyPurpose.allCases {
      #expect(shown.output.contains("\(purpose.rawValue)  key 1  made 20"))
    }
    let rotated = try await Self.run(["rotate"], data)
    #expect(rotated.status == 0, "\(rotated.errors)")
    #expect(rotated.output.contains("start every server"))
    for purpose in KeyPurpose.allCases {
      #expect(rotated.output.contains("\(purpose.rawValue)  key 2 made\n"))
    }
    let after = try DataFolder.keyring(data.keyringFile).serialized()
    let keys = Self.keys(in: before) + Self.keys(in: after)
    #expect(Self.keys(in: after).count == 2 * KeyPurpose.allCases.count)
    let again = try await Self.run(["show"], data)
    #expect(again.output.contains("challenge  key 2") && again.output.contains("challenge  key 1"))
    for outcome in [shown, rotated, again] {
      for key in keys { #expect(!(outcome.output + outcome.errors).contains(key)) }
    }
    #expect(try await Self.rotations(in: data) == 1)
  }

  @Test("a second rotation is refused while that voids what is good, and done with --force")
  func early() async throws {
    let folder = try TemporaryFolder()
    let data = try DataFolder(folder.file("data"))
    _ = try DataFolder.keyring(data.keyringFile)
    #expect(try await Self.run(["rotate"], data).status == 0)
    let before = try PrivateFile.read(data.keyringFile)
    let refused = try await Self.run(["rotate"], data)
    #expect(refused.status == 1 && refused.output.isEmpty)
    #expect(refused.errors.contains("stopLink") && refused.errors.contains("--force"))
    #expect(try PrivateFile.read(data.keyringFile) == before)
    let forced = try await Self.run(["rotate", "--force"], data)
    #expect(forced.status == 0)
    #expect(forced.output.contains("challenge  key 3 made, key 1 dropped\n"))
    #expect(forced.output.contains("pinPepper  key 3 made\n"))
    // There is no database here, and none was made.
    #expect(!FileManager.default.fileExists(atPath: data.databaseFile))
  }

  @Test("the file keeps its mode, and is left as it is where it cannot be written")
  func file() async throws {
    let folder = try TemporaryFolder()
    let data = try DataFolder(folder.file("data"))
    _ = try DataFolder.keyring(data.keyringFile)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o400], ofItemAtPath: data.keyringFile)
    #expect(try await Self.run(["rotate"], data).status == 0)
    #expect(try permissions(of: data.keyringFile) == 0o400)
    #expect(try FileManager.default.contentsOfDirectory(atPath: data.path) == ["keyring"])
    let before = try PrivateFile.read(data.keyringFile)
    // Also the administrator, who may write everywhere, cannot make a draft here.
    let draft = "\(data.keyringFile).\(ProcessInfo.processInfo.processIdentifier)"
    try FileManager.default.createDirectory(atPath: draft, withIntermediateDirectories: false)
    let failure = #expect(throws: CommandFailure.self) {
      try KeyringFile(data.keyringFile).rotate(at: SystemClock().now(), early: .dropped)
    }
    #expect(failure?.exit == .environment)
    #expect(try PrivateFile.read(data.keyringFile) == before)
  }

  @Test("a keyring that is not there, that others can read, or that says too much is refused")
  func unusable() async throws {
    let folder = try TemporaryFolder()
    let data = try DataFolder(folder.file("data"))
    for command in ["show", "rotate"] {
      let none = try await Self.run([command], data)
      #expect(none.status == 3 && none.errors.contains("no keyring at"))
      #expect(none.errors.contains("hint: "))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: data.path).isEmpty)
    guard case .object(var members) = try JSONValue(parsing: Keyring.generated().serialized())
    else { return }
    members["seal"] = members["code"]
    try PrivateFile.create(data.keyringFile, JSONValue.object(members).serialized())
    for command in ["show", "rotate"] {
      let unknown = try await Self.run([command], data)
      #expect(unknown.status == 3)
      #expect(unknown.errors.contains("the member seal, which this version does not know"))
    }
    try PrivateFile.replace(data.keyringFile, Keyring.generated().serialized())
    let content = try PrivateFile.read(data.keyringFile)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: data.keyringFile)
    for command in ["show", "rotate"] {
      let open = try await Self.run([command], data)
      #expect(open.status == 3 && open.errors.contains("can be read by others"))
    }
    #expect(FileManager.default.contents(atPath: data.keyringFile).map(Array.init) == content)
  }

  // Holds: keys
  @Test("two rotations at once lose no key")
  func atOnce() async throws {
    let folder = try TemporaryFolder()
    let data = try DataFolder(folder.file("data"))
    _ = try DataFolder.keyring(data.keyringFile)
    try await withThrowingTaskGroup(of: Int32.self) { tasks in
      for _ in 0..<4 {
        tasks.addTask { try await Self.run(["rotate", "--force"], data).status }
      }
      for try await status in tasks { #expect(status == 0) }
    }
    let shown = try await Self.run(["show"], data)
    for number in 1...5 { #expect(shown.output.contains("pinPepper  key \(number)  ")) }
  }

  private static func run(
    _ arguments: [String], _ data: DataFolder
  ) async throws -> BuiltProgram.Outcome {
    try await BuiltProgram.run(["keyring"] + arguments + ["--data", data.path])
  }

  /// The keys of a file, as it has them.
  private static func keys(in content: [UInt8]) -> [String] {
    guard case .object(let members)? = try? JSONValue(parsing: content) else { return [] }
    return members.names.flatMap { name -> [String] in
      guard case .array(let keys)? = members[name] else { return [] }
      return keys.compactMap { key in
        guard case .object(let key) = key, case .string(let text)? = key["key"] else { return nil }
        return text
      }
    }
  }

  private static func rotations(in data: DataFolder) async throws -> Int64? {
    let store = try SQLiteStore(path: data.databaseFile, schemas: .of([]), seals: .none)
    let rows = try await store.rows(
      "SELECT COUNT(*) FROM audit WHERE kind = 'keyring_rotated'", [])
    try await store.close()
    return try rows.first?.integer(0)
  }
}
