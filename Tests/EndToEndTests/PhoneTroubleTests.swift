import CountersignClient
import CountersignCore
import CountersignDevice
import CountersignTesting
import FlowModel
import Foundation
import Testing
import WireModel

@Suite("A phone in trouble, over the real router")
struct PhoneTroubleTests {
  @Test("a device's PIN is not sent where it cannot be read whether it is one; nothing is wiped")
  func unreadableDevice() async throws {
    let phone = try InstalledPhone(try await ServiceHarness())
    let session = try await phone.enrol()
    let name = VaultName(account: session.accountID, name: "device")
    let whole = try await phone.vault.value(name)
    try await phone.vault.setValue([1, 2, 3], name)
    let bought = try await phone.run(
      { try await $0.start(Remittance(.sample), level: .fallbackOnly) },
      [.give(.pin(InstalledPhone.pin))])
    #expect(bought.last?.error == .deviceUnable(.vaultFailed))
    #expect(!phone.transport.calls.contains("POST /actions/{scenario}"))
    let changed = try await phone.run(
      { try await $0.startChangePIN() },
      [
        .give(.pin(InstalledPhone.pin)),
        .init { manager, _ in
          try await manager.inputSecondFactor(pin: InstalledPhone.newPIN, biometrics: false)
        },
      ])
    #expect(changed.last?.error == .deviceUnable(.vaultFailed))
    #expect(!phone.transport.calls.contains("PUT /second-factor/pin"))
    // Readable again, it is what it was.
    try await phone.vault.setValue(whole, name)
    let again = try await phone.run(
      { try await $0.start(Remittance(.sample), level: .fallbackOnly) },
      [.give(.pin(InstalledPhone.pin))])
    #expect(again.last?.phase == .done, "\(String(describing: again.last?.error))")
  }

  @Test("a login that was cancelled opens no session here, whenever its answer comes")
  func cancelledLogin() async throws {
    let phone = try InstalledPhone(try await ServiceHarness())
    try await phone.enrol()
    try await phone.manager.logOut()
    #expect(try await phone.manager.installation.session() == nil)
    // The challenge comes, the session's answer is late.
    phone.transport.arm(.late, after: 1)
    let flows = try await phone.running {
      try await phone.run({ try await $0.startLogin() }, [.give(.pin(InstalledPhone.pin))])
    } beside: {
      try await phone.transport.untilHolding()
      await phone.manager.cancel()
    }
    #expect(flows.last?.error == .cancelled)
    phone.transport.letGo()
    phone.transport.arm(nil)
    // It waits for what is under way.
    try await phone.run({ try await $0.start(Remittance(.sample), level: .fallbackOnly) })
    #expect(try await phone.manager.installation.session() == nil)
  }

  @Test(
    "a key signs the challenge whose operation is remembered, also after the PIN asked anew",
    .timeLimit(.minutes(5)))
  func rememberedOperation() async throws {
    let harness = try await ServiceHarness()
    let session = try await InstalledPhone(harness).enrol(biometrics: .accept)
    let phone = try InstalledPhone(harness)
    async let flows = phone.run(
      { try await $0.start(Remittance(.sample), proofPath: .token) },
      [
        .init { manager, _ in
          // The challenge expires while the person types, and the PIN is wrong besides.
          harness.clock.advance(seconds: 100)
          try await manager.inputSecondFactor(.pin(SecretText("000000")))
        },
        .init { manager, _ in
          harness.clock.advance(seconds: 30)
          phone.transport.loseAnswer(to: "POST /actions/{scenario}")
          try await manager.inputSecondFactor(.biometrics)
        },
      ])
    try await phone.passDeadlineOfRepetition()
    let error = try await flows.last?.error
    guard case .outcomeUnknown? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    let restarted = try InstalledPhone(harness)
    let found = try await restarted.run({
      try await $0.start(Remittance(.sample), proofPath: .token)
    })
    #expect(found.last?.phase == .done, "\(String(describing: found.last?.error))")
    #expect(found.last?.earlierOperation != nil)
    #expect(try await session.pocket().balance == 4500)
  }
}
