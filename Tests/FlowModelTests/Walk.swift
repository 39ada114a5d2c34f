@testable import FlowModel

/// What a walk does next, told without the state, so that a trace can be shortened and replayed.
enum WalkCommand: Sendable, Hashable {
  case start(UInt64)
  /// What the question asks for, or now and then what it does not.
  case input(UInt64)
  /// An answer to the effect that waits for one.
  case answer(UInt64)
  /// An answer that comes too late.
  case stale(UInt64)
  case deadline
  case cancel
  case accountChanged
}

extension WalkCommand {
  /// The next command of a walk; chance is all that it knows.
  init(_ chance: inout Chance, _ phase: FlowPhase?) {
    let choice = chance.next()
    self =
      switch (chance.next() % 200, phase) {
      case (0, _): .start(choice)
      case (1, _): .cancel
      case (2...3, _): .deadline
      case (4...8, _): .input(choice)
      case (9...14, _): .stale(choice)
      case (15...16, _): .accountChanged
      case (_, nil), (_, .done), (_, .error): .start(choice)
      case (_, .waitForInput): .input(choice)
      case (_, .processing): .answer(choice)
      }
  }
}

/// SplitMix64: the same walk from the same seed everywhere.
struct Chance: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// A machine with what its surroundings would know.
struct Walk {
  /// Whether it only starts what `FlowManager` can start today.
  let topUpOnly: Bool
  var state = FlowState.idle
  var rules = WalkRules()
  private(set) var flow: Flow?
  private var count: UInt64 = 0

  init(topUpOnly: Bool = false) { self.topUpOnly = topUpOnly }

  /// Does a command; says which rule is broken, if any.
  mutating func perform(_ command: WalkCommand) -> String? {
    count += 1
    guard let event = event(for: command) else { return nil }
    let before = state
    let flowBefore = flow
    guard let transition = try? state.applying(event) else {
      return event.tag == nil ? nil : "an answer was refused"
    }
    state = transition.state
    if before == state, transition.effects.isEmpty { return nil }
    flow = state.flow
    if topUpOnly, let foreign = transition.effects.first(where: \.isForeignToTopUps) {
      return "a top-up wants \(foreign.text)"
    }
    return rules.check(event, transition, from: (before, flowBefore), to: flow)
  }

  private func event(for command: WalkCommand) -> FlowEvent? {
    let fresh = OperationID("operation \(count)")
    switch command {
    case .start(let choice):
      let id = FlowID(count)
      if topUpOnly { return Sample.topUp(.any(choice), .any(choice / 4), id: id) }
      return Sample.start(.any(choice), id: id)
    case .input(let choice): return .input(.any(choice, fresh, flow?.currentInteraction))
    case .answer(let choice): return rules.asked?.answer(choice, fresh, topUpOnly: topUpOnly)
    case .stale(let choice):
      guard let tag = rules.asked?.tag else { return nil }
      let late = FlowTag(flow: tag.flow, step: tag.step - 1)
      return choice % 2 == 0
        ? .answer(late, WalkAnswers.actions.pick(choice / 2))
        : .answer(FlowTag(flow: FlowID(0), step: tag.step), .done)
    case .deadline: return rules.deadline.map(FlowEvent.deadline)
    case .cancel: return .cancellation
    case .accountChanged:
      return (flow?.id).map {
        .secondFactorChange($0, count % 2 == 0 ? Sample.account() : Sample.untried)
      }
    }
  }
}

extension FlowEffect {
  /// What a top-up never needs.
  fileprivate var isForeignToTopUps: Bool {
    switch self {
    case .openSession, .confirmEnrolment, .confirmLogin, .readReview, .denyAfterRefusal,
      .mailCode, .textCode, .keepInput, .checkProof, .consultFactors, .rememberSoftPrompt,
      .askCreation,
      .createKey:
      true
    default: false
    }
  }
}

extension SecurityLevel {
  fileprivate static func any(_ choice: UInt64) -> SecurityLevel { allCases.pick(choice) }
}

extension ProofPath {
  fileprivate static func any(_ choice: UInt64) -> ProofPath { allCases.pick(choice) }
}

extension FlowKind<Signing> {
  fileprivate static func any(_ choice: UInt64) -> FlowKind<Signing> {
    let rest = choice / 16
    switch choice % 16 {
    case 0...1: return .enrol(Sample.link)
    case 2: return .login
    case 3: return .linkLogin(Sample.link)
    case 4...9:
      let kinds: [FlowKind<Signing>] = [
        .changePIN, .addBiometrics, .removeBiometrics, .headlessUpgrade,
      ]
      return kinds.pick(rest)
    default:
      let policy = SigningPolicy(
        level: .any(rest / 4), fallback: SigningPolicy.Fallback.allCases.pick(rest / 12),
        proofPath: .any(rest / 36))
      let signings: [Signing] = [
        .scenario(policy), .transaction(nil, policy), .unread(authorised: nil, policy),
        .unread(authorised: Sample.review, policy),
      ]
      return .sign(signings.pick(rest))
    }
  }
}

extension FlowInput {
  fileprivate static func any(
    _ choice: UInt64, _ fresh: OperationID, _ interaction: Interaction?
  ) -> FlowInput {
    let all: [FlowInput] = [
      .confirmSession(account: Sample.ada, number: "42"),
      .confirmSession(account: nil, number: nil), .confirmTransaction, .pin(fresh),
      .biometrics(fresh), .pinAndBiometrics(fresh), .code(fresh), .requestCode,
      .softPrompt(.accept, fresh), .softPrompt(.decline, fresh), .deny,
    ]
    guard choice % 8 != 0, let content = interaction?.content else { return all.pick(choice / 8) }
    switch content {
    case .confirm: return all[0]
    case .confirmTransaction: return all[2]
    case .softPrompt: return choice % 3 == 0 ? all[9] : all[8]
    case .setSecondFactor: return [all[3], all[4], all[5]].pick(choice / 8)
    case .verifySecondFactor(let info):
      let factors = info.allowed.sorted { $0.rawValue < $1.rawValue }
      // Nothing is given here while another device is waited for.
      guard !factors.isEmpty else { return .deny }
      switch factors.pick(choice / 8) {
      case .pin: return .pin(fresh)
      case .biometrics: return .biometrics(fresh)
      case .validateCode where info.codeDelivery == nil: return .requestCode
      case .validateCode, .otp, .twoFactor: return .code(fresh)
      }
    }
  }
}
