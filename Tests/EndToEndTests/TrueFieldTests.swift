import CountersignClient
import CountersignCore
import CountersignTesting
import FlowModel
import Testing
import WireModel

@Suite("The fields of a flow say what the server knows")
struct TrueFieldTests {
  private static let wrong = InstalledPhone.Answer.give(.pin(InstalledPhone.newPIN))
  private static let right = InstalledPhone.Answer.give(.pin(InstalledPhone.pin))

  @Test("an enrolment names no, one and several devices on which the account is already")
  func existingAccounts() async throws {
    let harness = try await ServiceHarness()
    let account = try await InstalledPhone(harness, named: "first").enrol().accountID
    var told: [[String]] = []
    for name in ["second", "third"] {
      // The devices are told in the order of their time.
      harness.clock.advance(seconds: 1)
      let phone = try InstalledPhone(harness, named: name)
      let link = try await phone.enrolLink()
      let flows = try await phone.run(
        { try await $0.startEnrol(link) }, [.confirm, .softPrompt(.decline), Self.right])
      let info = try #require(flows.last?.session?.enrolInfo)
      #expect(info.existingAccounts.allSatisfy { $0.account.id == account })
      #expect(info.existingAccounts.allSatisfy { $0.account.displayName == "Ada" })
      #expect(info.displayName == "Ada")
      told.append(info.existingAccounts.map(\.device))
    }
    #expect(told == [["first"], ["first", "second"]])
    let other = try InstalledPhone(harness, named: "other")
    let link = try await other.enrolLink("bola@example.com")
    let flows = try await other.run({ try await $0.startEnrol(link) })
    #expect(flows.last?.session?.enrolInfo?.existingAccounts == [])
  }

  @Test("whether a second factor will be asked for is true of a PIN, and false without one")
  func secondFactorNeeded() async throws {
    let harness = try await ServiceHarness()
    let phone = try InstalledPhone(harness)
    let screen = ServerConnection(transport: phone.transport)
    func login() async throws -> [Flow] {
      let made = try await screen.makeLoginLink()
      let link = try #require(LinkAddress(made.url))
      return try await phone.run(
        { try await $0.startLogin(link) }, [.confirm(number: made.number), Self.right])
    }
    let headless = try await phone.enrolLink("ada@example.com", .none)
    let enrolment = try await phone.run({ try await $0.startEnrol(headless) }, [.confirm])
    #expect(Self.isNeeded(enrolment) == false)
    let without = try await login()
    #expect(without.last?.phase == .done, "\(String(describing: without.last?.error))")
    #expect(Self.isNeeded(without) == false)
    #expect(!without.contains { $0.currentInteraction?.type == .verifySecondFactor })

    let upgrade = InstalledPhone.Answer.whateverIsAsked(harness, .decline)
    let upgraded = try await phone.run(
      { try await $0.startHeadlessUpgrade() }, [upgrade, upgrade, upgrade])
    #expect(upgraded.last?.phase == .done, "\(String(describing: upgraded.last?.error))")
    let with = try await login()
    #expect(Self.isNeeded(with) == true)
    #expect(with.contains { $0.currentInteraction?.type == .verifySecondFactor })
  }

  private static func isNeeded(_ flows: [Flow]) -> Bool? {
    flows.lazy.compactMap(\.currentInteraction?.confirmSessionInfo).first?.secondFactorNeeded
  }

  @Test("a login link says nothing of a second factor, which depends on who confirms it")
  func loginLink() async throws {
    let harness = try await ServiceHarness()
    let phone = try InstalledPhone(harness)
    let screen = ServerConnection(transport: phone.transport)
    let login = try #require(LinkAddress(try await screen.makeLoginLink().url))
    #expect(try await screen.link(login).secondFactor == nil)
    let enrolment = try await phone.enrolLink("ada@example.com", .none)
    #expect(try await screen.link(enrolment).secondFactor == SecondFactorDemand.none)
    let other = try await phone.enrolLink("bola@example.com", .required)
    #expect(try await screen.link(other).secondFactor == .required)
  }

  @Test("the first question of SIGN and LOGIN has the attempts and the penalty of the PIN")
  func firstQuestion() async throws {
    let harness = try await ServiceHarness()
    let phone = try InstalledPhone(harness)
    try await phone.enrol()
    let review = try await harness.review().transaction.transactionID
    let screen = ServerConnection(transport: phone.transport)
    let link = try #require(LinkAddress(try await screen.makeLoginLink().url))
    let failed = try await phone.run(
      { try await $0.start(Remittance(.sample)) }, [Self.wrong, Self.wrong])
    #expect(failed.last?.secondFactorAccount?.failedAttempts == 2)

    // A phone that was restarted remembers nothing.
    let again = try InstalledPhone(harness)
    let first = [
      try await again.run({ try await $0.startLogin() }).first { $0.phase == .waitForInput },
      try await again.run({ try await $0.startLogin(link) }).first { $0.phase == .waitForInput },
      try await again.run({ try await $0.start(Remittance(.sample)) })
        .first { $0.phase == .waitForInput },
      try await again.run({ try await $0.startReview(review) })
        .first { $0.phase == .waitForInput },
    ]
    let types: [InteractionType?] = [
      .verifySecondFactor, .confirm, .verifySecondFactor, .confirmTransaction,
    ]
    #expect(first.map { $0?.currentInteraction?.type } == types)
    for flow in first {
      let account = try #require(flow?.secondFactorAccount, "\(String(describing: flow?.type))")
      #expect(account.failedAttempts == 2)
      #expect(account.maxAttempts == 5)
      #expect(account.penalisedForSeconds == 5)
      #expect(account.penalisedUntil != nil)
      #expect(account.hasPIN)
      #expect(!account.hasBiometrics)
      #expect(!account.isBlocked)
    }
  }

