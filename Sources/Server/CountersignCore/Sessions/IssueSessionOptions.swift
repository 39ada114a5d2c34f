public import WebAuthnModel
public import WireModel

extension Service {
  /// Challenge of a sign-in: for a discoverable credential, so that no account need be named and
  /// none is given away.
  public func sessionOptions() -> CredentialRequestOptions {
    requestOptions(signInChallenge(.get), allowing: [])
  }

  /// Challenges of a sign-in; for a device with its own credentials, and with what it has to
  /// prove.
  ///
  /// A device's id is 128 random bits that only the device and its account know, so the answer
  /// gives no account away.
  public func sessionOptions(
    _ request: SessionOptionsRequest
  ) async throws -> Decision<SessionOptions> {
    guard let deviceID = request.deviceID else {
      return .success(SessionOptions(options: sessionOptions()))
    }
    return try await decision {
      let (demand, keys) = try await store.read { transaction in
        guard let device = try Devices.find(DeviceID(deviceID), in: transaction) else {
          throw Refusal.deviceUnknown
        }
        let keys = try Credentials.descriptors(from: device.id, in: transaction)
        return (try demandOfLogin(from: device, keys, in: transaction), keys)
      }
      return SessionOptions(
        options: requestOptions(signInChallenge(.get, linkedTo: []), allowing: keys),
        pinChallenge: signInChallenge(.pin, linkedTo: []), demand: demand)
    }
  }

  /// What a device has to prove to log in.
  func demandOfLogin(
    from device: DeviceRecord, _ keys: [CredentialDescriptor], in transaction: any ReadTransaction
  ) throws -> LinkOptions.Demand {
    if !keys.isEmpty { return .factor }
    if device.pinKey != nil { return .pin }
    return try Self.hasLoginFactor(device.accountID, in: transaction) ? .factor : .device
  }

  /// A device's authenticator signs no challenge that does not say what it is for.
  private func signInChallenge(
    _ purpose: ChallengeIssuer.Purpose, linkedTo canonical: [UInt8]? = nil
  ) -> Challenge {
    challenges.issue(
      purpose, scenario: .signIn, audience: .anybody, canonicalTransaction: canonical,
      now: clock.now(), nonce: random.bytes(16))
  }
}
