import Testing

@testable import FlowModel

@Suite("The flow as a screen sees it")
struct FlowProjectionTests {
  @Test("a flow that starts reads the vault first, and asks for the PIN alone where that is all")
  func fallbackOnlyAsksAtOnce() throws {
    let (state, updates) = try played(
      .start(Sample.topUp(.fallbackOnly)), { .openOperationRead($0, .none) })
    #expect(updates.map(\.phase) == [.processing, .waitForInput])
    let flow = try #require(state.flow)
    #expect(flow.currentInteraction?.secondFactorInfo?.allowed == [.pin])
    #expect(flow.transaction == FlowTransaction(document: nil))
  }

  @Test("without a key a flow for biometrics alone ends, and says that nothing is enrolled")
  func biometricsOnlyNeedsKey() throws {
    let (state, _) = try played(
      .start(Sample.topUp(.biometricsOnly)), { .openOperationRead($0, .none) },
      {
        .optionsAnswered(
          $0,
          .linked(
            Sample.transaction, Sample.challenge, key: .missing(.none(.nothingEnrolled))))
      })
    #expect(state.flow?.error == .deviceUnable(.nothingEnrolled))
  }

  @Test("an input gives one update with PROCESSING, however many steps it takes")
  func oneProcessing() throws {
    let (state, updates) = try played(
      .start(Sample.topUp()), { .openOperationRead($0, .none) },
      { .optionsAnswered($0, .linked(Sample.transaction, Sample.challenge, key: .held)) },
      { _ in .input(.biometrics(Sample.key)) }, { .signed($0, .signed) },
      { .verified($0, .challengeExpired) },
      { .optionsAnswered($0, .linked(Sample.transaction, Sample.fresh, key: .held)) },
      { .signed($0, .signed) }, { .verified($0, .verified) }, { .acted($0, .lost) },
      { .acted($0, .done(Sample.completed)) })
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

  @Test("a wrong old PIN is told where it was asked, and the new PIN need not be given again")
  func wrongOldPIN() throws {
    let (_, updates) = try played(
      .start(FlowStart(id: Sample.flow, errand: .account(.manage(.changePIN)))),
      { .openOperationRead($0, .none) },
      { .factorsAnswered($0, .known(Sample.account(), .pin, .declined)) },
      { _ in .input(.pin(OperationID("first"))) }, { .kept($0) },
      { _ in .input(.pin(OperationID("second"))) }, { .acted($0, .wrongPIN) },
      { .secondFactorAnswered($0, Sample.account()) },
      { _ in .input(.pin(OperationID("third"))) }, { .kept($0) },
      { .acted($0, .accomplished) })
    let questions = updates.filter { $0.phase == .waitForInput }
    #expect(
      questions.map(\.currentInteraction?.type) == [
        .verifySecondFactor, .setSecondFactor, .verifySecondFactor,
      ])
    #expect(
      questions.map(\.previousInteractionResult?.outcome) == [nil, .collected, .pinFail])
    #expect(updates.last?.phase == .done)
    #expect(updates.last?.previousInteractionResult?.interaction == .setSecondFactor)
    #expect(updates.allSatisfy { $0.type == .changePIN })
  }

  @Test("an enrolment shows its session from the question on, and its account at the end")
  func enrolment() throws {
    let (_, updates) = try played(
      .start(FlowStart(id: Sample.flow, errand: .session(.enrol))),
      { .sessionOpened($0, .opened(.enrol(Sample.enrolment))) },
      { _ in .input(.confirmSession(account: nil, number: nil)) },
      { .sessionConfirmed($0, .enrol(.code, .pin(.unasked))) },
      { .codeSent($0, .sent(Sample.mail)) }, { _ in .input(.code(Sample.key)) }, { .kept($0) },
      { _ in .input(.softPrompt(.accept, Sample.key)) }, { .softPromptRemembered($0) },
      { _ in .input(.pinAndBiometrics(Sample.key)) }, { .creationAnswered($0, .entitled) },
      { .created($0, .created) }, { .acted($0, .sessionOpened(Sample.ada)) })
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
    let start = FlowStart(
      id: Sample.flow,
      errand: .account(.sign(Sample.sign(.review(authorised: nil), .fallbackOnly))))
    let beginning: [(FlowTag) -> FlowEvent] = [
      { .openOperationRead($0, .none) }, { .reviewRead($0, .pending(Sample.review)) },
    ]
    let (_, approved) = try played(
      .start(start),
      beginning + [
        { _ in .input(.confirmTransaction) }, { .kept($0) }, { _ in .input(.pin(Sample.key)) },
        { .acted($0, .accomplished) },
      ])
    #expect(approved[1].transaction?.review?.status == .pending)
    #expect(approved[3].previousInteractionResult?.interaction == .confirmTransaction)
    #expect(approved.last?.phase == .done)
    #expect(approved.last?.transaction?.review?.status == .approved)
    let (_, denied) = try played(
      .start(start), beginning + [{ _ in .input(.deny) }, { .denied($0, .denied) }])
    #expect(denied.last?.error == .denied)
    #expect(denied.last?.transaction?.review?.status == .denied)
    let (_, late) = try played(
      .start(start),
      beginning + [{ _ in .input(.deny) }, { .denied($0, .alreadyReviewed(.approved)) }])
    #expect(late.last?.error == .transactionAlreadyReviewed)
    #expect(late.last?.transaction?.review?.status == .approved)
  }

  @Test("how the second factor stands may change at any time, and changes nothing else")
  func accountChanges() throws {
    let blocked = Sample.account(isBlocked: true)
    for (name, state) in Sample.states {
      let next = try state.applying(.secondFactorChanged(Sample.flow, blocked))
      #expect(next.effects.isEmpty, "\(name)")
      guard case .active(let frame, let step) = state else {
        #expect(next.state == state, "\(name)")
        continue
      }
      var changed = frame
      changed.secondFactorAccount = blocked
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
