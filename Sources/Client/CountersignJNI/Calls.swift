import CountersignClient
import CountersignDevice
import DocumentModel
import FlowModel
import Synchronization
import WebAuthnModel
import WireModel

/// The calls of the JVM: their numbers are the order of the Java enum `Operation`.
enum Operation: Int32, CaseIterable {
  case open, close, currentFlow
  case startEnrol, startLogin, startLinkLogin, startReview, startChangePIN, startAddBiometrics
  case startRemoveBiometrics, startHeadlessUpgrade
  case confirmSession, confirmTransaction, inputSecondFactor, requestCode, answerSoftPrompt
  case deny, cancel, logOut
  case accounts, selectAccount, removeAccount
  case process, denyTransaction, leave, useAccount, announce, startFollowing, stopFollowing
  case waitingTransactions, transaction, openLink, noteConnectivity
  case handOver, handover, withdrawHandover, performHandover
  case lockAppeared, lockLeft, lockUseBiometrics, lockSubmit, lockSet, lockLoggedOut
  case appPINState
}

/// Answers the calls of the JVM.
enum Calls {
  /// Carries out one call.
  static func answer(_ handle: Int64, _ number: Int32, _ bytes: [UInt8]) async -> Crossing {
    do {
      let arguments = try Crossing(bytes)
      guard let operation = Operation(rawValue: number) else {
        throw CrossingError(sentence: "There is no such call: use the classes of one version.")
      }
      if operation == .open {
        let client = try JVMClient(arguments)
        await client.begin()
        return ["value": .integer(Boundary.clients.withLock { $0.hold(client) })]
      }
      if operation == .close {
        await Boundary.clients.withLock { $0.release(handle) }?.close()
        return ["value": .null]
      }
      guard let client = Boundary.clients.withLock({ $0[handle] }) else {
        return failure("closed", "This Countersign is closed: open another.")
      }
      try client.clock.note(arguments)
      return ["value": try await client.answer(operation, arguments)]
    } catch {
      return ["error": crossing(of: error)]
    }
  }

  static func failure(_ code: String, _ sentence: String) -> Crossing {
    ["error": ["code": .text(code), "sentence": .text(sentence)]]
  }

  /// The SDK's own code and sentence of an error.
  static func crossing(of error: any Error) -> Crossing {
    let (code, sentence) =
      switch error {
      case let error as CrossingError: ("argument", error.sentence)
      case let error as FlowInputError: (error.code, error.sentence)
      case let error as ClientError: error.told
      case VaultError.locked: ClientError.locked.told
      case let error as VaultError: ("vault_failed", "The vault failed: \(error).")
      case let error as AppPINError: error.told
      case let error as DeviceSecretsError: error.told
      default: ("unknown", "The call failed: \(type(of: error)).")
      }
    return ["code": .text(code), "sentence": .text(sentence)]
  }
}

extension JVMClient {
  /// Carries out one call of an SDK that is open.
  func answer(_ operation: Operation, _ arguments: Crossing) async throws -> Crossing {
    switch operation {
    case .open, .close: return .null
    case .currentFlow: return .optional(await manager.currentFlow, \.crossing)
    case .startEnrol, .startLogin, .startLinkLogin, .startReview, .startChangePIN,
      .startAddBiometrics, .startRemoveBiometrics, .startHeadlessUpgrade:
      return .optional(try await start(operation, arguments), \.crossing)
    case .confirmSession, .confirmTransaction, .inputSecondFactor, .requestCode,
      .answerSoftPrompt, .deny, .cancel:
      try await input(operation, arguments)
    case .logOut: try await manager.logOut(account: try arguments.optionalText("account"))
    case .accounts: return try await manager.installation.installed().crossing
    case .selectAccount: try await manager.installation.select(try arguments.text("account"))
    case .removeAccount: try await manager.installation.remove(try arguments.text("account"))
    case .process, .denyTransaction, .leave, .useAccount, .announce, .startFollowing,
      .stopFollowing, .waitingTransactions, .transaction, .openLink, .noteConnectivity:
      return try await inContext(operation, arguments)
    case .handOver, .handover, .withdrawHandover, .performHandover:
      return try await handOver(operation, arguments)
    case .lockAppeared, .lockLeft, .lockUseBiometrics, .lockSubmit, .lockSet, .lockLoggedOut,
      .appPINState:
      return try await lock(operation, arguments)
    }
    return .null
  }

  private func start(
    _ operation: Operation, _ arguments: Crossing
  ) async throws -> Flow? {
    let account = try arguments.optionalText("account")
    return switch operation {
    case .startEnrol: try await manager.startEnrol(try link(arguments))
    case .startLogin: try await manager.startLogin(account: account)
    case .startLinkLogin:
      try await manager.startLogin(try link(arguments), account: account)
    case .startReview:
      try await manager.startReview(try arguments.text("transaction"), account: account)
    case .startChangePIN: try await manager.startChangePIN(account: account)
    case .startAddBiometrics: try await manager.startAddBiometrics(account: account)
    case .startRemoveBiometrics: try await manager.startRemoveBiometrics(account: account)
    default: try await manager.startHeadlessUpgrade(account: account)
    }
  }

