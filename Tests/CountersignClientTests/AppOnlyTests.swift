import Foundation
import Testing

@Suite("An app that depends on the client alone")
struct AppOnlyTests {
  @Test("it resolves none of the server's packages", .timeLimit(.minutes(5)))
  func resolvesNoServerPackage() throws {
    let example = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Examples/AppOnly")
    let scratch = FileManager.default.temporaryDirectory
      .appendingPathComponent("app-only-" + UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: scratch) }

    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "swift", "package", "--package-path", example.path, "--scratch-path", scratch.path,
      "show-dependencies", "--format", "flatlist",
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)

    let resolved = Set(text.split(separator: "\n").map(String.init))
    #expect(resolved.isSuperset(of: ["swift-crypto", "swift-http-types"]))
    for package in [
      "hummingbird", "grdb.swift", "GRDB.swift", "jwt-kit", "async-http-client", "swift-nio",
      "swift-argument-parser", "swift-log", "swift-configuration", "swift-service-lifecycle",
    ] {
      #expect(!resolved.contains(package), "\(package) was resolved")
    }
  }
}
