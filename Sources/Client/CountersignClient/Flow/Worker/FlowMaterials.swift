import FlowModel
import WebAuthnModel
import WireModel

/// What a flow holds that is not for the machine: secrets, challenges, proofs and requests.
///
/// Goes with its flow.
struct FlowMaterials {
  /// The account's session; nil before it is looked for, and in ENROL and LOGIN.
  var session: AccountSession?
  /// Whose flow it is, as soon as that is known.
  var accountID: String?

  /// The PIN that was given to prove something.
  var provingPIN: SecretText?
  /// The PIN that is to be set.
  var newPIN: SecretText?
  /// The code that was mailed.
  var mailedCode: SecretText?
  /// The code that was texted.
  var textedCode: SecretText?
  /// The code of an authenticator app.
  var authenticatorCode: SecretText?
  /// The text beside the factor.
  var userInput: String?

  /// What is to be signed.
  var challenge: FlowChallenge?
  /// For a PIN proof over the same; nil where the session is no device's.
  var pinChallenge: DeviceChallenge?
  /// What came of asking for the challenge, until it is used.
  var optionsAnswer: OptionsAnswer?
  /// The review as the server described it first: what the person has seen.
  var shownReview: ShownTransaction?
  var assertion: AssertionResponse?
  var token: SecretText?

  /// How the second factor stands, as a refusal told without a session; nil once the flow knows.
  var toldSecondFactor: SecondFactorAccount?

  /// How to make a key, until one is made.
  var creation: CredentialCreationOptions?
  /// The key that was made; nil once it is registered.
  var registration: RegistrationResponse?
  /// The key that was registered on the way, until a challenge was made ready for it.
  var newKey: CredentialID?

  /// The link, as the server described it.
  var link: SessionLinkDescription?
  /// The number that was picked.
  var number: String?

  /// The request of the action, so that the very same one can be sent again.
  var sent: SentRequest?
  /// Whether a copy of it may have been executed without that being known.
  var isOutcomeOpen = false
  var pauseSeconds: Double?
  /// Whether a denial was sent.
  var hasDenied = false
  /// The earlier operations of which it is known what became of them.
  var resolved: Set<OperationID> = []
  /// Whether the soft prompt was answered in this flow.
  var hasAnsweredSoftPrompt = false
  /// The device that was made and that the server has not registered; nil where none was.
  var unconfirmedDevice: String?
  /// Whether the account was made known here for a device that is not registered yet.
  var hasNewAccount = false
  /// How an account without a second factor gets its PIN.
  var upgrade = HeadlessUpgradeCalls.Means.onDevice

  /// Takes the challenges that are to be signed for what is shown.
  mutating func take(
    _ options: CredentialRequestOptions, _ pinChallenge: Challenge?,
    for subject: SigningRequest.Subject
  ) {
    challenge = FlowChallenge(options: options, subject: subject)
    self.pinChallenge = pinChallenge.map { DeviceChallenge($0, subject) }
  }

  /// Takes what a person gave.
  mutating func take(_ given: GivenInput) {
    if let pin = given.provingPIN { provingPIN = pin }
    if let pin = given.newPIN { newPIN = pin }
    if let code = given.mailedCode {
      mailedCode = code
      // What came beside another mailed code is of no use beside this one.
      textedCode = nil
      authenticatorCode = nil
    }
    if let code = given.textedCode { textedCode = code }
    if let code = given.authenticatorCode { authenticatorCode = code }
    // The text goes with the factor beside which it was given, and with no later one.
    if given.isFactor { userInput = given.userInput }
  }
}

/// An action's request, as it was sent.
struct SentRequest {
  var request: ActionRequest
  let proof: ActionProof
  /// What it asked for; nil where the device finds out in another way.
  let asked: AskedAction?
}

/// A challenge with what is shown beside it.
struct FlowChallenge {
  let options: CredentialRequestOptions
  let subject: SigningRequest.Subject
}

/// What a person gave with one input, beside what the machine is told of it.
struct GivenInput: Sendable {
  var provingPIN: SecretText?
  var newPIN: SecretText?
  var mailedCode: SecretText?
  var textedCode: SecretText?
  var authenticatorCode: SecretText?
  var userInput: String?
  /// Whether it is an answer to a question for factors.
  private(set) var isFactor = false

  /// Nothing.
  static let nothing = GivenInput()

  private init() {}

  /// What an input gives in answer to a question.
  init(_ input: SecondFactorInput, to question: Interaction?, userInput: String?) {
    self.userInput = userInput
    isFactor = true
    let type = question?.type
    let allowed = question?.secondFactorInfo?.allowed ?? []
    switch input {
    case .pin(let pin), .pinAndBiometrics(let pin):
      if type == .setSecondFactor { newPIN = pin } else { provingPIN = pin }
    case .code(let code) where allowed.contains(.otp): textedCode = code
    case .code(let code) where allowed.contains(.twoFactor): authenticatorCode = code
    case .code(let code): mailedCode = code
    case .biometrics: break
    }
  }
}