  private func link(_ arguments: Crossing) throws(CrossingError) -> LinkAddress {
    guard let link = LinkAddress(try arguments.text("link")) else {
      throw CrossingError(sentence: "The link holds no id: give it as it was scanned or tapped.")
    }
    return link
  }

  private func input(_ operation: Operation, _ arguments: Crossing) async throws {
    switch operation {
    case .confirmSession:
      let account = try arguments.optionalText("account").map { id in
        SessionAccount(id: id, displayName: try arguments.text("displayName"))
      }
      try await manager.confirmSession(
        account: account, number: try arguments.optionalText("number"))
    case .confirmTransaction: try await manager.confirmTransaction()
    case .inputSecondFactor: try await inputSecondFactor(arguments)
    case .requestCode: try await manager.requestCode()
    case .answerSoftPrompt:
      try await manager.answerSoftPrompt(try arguments.flag("accept") ? .accept : .decline)
    case .deny: try await manager.deny()
    default: await manager.cancel()
    }
  }

  private func inputSecondFactor(_ arguments: Crossing) async throws {
    let userInput = try arguments.optionalText("userInput")
    if let appPIN = try arguments.optionalText("appPIN"),
      let input = try SecondFactorInput(arguments)
    {
      return try await manager.inputSecondFactor(
        input, userInput: userInput, appPIN: SecretText(appPIN))
    }
    try await manager.inputSecondFactor(
      pin: try arguments.optionalText("pin").map { SecretText($0) },
      biometrics: try arguments.flag("biometrics"),
      code: try arguments.optionalText("code").map { SecretText($0) }, userInput: userInput)
  }

  private func inContext(
    _ operation: Operation, _ arguments: Crossing
  ) async throws -> Crossing {
    switch operation {
    case .process:
      let payload = try arguments["payload"].map { value throws(CrossingError) in
        try value.json
      }
      let name = ScenarioName(try arguments.text("scenario"))
      return await context.process(name, payload).crossing
    case .denyTransaction: return await context.deny(try arguments.text("transaction")).crossing
    case .leave: await context.leave()
    case .useAccount: await context.use(account: try arguments.optionalText("account"))
    case .announce: try await context.announce(try arguments.text("transaction"))
    case .startFollowing: startFollowing()
    case .noteConnectivity: connectivity.note(isOnline: try arguments.flag("isOnline"))
    case .stopFollowing: await stopFollowing()
    case .openLink:
      let scheme = try arguments.optionalText("scheme")
      guard let link = AppLink(try arguments.text("link"), server: address, scheme: scheme) else {
        throw CrossingError(sentence: "The link is none of this server: open it elsewhere.")
      }
      return try await context.open(link).crossing
    case .waitingTransactions: return .list(await context.queue.transactions, \.crossing)
    default: return try await context.transaction(try arguments.text("transaction")).crossing
    }
    return .null
  }

  private func lock(_ operation: Operation, _ arguments: Crossing) async throws -> Crossing {
    let account = try arguments.text("account")
    guard let lock = softLock(of: account) else { return .null }
    switch operation {
    case .lockAppeared:
      presence.readiness = AuthenticatorReadiness(try arguments.text("readiness"))
      try await lock.appAppeared()
    case .lockLeft: await lock.appLeft()
    case .lockUseBiometrics: await lock.useBiometrics()
    case .lockSubmit: await lock.submit(SecretText(try arguments.text("appPIN")))
    case .lockSet:
      try await manager.setAppPIN(
        SecretText(try arguments.text("appPIN")),
        besides: try arguments.optionalText("pin").map { SecretText($0) }, of: account)
    case .lockLoggedOut: await lock.loggedOut()
    default:
      switch try await lock.appPINState() {
      case .unset: return "UNSET"
      case .set: return "SET"
      case .wiped: return "WIPED"
      }
    }
    return await lock.phase.crossing
  }
}

extension Crossing {
  /// The value as the payload of a scenario.
  var json: JSONValue {
    get throws(CrossingError) {
      switch self {
      case .null: return .null
      case .flag(let flag): return .bool(flag)
      case .integer(let integer): return .integer(integer)
      case .text(let text): return .string(text)
      case .bytes(let bytes): return .string(Base64URL.encode(bytes))
      case .list(let elements):
        var values: [JSONValue] = []
        for element in elements { values.append(try element.json) }
        return .array(values)
      case .record(let members):
        var object: JSONObject = [:]
        for member in members { object[member.name] = try member.value.json }
        return .object(object)
      }
    }
  }
}
