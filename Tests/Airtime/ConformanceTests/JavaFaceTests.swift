import BrowserTesting
import CountersignTesting
import Foundation
import ProgramTesting
import Testing

/// The Java face beyond the conformance suite: vectors, the boundary, flows, the example.
@Suite(
  "the SDK behind JNI", .serialized,
  .enabled(if: JVMDriver.isWanted, "no JDK here: Scripts/install-packages"))
struct JavaFaceTests {
  // Holds: RTS-5.2
  @Test("shows and signs what the vectors say, and nothing else")
  func vectors() async throws {
    let folders = ["Tests/WireModelTests/Fixtures", "Tests/DocumentModelTests/Fixtures"]
      .map { JVMClasses.root.appending(path: $0).path }
    try await ConformanceTests.withServer { server in
      let said = try await JVMApp.run("VectorChecks", folders, at: server)
      #expect(said.hasSuffix(" passed, 0 failed"))
      let count = said.split(separator: " ").first.flatMap { Int($0) } ?? 0
      #expect(count > 900)
    }
  }

  @Test("takes any input, from any thread, and leaks nothing")
  func boundary() async throws {
    let java = try InstalledProgram.required("java", from: JVMDriver.package)
    let checks = try ChildProcess(
      java,
      [
        "-Xcheck:jni", JVMApp.library, "-cp", try JVMClasses.path.get(),
        "dev.countersign.checks.BoundaryChecks",
      ], errors: .standardError)
    // Whatever -Xcheck:jni has to say would come first.
    #expect(try ReadyLine.next(of: checks.output) == "9 passed, 0 failed")
    #expect(checks.awaitEnd() == 0)
  }

  @Test("runs every flow, follows events, and lets go of what comes too late")
  func flows() async throws {
    try await ConformanceTests.withServer { server in
      let said = try await JVMApp.run("FlowChecks", at: server)
      #expect(said == "68 passed, 0 failed")
    }
  }

  @Test("goes on by another device, by codes, and after what was lost")
  func detours() async throws {
    try await ConformanceTests.withServer { server in
      let said = try await JVMApp.run("DetourChecks", at: server)
      #expect(said == "23 passed, 0 failed")
    }
  }

  @Test("the example app signs in again, chooses an account, tells tries, and outlives its session")
  func example() async throws {
    try await ConformanceTests.withServer { server in
      let said = try await JVMApp.run("PayChecks", at: server)
      #expect(said == "38 passed, 0 failed")
    }
  }

  @Test("what the guide shows of an app stands in the example, which is compiled")
  func guide() throws {
    func lines(_ text: some StringProtocol) -> String {
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !$0.isEmpty }.map { "\n" + $0 }.joined() + "\n"
    }
    func text(_ path: String) throws -> String {
      try String(contentsOf: JVMClasses.root.appending(path: path), encoding: .utf8)
    }
    let example = "clients/android/example/dev/countersign/example/"
    let code = lines(try text(example + "Pay.java"))
    let blocks = try text("docs/android.md")
      .matches(of: /(?m)^ *```java\n(?<code>(?s:.*?))^ *```$/).map { lines($0.code) }
    #expect(blocks.count == 11)
    for block in blocks { #expect(code.contains(block), "\(block)") }
  }

  @Test("the calls of the Java face have the numbers of the Swift side")
  func operations() throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: JVMClasses.root.appending(path: path), encoding: .utf8)
    }
    let swift = try text("Sources/Client/CountersignJNI/Calls.swift")
    let java = try text("clients/android/library/dev/countersign/Operation.java")
    let cases = try #require(swift.firstMatch(of: /enum Operation[^{]*\{([^}]*)\}/)).output.1
    let constants = try #require(java.firstMatch(of: /enum Operation \{([^}]*)\}/)).output.1
    let names = cases.matches(of: /\w+/).map { String($0.output) }.filter { $0 != "case" }
    let numbers = constants.matches(of: /\w+/).map {
      $0.output.lowercased().replacing("_", with: "")
    }
    #expect(!names.isEmpty && names.map { $0.lowercased() } == numbers)
  }
}
