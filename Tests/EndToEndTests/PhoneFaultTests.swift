import CountersignClient
import CountersignCore
import CountersignSQLite
import CountersignTesting
import FlowModel
import Testing

@Suite("A phone whose network fails, over the real router")
struct PhoneFaultTests {
  @Test(
    "wherever the network fails, it is done once when it says so or is asked again",
    .timeLimit(.minutes(30)), arguments: FaultCase.all, Fault.passing)
  func faultAtEachCall(of flow: FaultCase, fault: Fault) async throws {
    for count in 0..<flow.calls {
      let harness = try await ServiceHarness()
      let subject = try await flow.prepare(try InstalledPhone(harness))
      let phone = try InstalledPhone(harness)
      phone.transport.arm(fault, after: count)
      let flows = try await phone.running {
        try await flow.run(phone, subject)
      } beside: {
        if fault == .goneAfter { try await phone.passDeadlineOfRepetition() }
      }
      let last = try #require(flows.last)
      #expect(last.isFinal)
      phone.transport.arm(nil)
      let comment = Comment("\(fault) at \(count): \(String(describing: last.error))")
      if !flow.worked(last) {
        let kinds = ["network", "timeout", "outcomeUnknown", "serverValidation"]
        #expect(kinds.contains(last.error?.kind ?? ""), comment)
        if last.error?.kind == "network" {
          #expect(try await flow.standing(phone, subject) == .nothing, comment)
        }
        try await askAgain(flow, subject, harness, comment)
      }
      #expect(try await flow.standing(phone, subject) == .done, comment)
      #expect(try await flow.isOnce(phone, subject), comment)
    }
  }

