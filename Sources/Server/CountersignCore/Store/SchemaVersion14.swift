/// The fourteenth schema: notices that wait to be delivered are a kind of job of their own.
enum SchemaVersion14 {
  static let statements: [String] = [
    // Within a JSON text a quotation mark is escaped: this is a member, and no value.
    """
    UPDATE outbox SET kind = 'notice', line = 'notice' || substr(line, 8)
    WHERE kind = 'message' AND done_at IS NULL AND content LIKE '%"notice":"%'
    """
  ]
}
