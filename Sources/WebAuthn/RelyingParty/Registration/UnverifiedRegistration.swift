public import WebAuthnModel

/// A registration that could be read, and of which nothing is known to be true.
public struct UnverifiedRegistration: Sendable, Hashable {
  /// The registration as it was sent.
  public let response: RegistrationResponse
  let client: CollectedClientData
  let attestation: AttestationObject
  let authenticator: AuthenticatorData
  let credential: AttestedCredentialData

  /// Reads a registration; bytes that are none are refused as malformed.
  public init(_ response: RegistrationResponse) throws(CeremonyRefusal) {
    // Both names of the credential are one in the standard, so they must agree here.
    guard response.id == response.rawID else { throw .malformed("7.1.3", .envelopeMismatch) }
    self.response = response

    // 7.1 steps 5 and 6: decode the client data as UTF-8 and parse them as JSON.
    do throws(ClientDataError) {
      client = try CollectedClientData(parsing: response.clientDataJSON)
    } catch {
      throw .malformed("7.1.6", .clientDataMalformed)
    }

    // 7.1 step 13: decode the attestation object and the authenticator data inside it.
    do throws(AttestationObjectError) {
      attestation = try AttestationObject(parsing: response.attestationObject)
    } catch {
      throw .malformed("7.1.13", .attestationObjectMalformed)
    }
    authenticator = try Self.authenticatorData(attestation.authenticatorData)
    guard let credential = authenticator.attestedCredentialData else {
      throw .malformed("7.1.13", .credentialDataMissing)
    }
    self.credential = credential
  }

  /// The challenge that is said to be answered; the caller judges it before it verifies.
  public var claimedChallenge: Challenge { client.challenge }

  private static func authenticatorData(
    _ bytes: [UInt8]
  ) throws(CeremonyRefusal) -> AuthenticatorData {
    do throws(AuthenticatorDataError) {
      return try AuthenticatorData(parsing: bytes)
    } catch {
      // 7.1 step 28: authenticator extension outputs are a map.
      if error == .extensionsNotAMap { throw .malformed("7.1.28", .extensionsMalformed) }
      throw .malformed("7.1.13", .authenticatorDataMalformed)
    }
  }
}
