import FlowModel
import WireModel

extension CodeDelivery {
  /// A code that was sent on request.
  init(_ answer: CodeRequestAnswer, _ texts: FlowTexts) {
    let second: SignErrand.SecondCode? =
      switch answer.second {
      case .otp?: .texted
      case .twoFactorCode?: .authenticatorApp
      case nil: nil
      }
    self.init(
      destination: answer.destination ?? texts.mailedTo, resendAfterSeconds: answer.resendAfter,
      second: second)
  }

  /// A code that was texted after the mailed one.
  init(_ required: OTPRequired) {
    self.init(destination: required.destination, resendAfterSeconds: required.resendAfter)
  }
}
