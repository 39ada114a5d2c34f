/// The thirteenth schema: a session knows the key that its access token is bound to, by the key's
/// thumbprint (RFC 7638).
///
/// Sessions that are open have none: their tokens are bearer tokens until they end.
enum SchemaVersion13 {
  static let statements: [String] = [
    "ALTER TABLE sessions ADD COLUMN key_thumbprint TEXT"
  ]
}
