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
