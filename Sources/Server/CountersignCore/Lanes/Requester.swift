import Synchronization
public import WireModel

/// The sender of a request, as far as no session names it: its network, and its browser.
public struct Requester: Sendable, Hashable {
  /// The network that it came from.
  public let network: RequesterNetwork
  /// The token of the browser's lanes, as it was sent; nil where it has none.
  ///
  /// Secret.
  public let laneToken: SecretText?
  /// The languages that it asks for, in which its code is sent.
  public let languages: PreferredLanguages

  /// A caller in this process.
  public static let local = Requester(.local)

  /// Somebody at a network.
  public init(
    _ network: RequesterNetwork, laneToken: SecretText? = nil,
    languages: PreferredLanguages = .none
  ) {
    (self.network, self.laneToken, self.languages) = (network, laneToken, languages)
  }
}

extension Keyring {
  /// A network as it is stored: the same for all of it, and no address.
  func hash(of network: RequesterNetwork) -> [UInt8] { requesterHash(of: network).newest }

  /// A network as it is counted.
  func requesterHash(of network: RequesterNetwork) -> RequesterHash {
    requesterHash("countersign/network/v1:\(network.text)")
  }

  /// A network and those around it as they are counted.
  func networkHashes(of network: RequesterNetwork) -> NetworkHashes {
    NetworkHashes(levels: network.levels.map(requesterHash(of:)))
  }

  /// The hash under which requests are counted.
  func requesterHash(_ text: String) -> RequesterHash {
    RequesterHash(all: authenticationCodes(.requester, Array(text.utf8)))
  }
}

/// By what requests are counted: stored under the newest key and found under each, so that a
/// rotation begins no count anew.
struct RequesterHash: Sendable, Hashable {
  /// The hash under each key, newest first.
  fileprivate(set) var all: [[UInt8]]

  /// The hash that is stored.
  var newest: [UInt8] { all[0] }
  /// The condition on the bucket of a request for a code.
  var condition: (text: String, values: [SQLValue]) { (isIn("recipient"), values) }
  /// A condition on a column that holds one, to be followed by ``values``.
  func isIn(_ column: String) -> String {
    "\(column) IN (\(all.placeholders))"
  }
  /// The values of the condition.
  var values: [SQLValue] { all.map(SQLValue.blob) }
}

/// By which networks requests are counted: the requester's own, and those around it.
///
/// A table has three columns for them. An IPv4 address, and whoever is counted by something else,
/// has the first alone.
struct NetworkHashes: Sendable, Hashable {
  /// The columns behind the first.
  static let wideColumns = ["network_56", "network_48"]

  /// The hashes, narrowest first; none where nothing is counted.
  let levels: [RequesterHash]

  /// The values of the three columns.
  var values: [SQLValue] {
    (0...Self.wideColumns.count).map { level in
      SQLValue(levels.indices.contains(level) ? levels[level].newest : nil)
    }
  }

  /// The conditions on the columns, each with its values, narrowest first.
  func conditions(first column: String) -> [(text: String, values: [SQLValue])] {
    zip([column] + Self.wideColumns, levels).map { ($1.isIn($0), $1.values) }
  }
}

/// Notes whose proof a request gave, if one was taken, for whoever answers it: a browser from which
/// a person proved a factor gets a lane.
///
/// Set by the server around a request of a browser; not set for any other.
package final class ProofWitness: Sendable {
  /// The witness of the request that this task serves.
  @TaskLocal package static var current: ProofWitness?

  private let proved = Mutex<AccountID?>(nil)

  /// A witness of a request.
  package init() {}

  /// The account whose factor was proved; nil where none was.
  package var account: AccountID? { proved.withLock { $0 } }

  /// Notes a proof that was taken.
  func note(_ account: AccountID) { proved.withLock { $0 = account } }
}

extension Caller {
  /// Notes that this caller's proof was taken: one of a factor, in a session.
  func witness(_ proof: VerifiedProof) {
    guard let session, proof.kind != .deviceProof, !proof.methods.isEmpty else { return }
    ProofWitness.current?.note(session.accountID)
  }
}
