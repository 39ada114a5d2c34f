/// The ninth schema: a code knows the account that it was sent to, and its place among those of one
/// proof instead of a channel, which the directory decides on.
///
/// An account that a host has made is opened by no code that was sent to a typed name before.
enum SchemaVersion9 {
  static let statements: [String] = [
    "ALTER TABLE accounts ADD COLUMN made_by_host BIGINT NOT NULL DEFAULT 0",
    "ALTER TABLE code_requests ADD COLUMN sent_to TEXT",
    "ALTER TABLE code_requests RENAME COLUMN channel TO place",
    "UPDATE code_requests SET place = CASE place WHEN 'sms' THEN 'second' ELSE 'first' END",
  ]
}
