import Testing
import WireModel

extension Trial {
  func replay() async throws {
    try await enrolAndSign()
    let before = try await state()
    try await expect(.done, client.topUp(Self.payload, by: .assertion))
    // The very same again is answered with what became of the first.
    try await expect(.done, client.topUp(Self.payload, by: .assertion))
    var other = Self.payload
    other.recipientPhone = "08087654321"
    try await expect(.refused(.alreadyUsed), client.topUp(other, by: .assertion))
    try await expect(.refused(.alreadyUsed), client.verify())
    try await expectPaidOnce(since: before)
    let executed = try await ServerState.audit("topup_executed", of: server)
    #expect(executed.count == 1)
  }

  func lostAnswer() async throws {
    try await enrolAndSign()
    let before = try await state()
    try await client.disturb(.loseAnswer)
    try await expect(.done, client.topUp(Self.payload, by: .assertion))
    try #require(try await client.wasDisturbed())
    try await expectPaidOnce(since: before)
  }
}
