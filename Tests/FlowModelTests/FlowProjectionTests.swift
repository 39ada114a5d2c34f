import Testing

@testable import FlowModel

@Suite("The flow as a screen sees it")
struct FlowProjectionTests {
  @Test("a flow that starts reads the vault first, and asks for the PIN alone where that is all")
  func fallbackOnlyAsksAtOnce() throws {
    let (state, updates) = try played(
      Sample.topUp(.fallbackOnly), { .answer($0, .openOperation(nil)) })
    #expect(updates.map(\.phase) == [.processing, .waitForInput])
    let flow = try #require(state.flow)
    #expect(flow.currentInteraction?.secondFactorInfo?.allowed == [.pin])
    #expect(flow.transaction == FlowTransaction(document: nil))
  }

  @Test("without a key a flow for biometrics alone ends, and says that nothing is enrolled")
  func biometricsOnlyNeedsKey() throws {
    let (state, _) = try played(
      Sample.topUp(.biometricsOnly), { .answer($0, .openOperation(nil)) },
      {
        .answer($0, .missingKey(.none(.nothingEnrolled), Sample.transaction))
      })
    #expect(state.flow?.error == .deviceUnable(.nothingEnrolled))
  }

  @Test("an input gives one update with PROCESSING, however many steps it takes")
  func oneProcessing() throws {
    let (state, updates) = try played(
      Sample.topUp(), { .answer($0, .openOperation(nil)) },
      { .answer($0, .challenge(Sample.challenge, Sample.transaction)) },
      { _ in .input(.biometrics(Sample.key)) }, { .answer($0, .done) },
      { .answer($0, .failure(.challengeExpired)) },
      { .answer($0, .challenge(Sample.fresh, Sample.transaction)) },
      { .answer($0, .done) }, { .answer($0, .done) }, { .answer($0, .failure(.lost)) },
      { .answer($0, .result(Sample.completed)) })
    #expect(updates.map(\.phase) == [.processing, .waitForInput, .processing, .done])
    #expect(updates[2].currentInteraction?.inputTypes == [.biometrics])
    #expect(updates[2].currentInteraction?.secondFactorInfo?.allowed == [.pin, .biometrics])
    let last = try #require(state.flow)
    #expect(last.currentInteraction == nil)
    #expect(last.previousInteractionResult?.outcome == .success)
    #expect(last.previousInteractionResult?.inputTypes == [.biometrics])
    #expect(last.result == Sample.completed)
    #expect(last.transaction?.document == Sample.transaction)
  }

