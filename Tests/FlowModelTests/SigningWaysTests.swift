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

  /// A review whose challenge is answered.
  private func asked(_ answer: Answer) throws -> FlowTransition {
    let signing = Signing.review(Sample.review, Sample.policy(.biometricsWithFallback, .any))
    let frame = Sample.frame()
    return try FlowState.active(frame, .preparing(signing)).applying(.answer(frame.tag, answer))
  }
}
