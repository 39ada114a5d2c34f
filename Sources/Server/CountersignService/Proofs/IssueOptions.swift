import RelyingParty
public import WebAuthnModel
public import WireModel

extension Service {
  /// An unlinked challenge for TOP_UP (`GET /biometric/auth/options`).
  public func authenticationOptions(
    session: AuthenticatedSession
  ) async throws -> Decision<CredentialRequestOptions> {
    try await decision {
      let challenge = challenges.issue(
        .get, scenario: .topUp, audience: ChallengeIssuer.Audience(session),
        canonicalTransaction: nil, now: clock.now(), nonce: random.bytes(16))
      return requestOptions(challenge, allowing: try await registeredKeys(of: session))
    }
  }

  /// A challenge linked to one transaction (`POST /biometric/auth/options`).
  public func linkedOptions(
    _ request: LinkedOptionsRequest, session: AuthenticatedSession
  ) async throws -> Decision<LinkedOptions> {
    try await decision {
      switch request.scenario {
      case .topUp:
        let payload = try payload(TopUpPayload.self, request.payload)
        let transaction = try await store.read { try resolve(payload, in: $0).transaction }
        let canonical = try canonicalBytes(of: transaction)
        return try await linkedOptions(
          .topUp, canonical, transaction: transaction.json, session: session)
      case .manageFactors:
        guard request.payload == .object([:]) else {
          throw Refusal(.unacceptableValue, "payload: MANAGE_FACTORS takes none")
        }
        return try await linkedOptions(.manageFactors, [], transaction: nil, session: session)
      default:
        throw Refusal(.unacceptableValue, "scenario: must be TOP_UP or MANAGE_FACTORS")
      }
    }
  }

  private func linkedOptions(
    _ scenario: ScenarioName, _ canonical: [UInt8], transaction: JSONValue?,
    session: AuthenticatedSession
  ) async throws -> LinkedOptions {
    let challenge = challenges.issue(
      .get, scenario: scenario, audience: ChallengeIssuer.Audience(session),
      canonicalTransaction: canonical, now: clock.now(), nonce: random.bytes(16))
    let options = requestOptions(challenge, allowing: try await registeredKeys(of: session))
    return LinkedOptions(options: options, transaction: transaction)
  }

  /// Request options around a challenge; user verification is required wherever money or a factor
  /// is at stake, and that is everywhere.
  func requestOptions(
    _ challenge: Challenge, allowing credentials: [CredentialDescriptor]
  ) -> CredentialRequestOptions {
    CredentialRequestOptions(
      challenge: challenge, relyingPartyID: ceremony.relyingPartyID,
      allowCredentials: credentials, userVerification: .required,
      timeoutMilliseconds: Int(policy.challengeTimeoutMilliseconds))
  }

  private func registeredKeys(
    of session: AuthenticatedSession
  ) async throws -> [CredentialDescriptor] {
    let records = try await store.read { try Credentials.all(of: session.accountID, in: $0) }
    return records.map { CredentialDescriptor(id: $0.id, transports: $0.transports) }
  }

  /// Reads a scenario's payload.
  private func payload<Payload: JSONBody>(
    _ type: Payload.Type, _ json: JSONValue
  ) throws -> Payload {
    do {
      return try Payload(json: json)
    } catch {
      throw Refusal(.malformed, "payload: \(error)")
    }
  }

  /// The canonical bytes of a transaction; refused where a text cannot be shown truthfully.
  func canonicalBytes(of transaction: some LinkableTransaction) throws -> [UInt8] {
    do {
      return try transaction.canonicalBytes()
    } catch {
      throw Refusal(.unacceptableValue, "\(error)")
    }
  }
}
