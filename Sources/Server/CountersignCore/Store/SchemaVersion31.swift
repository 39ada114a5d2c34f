/// The thirty-first schema: a session names the factors that it rests on, so that it ends with
/// them; and the proofs of an account that gave tokens and have not acted are found without a look
/// at all others, to be voided when a factor changes.
enum SchemaVersion31 {
  static let statements: [String] = [
    "CREATE INDEX spent_verified ON spent (account_id) WHERE stage = 'verified'",
    // The factor that opened a session, and the one that raised it last; null where none did.
    "ALTER TABLE sessions ADD COLUMN opened_by TEXT",
    "ALTER TABLE sessions ADD COLUMN raised_by TEXT",
    // The factor that confirmed a login by QR code; null before that, and for any other link.
    "ALTER TABLE session_links ADD COLUMN confirmed_by TEXT",
    // Whom a device had let in before that was stored.
    """
    UPDATE sessions SET opened_by = (
      SELECT MAX('device:' || device_id) FROM session_links
      WHERE type = 'login' AND session_id = sessions.id)
    WHERE opened_by IS NULL
    """,
  ]
}
