@testable import FlowModel

extension Sample {
  typealias NamedState = (name: String, state: FlowState)

  /// The table's columns.
  static let states: [NamedState] =
    [("idle", .idle)] + topUpStates + reviewStates + codeStates + registrationStates
    + sessionStates + factorStates + endStates

  /// A flow at a step, which says its kind.
  private static func active(
    _ name: String, _ step: FlowStep, _ change: (inout FlowFrame) -> Void = { _ in }
  ) -> NamedState { (name, .active(frame(step.kind.type, change: change), step)) }

  /// SIGN_TRANSACTION over what the app asks for, with the PIN as the fallback.
  private static let topUpStates: [NamedState] = [
    active("recall", .recalling(.sign(.transaction(nil, policy()))), unasked),
    active("resolve", .resolving(.sign(.transaction(nil, policy())), earlier), unasked),
    active("prepare", .preparing(.transaction(nil, policy())), unasked),
    active("renew", .renewing(either), { $0.renewals = 1 }),
    active("ask", .asking(.verify(either))),
    active("askPIN", .asking(.verify(onlyPIN))),
    active("askBio", .asking(.verify(onlyBiometrics))),
    active("sign", .signing(either, challenge)),
    active("sign3", .signing(straight, challenge), { $0.biometricFailures = 2 }),
    active("signBio", .signing(onlyBiometrics, challenge)),
    active("verify", .verifying(either, challenge)),
    active(
      "verify3", .verifying(either, challenge),
      {
        $0.refusedProofs = 2
        $0.renewals = 1
      }),
    active("disable", .disabling(either)),
    active("disableBio", .disabling(onlyBiometrics)),
    active("actPIN", .acting(sent(either, .pin))),
    active("actTok", .acting(sent(either, .token))),
    active("again", .repeating(sent(either, .pin))),
    active("refresh", .refreshing(either, .wrongPIN)),
  ]

  /// SIGN_TRANSACTION over what the server holds for review.
  private static let reviewStates: [NamedState] = [
    active("recallRev", .recalling(.sign(.unread(authorised: nil, byCodes()))), unasked),
    active(
      "resolveRev", .resolving(.sign(.unread(authorised: review, policy())), earlier), unasked),
    active("readRev", .reading(authorised: nil, byCodes()), unasked),
    active("readSeen", .reading(authorised: review, policy()), unasked),
    active("askRev", .asking(.review(review, byCodes()))),
    active("keepRev", .keepingConfirmation(review, byCodes())),
    active("keepRevPIN", .keepingConfirmation(review, byCodes(.textedCode, .fallbackOnly))),
    active("prepRev", .preparing(reviewing())),
    active("signRev", .signing(coded(.biometricsOrCode(challenge)), challenge)),
    active(
      "actRev", .acting(sent(coded(.biometricsOrCode(challenge)), .assertion)),
      { $0.refusedProofs = 2 }),
    active("denying", .denying(reviewing())),
    active("denyAgain", .denyingAgain(reviewing())),
  ]

  /// SIGN_TRANSACTION with codes as the fallback, and the scenario without a transaction.
  private static let codeStates: [NamedState] = [
    active("prepScen", .preparing(scenario), unasked),
    active(
      "actScen",
      .acting(sent(Verification(.act(.sign(scenario)), .biometrics(challenge)), .assertion))),
    active("askBioCode", .asking(.verify(coded(.biometricsOrCode(challenge))))),
    active("sendFirst", .mailingCode(.act(.sign(reviewing())), instead: nil)),
    active(
      "sendBio",
      .mailingCode(.act(.sign(reviewing())), instead: coded(.biometricsOrCode(challenge)))),
    active("sendText", .textingCode(coded(.textedCode(text)))),
    active("askMail", .asking(.verify(coded(.mailedCode(mail))))),
    active("askFirst", .asking(.verify(coded(.mailedCode(mail), .authenticatorCode)))),
    active("keepFirst", .keeping(coded(.mailedCode(mail), .authenticatorCode), key)),
    active("askText", .asking(.verify(coded(.textedCode(text))))),
    active("askElse", .asking(.verify(Verification(.act(.sign(elsewhere)), .otherDevice)))),
    active(
      "askApp", .asking(.verify(coded(.authenticatorCode(mailed: mail), .authenticatorCode)))),
    active("actMail", .acting(sent(coded(.mailedCode(mail)), .codes))),
    active(
      "actText5", .acting(sent(coded(.textedCode(text)), .codes)), { $0.wrongCodes = 4 }),
    active(
      "actApp",
      .acting(sent(coded(.authenticatorCode(mailed: mail), .authenticatorCode), .codes))),
  ]

