@testable import FlowModel

extension Sample {
  typealias NamedState = (name: String, state: FlowState)

  /// The table's columns.
  static let states: [NamedState] =
    [("idle", .idle)] + topUpStates + reviewStates + codeStates + registrationStates
    + sessionStates + managementStates + endStates

  private static func active(
    _ name: String, _ step: FlowStep, _ frame: FlowFrame = frame()
  ) -> NamedState { (name, .active(frame, step)) }

  /// SIGN_TRANSACTION over what the app asks for, with the PIN as the fallback.
  private static let topUpStates: [NamedState] = [
    active("recall", .recalling(.sign(sign())), unasked),
    active("resolve", .resolving(.sign(sign()), earlier), unasked),
    active("prepare", .preparing(sign(), .transaction(nil), .first), unasked),
    active("renew", .renewing(either), frame { $0.renewals = 1 }),
    active("ask", .asking(.verify(either))),
    active("askPIN", .asking(.verify(onlyPIN))),
    active("askBio", .asking(.verify(onlyBiometrics))),
    active("sign", .signing(either, challenge)),
    active("sign3", .signing(straight, challenge), frame { $0.biometricFailures = 2 }),
    active("signBio", .signing(onlyBiometrics, challenge)),
    active("verify", .verifying(either, challenge)),
    active(
      "verify3", .verifying(either, challenge),
      frame {
        $0.refusedProofs = 2
        $0.renewals = 1
      }),
    active("disable", .disabling(either)),
    active("disableBio", .disabling(onlyBiometrics)),
    active("actPIN", .acting(sent(either, .pin))),
    active("actTok", .acting(sent(either, .token))),
    active("again", .acting(sent(either, .pin, .repeated))),
    active("refresh", .refreshing(either, .wrongPIN)),
  ]

  /// SIGN_TRANSACTION over what the server holds for review.
  private static let reviewStates: [NamedState] = [
    active("recallRev", .recalling(.sign(reviewing())), unasked),
    active(
      "resolveRev", .resolving(.sign(sign(.review(authorised: review))), earlier), unasked),
    active("readRev", .reading(reviewing()), unasked),
    active("readSeen", .reading(sign(.review(authorised: review))), unasked),
    active("askRev", .asking(.review(reviewing(), review))),
    active("keepRev", .keeping(.confirmation(reviewing(), review))),
    active("keepRevPIN", .keeping(.confirmation(reviewing(.texted, .fallbackOnly), review))),
    active("prepRev", .preparing(reviewing(), .review(review), .first)),
    active("signRev", .signing(coded(.biometricsOrCode(challenge, .texted)), challenge)),
    active(
      "actRev", .acting(sent(coded(.biometricsOrCode(challenge, .texted)), .assertion)),
      frame { $0.refusedProofs = 2 }),
    active("denying", .denying(reviewing(), .review(review), .first)),
    active("denyAgain", .denying(reviewing(), .review(review), .repeated)),
  ]

  /// SIGN_TRANSACTION with codes as the fallback, and the scenario without a transaction.
  private static let codeStates: [NamedState] = [
    active("prepScen", .preparing(scenario, .scenario, .first), unasked),
    active(
      "actScen",
      .acting(sent(signing(.biometrics(challenge), scenario, .scenario), .assertion))),
    active("askBioCode", .asking(.verify(coded(.biometricsOrCode(challenge, .texted))))),
    active(
      "sendFirst",
      .sendingCode(.sign(reviewing(), .review(review)), .mail(.fallback(.texted)), instead: nil)),
    active(
      "sendBio",
      .sendingCode(
        .sign(reviewing(), .review(review)), .mail(.fallback(.texted)),
        instead: coded(.biometricsOrCode(challenge, .texted)))),
    active(
      "sendText",
      .sendingCode(
        .sign(reviewing(), .review(review)), .text, instead: coded(.textedCode(text)))),
    active("askMail", .asking(.verify(coded(.mailedCode(.fallback(.texted), mail))))),
    active(
      "askFirst",
      .asking(
        .verify(
          coded(.mailedCode(.fallback(.authenticatorApp), mail), .authenticatorApp)))),
    active(
      "keepFirst",
      .keeping(
        .factor(
          coded(.mailedCode(.fallback(.authenticatorApp), mail), .authenticatorApp), key))),
    active("askText", .asking(.verify(coded(.textedCode(text))))),
    active("askApp", .asking(.verify(coded(.authenticatorCode(mailed: mail), .authenticatorApp)))),
    active("actMail", .acting(sent(coded(.mailedCode(.fallback(.texted), mail)), .codes))),
    active(
      "actText5", .acting(sent(coded(.textedCode(text)), .codes)), frame { $0.wrongCodes = 4 }),
    active(
      "actApp",
      .acting(sent(coded(.authenticatorCode(mailed: mail), .authenticatorApp), .codes))),
  ]

