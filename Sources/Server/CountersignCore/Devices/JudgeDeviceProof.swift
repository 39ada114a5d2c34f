import WebAuthnModel
import WireModel

extension Service {
  /// Judges a device's own signature, for an account that has no factor that a login can take.
  ///
  /// Possession alone: where the account has such a factor, that factor has to be proved.
  func judge(
    _ proof: DeviceProof, audience: ChallengeIssuer.Audience, scenarios: [ScenarioName]
  ) async throws -> KeyProof {
    let claim = DeviceClaim(
      deviceID: DeviceID(proof.deviceID), challenge: proof.challenge,
      statement: DeviceStatement.deviceProof(proof), signature: proof.deviceSignature)
    let device = try await identify(claim, audience: audience, scenarios: scenarios, session: nil)
    return keyProof(device, at: clock.now(), form: { .deviceProof($0) })
  }

  /// Whether the account has a factor now that a login asks for in place of the device alone: a
  /// credential, a device's PIN, or one in the seed's form.
  ///
  /// An authenticator app is none of these: no login takes codes as a proof.
  static func hasLoginFactor(
    _ account: AccountID, in transaction: any ReadTransaction
  ) throws -> Bool {
    try transaction.row(
      """
      SELECT 1 FROM credentials WHERE account_id = ? AND revoked_at IS NULL
      UNION ALL SELECT 1 FROM devices
        WHERE account_id = ? AND revoked_at IS NULL AND pin_key IS NOT NULL
      UNION ALL SELECT 1 FROM pins WHERE account_id = ? LIMIT 1
      """, [.text(account.text), .text(account.text), .text(account.text)]) != nil
  }
}
