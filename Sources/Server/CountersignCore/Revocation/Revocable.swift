/// The id of what an account has several of and can revoke: a device, a credential.
protocol Revocable: Sendable, Hashable {
  /// The name of the operation that revokes.
  static var revocation: String { get }
  /// The kind of the audit row of that operation.
  static var revocationEvent: String { get }
  /// The refusal of one that the account does not have.
  static var unknown: Refusal { get }
  /// The id as it is stored.
  var stored: SQLValue { get }

  /// All that an account has, oldest first.
  static func all(of account: AccountID, in transaction: any ReadTransaction) throws -> [Self]

  /// Revokes this one of an account, and tells of it.
  func revoke(
    of account: AccountID, by revoker: Revoker, with service: Service, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws
}
