import DocumentModel
import FlowModel

/// The flow machine: whole flows from start to result, and a flow that goes on and on, in which no
/// transition may become slower.
enum FlowBenchmark {
  private static let document = Document(
    scenario: ScenarioName("PAY_INVOICE"), language: .english, title: "Pay an invoice",
    fields: [
      Document.Field("amount", label: "Amount", .money(Money(1250, "EUR", exponent: 2))),
      Document.Field("payee", label: "To", .payee("Example Ltd")),
    ])
  private static let operation = OperationID("challenge")
  private static let result = ActionResult(
    operation: operation, status: .completed, bytes: Array("{}".utf8))

  /// Measures both.
  ///
  /// - Returns: The transitions a second of whole flows, and the rate at which the endless one
  ///   began over the rate at which it went on.
  static func run() throws -> (transitionsPerSecond: Double, slowdown: Double) {
    var state = FlowState.idle
    var number: UInt64 = 0
    let flows = try MicroBenchmarks.measure("flow, from start to result") {
      number += 1
      state = try wholeFlow(number, from: state)
      if case .finished = state { return true }
      return false
    }
    print("  \(Int(flows * 7)) transitions/s")

    var asking = try started(number + 1, from: state)
    var rates: [Double] = []
    for round in 1...3 {
      let rate = try MicroBenchmarks.measure("flow, prompt cancelled again, part \(round)") {
        asking = try asking.applying(.input(.biometrics(operation))).state
        guard let tag = tag(of: asking) else { return false }
        asking = try asking.applying(.answer(tag, .dismissedPrompt)).state
        return true
      }
      print("  \(Int(rate * 2)) transitions/s")
      rates.append(rate)
    }
    return (flows * 7, rates[0] / rates[2])
  }

  private static func started(_ number: UInt64, from state: FlowState) throws -> FlowState {
    let policy = SigningPolicy(level: .biometricsWithFallback, proofPath: .token)
    let start = FlowEvent.start(
      FlowID(number), .sign(.transaction(nil, policy)), triesPerCode: 5)
    var state = try state.applying(start).state
    state = try answered(state, with: .openOperation(nil))
    return try answered(state, with: .challenge(operation, document))
  }

  private static func wholeFlow(_ number: UInt64, from state: FlowState) throws -> FlowState {
    var state = try started(number, from: state)
    state = try state.applying(.input(.biometrics(operation))).state
    state = try answered(state, with: .done)
    state = try answered(state, with: .done)
    return try answered(state, with: .result(result))
  }

  private static func answered(
    _ state: FlowState, with answer: Answer
  ) throws -> FlowState {
    guard let tag = tag(of: state) else { throw BenchmarkFailure(name: "flow") }
    return try state.applying(.answer(tag, answer)).state
  }

  private static func tag(of state: FlowState) -> FlowTag? {
    if case .active(let frame, _) = state { frame.tag } else { nil }
  }
}
