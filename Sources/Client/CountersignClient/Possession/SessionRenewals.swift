import Synchronization
import WebAuthnModel
import WireModel

/// The sessions of this installation, each with what opens another once it is over; all copies of a
/// connection share it.
///
/// The device's own key opens it, and no person is asked: it sees what waits and declines. Whatever
/// acts takes a proof of its own, by a passkey or the PIN.
final class SessionRenewals: Sendable {
  /// The way to another session of an account.
  struct Renewal: Sendable {
    let accountID: String
    let device: any DeviceSecrets
    /// Refuses a session that may not be had now, as while the account is locked.
    let require: @Sendable () async throws(ClientError) -> Void
    /// Keeps the session that was opened.
    let keep: @Sendable (AccountSession) async throws(ClientError) -> Void
  }

  private struct State {
    var renewals: [String: Renewal] = [:]
    /// The tokens that took the place of others.
    var newer: [String: String] = [:]
    /// The openings under way, by the tokens.
    var running: [String: Task<Result<Void, ClientError>, Never>] = [:]
  }

  private let state = Mutex(State())

  /// Notes a session that can be opened again.
  func note(_ token: SecretText, _ renewal: Renewal) {
    state.withLock { $0.renewals[token.exposed] = renewal }
  }

  /// Notes that a session was opened in the place of another.
  func note(_ token: SecretText, inPlaceOf before: String, _ renewal: Renewal) {
    state.withLock { state in
      state.renewals[before] = nil
      state.renewals[token.exposed] = renewal
      state.newer[before] = token.exposed
    }
  }

  /// The newest token in place of one; itself where none took its place.
  func newest(_ token: String?) -> String? {
    guard var token else { return nil }
    return state.withLock { state in
      while let newer = state.newer[token] { token = newer }
      return token
    }
  }

  /// The way to another session in place of one; nil where there is none.
  func renewal(of token: String) -> Renewal? { state.withLock { $0.renewals[token] } }

  /// Lets go of a session that was ended.
  func forget(_ token: String) { state.withLock { $0.renewals[token] = nil } }

  /// Opens a session again, once for all who ask for it meanwhile.
  func renew(
    _ token: String, _ open: @escaping @Sendable () async -> Result<Void, ClientError>
  ) async throws(ClientError) {
    let task = state.withLock { state -> Task<Result<Void, ClientError>, Never>? in
      // Somebody else has done it since the session was found over.
      guard state.newer[token] == nil else { return nil }
      if let task = state.running[token] { return task }
      let task = Task { [self] in
        let result = await open()
        self.state.withLock { $0.running[token] = nil }
        return result
      }
      state.running[token] = task
      return task
    }
    try await task?.value.get()
  }
}

/// A device's signature for a session that is opened, or goes on.
struct DeviceOpening: Sendable {
  /// The key that the session is bound to; nil for a bearer token.
  let key: KeyThumbprint?
  let proof: DeviceProof
}

extension ServerConnection {
  /// Has a device sign for a session of its account: one call.
  func deviceOpening(
    of accountID: String, by device: any DeviceSecrets
  ) async throws(ClientError) -> DeviceOpening {
    guard let id = try? await device.state(of: accountID).deviceID else { throw .noSession }
    let key = try binding?.makeKey()
    let options = try await sessionOptions(deviceID: id, boundTo: key)
    guard let challenge = options.pinChallenge,
      let proof = try? await device.proveDevice(
        DeviceChallenge(challenge, options.document), of: accountID)
    else { throw .noSession }
    return DeviceOpening(key: key, proof: proof)
  }

  /// Opens a session in place of one that is over.
  ///
  /// - Parameters:
  ///   - token: The token of that one.
  ///   - renewal: The way to another.
  ///   - opening: What the device has signed already; nil to ask it.
  /// - Throws: ``ClientError``, also ``ClientError/locked``. Of the call that found the session
  ///   over it is known that it did nothing, whatever becomes of this.
  func reopen(
    _ token: String, _ renewal: SessionRenewals.Renewal, with opening: DeviceOpening? = nil
  ) async throws(ClientError) {
    do throws(ClientError) {
      try await renewals.renew(token) {
        do throws(ClientError) {
          return .success(try await openAgain(token, renewal, opening))
        } catch {
          // Who was logged out, or has no device any more, logs in.
          return .failure(error.isOfNoDevice || error.wantsFactor ? .noSession : error)
        }
      }
    } catch {
      guard case .transport(let trouble) = error else { throw error }
      throw .transport(TransportError(.notSent, cause: trouble.cause))
    }
  }

  private func openAgain(
    _ token: String, _ renewal: SessionRenewals.Renewal, _ opening: DeviceOpening?
  ) async throws(ClientError) {
    try await renewal.require()
    let signed: DeviceOpening
    if let opening {
      signed = opening
    } else {
      signed = try await deviceOpening(of: renewal.accountID, by: renewal.device)
    }
    var request = WireRequest(.openSession, body: SessionRequest.deviceProof(signed.proof).json)
    request.openingKey = signed.key
    let answer: SessionAnswer = try await call(request)
    guard answer.accountID == renewal.accountID else {
      throw .notUnderstood("the session is of another account")
    }
    let session = try session(answer, openedWith: signed.key)
    try await renewal.keep(session)
    renewals.note(session.accessToken, inPlaceOf: token, renewal)
  }
}

extension ClientError {
  /// True if a session cannot go on for want of its device: a login opens another.
  var isOfNoDevice: Bool {
    [Reason.sessionRequired, .deviceUnknown, .verificationFailed].contains(reason)
  }

  /// True if a factor opens the session, and not the device alone.
  fileprivate var wantsFactor: Bool { reason == .insufficientUserAuthentication }
}