  @Test("an old PIN that is wrong by then is told where it was asked, and the new one stands")
  func wrongOldPIN() throws {
    let (_, updates) = try played(
      Sample.start(.changePIN),
      { .answer($0, .openOperation(nil)) },
      { .answer($0, .factors(Sample.account(), .pin, .declined)) },
      { _ in .input(.pin(OperationID("first"))) }, { .answer($0, .done) },
      { _ in .input(.pin(OperationID("second"))) }, { .answer($0, .failure(.wrongPIN)) },
      { .answer($0, .secondFactor(Sample.account())) },
      { _ in .input(.pin(OperationID("third"))) }, { .answer($0, .done) },
      { .answer($0, .done) })
    let questions = updates.filter { $0.phase == .waitForInput }
    #expect(
      questions.map(\.currentInteraction?.type) == [
        .verifySecondFactor, .setSecondFactor, .verifySecondFactor,
      ])
    #expect(
      questions.map(\.previousInteractionResult?.outcome) == [nil, .success, .pinFail])
    #expect(updates.last?.phase == .done)
    #expect(updates.last?.previousInteractionResult?.interaction == .setSecondFactor)
    #expect(updates.allSatisfy { $0.type == .changePIN })
  }

  @Test("an enrolment anew has the old PIN verified before it asks for the new one")
  func enrolmentAnew() throws {
    let (_, updates) = try played(
      Sample.start(.enrol(Sample.link)),
      { .answer($0, Sample.enrolment) },
      { _ in .input(.confirmSession(account: nil, number: nil)) },
      { .answer($0, .factorDemand(.pin, .declined)) },
      { _ in .input(.pin(OperationID("first"))) }, { .answer($0, .failure(.wrongPIN)) },
      // Nobody is logged in who could ask.
      { .answer($0, .failure(.sessionOver)) },
      { _ in .input(.pin(OperationID("second"))) }, { .answer($0, .done) },
      { _ in .input(.pin(OperationID("third"))) },
      { .answer($0, .openedSession(Sample.ada)) })
    let questions = updates.filter { $0.phase == .waitForInput }
    #expect(
      questions.map(\.currentInteraction?.type) == [
        .confirm, .verifySecondFactor, .verifySecondFactor, .setSecondFactor,
      ])
    #expect(
      questions.map(\.previousInteractionResult?.outcome) == [nil, .success, .pinFail, .success])
    #expect(updates.last?.phase == .done)
  }

  @Test("an enrolment shows its session from the question on, and its account at the end")
  func enrolment() throws {
    let (_, updates) = try played(
      Sample.start(.enrol(Sample.link)),
      { .answer($0, Sample.enrolment) },
      { _ in .input(.confirmSession(account: nil, number: nil)) },
      { .answer($0, .factorDemand(.code, .unasked)) },
      { .answer($0, .codeDelivery(Sample.mail)) }, { _ in .input(.code(Sample.key)) },
      { .answer($0, .done) },
      { _ in .input(.softPrompt(.accept, Sample.key)) }, { .answer($0, .done) },
      { _ in .input(.pinAndBiometrics(Sample.key)) }, { .answer($0, .done) },
      { .answer($0, .done) }, { .answer($0, .openedSession(Sample.ada)) })
    let questions = updates.filter { $0.phase == .waitForInput }
    #expect(
      questions.map(\.currentInteraction?.type) == [
        .confirm, .verifySecondFactor, .softPrompt, .setSecondFactor,
      ])
    #expect(questions[0].currentInteraction?.confirmSessionInfo?.accounts == [Sample.bob])
    #expect(questions[1].currentInteraction?.secondFactorInfo?.codeDelivery == Sample.mail)
    #expect(questions[3].currentInteraction?.secondFactorInfo?.required == [.pin])
    #expect(updates[0].session == nil)
    #expect(questions.allSatisfy { $0.session?.enrolInfo?.displayName == "Ada" })
    #expect(updates.last?.session?.account == Sample.ada)
    #expect(updates.count { $0.phase == .processing } == 5)
  }

  @Test("a review shows how it was decided")
  func reviews() throws {
    let start = Sample.start(
      .sign(.unread(authorised: nil, Sample.policy(.fallbackOnly))))
    let beginning: [(FlowTag) -> FlowEvent] = [
      { .answer($0, .openOperation(nil)) }, { .answer($0, .review(Sample.review)) },
    ]
    let (_, approved) = try played(
      start,
      beginning + [
        { _ in .input(.confirmTransaction) }, { .answer($0, .done) },
        { _ in .input(.pin(Sample.key)) }, { .answer($0, .done) },
      ])
    #expect(approved[1].transaction?.review?.status == .pending)
    #expect(approved[3].previousInteractionResult?.interaction == .confirmTransaction)
    #expect(approved.last?.phase == .done)
    #expect(approved.last?.transaction?.review?.status == .approved)
    let (_, denied) = try played(
      start, beginning + [{ _ in .input(.deny) }, { .answer($0, .decision(.denied)) }])
    #expect(denied.last?.error == .denied)
    #expect(denied.last?.transaction?.review?.status == .denied)
    let (_, late) = try played(
      start,
      beginning + [{ _ in .input(.deny) }, { .answer($0, .decision(.approved)) }])
    #expect(late.last?.error == .transactionAlreadyReviewed)
    #expect(late.last?.transaction?.review?.status == .approved)
  }

  @Test("how the second factor stands may change at any time, and changes nothing else")
  func accountChanges() throws {
    let blocked = Sample.account(isBlocked: true)
    for (name, state) in Sample.states {
      let next = try state.applying(.secondFactorChange(Sample.flow, blocked))
      #expect(next.effects.isEmpty, "\(name)")
      guard case .active(let frame, let step) = state else {
        #expect(next.state == state, "\(name)")
        continue
      }
      var changed = frame
      changed.shown.secondFactorAccount = blocked
      #expect(next.state == .active(changed, step), "\(name)")
      #expect(next.state.flow?.secondFactorAccount == blocked, "\(name)")
    }
  }

  private func played(
    _ start: FlowEvent, _ events: ((FlowTag) -> FlowEvent)...
  ) throws -> (FlowState, [Flow]) { try played(start, events) }

  /// Plays events, each with the tag of the step that it answers; gives all updates.
  private func played(
    _ start: FlowEvent, _ events: [(FlowTag) -> FlowEvent]
  ) throws -> (FlowState, [Flow]) {
    var state = try FlowState.idle.applying(start).state
    var updates = [state.flow].compactMap(\.self)
    for event in events {
      guard case .active(let frame, _) = state else { break }
      state = try state.applying(event(frame.tag)).state
      if let flow = state.flow, flow != updates.last { updates.append(flow) }
    }
    return (state, updates)
  }
}
