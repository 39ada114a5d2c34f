public import DocumentModel
import FlowModel
public import WebAuthnModel
import WireModel

/// Holds private keys, verifies its user and then signs.
///
/// It returns WebAuthn's values, whatever it is made of.
public protocol Authenticator: Sendable {
  /// Makes a credential after it has verified its user.
  func createCredential(
    _ options: CredentialCreationOptions
  ) async throws(AuthenticatorError) -> RegistrationResponse

  /// Signs a challenge after it has verified its user.
  ///
  /// The authenticator itself refuses a challenge whose binding does not match what is shown, so
  /// that no caller can have it sign something else (what you see is what you sign).
  func sign(_ request: SigningRequest) async throws(AuthenticatorError) -> AssertionResponse

  /// The credentials that it could sign with for a relying party.
  func credentials(
    for relyingPartyID: RelyingPartyID
  ) async throws(AuthenticatorError) -> [CredentialID]

  /// Destroys a credential's key.
  func deleteCredential(_ id: CredentialID) async throws(AuthenticatorError)

  /// Tells if the device can verify its user now; nobody is asked.
  func readiness() async -> AuthenticatorReadiness
}

/// The ability of a device to verify its user.
public enum AuthenticatorReadiness: Sendable, Hashable, CaseIterable {
  /// It can.
  case ready
  /// It could, but its user has enrolled nothing.
  case nothingEnrolled
  /// It has nothing to do it with.
  case notSupported
}

/// A request to an authenticator to sign.
public struct SigningRequest: Sendable {
  /// The relying party that asks.
  public let relyingPartyID: RelyingPartyID
  /// The credentials that it allows.
  public let credentials: [CredentialID]
  /// The challenge; it must be linked to the document.
  public let challenge: Challenge
  /// The document that the person sees.
  public let document: Document

  /// A request to sign the challenge of `options` over a document.
  public init(_ options: CredentialRequestOptions, document: Document) {
    relyingPartyID = options.relyingPartyID
    credentials = options.allowCredentials.map(\.id)
    challenge = options.challenge
    self.document = document
  }
}

extension Document {
  /// The words of a platform's prompt: the title, then the amounts and whom they go to (PSD2 RTS,
  /// Article 5), or the change of factors.
  ///
  /// The screen behind the prompt shows all the rest.
  public var prompt: String {
    if scenario == .manageFactors, let change = fields.first {
      // A flag says no more than its label.
      if case .flag = change.value { return "\(title): \(change.label)" }
      return "\(title): \(change.label) \(change.value.text(in: language))"
    }
    let told: Set<Kind> = [.money, .payee]
    let values = fields.filter { told.contains($0.value.kind) }
      .map { $0.value.text(in: language) }
    return values.isEmpty ? title : title + ": " + values.joined(separator: ", ")
  }
}

/// Verifies that a device's owner is there: the platform's biometrics, a question in a terminal, or
/// a scripted answer.
public protocol UserPresence: Sendable {
  /// Verifies the user.
  ///
  /// - Parameter question: What the user is told that this is for.
  /// - Throws: `AuthenticatorError` where the user said no or could not be verified.
  func verify(_ question: PresenceQuestion) async throws(AuthenticatorError)

  /// The ability to verify somebody now.
  var readiness: AuthenticatorReadiness { get }

  /// The state of the enrolled biometrics, in bytes that change with them; nil if the platform
  /// tells none.
  ///
  /// The soft lock asks for the app PIN once they have changed: whoever was added opens nothing.
  var enrolment: [UInt8]? { get }
}

extension UserPresence {
  /// Nil: the platform does not tell.
  public var enrolment: [UInt8]? { nil }
}

/// The purpose of a verification of the user.
public enum PresenceQuestion: Sendable, Hashable {
  /// A new key for an account at a relying party.
  case create(RelyingPartyID, userName: String)
  /// A signature for a relying party over what is shown.
  case sign(RelyingPartyID, Document)
  /// The app's screens, on this device alone.
  case unlock
}

/// Why an authenticator did not do what it was asked.
///
/// ``outcome`` says what each is called in a flow and what the person is told of it.
public enum AuthenticatorError: Error, Sendable, Hashable {
  /// The person dismissed the prompt.
  case cancelled
  /// The device does not offer user verification, or not now.
  case notAvailable
  /// The device's user has enrolled nothing, or no key here is allowed.
  case nothingEnrolled
  /// Too many failed checks; not for a while.
  case lockout
  /// Too many failed checks; not before the device was unlocked in another way.
  case permanentLockout
  /// The key is gone.
  case keyGone
  /// The app is not in the foreground.
  case notInForeground
  /// The check of the user failed.
  case failed
  /// The challenge is not linked to what is shown. Nothing was signed.
  case challengeNotAsShown
  /// This app does not speak for the relying party that asks. Nothing was signed.
  case relyingPartyNotAllowed
  /// The authenticator holds a credential of the account already.
  case credentialExists
  /// None of the algorithms asked for is known here.
  case algorithmNotSupported
  /// The keys could not be read or written.
  case storageFailed(VaultError)
}
