/// The third schema: links are counted by who asks for them, and a PIN key has a name.
enum SchemaVersion3 {
  static let statements: [String] = [
    "ALTER TABLE session_links RENAME COLUMN network TO requester",
    "ALTER TABLE session_links ADD COLUMN is_stranger BIGINT NOT NULL DEFAULT 0",
    "ALTER TABLE devices ADD COLUMN pin_key_id BLOB",
  ]
}
