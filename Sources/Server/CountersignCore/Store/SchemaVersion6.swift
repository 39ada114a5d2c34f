/// The sixth schema: jobs of one line, as those of one person's messages, run one after the other.
///
/// Jobs that are waiting have no line: each is run when it is due.
enum SchemaVersion6 {
  static let statements: [String] = [
    "ALTER TABLE outbox ADD COLUMN line TEXT",
    "CREATE INDEX outbox_by_line ON outbox (line) WHERE line IS NOT NULL AND done_at IS NULL",
  ]
}
