import StandInPhone
import Testing

/// Gives each test a phone of its own.
struct OwnPhone: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing run: @Sendable () async throws -> Void
  ) async throws {
    try await Phone.$current.withValue(Phone()) { try await run() }
  }
}

extension Trait where Self == OwnPhone {
  static var ownPhone: OwnPhone { OwnPhone() }
}
