import ArgumentParser
import CountersignCore
import CountersignSQLite

/// `countersign audit`: reads the audit log.
struct AuditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit", abstract: "Hold the audit log against its hashes.",
    discussion: """
      Example:
        countersign audit verify --data ./data
      """,
    subcommands: [AuditVerifyCommand.self])
}

/// `countersign audit verify`.
struct AuditVerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Find the first row that was changed, moved or removed.",
    discussion: """
      Exit code 0 where the log is whole, 1 with the first row at fault where not.

      Example:
        countersign audit verify --data ./data
      """)

  @OptionGroup var store: StoreOptions

  func run() async throws {
    let report = try store.inspect { try $0.read { try verifyAudit(in: $0) } }
    if let fault = report.fault { throw CommandFailure(.refused, "\(fault)") }
    Console.print("whole: \(report.rows) rows in \(report.lanes) lanes")
  }
}
