import FlowModel
import WireModel

/// The calls of a flow, by its kind.
///
/// Each call switches over all kinds without a default: a new kind does not compile until every
/// call handles it. The driver stores the results.
extension FlowKind<SignatureAPI> {
  /// ENROL, LOGIN: asks for the session that is to be confirmed.
  func open(_ driver: isolated FlowDriver) async -> Answer {
    switch self {
    case .enrol(let link), .linkLogin(let link): await driver.open(link)
    case .login: await driver.openLogin()
    case .sign, .changePIN, .addBiometrics, .removeBiometrics, .headlessUpgrade: .notMade
    }
  }

  /// ENROL: asks what else the confirmed enrolment needs.
  func confirmEnrolment(_ driver: isolated FlowDriver) async -> Answer {
    switch self {
    case .enrol(let link): await driver.confirmEnrolment(by: link)
    case .login, .linkLogin, .sign, .changePIN, .addBiometrics, .removeBiometrics,
      .headlessUpgrade:
      .notMade
    }
  }

  /// LOGIN: asks what else the confirmed login of an account needs.
  func confirmLogin(
    of account: SessionAccount, _ number: String?, _ driver: isolated FlowDriver
  ) async -> Answer {
    switch self {
    case .login: await driver.confirmLogin(of: account)
    case .linkLogin(let link): await driver.confirmLogin(by: link, of: account, number)
    case .enrol, .sign, .changePIN, .addBiometrics, .removeBiometrics, .headlessUpgrade: .notMade
    }
  }

  /// SIGN_TRANSACTION: asks for the transaction under review.
  func readReview(_ driver: isolated FlowDriver) async -> Answer {
    switch self {
    case .sign(.review(let review, _)): await review.read(driver)
    case .sign(.action), .enrol, .login, .linkLogin, .changePIN, .addBiometrics,
      .removeBiometrics, .headlessUpgrade:
      .notMade
    }
  }

  /// SIGN_TRANSACTION: waits for what another device decides on the transaction under review.
  func awaitDecision(_ driver: isolated FlowDriver) async -> Answer {
    switch self {
    case .sign(.review(let review, _)): await review.awaitDecision(driver)
    case .sign(.action), .enrol, .login, .linkLogin, .changePIN, .addBiometrics,
      .removeBiometrics, .headlessUpgrade:
      .notMade
    }
  }

  /// SIGN_TRANSACTION: denies what is signed.
  func deny(_ driver: isolated FlowDriver) async -> Answer {
    switch self {
    // Nothing of it is at the server before it is proved.
    case .sign(.action): .decision(.denied)
    case .sign(.review(let review, _)): await review.deny(driver)
    case .enrol, .login, .linkLogin, .changePIN, .addBiometrics, .removeBiometrics,
      .headlessUpgrade:
      .notMade
    }
  }

  /// SIGN_TRANSACTION: denies the transaction under review after a final refusal; after that of a
  /// factor only where no other could act.
  func denyAfterRefusal(of factor: Factor?, _ driver: isolated FlowDriver) async {
    switch self {
    case .sign(.review(let review, _)): await review.denyAfterRefusal(of: factor, driver)
    case .sign(.action), .enrol, .login, .linkLogin, .changePIN, .addBiometrics,
      .removeBiometrics, .headlessUpgrade:
      break
    }
  }

  /// The flows over the account's own factors: asks how they stand.
  func consultFactors(_ driver: isolated FlowDriver) async -> Answer {
    switch self {
    case .changePIN: await driver.consultToChangePIN()
    case .addBiometrics: await driver.consultToAddBiometrics()
    case .removeBiometrics: await driver.consultToRemoveBiometrics()
    case .headlessUpgrade: await driver.consultToUpgrade()
    case .enrol, .login, .linkLogin, .sign: .notMade
    }
  }

  /// Asks for a challenge over what is proved, and for that of the device which comes with it.
  func askChallenge(_ driver: isolated FlowDriver) async -> Answer {
    switch self {
    case .enrol(let link): await driver.askEnrolmentChallenge(by: link)
    case .login: await driver.askLoginChallenge()
    case .linkLogin(let link): await driver.askLoginChallenge(by: link)
    case .sign(.action(let action, _)): await action.askChallenge(driver)
    case .sign(.review(let review, _)): await review.askChallenge(driver)
    case .addBiometrics: await driver.askChallenge(changing: .addPasskey)
    case .removeBiometrics: await driver.askRemovalChallenge()
    case .changePIN, .headlessUpgrade: .notMade
    }
  }

  /// ENROL, CHANGE_PIN: has the server verify what was given, for nothing else.
  func checkProof(_ driver: isolated FlowDriver) async -> Answer {
    switch self {
    case .enrol(let link): await driver.checkEnrolmentProof(by: link)
    case .changePIN: await driver.checkOldPIN()
    case .login, .linkLogin, .sign, .addBiometrics, .removeBiometrics, .headlessUpgrade: .notMade
    }
  }

  /// Has a code sent.
  func sendCode(_ code: WantedCode, _ driver: isolated FlowDriver) async -> Answer {
    switch self {
    case .enrol(let link): await driver.sendCode(by: link)
    case .sign(let signature): await driver.sendCode(code, approving: signature.asked)
    case .headlessUpgrade: await driver.sendUpgradeCode()
    case .login, .linkLogin, .changePIN, .addBiometrics, .removeBiometrics: .notMade
    }
  }

  /// Gives the server what entitles to a new key, and asks how to make it.
  func entitleKey(_ driver: isolated FlowDriver) async throws(ActionStop) {
    switch self {
    case .enrol(let link): try await driver.entitleEnrolmentKey(by: link)
    case .sign: try await driver.entitleKeyOnTheWay()
    case .addBiometrics: try await driver.entitleAddedKey()
    case .headlessUpgrade: try await driver.entitleUpgradeKey()
    case .login, .linkLogin, .changePIN, .removeBiometrics: throw .nothingGiven
    }
  }

