// The names are the framework's own.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

public import Foundation
import StandInPhone

/// Makes requests for the system's passkeys.
open class ASAuthorizationPlatformPublicKeyCredentialProvider: NSObject {
  /// The relying party.
  public let relyingPartyIdentifier: String

  /// A provider of one relying party's.
  public init(relyingPartyIdentifier: String) {
    self.relyingPartyIdentifier = relyingPartyIdentifier
  }

  /// A request to make one.
  open func createCredentialRegistrationRequest(
    challenge: Data, name: String, userID: Data
  ) -> ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest {
    ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest(
      relyingPartyIdentifier, challenge, userID)
  }

  /// A request to sign with one.
  open func createCredentialAssertionRequest(
    challenge: Data
  ) -> ASAuthorizationPlatformPublicKeyCredentialAssertionRequest {
    ASAuthorizationPlatformPublicKeyCredentialAssertionRequest(relyingPartyIdentifier, challenge)
  }
}

/// Whether the user is to be verified.
public struct ASAuthorizationPublicKeyCredentialUserVerificationPreference: RawRepresentable,
  Sendable, Hashable
{
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static let required = Self(rawValue: "required")
  public static let preferred = Self(rawValue: "preferred")
}

/// Names a passkey.
open class ASAuthorizationPlatformPublicKeyCredentialDescriptor: NSObject {
  /// By its id.
  public let credentialID: Data

  /// A name.
  public init(credentialID: Data) { self.credentialID = credentialID }
}

/// A request that the phone notes.
protocol NotedRequest {
  var noted: PhoneState.PasskeyRequest { get }
}

/// A request to make a passkey.
open class ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest: ASAuthorizationRequest,
  NotedRequest
{
  open var userVerificationPreference =
    ASAuthorizationPublicKeyCredentialUserVerificationPreference.preferred
  open var excludedCredentials: [ASAuthorizationPlatformPublicKeyCredentialDescriptor]?
  private let parts: (String, Data, Data)

  init(_ relyingPartyID: String, _ challenge: Data, _ userID: Data) {
    parts = (relyingPartyID, challenge, userID)
  }

  var noted: PhoneState.PasskeyRequest {
    PhoneState.PasskeyRequest(
      relyingPartyID: parts.0, challenge: parts.1,
      credentials: (excludedCredentials ?? []).map(\.credentialID),
      userVerification: userVerificationPreference.rawValue, userID: parts.2)
  }
}

/// A request to sign with a passkey.
open class ASAuthorizationPlatformPublicKeyCredentialAssertionRequest: ASAuthorizationRequest,
  NotedRequest
{
  open var userVerificationPreference =
    ASAuthorizationPublicKeyCredentialUserVerificationPreference.preferred
  open var allowedCredentials: [ASAuthorizationPlatformPublicKeyCredentialDescriptor] = []
  private let parts: (String, Data)

  init(_ relyingPartyID: String, _ challenge: Data) { parts = (relyingPartyID, challenge) }

  var noted: PhoneState.PasskeyRequest {
    PhoneState.PasskeyRequest(
      relyingPartyID: parts.0, challenge: parts.1,
      credentials: allowedCredentials.map(\.credentialID),
      userVerification: userVerificationPreference.rawValue, userID: nil)
  }
}

/// A passkey that was made.
open class ASAuthorizationPlatformPublicKeyCredentialRegistration: NSObject,
  ASAuthorizationCredential
{
  public let credentialID: Data
  public let rawClientDataJSON: Data
  public let rawAttestationObject: Data?

  init(_ id: Data, _ clientData: Data, _ attestation: Data?) {
    credentialID = id
    rawClientDataJSON = clientData
    rawAttestationObject = attestation
  }
}

/// A signature of a passkey.
open class ASAuthorizationPlatformPublicKeyCredentialAssertion: NSObject,
  ASAuthorizationCredential
{
  public let credentialID: Data
  public let rawClientDataJSON: Data
  public let rawAuthenticatorData: Data!
  public let signature: Data!
  public let userID: Data!

  init(
    _ id: Data, _ clientData: Data, _ data: Data?, _ signature: Data?, _ user: Data?
  ) {
    credentialID = id
    rawClientDataJSON = clientData
    rawAuthenticatorData = data
    self.signature = signature
    userID = user
  }
}