  private static func mailed(_ purpose: Purpose) -> Verification {
    Verification(purpose, .mailedCode(mail))
  }

  private static let agreement = FactorSetup(.sign(reviewing()), .welcome)
  private static let offered = mailed(.set(FactorSetup(.sign(reviewing()), .unasked)))
  private static let agreed = mailed(.set(agreement))
  private static let taken = mailed(.createKey(agreement))
  private static let byPIN = policy(.biometricsWithFallback, .pin)
  private static let offeredByPIN = Verification(
    .set(FactorSetup(.sign(reviewing(byPIN)), .unasked)), .pin)
  private static let noFallback = byCodes(.textedCode, .biometricsOnly)

  /// SIGN_TRANSACTION with a key that is registered on the way.
  private static let registrationStates: [NamedState] = [
    active("askOffer", .asking(.verify(offered))),
    active("askOfferPIN", .asking(.verify(offeredByPIN))),
    active("askTaken", .asking(.verify(taken))),
    active("keepOffer", .keeping(offered, key)),
    active("keepOfferPIN", .keeping(offeredByPIN, key)),
    active("keepTaken", .keeping(taken, key)),
    active("keepAgreed", .keeping(agreed, key)),
    active("setWay", .asking(.set(onTheWay()))),
    active("promptWay", .asking(.softPrompt(onTheWay(byCodes(), .unasked)))),
    active("yesWay", .remembering(onTheWay(byCodes(), .unasked), .accept, key)),
    active("noWay", .remembering(onTheWay(byCodes(), .unasked), .decline, key)),
    active(
      "noWayApp", .remembering(onTheWay(byCodes(.authenticatorCode), .unasked), .decline, key)),
    active("noWayPIN", .remembering(onTheWay(byPIN, .unasked), .decline, key)),
    active("noWayByPIN", .remembering(wayByPIN(.unasked), .decline, key)),
    active("noWayOnly", .remembering(onTheWay(noFallback, .unasked), .decline, key)),
    active("entitleWay", .entitling(onTheWay(), key)),
    active("entitleWayPIN", .entitling(wayByPIN(), key)),
    active("createWay", .creating(onTheWay(), key)),
    active("createWayPIN", .creating(wayByPIN(), key)),
    active(
      "createWay3", .creating(onTheWay(noFallback), key), { $0.biometricFailures = 2 }),
    active("actWay", .acting(.set(onTheWay(), withKey: true, key))),
    active("actWayPIN", .acting(.set(wayByPIN(), withKey: true, key))),
    active("prepAfter", .preparingWithNewKey(reviewing())),
  ]

  private static func wayByPIN(_ offer: BiometricsOffer = .welcome) -> NewFactors {
    .proved(FactorSetup(.sign(reviewing(byPIN)), offer), .pin, .pin)
  }

  private static let loggingIn = Verification(.act(.linkLogin(link)), .either(challenge))

  /// ENROL and LOGIN.
  private static let sessionStates: [NamedState] = [
    active("openEnrol", .opening(.enrol(link)), unasked),
    active("openLink", .opening(.linkLogin(link)), unasked),
    active("openApp", .opening(.login), unasked),
    active("askEnrol", .asking(.confirm(.enrol(link), confirmInfo([bob]), session))),
    active(
      "askLink", .asking(.confirm(.linkLogin(link), confirmInfo(numbers: numbers), session))),
    active("askAccount", .asking(.confirm(.login, confirmInfo(), session))),
    active("confEnrol", .confirming(.enrol(link), session)),
    active("confLink", .confirming(.linkLogin(link), session)),
    active("confApp", .confirming(.login, session), unasked),
    active("askLogin", .asking(.verify(loggingIn))),
    active("actLogin", .acting(sent(loggingIn, .pin))),
    active("actLoginBio", .acting(sent(loggingIn, .assertion))),
    active("renewLogin", .renewing(loggingIn), { $0.renewals = 1 }),
    active("actSession", .acting(.confirm(.enrol(link), session))),
    active("askHeadless", .asking(.verify(mailed(.act(.enrol(link)))))),
    active("actHeadless", .acting(sent(mailed(.act(.enrol(link))), .codes))),
    active("askCode", .asking(.verify(enrolling))),
    active("checkCode", .checking(enrolling)),
  ]

