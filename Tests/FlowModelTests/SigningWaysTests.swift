import Testing

@testable import FlowModel

@Suite("The ways that could act")
struct SigningWaysTests {
  private static let noChannel = SigningWays.Missing(
    .validateCode, FlowReason(code: "channel_missing"))
  private static let noKey = SigningWays.Missing(
    .biometrics, FlowReason(code: "credential_missing"))

  @Test("what could act is offered together, and nothing else")
  func together() throws {
    for (possible, allowed): (Set<Factor>, Set<Factor>) in [
      ([.biometrics, .pin, .validateCode], [.biometrics, .pin, .validateCode]),
      ([.biometrics, .pin], [.biometrics, .pin]),
      ([.biometrics, .validateCode], [.biometrics, .validateCode]),
      ([.biometrics], [.biometrics]),
    ] {
      let ways = SigningWays(possible: possible)
      let flow = try #require(
        try asked(.challenge(Sample.challenge, Sample.transaction, ways)).state.flow)
      #expect(flow.currentInteraction?.secondFactorInfo?.allowed == allowed)
      #expect(flow.ways == ways)
    }
  }

  @Test("with a PIN alone no code is sent, and the PIN is asked for")
  func pinAlone() throws {
    let ways = SigningWays(possible: [.pin], missing: [Self.noChannel, Self.noKey])
    let asked = try asked(
      .missingKey(.none(.nothingEnrolled), Sample.transaction, ways))
    #expect(asked.effects.isEmpty)
    #expect(asked.state.flow?.currentInteraction?.secondFactorInfo?.allowed == [.pin])
    #expect(asked.state.flow?.ways?.missing(.validateCode) == Self.noChannel)
  }

  @Test("without a key the PIN and a code that is asked for first are one question")
  func pinOrCode() throws {
    let ways = SigningWays(possible: [.pin, .validateCode], missing: [Self.noKey])
    let asked = try asked(
      .missingKey(.none(.nothingEnrolled), Sample.transaction, ways))
    #expect(asked.effects.isEmpty)
    #expect(
      asked.state.flow?.currentInteraction?.secondFactorInfo?.allowed == [.pin, .validateCode])
    let requested = try asked.state.applying(.input(.requestCode))
    #expect(requested.effects.contains { if case .mailCode = $0 { true } else { false } })
    let proved = try asked.state.applying(.input(.pin(Sample.key)))
    #expect(proved.effects.contains { if case .act(_, .pin, _) = $0 { true } else { false } })
    #expect(throws: FlowInputError.codeNotRequested) {
      try asked.state.applying(.input(.code(Sample.key)))
    }
  }

  @Test("a key that could not act is not asked to sign, nor is one made on the way")
  func uselessKey() throws {
    let waits = SigningWays.Missing(.biometrics, FlowReason(code: "factor_waits"))
    let ways = SigningWays(possible: [.pin], missing: [waits])
    for answer: Answer in [
      .challenge(Sample.challenge, Sample.transaction, ways),
      .missingKey(.unasked, Sample.transaction, ways),
    ] {
      let asked = try asked(answer)
      #expect(asked.state.flow?.currentInteraction?.secondFactorInfo?.allowed == [.pin])
    }
  }

  @Test("a PIN alone registers a key on the way, and approves by itself once that is made")
  func keyByPIN() throws {
    let asked = try asked(.missingKey(.unasked, Sample.transaction, Sample.onlyPINWays), .pin)
    let info = asked.state.flow?.currentInteraction?.secondFactorInfo
    #expect(info?.allowed == [.pin] && info?.registersKey == true && info?.otherDevice == false)
    #expect(asked.effects.isEmpty)
    var state = try asked.state.applying(.input(.pin(Sample.key))).state
    state = try state.answered(.done)
    #expect(state.flow?.currentInteraction?.type == .softPrompt)
    #expect(state.flow?.previousInteractionResult?.outcome == .collected)
    state = try state.applying(.input(.softPrompt(.accept, Sample.key))).state.answered(.done)
    #expect(state.flow?.currentInteraction?.secondFactorInfo?.registersKey == true)
    state = try state.applying(.input(.biometrics(Sample.key))).state
    // What entitles, the key, and its registration.
    for _ in 0..<3 { state = try state.answered(.done) }
    guard case .active(_, .acting(.prove(let verification, .pin, _))) = state else {
      Issue.record("\(state)")
      return
    }
    #expect(verification.purpose.kind.signature?.isSame(as: Self.signing(.pin)) == true)
    let flow = try #require(try state.answered(.done).flow)
    #expect(flow.phase == .done)
    #expect(
      flow.previousInteractionResult
        == InteractionResult(outcome: .success, inputTypes: [.pin]))
  }

  @Test("a code that is asked for in place of that PIN registers nothing")
  func codeRegistersNothing() throws {
    let ways = SigningWays(possible: [.pin, .validateCode], missing: [Self.noKey])
    let asked = try asked(.missingKey(.welcome, Sample.transaction, ways))
    let info = asked.state.flow?.currentInteraction?.secondFactorInfo
    #expect(info?.allowed == [.pin, .validateCode] && info?.registersKey == true)
    let requested = try asked.state.applying(.input(.requestCode))
    #expect(requested.effects.contains { if case .mailCode(_, false) = $0 { true } else { false } })
  }

  @Test("what another device can approve waits for it, and is done with its approval")
  func otherDevice() throws {
    for level in [SecurityLevel.biometricsWithFallback, .biometricsOnly] {
      let asked = try asked(
        .missingKey(.none(.nothingEnrolled), Sample.transaction, Sample.otherDeviceWays), .any,
        level)
      let info = asked.state.flow?.currentInteraction?.secondFactorInfo
      #expect(info?.allowed == [] && info?.otherDevice == true)
      #expect(asked.effects == [.awaitDecision(Sample.review.id)])
      let approved = try asked.state.applying(.decision(Sample.review.id, .approved)).state.flow
      #expect(approved?.phase == .done && approved?.transaction?.review?.status == .approved)
      #expect(
        approved?.previousInteractionResult
          == InteractionResult(outcome: .success, inputTypes: []))
      let denied = try asked.state.applying(.decision(Sample.review.id, .denied)).state.flow
      #expect(denied?.error == .transactionAlreadyReviewed)
      #expect(denied?.transaction?.review?.status == .denied)
      // Whoever does not wait has decided nothing.
      let left = try asked.state.applying(.cancellation)
      #expect(left.state.flow?.transaction?.review?.status == .pending)
      #expect(left.effects == [.release(Sample.flow)])
    }
  }

  @Test("beside a factor of another device neither a code nor a PIN adds a key on the way")
  func noKeyBesideOtherDevice() throws {
    for offer in [BiometricsOffer.unasked, .welcome] {
      let asked = try asked(.missingKey(offer, Sample.transaction, Sample.otherDeviceWays))
      #expect(asked.effects == [.awaitDecision(Sample.review.id)])
      #expect(asked.state.flow?.currentInteraction?.secondFactorInfo?.allowed == [])
    }
  }

  @Test("beside what can be given here another device is offered, and no key is registered")
  func otherDeviceToo() throws {
    let ways = SigningWays(
      possible: [.pin, .validateCode], missing: [Self.noKey], otherDevice: true)
    let asked = try asked(.missingKey(.none(.nothingEnrolled), Sample.transaction, ways))
    let info = asked.state.flow?.currentInteraction?.secondFactorInfo
    #expect(info?.allowed == [.pin, .validateCode])
    #expect(info?.otherDevice == true && info?.registersKey == false)
    #expect(asked.effects == [.awaitDecision(Sample.review.id)])
    // It is waited for once, whatever is asked then.
    let wrong = try asked.state.applying(.input(.pin(Sample.key))).state
      .answered(.failure(.wrongPIN)).answered(.secondFactor(Sample.account()))
    #expect(wrong.flow?.currentInteraction?.secondFactorInfo == info)
    guard case .active(let frame, _) = wrong else { return }
    #expect(frame.awaitsDecision)
    let approved = try asked.state.applying(.decision(Sample.review.id, .approved)).state.flow
    #expect(approved?.phase == .done)
  }

  @Test("where nothing could act the flow ends with the reason, and nothing is denied")
  func nothing() throws {
    let limit = SigningWays.Missing(.validateCode, FlowReason(code: "linking_required"))
    for (missing, reason) in [
      ([Self.noChannel, Self.noKey], "channel_missing"), ([limit, Self.noKey], "linking_required"),
    ] {
      let ways = SigningWays(possible: [], missing: missing)
      let ended = try asked(.missingKey(.none(.nothingEnrolled), Sample.transaction, ways))
      #expect(ended.state.flow?.error == .notAllowed(FlowReason(code: reason)))
      #expect(ended.state.flow?.ways == ways)
      #expect(!ended.effects.contains { if case .denyAfterRefusal = $0 { true } else { false } })
    }
  }

  @Test("tries that are used up deny only where no other factor could act")
  func usedUp() throws {
    let frame = Sample.frame()
    let codes = Sample.sent(Sample.coded(.textedCode(Sample.text)), .codes)
    let ended = try FlowState.active(frame, .acting(codes)).applying(
      .answer(frame.tag, .failure(.triesUsedUp)))
    #expect(ended.effects.contains(.denyAfterRefusal(Sample.review.id, of: .validateCode)))
  }

  private static func signing(
    _ fallback: SigningPolicy.Fallback, _ level: SecurityLevel = .biometricsWithFallback
  ) -> Signing { .review(Sample.review, Sample.policy(level, fallback)) }

  /// A review whose challenge is answered.
  private func asked(
    _ answer: Answer, _ fallback: SigningPolicy.Fallback = .any,
    _ level: SecurityLevel = .biometricsWithFallback
  ) throws -> FlowTransition {
    let frame = Sample.frame()
    return try FlowState.active(frame, .preparing(Self.signing(fallback, level)))
      .applying(.answer(frame.tag, answer))
  }
}

extension FlowState {
  /// The state after the answer to the present step.
  fileprivate func answered(_ answer: Answer) throws -> FlowState {
    guard case .active(let frame, _) = self else { return self }
    return try applying(.answer(frame.tag, answer)).state
  }
}
