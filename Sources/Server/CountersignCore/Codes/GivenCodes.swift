import WireModel

/// The codes that came as a proof, each in its form; whether they are right is checked in the
/// transaction of the action.
struct GivenCodes: Sendable {
  /// The mailed one.
  let mailed: SecretText
  /// The code beside it.
  let second: Second

  /// The code beside the mailed one.
  enum Second: Sendable {
    /// Nothing yet.
    case missing
    /// The texted one.
    case texted(SecretText)
    /// The code of the account's authenticator app.
    case app(SecretText)
  }

  /// Takes codes as they were sent.
  ///
  /// - Throws: A ``Refusal`` where one is no code by its form: it cannot be right, and costs no
  ///   try.
  init(mailed: SecretText, otp: SecretText?, twoFactorCode: SecretText?) throws(Refusal) {
    self.mailed = try Self.formed(mailed)
    second =
      if let otp {
        .texted(try Self.formed(otp))
      } else if let twoFactorCode {
        .app(try Self.formed(twoFactorCode))
      } else {
        .missing
      }
  }

  /// The kinds of code that it takes, each of which may be disabled.
  func paths(of account: AccountID) -> [CodePath] {
    let first = CodePath(.first, of: account)
    return switch second {
    case .missing: [first]
    case .texted: [first, CodePath(.second, of: account)]
    case .app: [first, CodePath(.app, of: account)]
    }
  }

  /// A code in its form.
  static func formed(_ code: SecretText) throws(Refusal) -> SecretText {
    guard CodeRule.isWellFormed(code) else {
      throw Refusal(.unacceptableValue, "a code is 6 digits")
    }
    return code
  }
}

extension Refusal {
  /// The account has no authenticator app.
  static let authenticatorAppMissing = Refusal(
    .proofNotAllowed, "the account has no authenticator app; leave out twoFactorCode")

  /// The account has an authenticator app, and for it nothing is texted.
  static let authenticatorAppNeeded = Refusal(
    .proofNotAllowed, "give twoFactorCode, the code of the authenticator app, beside validateCode")
}
