import ArgumentParser
import CountersignCore
import CountersignSQLite
import Foundation

/// `countersign store backup`.
struct StoreBackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copy the database into one file.",
    discussion: """
      A server may be running meanwhile. The keyring is not in the backup: keep it apart, since \
      whoever has both has everything.

      Example:
        countersign store backup --data ./data /var/backups/countersign.sqlite
      """)

  @OptionGroup var store: StoreOptions
  @Argument(
    help: ArgumentHelp(
      "The file to write (default: a new one under DIR/backups).", valueName: "file"))
  var file: String?

  func run() async throws {
    let source = try store.presentDatabaseFile()
    let target = try file ?? newFile()
    do {
      try SQLiteBackup.copy(source, to: target)
    } catch let error as StoreError {
      throw CommandFailure(
        .environment, "no backup was made: \(error)",
        hint: "name a file that is not there, in a folder with room for the whole database")
    }
    Console.print("backed up to \(target)")
  }

  private func newFile() throws -> String {
    let folder = store.data + "/backups"
    try PrivateFile.makeFolder(folder)
    let time = SystemClock().now().rfc3339.filter { $0 != ":" && $0 != "-" }
    return "\(folder)/countersign-\(time).sqlite"
  }
}
