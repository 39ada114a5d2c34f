import WebAuthnModel
import WireModel

/// Requests with a proof by the key of their token, where a connection binds its tokens.
extension ServerConnection {
  /// Carries a request to its answer, with a proof where its token is bound.
  ///
  /// It is sent once more where the server wants another nonce, and again where the session has
  /// another key by now, as after another process of this device has renewed it: both are refused
  /// before anything is done.
  ///
  /// It goes with the newest token in place of its own. Where the session turns out to be over, it
  /// is opened again, and the request is sent once more: it did nothing.
  func prove<Answer>(
    _ request: WireRequest, isRepeated: Bool = false,
    _ carry: (WireRequest) async throws(TransportError) -> Answer,
    refusal: (Answer) -> WireResponse?
  ) async throws(ClientError) -> Answer {
    // Of a repeated action a copy may have been executed, and who logs out wants no other session.
    let mayReopen = !isRepeated && request.route != .endSession
    let answer = try await proveOnce(request, mayReopen: mayReopen, carry, refusal: refusal)
    guard mayReopen, refusal(answer)?.problemReason == .sessionRequired,
      let token = renewals.newest(request.accessToken), let renewal = renewals.renewal(of: token)
    else { return answer }
    try await reopen(token, renewal)
    return try await proveOnce(request, mayReopen: false, carry, refusal: refusal)
  }

  private func proveOnce<Answer>(
    _ request: WireRequest, mayReopen: Bool,
    _ carry: (WireRequest) async throws(TransportError) -> Answer,
    refusal: (Answer) -> WireResponse?
  ) async throws(ClientError) -> Answer {
    var request = request
    request.accessToken = renewals.newest(request.accessToken)
    guard let binding else { return try await Self.carry(request, carry) }
    var (isNonceNew, newKeys) = (false, 0)
    while true {
      if let accountID = binding.accountWithoutKey(request) {
        try await renewKey(of: request, accountID, binding, mayReopen: mayReopen)
        request.accessToken = renewals.newest(request.accessToken)
      }
      let answer = try await Self.carry(try binding.prove(request), carry)
      guard let response = refusal(answer) else { return answer }
      binding.take(nonce: response.possessionNonce)
      switch response.problemReason {
      case .possessionNonceRequired where !isNonceNew: isNonceNew = true
      case .invalidPossessionProof where newKeys < Self.mostNewKeys && binding.dropKey(of: request):
        if newKeys > 0 { await binding.pause() }
        newKeys += 1
      default: return answer
      }
    }
  }

  private static let mostNewKeys = 3

  private static func carry<Answer>(
    _ request: WireRequest, _ carry: (WireRequest) async throws(TransportError) -> Answer
  ) async throws(ClientError) -> Answer {
    do throws(TransportError) {
      return try await carry(request)
    } catch {
      throw .transport(error)
    }
  }

  /// Has the session's device sign a new key for it; where the session is over, it is opened again
  /// by what the device has signed.
  private func renewKey(
    of request: WireRequest, _ accountID: String, _ binding: TokenBinding, mayReopen: Bool
  ) async throws(ClientError) {
    guard let token = request.accessToken else { return }
    try await binding.renew(token) {
      do throws(ClientError) {
        return .success(
          try await renewKey(of: SecretText(token), accountID, binding, mayReopen: mayReopen))
      } catch {
        return .failure(error.isOfNoDevice ? .noSession : error)
      }
    }
  }

  private func renewKey(
    of token: SecretText, _ accountID: String, _ binding: TokenBinding, mayReopen: Bool
  ) async throws(ClientError) {
    guard let device = binding.device else { throw .noSession }
    let opening = try await deviceOpening(of: accountID, by: device)
    var request = WireRequest(
      .renewSessionKey,
      body: SessionKeyRequest(accessToken: token, deviceProof: opening.proof).json)
    request.openingKey = opening.key
    do throws(ClientError) {
      _ = try await call(request)
    } catch  where error.reason == .sessionRequired && mayReopen {
      guard let renewal = renewals.renewal(of: token.exposed) else { throw error }
      return try await reopen(token.exposed, renewal, with: opening)
    }
    binding.note(token, of: accountID, key: opening.key)
  }

  /// The session that was opened with a key; with a bearer token where there is none.
  ///
  /// - Throws: ``ClientError/notUnderstood(_:)`` for a token that is bound otherwise than was
  ///   asked.
  func session(
    _ answer: SessionAnswer, openedWith key: KeyThumbprint?
  ) throws(ClientError) -> AccountSession {
    guard answer.tokenType == (key == nil ? .bearer : .dpop) else {
      throw .notUnderstood("the access token is not bound to the key that was proved")
    }
    if let key { binding?.note(answer.accessToken, of: answer.accountID, key: key) }
    return AccountSession(
      connection: self, accountID: answer.accountID, accessToken: answer.accessToken,
      tokenType: answer.tokenType)
  }
}

extension Document {
  /// Tells if this is the document of a sign-in that opens a session with this key, or with none.
  func isSignIn(boundTo key: KeyThumbprint?) -> Bool {
    guard let key else { return isTitle(of: .signIn) }
    return scenario == .signIn && fields.count == 1
      && self["sessionKey"] == .reference(key.text)
  }
}

extension WireResponse {
  /// The reason of a refusal.
  fileprivate var problemReason: Reason? {
    guard status == 401, let body else { return nil }
    return try? Problem(json: body).reason
  }
}
