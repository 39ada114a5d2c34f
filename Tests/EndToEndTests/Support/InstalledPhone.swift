import CountersignClient
import CountersignCore
import CountersignDevice
import CountersignHTTP
import CountersignSQLite
import CountersignTesting
import FlowModel
import Foundation
import Testing
import WebAuthnModel
import WireModel

/// A phone with device secrets and any number of accounts, over the real router.
struct InstalledPhone {
  let harness: ServiceHarness
  let transport: FaultyTransport
  let vault: FileVault
  let device: DeviceKeys
  let presence: ScriptedPresence
  let clock: HarnessClock
  let manager: FlowManager

  static let pin = SecretText("258036")
  static let newPIN = SecretText("904417")

  /// A phone on a disk that outlives it: another one with the same name is the phone restarted.
  ///
  /// - Parameters:
  ///   - harness: Its server.
  ///   - name: Its name, under which its disk is found again.
  ///   - tokens: How its access tokens are sent.
  ///   - wrap: What stands between it and its server.
  /// - Throws: Where the harness has no origin.
  init(
    _ harness: ServiceHarness, named name: String = "phone", tokens: TokenType = .dpop,
    through wrap: (any Transport) -> any Transport = { $0 }
  ) throws {
    self.harness = harness
    transport = FaultyTransport(
      wrap(LoopbackClientTransport(WatchedLoopback(harness, settings: Wire.settings))))
    guard let origin = Origin(ServiceHarness.originText) else { throw HarnessError.unusableOrigin }
    let vault = FileVault(directory: harness.directory.appending(path: name).path)
    let presence = ScriptedPresence {}
    (self.vault, self.presence) = (vault, presence)
    clock = HarnessClock(clock: harness.clock)
    device = DeviceKeys(
      vault: vault, relyingPartyID: ServiceHarness.relyingPartyID, scryptRounds: 16)
    let binding = TokenBinding(
      address: ServiceHarness.originText, keys: MemorySessionKeys(), device: device)
    let device = device
    manager = FlowManager(
      connection: ServerConnection(
        transport: transport, binding: tokens == .dpop ? binding : nil), device: device,
      vault: vault,
      authenticator: { account in
        SoftwareAuthenticator(vault: vault, account: account, origin: origin, presence: presence)
      },
      softLocks: SoftLocks { account in
        SoftLockManager(
          account: account, vault: vault, secret: device, presence: presence, clock: { .now })
      },
      configuration: FlowConfiguration(
        processingSeconds: 600, repeatPauseSeconds: 0.001, closingSeconds: 600,
        deviceName: name),
      clock: clock)
  }

  /// What signs for an account.
  func authenticator(_ account: String) throws -> SoftwareAuthenticator {
    let origin = try #require(Origin(ServiceHarness.originText))
    return SoftwareAuthenticator(
      vault: vault, account: account, origin: origin, presence: presence)
  }

  /// What a person does with a question.
  struct Answer: Sendable {
    let give: @Sendable (FlowManager, Flow) async throws -> Void
  }

  /// Runs a flow to its end, answering each question with the next answer; leaves where there is
  /// none.
  @discardableResult
  func run(
    _ start: (FlowManager) async throws -> some Sendable, _ answers: [Answer] = []
  ) async throws -> [Flow] {
    var remaining = answers[...]
    var flows: [Flow] = []
    _ = try await start(manager)
    for await flow in await manager.updates {
      flows.append(flow)
      guard flow.phase == .waitForInput else { continue }
      if let answer = remaining.popFirst() {
        try await answer.give(manager, flow)
      } else {
        await manager.cancel()
      }
    }
    return flows
  }

