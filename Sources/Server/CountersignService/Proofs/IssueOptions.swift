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
        let (transaction, keys) = try await store.read {
          let transaction = try resolve(payload, in: $0).transaction
          return (transaction, try Credentials.descriptors(of: session.accountID, in: $0))
        }
        return linkedOptions(
          .topUp, try canonicalBytes(of: transaction), transaction: transaction.json, keys, session)
      case .authorizeTransaction:
        let review = try payload(ReviewPayload.self, request.payload)
        let now = clock.now()
        let (transaction, keys) = try await store.read {
          let record = try ReviewRecords.find(
            ReviewID(review.transactionID), of: session.accountID, in: $0)
          try record.requirePending(at: now)
          return (
            record.transaction, try Credentials.descriptors(of: session.accountID, in: $0)
          )
        }
        return linkedOptions(
          .authorizeTransaction, try canonicalBytes(of: transaction),
          transaction: transaction.json, keys, session)
      case .manageFactors:
        guard request.payload == .object([:]) else {
          throw Refusal(.unacceptableValue, "payload: MANAGE_FACTORS takes none")
        }
        var linked = linkedOptions(
          .manageFactors, [], transaction: nil, try await registeredKeys(of: session), session)
        linked.creation = try await firstCreationOptions(session)
        return linked
      default:
        throw Refusal(
          .unacceptableValue,
          "scenario: must be TOP_UP, AUTHORIZE_TRANSACTION or MANAGE_FACTORS")
      }
    }
  }

  private func linkedOptions(
    _ scenario: ScenarioName, _ canonical: [UInt8], transaction: JSONValue?,
    _ keys: [CredentialDescriptor], _ session: AuthenticatedSession
  ) -> LinkedOptions {
    let challenge = challenges.issue(
      .get, scenario: scenario, audience: ChallengeIssuer.Audience(session),
      canonicalTransaction: canonical, now: clock.now(), nonce: random.bytes(16))
    return LinkedOptions(
      options: requestOptions(challenge, allowing: keys), transaction: transaction,
      pinChallenge: pinChallenge(scenario, canonical, session))
  }

  /// A challenge for a PIN proof, linked to the same; only where the session is a device's.
  private func pinChallenge(
    _ scenario: ScenarioName, _ canonical: [UInt8], _ session: AuthenticatedSession
  ) -> Challenge? {
    session.deviceID.map { _ in
      challenges.issue(
        .pin, scenario: scenario, audience: ChallengeIssuer.Audience(session),
        canonicalTransaction: canonical, now: clock.now(), nonce: random.bytes(16))
    }
  }

  /// How to make a key that is registered beside the account's first PIN; nil where it had a
  /// factor, since that one entitles to another.
  private func firstCreationOptions(
    _ session: AuthenticatedSession
  ) async throws -> CredentialCreationOptions? {
    let challenge = challenges.issue(
      .create, scenario: .manageFactors, audience: ChallengeIssuer.Audience(session),
      canonicalTransaction: nil, now: clock.now(), nonce: random.bytes(16))
    return try await store.read { transaction in
      guard try !Self.hadFactor(session.accountID, in: transaction) else { return nil }
      return try creationOptions(challenge, session.accountID, in: transaction)
    }
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
    try await store.read { try Credentials.descriptors(of: session.accountID, in: $0) }
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