  private static let session = OperationID("link")
  private static let numbers = ["17", "42", "88"]

  private static func confirmInfo(
    _ accounts: [SessionAccount] = [ada, bob], numbers: [String] = []
  ) -> ConfirmSessionInfo {
    ConfirmSessionInfo(accounts: accounts, numbers: numbers, secondFactorNeeded: true)
  }

  private static let enrolling = mailed(.set(firstFactors))
  private static let old = Verification(.set(otherPIN), .either(challenge))
  private static let oldGiven = Verification(
    .resubmit(otherPIN, withKey: false), .either(challenge))
  private static let enrolGiven = mailed(.createKey(firstFactors))
  private static let addition = FactorSetup(.addBiometrics, .unasked)
  private static let add = Verification(.set(FactorSetup(.addBiometrics, .welcome)), .pin)
  private static let addFirst = Verification(.set(addition), .pin)
  private static let addPrompt = NewFactors.proved(addition, .pin, .pin)
  private static let removal = Verification(.act(.removeBiometrics), .either(challenge))

  /// ENROL once its factors are set, and the flows over the account's own factors.
  private static let factorStates: [NamedState] = [
    active("recallMan", .recalling(.changePIN), unasked),
    active("consPIN", .consulting(.changePIN), unasked),
    active("consAdd", .consulting(.addBiometrics), unasked),
    active("consRem", .consulting(.removeBiometrics), unasked),
    active("consUp", .consulting(.headlessUpgrade), unasked),
    active("askOld", .asking(.verify(old))),
    active("checkOld", .checking(old)),
    active("keepOld", .keeping(old, key)),
    active("keepOldAgain", .keeping(oldGiven, key)),
    active("keepCodeAgain", .keeping(enrolGiven, key)),
    active("signOld", .signing(old, challenge)),
    active("refreshOld", .refreshing(oldGiven, .wrongPIN)),
    active("setPIN", .asking(.set(newPIN))),
    active("actNew", .acting(.set(newPIN, withKey: false, key))),
    active("actNewSigned", .acting(.set(newPINSigned, withKey: false, challenge))),
    active("askAdd", .asking(.verify(add))),
    active("entitleAdd", .checking(add)),
    active("entitleFirst", .checking(addFirst)),
    active("promptAdd", .asking(.softPrompt(addPrompt))),
    active("yesAdd", .remembering(addPrompt, .accept, key)),
    active("noAdd", .remembering(addPrompt, .decline, key)),
    active("setAdd", .asking(.set(addedKey))),
    active("createAdd", .creating(addedKey, key)),
    active("createAdd3", .creating(addedKey, key), { $0.biometricFailures = 2 }),
    active("actAdd", .acting(.set(addedKey, withKey: true, key))),
    active("promptUp", .asking(.softPrompt(upgraded))),
    active("yesUp", .remembering(upgraded, .accept, key)),
    active("noUp", .remembering(upgraded, .decline, key)),
    active("setBoth", .asking(.set(enrolled))),
    active("entitleBoth", .entitling(enrolled, key)),
    active("entitleUp", .entitling(upgraded, key)),
    active("createBoth", .creating(enrolled, key)),
    active("createBoth3", .creating(enrolled, key), { $0.biometricFailures = 2 }),
    active("actBoth", .acting(.set(enrolled, withKey: true, key))),
    active("actUp", .acting(.set(upgraded, withKey: false, key))),
    active("askRem", .asking(.verify(removal))),
    active("actRem", .acting(sent(removal, .pin))),
  ]

  private static func ended(_ phase: FlowPhase, _ error: FlowError?) -> FlowState {
    var flow = frame().lastFlow(at: .preparing(.transaction(transaction, policy())))
    flow.phase = phase
    flow.error = error
    flow.result = error == nil ? completed : nil
    return .finished(flow)
  }

  private static let endStates: [NamedState] = [
    ("done", ended(.done, nil)), ("error", ended(.error, .cancelled)),
  ]
}