  /// Does something beside a flow that runs, and no longer than that: what waits for something that
  /// does not come ends with the flow, and what the flow threw is seen.
  func running<Outcome>(
    _ run: () async throws -> Outcome, beside work: @escaping @Sendable () async throws -> Void
  ) async throws -> Outcome {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await work() }
      let outcome = try await run()
      group.cancelAll()
      return outcome
    }
  }

  /// Lets the deadline of the present PROCESSING pass, and waits for the end of its flow.
  func passDeadline() async throws {
    while await manager.currentFlow?.isFinal == false {
      try Task.checkCancellation()
      clock.wakeAll()
      await Task.yield()
    }
  }

  /// Lets the deadline of a flow pass that goes on asking though there is no network any more; one
  /// that ends by itself is waited for.
  func passDeadlineOfRepetition() async throws {
    while await manager.currentFlow?.isFinal != true, !transport.isRepeating {
      try Task.checkCancellation()
      await Task.yield()
    }
    try await passDeadline()
  }

  /// A link of a host's backend that enrols a device of somebody: the first one of an account that
  /// it makes, or by an administrator's word a further one.
  func enrolLink(
    _ userName: String = "ada@example.com", _ secondFactor: SecondFactorDemand = .required
  ) async throws -> LinkAddress {
    let link = try await harness.service.linkIssuer.make(
      SessionLinkRequest(
        type: .enrol, userName: userName, displayName: "Ada", secondFactor: secondFactor),
      from: .host(.inProcess, key: ServiceKeyID("key_host")), mandate: .anyFactor
    ).get()
    return try #require(LinkAddress(link.url))
  }

  /// Enrols with the PIN and, where they are wanted, biometrics.
  @discardableResult
  func enrol(
    _ userName: String = "ada@example.com", biometrics: SoftPromptAnswer = .decline
  ) async throws -> AccountSession {
    let link = try await enrolLink(userName)
    let flows = try await run(
      { try await $0.startEnrol(link) },
      [
        .confirm, .softPrompt(biometrics),
        .give(biometrics == .accept ? .pinAndBiometrics(Self.pin) : .pin(Self.pin)),
      ])
    try #require(flows.last?.phase == .done, "\(String(describing: flows.last?.error))")
    transport.arm(nil)
    try await endAdministratorsWaits()
    // Its person signs in by codes as well.
    try await harness.proveAddresses()
    return try #require(try await manager.installation.session())
  }

  /// Ends the day in which a device is weak that an administrator's link enrolled; the clock stands
  /// still, since no session lasts so long.
  private func endAdministratorsWaits() async throws {
    let now = harness.clock.now()
    try await harness.store.write { transaction in
      _ = try transaction.execute(
        "UPDATE waits SET ends_at = ? WHERE reason = 'administrator'",
        [.integer(now.milliseconds)])
    }
  }
}

extension InstalledPhone.Answer {
  /// Yes to a session: the first account and, of three numbers, the given one.
  static func confirm(number: String?) -> Self {
    Self { manager, flow in
      let account =
        flow.type == .login
        ? flow.currentInteraction?.confirmSessionInfo?.accounts.first : nil
      try await manager.confirmSession(account: account, number: number)
    }
  }
  /// Yes to a session without a number.
  static var confirm: Self { confirm(number: nil) }
  /// Yes to a transaction.
  static var confirmTransaction: Self {
    Self { manager, _ in try await manager.confirmTransaction() }
  }
  /// A factor.
  static func give(
    _ input: SecondFactorInput, userInput: String? = nil, appPIN: SecretText? = nil
  ) -> Self {
    Self { manager, _ in
      try await manager.inputSecondFactor(input, userInput: userInput, appPIN: appPIN)
    }
  }
  /// An answer to the soft prompt.
  static func softPrompt(_ answer: SoftPromptAnswer) -> Self {
    Self { manager, _ in try await manager.answerSoftPrompt(answer) }
  }
  /// What a person says who upgrades a headless account: the mailed code, what they think of
  /// biometrics, and the factors.
  static func whateverIsAsked(
    _ harness: ServiceHarness, _ biometrics: SoftPromptAnswer
  ) -> Self {
    Self { manager, flow in
      switch flow.currentInteraction?.type {
      case .softPrompt: try await manager.answerSoftPrompt(biometrics)
      case .setSecondFactor:
        try await manager.inputSecondFactor(
          pin: InstalledPhone.pin, biometrics: biometrics == .accept)
      default: try await mailedCode(harness).give(manager, flow)
      }
    }
  }
  /// No.
  static var deny: Self { Self { manager, _ in try await manager.deny() } }
  /// The newest code that was mailed.
  static func mailedCode(_ harness: ServiceHarness, _ userName: String = "ada@example.com") -> Self
  {
    Self { manager, _ in
      try await manager.inputSecondFactor(.code(harness.newestCode(to: userName)))
    }
  }
  /// The same, pasted as a mail shows it.
  static func pastedCode(_ harness: ServiceHarness, _ userName: String = "ada@example.com") -> Self
  {
    Self { manager, _ in
      let code = try await harness.newestCode(to: userName).exposed
      try await manager.inputSecondFactor(
        .code(SecretText(" \(code.prefix(3)) \(code.suffix(3))")))
    }
  }
  /// Another code than that.
  static func wrongCode(_ harness: ServiceHarness, _ userName: String = "ada@example.com") -> Self {
    Self { manager, _ in
      try await manager.inputSecondFactor(.code(harness.wrongCode(to: userName)))
    }
  }
}