  /// The phone is restarted, and asked for the same again.
  private func askAgain(
    _ flow: FaultCase, _ subject: FaultCase.Subject, _ harness: ServiceHarness,
    _ comment: Comment
  ) async throws {
    let restarted = try InstalledPhone(harness)
    // A next code is sent only after a while.
    harness.clock.advance(seconds: 61)
    let wasDone = try await flow.standing(restarted, subject) == .done
    let again = try await flow.run(restarted, subject).last
    let isKnown = wasDone && again?.error != nil && again?.error == flow.endingOnceDone
    #expect(
      flow.worked(again) || isKnown, "\(comment), then \(String(describing: again?.error))")
  }

  private static let enrolling: [InstalledPhone.Answer] = [
    .confirm, .softPrompt(.accept), .give(.pinAndBiometrics(InstalledPhone.pin)),
  ]

  @Test(
    "an enrolment whose answer is lost leaves a phone that can log in, or one without a trace",
    .timeLimit(.minutes(30)), arguments: Fault.passing)
  func faultyEnrolment(fault: Fault) async throws {
    for count in 0..<3 {
      let harness = try await ServiceHarness()
      let phone = try InstalledPhone(harness)
      let link = try await phone.enrolLink()
      phone.transport.arm(fault, after: count)
      let flows = try await phone.running {
        try await phone.run({ try await $0.startEnrol(link) }, Self.enrolling)
      } beside: {
        if fault == .goneAfter { try await phone.passDeadlineOfRepetition() }
      }
      let last = try #require(flows.last)
      #expect(last.isFinal)
      let comment = Comment("\(fault) at \(count): \(String(describing: last.error))")
      let isEnrolled = try await logsInIfEnrolled(harness, comment)
      #expect(!isEnrolled || last.error == nil || last.error?.kind == "outcomeUnknown", comment)
    }
  }

  @Test(
    "an enrolment whose answer comes late, or after cancel, leaves a phone that can log in",
    .timeLimit(.minutes(30)), arguments: [FlowError.cancelled, .timeout])
  func lateEnrolment(error: FlowError) async throws {
    for count in 0..<3 {
      let harness = try await ServiceHarness()
      let phone = try InstalledPhone(harness)
      let link = try await phone.enrolLink()
      phone.transport.arm(.late, after: count)
      let flows = try await phone.running {
        try await phone.run({ try await $0.startEnrol(link) }, Self.enrolling)
      } beside: {
        try await leave(phone, by: error)
      }
      let last = try #require(flows.last)
      phone.transport.letGo()
      let comment = Comment("\(error) at \(count): \(String(describing: last.error))")
      #expect([error.kind, "outcomeUnknown"].contains(last.error?.kind), comment)
      _ = try await logsInIfEnrolled(harness, comment)
      #expect(await phone.manager.currentFlow == last, comment)
    }
  }

  /// Ends a flow while an answer to it is held: by its deadline, or by the person.
  private func leave(_ phone: InstalledPhone, by error: FlowError) async throws {
    try await phone.transport.untilHolding()
    if error == .timeout {
      try await phone.passDeadline()
    } else {
      await phone.manager.cancel()
    }
  }

  /// Restarts the phone: it logs in where the server has its device, and there alone.
  private func logsInIfEnrolled(
    _ harness: ServiceHarness, _ comment: Comment
  ) async throws -> Bool {
    let login = try await InstalledPhone(harness).run(
      { try await $0.startLogin() }, [.give(.pin(InstalledPhone.pin))])
    let devices = try await harness.store.read {
      try $0.rows("SELECT COUNT(*) FROM devices", [])[0].integer(0)
    }
    #expect((login.last?.phase == .done) == (devices == 1), comment)
    return devices == 1
  }

  @Test(
    "an answer that comes after the deadline, or after cancel, changes nothing, and is found again",
    .timeLimit(.minutes(30)), arguments: FaultCase.all, [FlowError.cancelled, .timeout])
  func lateAnswer(of flow: FaultCase, error: FlowError) async throws {
    for count in 0..<flow.calls {
      let harness = try await ServiceHarness()
      let subject = try await flow.prepare(try InstalledPhone(harness))
      let phone = try InstalledPhone(harness)
      phone.transport.arm(.late, after: count)
      let flows = try await phone.running {
        try await flow.run(phone, subject)
      } beside: {
        try await leave(phone, by: error)
      }
      let last = try #require(flows.last)
      phone.transport.letGo()
      let comment = Comment("\(flow.name) at \(count): \(String(describing: last.error))")
      if error == .cancelled {
        #expect(last.error == .cancelled, comment)
      } else {
        #expect(["timeout", "outcomeUnknown"].contains(last.error?.kind), comment)
      }
      try await askAgain(flow, subject, harness, comment)
      #expect(await phone.manager.currentFlow == last, comment)
      #expect(try await flow.standing(phone, subject) == .done, comment)
      #expect(try await flow.isOnce(phone, subject), comment)
    }
  }

  @Test(
    "a flow that follows one whose action is still on its way does the same once",
    .timeLimit(.minutes(30)), arguments: FaultCase.all)
  func heldAction(of flow: FaultCase) async throws {
    let harness = try await ServiceHarness()
    let subject = try await flow.prepare(try InstalledPhone(harness))
    let phone = try InstalledPhone(harness)
    // The last call is the action.
    phone.transport.arm(.held, after: flow.calls - 1)
    let first = try await phone.running {
      try await flow.run(phone, subject)
    } beside: {
      try await leave(phone, by: .cancelled)
    }
    #expect(first.last?.error == .cancelled)
    let second = try await phone.running {
      try await flow.run(phone, subject)
    } beside: {
      // A flow that is not shown while it waits must not hold up this test.
      let end = ContinuousClock.now + .seconds(60)
      var isShown = false
      while !isShown, ContinuousClock.now < end {
        try Task.checkCancellation()
        await Task.yield()
        isShown = await phone.manager.currentFlow?.phase == .processing
      }
      #expect(isShown)
      phone.transport.letGo()
    }
    let last = second.last
    #expect(flow.worked(last) || flow.endingOnceDone.map { last?.error == $0 } == true)
    #expect(try await flow.standing(phone, subject) == .done)
    #expect(try await flow.isOnce(phone, subject))
  }
}