  @Test("with the PIN alone it is what was told last, and counts a wrong PIN and a right one")
  func pinAlone() async throws {
    let harness = try await ServiceHarness()
    let phone = try InstalledPhone(harness)
    try await phone.enrol()
    func purchase(_ answers: [InstalledPhone.Answer]) async throws -> [Flow] {
      try await phone.run(
        { try await $0.start(Remittance(.sample), level: .fallbackOnly, fallback: .pin) }, answers)
    }
    _ = try await phone.run({ try await $0.startLogin() }, [Self.right])
    let calls = phone.transport.calls.count
    let bought = try await purchase([Self.right])
    #expect(bought.first?.phase == .waitForInput, "it needs nothing from the server first")
    #expect(bought.first?.secondFactorAccount?.failedAttempts == 0)
    // The challenge for the device's PIN, and the action.
    #expect(phone.transport.calls.count == calls + 2)
    let failed = try await purchase([Self.wrong])
    #expect(failed.last?.secondFactorAccount?.failedAttempts == 1)
    let next = try await purchase([Self.right])
    #expect(next.first?.secondFactorAccount?.failedAttempts == 1)
    let last = try await purchase([])
    #expect(last.first?.secondFactorAccount?.failedAttempts == 0)
  }

  @Test("a code that stands in tells it too")
  func codes() async throws {
    let harness = try await ServiceHarness()
    let phone = try await ScenarioPhone(harness)
    let flows = await phone.manager.flows
    let seen = Task {
      for await flow in flows where flow.phase == .waitForInput { return flow }
      throw CancellationError()
    }
    try await phone.manager.start(BiometricTest(), level: .fallbackOnly, fallback: .textedCode)
    let asked = try await seen.value
    #expect(asked.currentInteraction?.secondFactorInfo?.allowed == [.validateCode])
    #expect(asked.secondFactorAccount?.hasPIN == false)
    #expect(asked.secondFactorAccount?.maxAttempts == 5)
    await phone.manager.cancel()
  }

  @Test("what follows a confirmed transaction is its result, on a phone without a key as well")
  func confirmation() async throws {
    let harness = try await ServiceHarness()
    let confirmed = InteractionResult(
      outcome: .success, interaction: .confirmTransaction, inputTypes: [.confirm])
    for biometrics in [SoftPromptAnswer.accept, .decline] {
      let phone = try InstalledPhone(harness, named: "\(biometrics)")
      let name = "\(biometrics)@example.com"
      try await phone.enrol(name, biometrics: biometrics)
      let id = try await harness.review(
        NewTransactionRequest(userName: name, amount: 750, currency: "NGN", payee: "Ikeja Books")
      ).transaction.transactionID
      let flows = try await phone.run(
        { try await $0.startReview(id) }, [.confirmTransaction, Self.right])
      #expect(flows.last?.phase == .done, "\(String(describing: flows.last?.error))")
      let asked = try #require(
        flows.first {
          $0.phase == .waitForInput && $0.currentInteraction?.type == .verifySecondFactor
        })
      #expect(asked.previousInteractionResult == confirmed)
      let info = try #require(asked.currentInteraction?.secondFactorInfo)
      #expect(info.allowed.contains(.biometrics) == (biometrics == .accept))
      #expect((info.biometricsObstacle == nil) == (biometrics == .accept))
    }
  }

  @Test("a login asks at once where there are accounts to choose from, and calls first with one")
  func firstState() async throws {
    let harness = try await ServiceHarness()
    let phone = try InstalledPhone(harness)
    try await phone.enrol()
    let one = try #require(try await phone.manager.startLogin())
    #expect(one.phase == .processing)
    await phone.manager.cancel()
    try await phone.enrol("bola@example.com")
    let calls = phone.transport.calls.count
    let started = try #require(try await phone.manager.startLogin())
    #expect(started.phase == .waitForInput)
    #expect(started.currentInteraction?.confirmSessionInfo?.accounts.count == 2)
    #expect(phone.transport.calls.count == calls, "nothing is needed from the server")
    await #expect(throws: FlowInputError.flowAlreadyActive) {
      try await phone.manager.startLogin()
    }
    await phone.manager.cancel()
    let change = try #require(try await phone.manager.startChangePIN())
    #expect(change.phase == .processing)
    await phone.manager.cancel()
  }
}
