import WireModel

/// The requester of a link, by whom open links are counted.
///
/// Whoever is known is counted alone: behind one proxy, hosts, people and strangers use up nothing
/// of each other's.
public enum LinkRequester: Sendable, Hashable {
  /// Somebody who is signed in, or who has a lane of the account in their browser.
  case account(AccountID)
  /// A session that a host opened for an account: the host's own, and none of the account's.
  case session(of: AccountID, by: HostID)
  /// A host's backend, by its host: several keys of one are counted together.
  case host(HostID, key: ServiceKeyID)
  /// Anybody, by network; all of them together have a limit too, which the networks share.
  case stranger(RequesterNetwork)

  /// A caller in this process.
  public static let local = LinkRequester.stranger(.local)

  /// By what its links are counted: a stranger's by the network and those around it.
  func hashes(_ keyring: Keyring) -> NetworkHashes {
    switch self {
    case .account(let id):
      NetworkHashes(levels: [keyring.requesterHash("link:account:\(id.text)")])
    case .session(of: let id, by: let host):
      NetworkHashes(levels: [keyring.requesterHash("link:account:\(id.text):host:\(host.text)")])
    case .host(let id, key: _):
      NetworkHashes(levels: [keyring.requesterHash("link:host:\(id.text)")])
    case .stranger(let network): keyring.networkHashes(of: network)
    }
  }

  /// A host's backend.
  public static func host(_ host: AuthenticatedServiceKey) -> LinkRequester {
    .host(host.host, key: host.id)
  }

  /// The service key of a host; nil for anybody else.
  var serviceKey: ServiceKeyID? {
    if case .host(_, let key) = self { key } else { nil }
  }

  /// The host that makes links for people: without a service key it is the one of this process.
  var hostID: HostID {
    if case .host(let id, key: _) = self { id } else { .inProcess }
  }

  /// True if nobody knows who it is.
  var isStranger: Bool {
    if case .stranger = self { true } else { false }
  }

  /// The most links that it may have open at once.
  func mostOpen(_ policy: LinkPolicy) -> Int64 {
    switch self {
    case .account, .session: policy.openPerAccount
    case .host: policy.openPerHost
    case .stranger: policy.openPerNetwork
    }
  }
}
