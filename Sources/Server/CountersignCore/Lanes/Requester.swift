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

  /// A caller in this process.
  public static let local = Requester(.local)

  /// Somebody at a network.
  public init(_ network: RequesterNetwork, laneToken: SecretText? = nil) {
    (self.network, self.laneToken) = (network, laneToken)
  }
}

extension Keyring {
  /// A network as it is stored: the same for all of it, and no address.
  func hash(of network: RequesterNetwork) -> [UInt8] { requesterHash(of: network).newest }

  /// A network as it is counted.
  func requesterHash(of network: RequesterNetwork) -> RequesterHash {
    requesterHash("countersign/network/v1:\(network.text)")
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
  /// A condition on a column that holds one, to be followed by ``values``.
  func isIn(_ column: String) -> String {
    "\(column) IN (\(all.placeholders))"
  }
  /// The values of the condition.
  var values: [SQLValue] { all.map(SQLValue.blob) }
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
  func witness(_ proof: CheckedProof) {
    guard let session, proof.kind != .deviceProof, !proof.methods.isEmpty else { return }
    ProofWitness.current?.note(session.accountID)
  }
}
