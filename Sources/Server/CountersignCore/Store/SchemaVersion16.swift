/// The sixteenth schema: a PIN says under which of the keyring's peppers it was hashed.
enum SchemaVersion16 {
  static let statements: [String] = [
    "ALTER TABLE pins ADD COLUMN pepper BIGINT NOT NULL DEFAULT 1",
    "ALTER TABLE suspended_pins ADD COLUMN pepper BIGINT NOT NULL DEFAULT 1",
  ]
}
