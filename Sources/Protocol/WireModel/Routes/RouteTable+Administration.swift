import HTTPTypes

/// Administration by a host's backend: accounts, their factors, and the audit log.
extension Route {
  /// The accounts, by name (`?after=&limit=`).
  public static let accounts = Route(.get, "/service/accounts", .service(.admin))
  /// One account: its factors, devices and sessions, and what is blocked.
  public static let findAccount = Route(.post, "/service/accounts/find", .service(.admin))
  /// Unblocks every factor of an account.
  public static let unblock = Route(.post, "/service/accounts/unblock", .service(.admin))
  /// Revokes a device or a credential of an account, ends its sessions, or takes all it has.
  public static let revokeOfAccount = Route(.post, "/service/accounts/revoke", .service(.admin))
  /// The rows of the audit log about an account, newest first.
  public static let auditOfAccount = Route(.post, "/service/accounts/audit", .service(.admin))
  /// The lanes of the audit log, each with its newest row (`?after=&limit=`).
  public static let auditLanes = Route(.get, "/service/audit", .service(.admin))
  /// The rows of a lane, oldest first (`?after=&limit=`).
  public static let auditRows = Route(.get, "/service/audit/{lane}", .service(.admin))

  static let ofAdministration: [Route] = [
    accounts, findAccount, unblock, revokeOfAccount, auditOfAccount, auditLanes, auditRows,
  ]
}
