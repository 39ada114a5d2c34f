import CountersignTesting
import RelyingParty
import WebAuthnModel

/// One registration and one assertion of W3C Web Authentication Level 3, section 16 ("Test
/// Vectors"), as published there; RP ID `example.org`, origin `https://example.org`.
struct PublishedVector: Sendable {
  let registration: RegistrationResponse
  let registrationChallenge: Challenge
  let assertion: AssertionResponse
  let assertionChallenge: Challenge
  let authenticatorData: AuthenticatorData?

  init(
    registrationChallenge: String, registrationClientData: String, attestationObject: String,
    assertionChallenge: String, assertionClientData: String, authenticatorData: String,
    signature: String
  ) {
    let object = try? AttestationObject(parsing: bytes(hexadecimal: attestationObject))
    let attested = try? AuthenticatorData(parsing: object?.authenticatorData ?? [])
    self.authenticatorData = attested
    let id = attested?.attestedCredentialData?.credentialID ?? CredentialID([])
    self.registrationChallenge = Challenge(bytes(hexadecimal: registrationChallenge))
    self.assertionChallenge = Challenge(bytes(hexadecimal: assertionChallenge))
    registration = RegistrationResponse(
      credentialID: id, clientDataJSON: bytes(hexadecimal: registrationClientData),
      attestationObject: bytes(hexadecimal: attestationObject))
    assertion = AssertionResponse(
      credentialID: id, clientDataJSON: bytes(hexadecimal: assertionClientData),
      authenticatorData: bytes(hexadecimal: authenticatorData),
      signature: bytes(hexadecimal: signature))
  }
}