  /// Makes the request of the action.
  func makeAction(
    _ proof: ActionProof, _ operation: OperationID, _ driver: isolated FlowDriver
  ) async throws(ActionStop) -> FlowAction {
    switch self {
    case .enrol(let link): try await driver.makeEnrolment(by: link, proof)
    case .login: try await driver.makeLogin(proof)
    case .linkLogin(let link): try await driver.makeLogin(by: link, proof)
    case .sign where driver.newKey.registration != nil, .addBiometrics:
      try await driver.makeRegistration(proof)
    case .sign(.action(let action, _)): try await action.make(proof, operation, driver)
    case .sign(.review(let review, _)): try await review.makeApproval(proof, operation, driver)
    case .changePIN: try await driver.makePINChange(proof, operation)
    case .removeBiometrics: try await driver.makeRemoval(proof, operation)
    case .headlessUpgrade: try await driver.makeUpgrade(proof, operation)
    }
  }

  /// Reads the action's answer, and does on the device what follows from it.
  func complete(
    _ response: WireResponse, _ driver: isolated FlowDriver
  ) async throws(ClientError) -> Answer {
    switch self {
    case .enrol: return try await driver.completeEnrolment(response)
    case .login: return try await driver.completeLogin(response)
    case .linkLogin: return try driver.completeLinkLogin(response)
    case .sign where driver.newKey.registration != nil, .addBiometrics:
      try await driver.completeRegistration(response)
    case .sign(.action(let action, _)): return try action.read(response)
    case .sign(.review(let review, _)): return try review.read(response)
    case .changePIN: await driver.device.keepOpenPIN()
    case .removeBiometrics: await driver.completeRemoval()
    case .headlessUpgrade: await driver.completeUpgrade()
    }
    return .done
  }

  /// True if an earlier action asked for the same as this flow.
  func isSame(_ asked: AskedAction) -> Bool {
    switch self {
    case .sign(.action(let action, _)): action.isSame(asked)
    case .sign(.review(let review, _)): asked == .approval(transactionID: review.id)
    case .removeBiometrics: if case .removal = asked { true } else { false }
    case .enrol, .login, .linkLogin, .changePIN, .addBiometrics, .headlessUpgrade:
      asked.flow == type
    }
  }
}

extension FlowKind<SignatureAPI> {
  /// True if the flow is in a session of its account.
  var hasSession: Bool {
    switch self {
    case .enrol, .login, .linkLogin: false
    case .sign, .changePIN, .addBiometrics, .removeBiometrics, .headlessUpgrade: true
    }
  }

  /// True if the flow's action changes which factors there are.
  var changesFactors: Bool {
    switch self {
    case .login, .linkLogin, .sign: false
    case .enrol, .changePIN, .addBiometrics, .removeBiometrics, .headlessUpgrade: true
    }
  }
}

/// The signature of a SIGN_TRANSACTION, with its calls and its policy.
enum SignatureAPI: Sendable {
  /// An action that the app itself asks for.
  case action(ActionAPI, SigningPolicy)
  /// A transaction under review, which a host's backend started.
  case review(ReviewAPI, SigningPolicy)

  /// The signature as the machine knows it; a test of the factors has only its title.
  var signing: Signing {
    switch self {
    case .action(let action, let policy):
      action.isTest ? .scenario(policy) : .transaction(nil, policy)
    case .review(let review, let policy): .unread(authorised: review.authorised, policy)
    }
  }

  /// The action as options, codes and proofs name it.
  var asked: LinkedOptionsRequest {
    switch self {
    case .action(let action, _): action.asked
    case .review(let review, _): .approval(of: review.id)
    }
  }

  /// True if its first question may need nothing from the server.
  var mayAskAtOnce: Bool {
    if case .action(_, let policy) = self { policy.level == .fallbackOnly } else { false }
  }
}

extension Answer {
  /// The answer to an effect that the machine never wants in a flow of this kind.
  static let notMade = Answer.failure(.notUnderstood(.answerNotUnderstood))
}

/// A code that a flow has sent.
enum WantedCode: Sendable, Hashable {
  /// The first one, which names the key as well if one is registered on the way.
  case mailed(registersKey: Bool)
  /// The second one, once more.
  case texted
}

/// The request of an action, with what is kept of it while its outcome is unknown.
struct FlowAction: Sendable {
  /// To whom the request goes.
  enum Request: Sendable {
    /// To this server.
    case server(WireRequest)
    /// To a host's own, by the app.
    case host(@Sendable () async throws(TransportError) -> HostAnswer)
  }

  let request: Request
  /// Nil where the vault keeps no operation, since the device finds out in another way.
  let asked: AskedAction?

  init(request: WireRequest, asked: AskedAction?) {
    self.request = .server(request)
    self.asked = asked
  }

  init(host: @escaping @Sendable () async throws(TransportError) -> HostAnswer) {
    request = .host(host)
    asked = nil
  }
}

/// The reason why an action was not sent, as an answer.
struct ActionStop: Error {
  let answer: Answer

  init(_ failure: CallFailure) { answer = .failure(failure) }

  /// A call that had to come before the action.
  init(_ error: ClientError, _ proof: ActionProof) {
    answer = Answer(before: error, proof: proof)
  }

  init(_ error: DeviceSecretsError) { answer = .failure(CallFailure(error)) }

  /// The flow wants what was never given: the machine does not do that.
  static let nothingGiven = ActionStop(.notUnderstood(.answerNotUnderstood))
}
