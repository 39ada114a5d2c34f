import BrowserTesting
import Foundation
import ProgramTesting
import Testing

/// chromedriver and a demo server, shared by the tests of one suite.
struct Stage: Sendable {
  let driver: WebDriver
  let server: DemoServer

  @TaskLocal static var current: Stage?

  /// The one that the suite's trait has set.
  static func present() throws -> Stage {
    try #require(current, "a test outside the suite that starts the browser")
  }
}

/// Starts both for a suite, and ends them after it.
struct StageTrait: SuiteTrait, TestScoping {
  var isRecursive: Bool { false }

  func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    test.isSuite ? self : nil
  }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let chromeDriver = try ChromeDriver()
    let folder = try TemporaryFolder()
    let server = try DemoServer(BuiltProgram.airtime, folder: folder.file("data"))
    try await Stage.$current.withValue(
      Stage(driver: chromeDriver.client, server: server), operation: function)
    server.end(by: SIGTERM)
    chromeDriver.end()
  }
}

extension Trait where Self == StageTrait {
  /// chromedriver and a demo server for the suite's tests.
  static var onStage: Self { StageTrait() }
}