  private static func onTheWay(_ errand: SignErrand = reviewing()) -> Registration {
    .onTheWay(errand, .review(review), mailed: mail, key)
  }

  private static func offer(_ errand: SignErrand = reviewing()) -> SoftPrompt {
    .registration(errand, .review(review), mailed: mail)
  }

  private static let byPIN = sign(.review(authorised: nil), .biometricsWithFallback, .pin)
  private static let noFallback = reviewing(.texted, .biometricsOnly)

  /// SIGN_TRANSACTION with a key that is registered on the way.
  private static let registrationStates: [NamedState] = [
    active("askOffer", .asking(.verify(coded(.mailedCode(.registration(.open), mail))))),
    active("askTaken", .asking(.verify(coded(.mailedCode(.registration(.taken), mail))))),
    active("keepOffer", .keeping(.factor(coded(.mailedCode(.registration(.open), mail)), key))),
    active("keepTaken", .keeping(.factor(coded(.mailedCode(.registration(.taken), mail)), key))),
    active("keepAgreed", .keeping(.factor(coded(.mailedCode(.registration(.agreed), mail)), key))),
    active("setWay", .asking(.register(reviewing(), .review(review), mailed: mail))),
    active("promptWay", .asking(.softPrompt(offer()))),
    active("yesWay", .remembering(offer(), .accept, key)),
    active("noWay", .remembering(offer(), .decline, key)),
    active("noWayApp", .remembering(offer(reviewing(.authenticatorApp)), .decline, key)),
    active("noWayPIN", .remembering(offer(byPIN), .decline, key)),
    active("noWayOnly", .remembering(offer(noFallback), .decline, key)),
    active("entitleWay", .entitling(onTheWay())),
    active("createWay", .creating(onTheWay())),
    active("createWay3", .creating(onTheWay(noFallback)), frame { $0.biometricFailures = 2 }),
    active(
      "actWay",
      .acting(
        SentAction(
          intent: .register(reviewing(), .review(review), mailed: mail), proof: .codes,
          operation: key))),
    active("prepAfter", .preparing(reviewing(), .review(review), .afterRegistration)),
  ]

  /// ENROL and LOGIN.
  private static let sessionStates: [NamedState] = [
    active("openEnrol", .opening(.enrol), unasked),
    active("openLink", .opening(.login(.link)), unasked),
    active("openApp", .opening(.login(.app)), unasked),
    active("askEnrol", .asking(.confirm(.enrol(enrolment)))),
    active("askLink", .asking(.confirm(.login(login())))),
    active("askAccount", .asking(.confirm(.login(login(numbers: []))))),
    active("confEnrol", .confirming(.enrol(enrolment))),
    active("confLink", .confirming(.login(login(), ada))),
    active("confApp", .confirming(.login(login([ada], numbers: []), ada)), unasked),
    active(
      "askLogin", .asking(.verify(Verification(.login(login(), ada), .either(challenge))))),
    active(
      "actLogin", .acting(sent(Verification(.login(login(), ada), .either(challenge)), .pin))),
    active(
      "actLoginBio",
      .acting(sent(Verification(.login(login(), ada), .either(challenge)), .assertion))),
    active(
      "renewLogin", .renewing(Verification(.login(login(), ada), .either(challenge))),
      frame { $0.renewals = 1 }),
    active(
      "actSession",
      .acting(
        SentAction(
          intent: .confirm(.enrol(enrolment)), proof: .confirmation,
          operation: OperationID("link")))),
    active(
      "askHeadless",
      .asking(.verify(Verification(.headless(enrolment), .mailedCode(.proof, mail))))),
    active(
      "actHeadless",
      .acting(sent(Verification(.headless(enrolment), .mailedCode(.proof, mail)), .codes))),
  ]

