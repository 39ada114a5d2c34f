/// The seventeenth schema: a weak factor that a recovery suspends keeps its wait.
enum SchemaVersion17 {
  static let statements: [String] = [
    "ALTER TABLE suspended_pins ADD COLUMN wait_id TEXT",
    "ALTER TABLE suspended_apps ADD COLUMN wait_id TEXT",
  ]
}
