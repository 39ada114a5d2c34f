import CountersignTesting
import Testing
import WireModel

@testable import CountersignCore

@Suite("The queue of PINs")
struct PINQueueTests {
  @Test("a PIN that finds the queue full counts no attempt, does nothing, and is told so")
  func full() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    try await harness.setPIN(PINTests.pin, session)
    for _ in 0..<63 { _ = try harness.service.pins.change.hashing.admit() }
    let last = try harness.service.pins.change.hashing.admit()
    // Not `busy`, after which it would not be known what became of the payment.
    let decision = try await harness.sendByPIN(PINTests.pin, session, "key-1")
    #expect(decision.refusal == .pinQueueFull)
    #expect(try await harness.service.secondFactors.show(session).failedAttempts == 0)
    #expect(try await harness.service.moneyOrders.balance(session) == 5000)
    harness.service.pins.change.hashing.giveUp(last)
    #expect(try await harness.sendByPIN(PINTests.pin, session, "key-1").refusal == nil)
  }
}
