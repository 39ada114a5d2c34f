public import WebAuthnModel

/// Body of `POST /second-factor/totp`: what entitles to an authenticator app.
///
/// A mailed code alone where the account has no factor yet; otherwise a fresh proof by one.
public typealias AuthenticatorAppRequest = RegistrationOptionsRequest

/// Answer of `POST /second-factor/totp`: what the app is to keep.
public struct AuthenticatorAppAnswer: JSONBody, ExtensibleJSON, Hashable {
  /// The secret, base32 without padding.
  ///
  /// Secret.
  public var secret: SecretText
  /// The same for a QR code (`otpauth://totp/…`).
  ///
  /// Secret.
  public var uri: SecretText

  /// An answer to send.
  public init(secret: SecretText, uri: SecretText) {
    self.secret = secret
    self.uri = uri
  }
}

/// Body of `POST /second-factor/totp/confirm`.
public struct AuthenticatorAppConfirmation: JSONBody, Hashable {
  /// The code that the app shows.
  ///
  /// Secret.
  public var twoFactorCode: SecretText

  /// A confirmation to send.
  public init(twoFactorCode: SecretText) { self.twoFactorCode = twoFactorCode }
}
