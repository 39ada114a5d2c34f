import Synchronization
import WebAuthnModel
package import WireModel

/// Binds the access tokens of a connection's sessions to keys of this process (RFC 9449): a token
/// that somebody reads on its way is good for nothing without its key.
///
/// Each session has a key of its own, which is in memory alone. What opens the session names it:
/// the document of a sign-in, or what a device that is enrolled signs. After a restart the device
/// signs a new key for the session that is stored; one that no device can sign for is over then.
///
/// ```swift
/// let binding = TokenBinding(
///   address: address.description, keys: MemorySessionKeys(), device: device)
/// let connection = ServerConnection(transport: transport, binding: binding)
/// ```
public final class TokenBinding: Sendable {
  private let address: String
  private let source: any SessionKeySource
  let device: (any DeviceSecrets)?
  private let random: RandomSource
  private let state = Mutex(State())

  /// Binds the tokens of the sessions at a server.
  ///
  /// - Parameters:
  ///   - address: The server's address, the path in front of its routes included, without a slash
  ///     at its end. The server compares it with the origins that it is configured with.
  ///   - keys: Makes the keys.
  ///   - device: Signs new keys for sessions that are stored; nil where no session outlives the
  ///     process.
  ///   - random: Where the ids of proofs come from.
  public init(
    address: String, keys: any SessionKeySource, device: (any DeviceSecrets)? = nil,
    random: RandomSource = .system
  ) {
    self.address = address
    source = keys
    self.device = device
    self.random = random
  }

  private struct State {
    /// The keys, the oldest first.
    var keys: [(thumbprint: KeyThumbprint, key: any SessionKey)] = []
    /// The sessions, by their tokens.
    var sessions: [String: BoundSession] = [:]
    var nonce: String?
    /// The renewals that are under way, by the tokens.
    var renewals: [String: Task<Result<Void, ClientError>, Never>] = [:]
  }

  private struct BoundSession {
    let accountID: String
    /// The key; nil for a session that was stored, until its device has signed one.
    var key: KeyThumbprint?
  }

  /// Makes the key of a session that is about to be opened, or goes on.
  func makeKey() throws(ClientError) -> KeyThumbprint {
    guard let key = try? source.makeKey(),
      let thumbprint = KeyThumbprint(sha256: source.sha256(key.publicKey.thumbprintInput))
    else { throw .malformed("the key of a session could not be made") }
    state.withLock { state in
      state.keys.append((thumbprint, key))
      guard state.keys.count > Self.mostKeys else { return }
      // What was begun and came to no session.
      let used = Set(state.sessions.values.compactMap(\.key))
      let unused = state.keys.firstIndex { !used.contains($0.thumbprint) }
      if let unused, unused < state.keys.count - 1 { state.keys.remove(at: unused) }
    }
    return thumbprint
  }

  /// Notes a session of an account, whose token is bound to a key of this process; or, without one,
  /// to a key of an earlier process.
  func note(_ token: SecretText, of accountID: String, key: KeyThumbprint?) {
    state.withLock { state in
      // A session that is read from the vault again has its key already.
      guard key != nil || state.sessions[token.exposed] == nil else { return }
      state.sessions[token.exposed] = BoundSession(accountID: accountID, key: key)
    }
  }

  /// Lets go of a session that is over, and of its key.
  func forget(_ token: SecretText) {
    state.withLock { state in
      let session = state.sessions.removeValue(forKey: token.exposed)
      guard !state.sessions.values.contains(where: { $0.key == session?.key }) else { return }
      state.keys.removeAll { $0.thumbprint == session?.key }
    }
  }

  /// Notes that a session has another token, bound to the same key; the one before may still be on
  /// its way.
  func note(_ token: SecretText, inPlaceOf before: SecretText) {
    state.withLock { state in
      state.sessions[token.exposed] = state.sessions[before.exposed]
    }
  }

  /// Takes the nonce for the next proofs from an answer.
  package func take(nonce: String?) {
    guard let nonce else { return }
    state.withLock { $0.nonce = nonce }
  }

  /// The request with a proof by the key of its token, or by the key that its session is to have.
  package func prove(_ request: WireRequest) throws(ClientError) -> WireRequest {
    let (key, nonce) = state.withLock { state in
      let bound = request.accessToken.flatMap { state.sessions[$0]?.key }
      let wanted = bound ?? (request.accessToken == nil ? request.openingKey : nil)
      return (state.keys.first { $0.thumbprint == wanted }?.key, state.nonce)
    }
    guard let key else { return request }
    guard let path = request.route.path(request.parameters) else {
      throw .malformed("a parameter of \(request) is missing")
    }
    let claims = PossessionProof.Claims(
      id: Base64URL.encode(random.bytes(16)), method: request.route.methodName,
      address: address + path, issuedAtSeconds: source.unixSeconds,
      accessTokenHash: request.accessToken.map {
        Base64URL.encode(source.sha256(Array($0.utf8)))
      }, nonce: nonce)
    var proved = request
    do throws(SessionKeyError) {
      proved.possessionProof = try PossessionProof.text(
        of: claims, by: key.publicKey, signing: key.signature)
    } catch {
      throw .malformed("the key of the session did not sign")
    }
    return proved
  }

  /// The account of a token whose key is another process's; nil where a request can be proved as it
  /// is.
  func accountWithoutKey(_ request: WireRequest) -> String? {
    guard let token = request.accessToken else { return nil }
    return state.withLock { state in
      state.sessions[token].flatMap { $0.key == nil ? $0.accountID : nil }
    }
  }

  /// Lets go of a token's key, where the session's device can sign another.
  ///
  /// - Returns: True if it can.
  func dropKey(of request: WireRequest) -> Bool {
    guard device != nil, let token = request.accessToken else { return false }
    return state.withLock { state in
      guard let session = state.sessions[token], session.key != nil else { return false }
      state.keys.removeAll { $0.thumbprint == session.key }
      state.sessions[token]?.key = nil
      return true
    }
  }

  /// Gives a token another key, once for all who ask for it meanwhile.
  func renew(
    _ token: String, _ renewal: @escaping @Sendable () async -> Result<Void, ClientError>
  ) async throws(ClientError) {
    let task = state.withLock { state in
      if let task = state.renewals[token] { return task }
      let task = Task { [self] in
        let result = await renewal()
        self.state.withLock { $0.renewals[token] = nil }
        return result
      }
      state.renewals[token] = task
      return task
    }
    try await task.value.get()
  }

  /// Waits a while, each time another: two processes of one device that take the key from each
  /// other would else do so in step.
  func pause() async {
    let milliseconds = random.bytes(1).reduce(20) { $0 + Int($1) }
    try? await Task.sleep(for: .milliseconds(milliseconds))
  }

  private static let mostKeys = 16
}
