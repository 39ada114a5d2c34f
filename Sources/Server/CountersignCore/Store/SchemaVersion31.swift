/// The thirty-first schema: the proofs of an account that have given tokens and have not acted are
/// found without a look at all others, to be voided when a factor changes.
enum SchemaVersion31 {
  static let statements: [String] = [
    "CREATE INDEX spent_verified ON spent (account_id) WHERE stage = 'verified'"
  ]
}
