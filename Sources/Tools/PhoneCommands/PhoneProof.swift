import CountersignClient
import CountersignDevice
import FlowModel
import ToolSupport
import WireModel

extension Phone {
  /// Makes a change of factors with a proof by one that is there; without where the account has
  /// none.
  ///
  /// A PIN that was not taken is asked for again, with the tries that are left.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - session: Whose factor.
  ///   - pin: The PIN, where a flag gives it. Secret.
  ///   - call: Makes the change; the proof is good once.
  /// - Returns: The answer.
  /// - Throws: Where there is no proof, or a call fails.
  func proving<Answer>(
    _ change: FactorChange, in session: AccountSession, pin: String?,
    _ call: (Proof?) async throws -> Answer
  ) async throws -> Answer {
    try await proving(
      for: change, in: session, pin: pin, over: { try await $0.options(changing: change) }, call)
  }

  /// Makes a call with a proof by the strongest factor that this phone has.
  ///
  /// - Parameters:
  ///   - change: The change of factors that is proved; nil for anything else.
  ///   - session: Whose factors.
  ///   - pin: The PIN, where a flag gives it. Secret.
  ///   - challenges: Asks for what is proved.
  ///   - call: Makes the call; the proof is good once.
  /// - Returns: The answer.
  /// - Throws: Where there is no proof, or a call fails.
  func proving<Answer>(
    for change: FactorChange? = nil, in session: AccountSession, pin: String?,
    over challenges: (AccountSession) async throws -> LinkedOptions,
    _ call: (Proof?) async throws -> Answer
  ) async throws -> Answer {
    var factors = try await session.secondFactor()
    let addsFactor = change?.addsFactor == true
    if addsFactor { tellHold(factors) }
    guard factors.hasPIN || factors.hasBiometrics || factors.hasDevicePIN else {
      // An app alone would open no session that shows the account, and add no other factor.
      if change == .addAuthenticatorApp { throw CommandFailure.appFirst }
      return try await call(nil)
    }
    guard try await provesHere(factors, of: session) else {
      // A recovery that is ready takes a mailed code in place of what is lost.
      guard addsFactor, !factors.needsFactor else { throw CommandFailure.keyElsewhere }
      return try await call(nil)
    }
    if change != nil { try await requireWeakProofEnough(factors, in: session) }
    var given = pin
    var isShown = false
    while true {
      said.noteProof()
      let linked = try await challenges(session)
      // What is proved is shown before anything is asked for: which factor is added, and how.
      if !isShown, !linked.document.fields.isEmpty { Console.document(linked.document) }
      if !isShown, addsFactor, !factors.hasBiometrics, try await sendsPIN(factors, of: session) {
        Console.note(words.newFactorWaits)
      }
      isShown = true
      let proof = try await proof(by: factors, over: linked, in: session, pin: given)
      do {
        return try await call(proof)
      } catch let error as ClientError where proof.isByPIN && error.isOfPIN {
        given = nil
        factors = try await refusedPIN(error, in: session)
      }
    }
  }

  /// Says what becomes of a factor that is added while those from before are on hold, before
  /// anything is asked for it.
  func tellHold(_ factors: SecondFactorAnswer) {
    if factors.isOnHold == true { Console.note(words.waitsUnderHold) }
  }

  /// Refuses a change of factors that a PIN which is sent is asked for in vain: the account has a
  /// key elsewhere that alone makes it.
  private func requireWeakProofEnough(
    _ factors: SecondFactorAnswer, in session: AccountSession
  ) async throws {
    guard factors.hasBiometrics, try await sendsPIN(factors, of: session),
      try await !isKeyHeld(session.accountID),
      let keys = try? await session.credentials().credentials,
      keys.contains(where: { !$0.isWaiting })
    else { return }
    throw CommandFailure.strongerNeeded(hasKey: true, in: endWords)
  }

  /// Says that a PIN was not taken, and the tries that are left.
  ///
  /// - Returns: The state of the second factor, for the next try.
  /// - Throws: Where nobody can be asked for another, or no other is taken.
  func refusedPIN(
    _ error: ClientError, in session: AccountSession
  ) async throws -> SecondFactorAnswer {
    let factors = try await session.secondFactor()
    guard !factors.isBlocked else { throw blockedPIN }
    // The PIN is not what is blocked: codes are, and another PIN helps nothing.
    if error.reason == .secondFactorBlocked { throw blockedCodes(by: error) ?? error }
    if hasPerson {
      let texts = words.flowTexts
      Console.note(error.reason == .verificationFailed ? texts.wrongPIN : texts.tooEarly)
    }
    if let tries = words.pinTries(SecondFactorAccount(factors)) { Console.note(tries) }
    guard hasPerson else { throw error }
    return factors
  }

  /// The end of a command whose PIN is blocked.
  var blockedPIN: CommandFailure {
    endWords.blockedPIN(at: limits.server)
  }

