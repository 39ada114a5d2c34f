import ArgumentParser
import CountersignCore
import CountersignDelivery
import CountersignTesting
import Foundation
import Testing
import WireModel

@testable import ServerCommands

@Suite("the events' commands")
struct EventCommandTests {
  @Test("what no host took is listed and tried again")
  func retried() async throws {
    let harness = try await ServiceHarness {
      $0.hostEvents.areSent = true
      $0.hostEvents.attempts = 1
    }
    _ = try await harness.signUp()
    _ = try await harness.review()
    // It has a number, as every store that a server has looked at.
    _ = try await harness.service.watchClock()
    await harness.outbox(courier: Nobody()).runDue(only: .event)
    let events = HostEventAdministration(store: harness.store)
    #expect(try await events.undelivered().get().first?.givenUpAt != nil)
    try harness.writeKeyring()
    let list = try EventListCommand<NoModules>.parse(["--data", harness.directory.path])
    try await list.run()
    let retry = try EventRetryCommand<NoModules>.parse(["--data", harness.directory.path])
    try await retry.run()
    let waiting = try await events.undelivered().get()
    #expect(waiting.count == 1 && waiting.first?.givenUpAt == nil)
  }
}

/// A host that is away.
private struct Nobody: HostCourier {
  func carry(_ event: OutgoingEvent) async throws { throw DeliveryError(reason: "away") }
}
