import WireModel

/// The codes that came as a proof, each in its form; whether they are right is judged in the
/// transaction of the action.
struct GivenCodes: Sendable {
  /// The mailed one.
  let mailed: SecretText
  /// What came beside it.
  let second: Second

  /// What came beside the mailed code.
  enum Second: Sendable {
    /// Nothing yet.
    case missing
    /// The texted one.
    case texted(SecretText)
  }

  /// Takes codes as they were sent.
  ///
  /// - Throws: A ``Refusal`` where one is no code by its form: it cannot be right, and costs no
  ///   try.
  init(mailed: SecretText, otp: SecretText?, twoFactorCode: SecretText?) throws(Refusal) {
    self.mailed = try Self.formed(mailed)
    guard twoFactorCode == nil else { throw Refusal.authenticatorAppMissing }
    second = if let otp { .texted(try Self.formed(otp)) } else { .missing }
  }

  private static func formed(_ code: SecretText) throws(Refusal) -> SecretText {
    let digits = code.exposed.utf8
    guard digits.count == 6, digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
    else { throw Refusal(.unacceptableValue, "a code is 6 digits") }
    return code
  }
}

/// Codes that are right together: to be used up by the action that they are for.
struct JudgedCodes: Sendable {
  let mailed: CodeRequestID
  let texted: CodeRequestID
  let accountID: AccountID
}

/// What codes given for an action come to.
enum CodesVerdict: Sendable {
  /// All of them are right.
  case right(JudgedCodes)
  /// The mailed one is; another was texted.
  case otpRequired(OTPRequired)
}

extension Refusal {
  /// The account has no authenticator app.
  static let authenticatorAppMissing = Refusal(
    .proofNotAllowed, "the account has no authenticator app; leave out twoFactorCode")
}
