/// What hosts, the tenants of a deployment, may do with people.
public struct HostPolicy: Sendable, Hashable {
  /// The accounts before which a host may put a transaction.
  public enum Ask: String, Sendable, Hashable, CaseIterable {
    /// Any account.
    case any
    /// The accounts that it made.
    case own
  }

  /// The accounts before which a host may put a transaction.
  ///
  /// `any` lets a person approve for a host that did not make their account, and lets that host
  /// find out that there is an account of a name; `own` does neither.
  public var ask = Ask.any
  /// How many undecided transactions of one host an account may have.
  public var pendingPerHost = 3
  /// How many undecided transactions of all hosts together an account may have.
  public var pendingPerAccount = 9
  /// How many of a host's transactions a person declines, within ``declineSeconds``, until that
  /// host waits.
  public var declinesBeforeWait = 2
  /// Seconds within which declines are counted, and for which a host waits after the last of them
  /// before it asks that person again.
  public var declineSeconds: Int64 = 600

  /// The defaults.
  public init() {}
}