  /// Proves by this phone's own PIN, a key that it holds, or else the PIN that is sent in the body.
  private func proof(
    by factors: SecondFactorAnswer, over linked: LinkedOptions, in session: AccountSession,
    pin: String?
  ) async throws -> Proof {
    // A script that says yes and gives no PIN means its key.
    let meansKey = pin == nil ? try await provesByYes(session.accountID) : false
    if factors.hasPIN, !factors.isBlocked, !meansKey, let challenge = linked.pinChallenge {
      let given = try typedPIN(pin)
      let shown = DeviceChallenge(challenge, linked.document)
      return .pinProof(try await device.provePIN(given, shown, of: session.accountID))
    }
    let authenticator = authenticator(of: session.accountID)
    let held = try? await authenticator.credentials(for: linked.options.relyingPartyID)
    let isHeld = linked.options.allowCredentials.contains { held?.contains($0.id) == true }
    // Who gives the PIN wants to prove by it, though a key is worth more.
    guard isHeld && pin == nil || !factors.hasPIN else {
      guard !factors.isBlocked else { throw blockedPIN }
      let given = try typedPIN(pin)
      try await device.requireNoAppPIN(given, of: session.accountID)
      return .pin(given)
    }
    let request = SigningRequest(linked.options, document: linked.document)
    do throws(AuthenticatorError) {
      return .assertion(try await authenticator.sign(request))
    } catch {
      throw ClientError.authenticator(error)
    }
  }

  /// The PIN that a flag gives, or whoever is there.
  private func typedPIN(_ flag: String?) throws -> SecretText {
    if let flag, !flag.isEmpty { return SecretText(flag) }
    guard let typed = PhonePIN.ask(in: words) else {
      throw hasPerson ? CommandFailure.left(nil, isAction: false, endWords) : .noPIN
    }
    return typed
  }

  /// True if this phone has what an account could be proved by: a PIN that is typed, or a key.
  ///
  /// A PIN that is on the account's phones is of no use on any other.
  func provesHere(
    _ factors: SecondFactorAnswer, of session: AccountSession
  ) async throws -> Bool {
    if factors.hasDevicePIN, try await device.state(of: session.accountID).hasPIN { return true }
    if try await sendsPIN(factors, of: session) { return true }
    return try await isKeyHeld(session.accountID)
  }

  /// True if the PIN that counts here is the account's, which is sent in requests.
  ///
  /// The PIN of a device that is not claimed yet leaves it in place. A device's session reads only
  /// the state of its own PIN.
  func sendsPIN(
    _ factors: SecondFactorAnswer, of session: AccountSession
  ) async throws -> Bool {
    guard factors.hasPIN, factors.hasDevicePIN else { return factors.hasPIN }
    return try await !isDevice(session.accountID)
  }

  /// True if --yes stands for the person at a key that the phone holds.
  func provesByYes(_ account: String) async throws -> Bool {
    guard answersYes else { return false }
    return try await isKeyHeld(account)
  }

  /// Makes a call with the entitlement to a further factor: one that the account has, or for the
  /// first a mailed code.
  func entitled<Answer>(
    to change: FactorChange, in session: AccountSession, pin: String?, codes: CodeOptions,
    _ call: (RegistrationOptionsRequest) async throws -> Answer
  ) async throws -> Answer {
    try await proving(change, in: session, pin: pin) { proof in
      if let proof { return try await call(RegistrationOptionsRequest(proof: proof)) }
      try await requireFactorsLeft(in: session)
      let recipient = await home.userName(of: session.accountID)
      let code = try await obtainCode(codes, to: recipient, for: .register) {
        try await session.requestCode(.register)
      }
      return try await withCode(code, sentTo: recipient, codes) { code in
        try await call(RegistrationOptionsRequest(validateCode: code))
      }
    }
  }
}

extension CommandFailure {
  /// An authenticator app was to be the first factor.
  static let appFirst = CommandFailure(
    .refused,
    "an authenticator app cannot be the first factor here: alone it would open no session that "
      + "shows the account",
    hint: "set up biometrics with countersign phone register, or a PIN with set-pin, first; then "
      + "add the app")
}

extension FactorChange {
  /// True if it adds a factor, which waits where a weak proof alone adds it.
  fileprivate var addsFactor: Bool {
    [.addPasskey, .addAuthenticatorApp, .addDeviceByLink].contains(self)
  }
}

extension Proof {
  /// True for a proof by a PIN.
  fileprivate var isByPIN: Bool {
    switch self {
    case .pin, .pinProof: true
    case .verificationToken, .assertion, .deviceProof, .codes: false
    }
  }
}

extension ClientError {
  /// True if a PIN was wrong, came too early, or was the last that is taken.
  var isOfPIN: Bool {
    reason.map { [.verificationFailed, .penalised, .secondFactorBlocked].contains($0) } == true
  }
}
