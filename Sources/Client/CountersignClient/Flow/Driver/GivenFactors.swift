import FlowModel
import WireModel

/// The factors that a person gave in a flow.
///
/// Secret.
struct GivenFactors {
  /// The proof.
  private(set) var proof = Proof.nothing
  /// The PIN that is to be set.
  private(set) var newPIN: SecretText?
  /// The text beside the factor that was given last.
  private(set) var userInput: String?

  /// A factor that proves something.
  enum Proof {
    case nothing
    case pin(SecretText)
    case codes(Codes)
  }

  /// The code that was mailed, and what came beside it.
  struct Codes {
    let mailed: SecretText
    /// The text beside the mailed code.
    let userInput: String?
    var second: SecondCode?

    /// The code beside the mailed one.
    enum SecondCode {
      case texted(SecretText)
      case authenticatorApp(SecretText)
    }

    /// The codes as they are sent.
    var proof: WireModel.Proof {
      switch second {
      case .texted(let code)?: .codes(validateCode: mailed, otp: code, twoFactorCode: nil)
      case .authenticatorApp(let code)?:
        .codes(validateCode: mailed, otp: nil, twoFactorCode: code)
      case nil: .codes(validateCode: mailed, otp: nil, twoFactorCode: nil)
      }
    }
  }

  /// The PIN that was given to prove something.
  var pin: SecretText? {
    if case .pin(let pin) = proof { pin } else { nil }
  }

  /// The codes that were given.
  var codes: Codes? {
    if case .codes(let codes) = proof { codes } else { nil }
  }

  /// Takes what one input gives.
  mutating func take(_ input: GivenInput) {
    guard case .factor(let factor, let userInput) = input else { return }
    // A key on the way is no proof: what was given before it approves, with its text.
    if case .newKey = factor, userInput == nil { return }
    // The text goes with the factor beside which it was given, and with no later one; two codes are
    // one factor.
    self.userInput = userInput
    switch factor {
    case .biometrics, .newKey: break
    case .newPIN(let pin): newPIN = pin
    case .pin(let pin): proof = .pin(pin)
    // What came beside another mailed code is of no use beside this one.
    case .mailedCode(let code): proof = .codes(Codes(mailed: code, userInput: userInput))
    case .secondCode(let second):
      guard case .codes(var codes) = proof else { return }
      codes.second = second
      proof = .codes(codes)
      self.userInput = userInput ?? codes.userInput
    }
  }
}

/// The content of one input, of which the machine is told only the kind.
enum GivenInput: Sendable {
  /// Nothing: it is no answer to a question for factors.
  case nothing
  /// A factor, and what was said beside it.
  case factor(Factor, userInput: String?)

  /// A factor, by the question that it answers.
  ///
  /// Secret.
  enum Factor: Sendable {
    case pin(SecretText)
    case newPIN(SecretText)
    case mailedCode(SecretText)
    case secondCode(GivenFactors.Codes.SecondCode)
    /// The authenticator will ask, and sign.
    case biometrics
    /// The authenticator will ask, and make a key.
    case newKey
  }

  /// An input in answer to a question.
  init(_ input: SecondFactorInput, to question: Interaction?, userInput: String?) {
    let allowed = question?.secondFactorInfo?.allowed ?? []
    let factor: Factor =
      switch input {
      case .pin(let pin), .pinAndBiometrics(let pin):
        question?.type == .setSecondFactor ? .newPIN(pin) : .pin(pin)
      case .code(let code) where allowed.contains(.otp): .secondCode(.texted(code))
      case .code(let code) where allowed.contains(.twoFactor):
        .secondCode(.authenticatorApp(code))
      case .code(let code): .mailedCode(code)
      case .biometrics: question?.type == .setSecondFactor ? .newKey : .biometrics
      }
    self = .factor(factor, userInput: userInput)
  }
}
