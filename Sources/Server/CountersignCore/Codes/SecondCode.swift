import WireModel

extension Service {
  /// Which code an account gives beside the mailed one: that of its authenticator app where it has
  /// one, else one that is texted; nil where it has neither.
  func secondCode(
    of account: AccountID, in transaction: any ReadTransaction
  ) throws -> CodeRequestAnswer.SecondCode? {
    if try AuthenticatorApps.isEnrolled(account, in: transaction) { return .twoFactorCode }
    return try Phones.confirmed(of: account, in: transaction) == nil ? nil : .otp
  }
}