  private static let old = Verification(.setting(change), .either(challenge))
  private static let oldGiven = Verification(
    .setting(Setting(.changePIN, given: Setting.Given(.pin, key: .ready))), .either(challenge))
  private static let enrolGiven = Verification(
    .setting(
      Setting(.enrol(enrolment, .welcome), given: Setting.Given(.both, key: .wanted))),
    .mailedCode(.proof, mail))
  private static let addPrompt = SoftPrompt.setting(
    .proved(Setting(.addBiometrics(.unasked)), .pin, .pin))
  private static let upgradePrompt = SoftPrompt.setting(upgradeBasis)
  private static let setUpgrade = SetQuestion(upgradeBasis, .pinAndMaybeBiometrics)

  /// ENROL once its factors are set, and the flows over the account's own factors.
  private static let managementStates: [NamedState] = [
    active("recallMan", .recalling(.manage(.changePIN)), unasked),
    active("consPIN", .consulting(.changePIN), unasked),
    active("consAdd", .consulting(.addBiometrics), unasked),
    active("consRem", .consulting(.removeBiometrics), unasked),
    active("consUp", .consulting(.headlessUpgrade), unasked),
    active("askOld", .asking(.verify(old))),
    active("keepOld", .keeping(.factor(old, key))),
    active("keepOldAgain", .keeping(.factor(oldGiven, key))),
    active("keepCodeAgain", .keeping(.factor(enrolGiven, key))),
    active("signOld", .signing(old, challenge)),
    active("refreshOld", .refreshing(oldGiven, .wrongPIN)),
    active("setPIN", .asking(.set(setPIN))),
    active("actNew", .acting(setting(setPIN, .pin, .pin))),
    active(
      "actNewSigned", .acting(setting(SetQuestion(changeSigned, .pin), .pin, .assertion))),
    active("askAdd", .asking(.verify(Verification(.setting(add), .pin)))),
    active("entitleAdd", .entitling(.checked(Verification(.setting(add), .pin)))),
    active(
      "entitleFirst",
      .entitling(.checked(Verification(.setting(Setting(.addBiometrics(.unasked))), .pin)))),
    active("promptAdd", .asking(.softPrompt(addPrompt))),
    active("yesAdd", .remembering(addPrompt, .accept, key)),
    active("noAdd", .remembering(addPrompt, .decline, key)),
    active("setAdd", .asking(.set(setBiometrics))),
    active("createAdd", .creating(.set(setBiometrics, .biometrics, key))),
    active(
      "createAdd3", .creating(.set(setBiometrics, .biometrics, key)),
      frame { $0.biometricFailures = 2 }),
    active("actAdd", .acting(setting(setBiometrics, .biometrics, .pin))),
    active("promptUp", .asking(.softPrompt(upgradePrompt))),
    active("yesUp", .remembering(upgradePrompt, .accept, key)),
    active("noUp", .remembering(upgradePrompt, .decline, key)),
    active("setBoth", .asking(.set(setBoth))),
    active("entitleBoth", .entitling(.set(setBoth, .both, key))),
    active("entitleUp", .entitling(.set(setUpgrade, .both, key))),
    active("createBoth", .creating(.set(setBoth, .both, key))),
    active(
      "createBoth3", .creating(.set(setBoth, .both, key)), frame { $0.biometricFailures = 2 }),
    active("actBoth", .acting(setting(setBoth, .both, .codes))),
    active("actUp", .acting(setting(setUpgrade, .pin, .confirmation))),
    active("askRem", .asking(.verify(Verification(.removal, .either(challenge))))),
    active("actRem", .acting(sent(Verification(.removal, .either(challenge)), .pin))),
  ]

  private static let endStates: [NamedState] = [
    (
      "done",
      .finished(
        FinishedFlow(
          frame: frame(), subject: .matter(.transaction(transaction), .pending),
          ending: .done(.action(completed))))
    ),
    (
      "error",
      .finished(
        FinishedFlow(
          frame: frame(), subject: .matter(.transaction(transaction), .pending),
          ending: .error(.cancelled)))
    ),
  ]
}
