import CountersignCore
import CountersignPage
import CountersignSQLite
import CountersignTesting
import Logging
import ProgramTesting
import WebAuthnModel
import WireModel

@testable import CountersignServer

/// One Countersign on a store of its own, as a host makes it.
struct Hosted: Sendable {
  static let originText = "http://localhost:8080"
  static let silent = Logger(label: "host") { _ in SwiftLogNoOpLogHandler() }

  /// What a host says of itself.
  static var configuration: ServerConfiguration {
    var configuration = ServerConfiguration(
      relyingPartyID: RelyingPartyID("localhost"), relyingPartyName: "Bank",
      origins: Set([Origin(originText)].compactMap(\.self)))
    configuration.http.secretFloor = SecretFloor(.zero)
    return configuration
  }

  let countersign: Countersign
  let store: SQLiteStore
  let messenger = RecordingMessenger()
  private let folder: TemporaryFolder

  init(
    directory: any Directory = OwnAccounts(), clock: any ServiceClock = SystemClock(),
    random: any RandomBytes = SystemRandomBytes(), logger: Logger = silent,
    hooks: StoreHooks = StoreHooks(),
    change: (inout ServerConfiguration) throws -> Void = { _ in }
  ) async throws {
    folder = try TemporaryFolder()
    store = try SQLiteStore(path: folder.file("bank.sqlite"), seals: .ofTests, hooks: hooks)
    var configuration = Self.configuration
    try change(&configuration)
    countersign = try await Countersign(
      store: .opened(store), keyring: .ofTests, configuration: configuration,
      messenger: messenger, directory: directory, clock: clock, random: random, logger: logger)
  }

  /// The newest code that a person was mailed.
  func newestCode(to recipient: String) async throws -> SecretText {
    let worker = countersign.service.outbox(messenger: messenger, courier: nil, log: .silent)
    // Where the server's own worker runs, it may be the one that delivers.
    for _ in 0..<500 {
      await worker.runDue(only: .message, .notice)
      for message in messenger.messages.reversed() where message.recipient == recipient {
        if let code = message.code { return code }
      }
      try await Task.sleep(for: .milliseconds(20))
    }
    throw HarnessError.noCode
  }

  /// The details of the audit rows of a kind.
  func audit(_ kind: String) async throws -> [String] {
    try await store.rows("SELECT details FROM audit WHERE kind = ?", [.text(kind)])
      .map { try $0.text(0) }
  }
}
