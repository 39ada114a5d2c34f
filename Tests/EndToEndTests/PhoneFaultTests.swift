import CountersignClient
import CountersignDevice
import CountersignService
import CountersignStore
import CountersignTesting
import FlowModel
import Testing
import WebAuthnModel
import WireModel

@Suite("A phone whose network fails, over the real router")
struct PhoneFaultTests {
  /// A flow whose network fails, and what holds then.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let biometrics: SoftPrompt.Answer
    /// How many calls the flow makes without a fault, at most.
    let calls: Int
    let start: @Sendable (FlowManager, String) async throws -> Flow?
    let answers: [InstalledPhone.Answer]
    /// That it is done, once and no more often.
    let isDone: @Sendable (InstalledPhone, AccountSession, String) async throws -> Bool
    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "top-up by PIN", biometrics: .decline, calls: 2,
      start: { manager, _ in try await manager.startTopUp(.seed) },
      answers: [.give(.pin(InstalledPhone.pin))],
      isDone: { _, session, _ in try await session.wallet().balance == 4500 }),
    Case(
      name: "top-up by biometrics", biometrics: .accept, calls: 3,
      start: { manager, _ in try await manager.startTopUp(.seed) },
      answers: [.give(.biometrics)],
      isDone: { _, session, _ in try await session.wallet().balance == 4500 }),
    Case(
      name: "approval by PIN", biometrics: .decline, calls: 3,
      start: { try await $0.startReview($1) },
      answers: [.confirmTransaction, .give(.pin(InstalledPhone.pin))],
      isDone: { _, session, id in try await session.transaction(id).status == .approved }),
    Case(
      name: "approval by biometrics", biometrics: .accept, calls: 3,
      start: { try await $0.startReview($1) },
      answers: [.confirmTransaction, .give(.biometrics)],
      isDone: { _, session, id in try await session.transaction(id).status == .approved }),
    Case(
      name: "change of PIN", biometrics: .decline, calls: 3,
      start: { manager, _ in try await manager.startChangePIN() },
      answers: [.give(.pin(InstalledPhone.pin)), .give(.pin(InstalledPhone.newPIN))],
      isDone: { phone, session, _ in
        let devices = try await session.devices().devices
        let state = try await phone.device.state(of: session.accountID)
        return devices.first?.pinGeneration == 2 && state.pinGeneration == 2
          && state.openPIN == nil
      }),
    Case(
      name: "adding biometrics", biometrics: .decline, calls: 4,
      start: { manager, _ in try await manager.startAddBiometrics() },
      answers: [.give(.pin(InstalledPhone.pin)), .give(.biometrics)],
      isDone: { _, session, _ in try await session.credentials().credentials.count == 1 }),
    Case(
      name: "removing biometrics", biometrics: .accept, calls: 3,
      start: { manager, _ in try await manager.startRemoveBiometrics() },
      answers: [.give(.pin(InstalledPhone.pin))],
      isDone: { _, session, _ in try await session.credentials().credentials.isEmpty }),
  ]

  @Test(
    "wherever the network fails, it is done once when it says so or is asked again",
    arguments: cases, Fault.passing)
  func faultAtEachCall(of flow: Case, fault: Fault) async throws {
    for count in 0..<flow.calls {
      let harness = try await ServiceHarness()
      let session = try await InstalledPhone(harness).enrol(biometrics: flow.biometrics)
      let phone = try InstalledPhone(harness, deadline: fault == .goneAfter ? 5 : 600)
      let review = try await harness.review().transaction.transactionID
      phone.transport.arm(fault, after: count)
      let flows = try await phone.run({ try await flow.start($0, review) }, flow.answers)
      let last = try #require(flows.last)
      #expect(last.isFinal)
      phone.transport.arm(nil)
      let comment = Comment("\(fault) at \(count): \(String(describing: last.error))")
      if last.phase == .done {
        #expect(try await flow.isDone(phone, session, review), comment)
        continue
      }
      let kinds = ["network", "timeout", "outcomeUnknown", "serverValidation"]
      #expect(kinds.contains(last.error?.kind ?? ""), comment)
      if last.error?.kind == "network" {
        #expect(try await !flow.isDone(phone, session, review), comment)
      }
      // The phone is restarted, and asked for the same again.
      let restarted = try InstalledPhone(harness)
      let again = try await restarted.run({ try await flow.start($0, review) }, flow.answers)
      #expect(again.last?.phase == .done, comment)
      #expect(try await flow.isDone(restarted, session, review), comment)
    }
  }

  @Test(
    "an enrolment whose answer is lost leaves a phone that can log in, or one without a trace",
    arguments: Fault.passing)
  func faultyEnrolment(fault: Fault) async throws {
    for count in 0..<3 {
      let harness = try await ServiceHarness()
      let phone = try InstalledPhone(harness, deadline: fault == .goneAfter ? 5 : 600)
      let link = try await phone.enrolLink()
      phone.transport.arm(fault, after: count)
      let flows = try await phone.run(
        { try await $0.startEnrol(link) },
        [.confirm, .softPrompt(.accept), .give(.pinAndBiometrics(InstalledPhone.pin))])
      let last = try #require(flows.last)
      #expect(last.isFinal)
      let restarted = try InstalledPhone(harness)
      let login = try await restarted.run(
        { try await $0.startLogin() }, [.give(.pin(InstalledPhone.pin))])
      let comment = Comment("\(fault) at \(count): \(String(describing: last.error))")
      let devices = try await harness.store.read {
        try $0.rows("SELECT COUNT(*) FROM devices", [])[0].integer(0)
      }
      #expect((login.last?.phase == .done) == (devices == 1), comment)
      #expect(devices == 0 || last.error == nil || last.error?.kind == "outcomeUnknown", comment)
    }
  }

  @Test(
    "an answer that comes after the deadline, or after cancel, changes nothing, and is found again",
    arguments: cases, [FlowError.cancelled, .timeout])
  func lateAnswer(of flow: Case, error: FlowError) async throws {
    for count in 0..<flow.calls {
      let harness = try await ServiceHarness()
      let session = try await InstalledPhone(harness).enrol(biometrics: flow.biometrics)
      let phone = try InstalledPhone(harness, deadline: error == .timeout ? 5 : 600)
      let review = try await harness.review().transaction.transactionID
      phone.transport.arm(.late, after: count)
      async let flows = phone.run({ try await flow.start($0, review) }, flow.answers)
      while error == .cancelled, !phone.transport.isHolding { await Task.yield() }
      if error == .cancelled { await phone.manager.cancel() }
      let last = try #require(try await flows.last)
      phone.transport.letGo()
      let comment = Comment("\(flow.name) at \(count): \(String(describing: last.error))")
      if error == .cancelled {
        #expect(last.error == .cancelled, comment)
      } else {
        #expect(["timeout", "outcomeUnknown"].contains(last.error?.kind), comment)
      }
      let restarted = try InstalledPhone(harness)
      let again = try await restarted.run({ try await flow.start($0, review) }, flow.answers)
      #expect(await phone.manager.currentFlow == last, comment)
      #expect(again.last?.phase == .done, comment)
      #expect(try await flow.isDone(restarted, session, review), comment)
    }
  }

  @Test(
    "a flow that follows one whose action is still on its way does the same once",
    .timeLimit(.minutes(10)), arguments: cases)
  func heldAction(of flow: Case) async throws {
    let harness = try await ServiceHarness()
    let session = try await InstalledPhone(harness).enrol(biometrics: flow.biometrics)
    let phone = try InstalledPhone(harness)
    let review = try await harness.review().transaction.transactionID
    // The last call is the action.
    phone.transport.arm(.held, after: flow.calls - 1)
    async let first = phone.run({ try await flow.start($0, review) }, flow.answers)
    while !phone.transport.isHolding { await Task.yield() }
    await phone.manager.cancel()
    #expect(try await first.last?.error == .cancelled)
    async let second = phone.run({ try await flow.start($0, review) }, flow.answers)
    while await phone.manager.currentFlow?.phase != .processing { await Task.yield() }
    phone.transport.letGo()
    #expect(try await second.last?.phase == .done)
    #expect(try await flow.isDone(phone, session, review))
  }
}
