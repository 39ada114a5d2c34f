import HTTPTypes

/// What codes are texted to, and the authenticator app.
extension Route {
  /// Sets the telephone number, once a code that is texted to it is confirmed.
  public static let setPhone = Route(.put, "/account/phone", .session)
  /// Confirms the new telephone number.
  public static let confirmPhone = Route(.post, "/account/phone/confirm", .session)

  /// Gives the secret of an authenticator app.
  public static let enrolAuthenticatorApp = Route(.post, "/second-factor/totp", .session)
  /// Makes the authenticator app hold, by a code of it.
  public static let confirmAuthenticatorApp = Route(
    .post, "/second-factor/totp/confirm", .session)
  /// Removes the authenticator app.
  public static let removeAuthenticatorApp = Route(.delete, "/second-factor/totp", .session)

  static let ofSecondFactor: [Route] = [
    setPhone, confirmPhone, enrolAuthenticatorApp, confirmAuthenticatorApp, removeAuthenticatorApp,
  ]
}
