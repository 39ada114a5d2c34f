import CountersignClient
import Foundation
import Security
import StandInPhone
import Synchronization
import Testing

@testable import CountersignDevice

@Suite("The vault in the Keychain", .ownPhone)
struct KeychainVaultTests {
  private let vault = KeychainVault(service: "com.example.pay")

  @Test("a value is kept, changed and removed; what is not there is nil, and may be removed")
  func values() async throws {
    let name = VaultName(account: "acct_1", name: "device")
    #expect(try await vault.value(name) == nil)
    try await vault.setValue([1, 2], name)
    try await vault.setValue([3], name)
    #expect(try await KeychainVault(service: "com.example.pay").value(name) == [3])
    #expect(Phone.current.with { $0.items.count } == 1)
    try await vault.setValue([], name)
    #expect(try await vault.value(name) == [])
    for _ in 1...2 { try await vault.setValue(nil, name) }
    #expect(try await vault.value(name) == nil)
    #expect(Phone.current.with { $0.items.isEmpty })
  }

  @Test("names come in order, and accounts, services and access groups share none")
  func names() async throws {
    for name in ["soft-lock", "access-token", "device"] {
      try await vault.setValue([1], VaultName(account: "acct_1", name: name))
    }
    let names = try await vault.names(account: "acct_1")
    #expect(names.map(\.name) == ["access-token", "device", "soft-lock"])
    #expect(Set(names.map(\.account)) == ["acct_1"])
    let device = VaultName(account: "acct_1", name: "device")
    for other in [
      KeychainVault(service: "com.example"), KeychainVault(service: "com.example.pay.other"),
      KeychainVault(service: "com.example.pay", accessGroup: "TEAM.shared"),
    ] {
      #expect(try await other.value(device) == nil)
      #expect(try await other.names(account: "acct_1").isEmpty)
    }
    for account in ["acct_2", "", "acct", "acct_1:", ":acct_1", "acct_1/device"] {
      #expect(try await vault.value(VaultName(account: account, name: "device")) == nil)
      #expect(try await vault.names(account: account).isEmpty)
    }
  }

  @Test("a vault that names its access group keeps to it; one that names none looks into all")
  func accessGroups() async throws {
    let own = KeychainVault(service: "com.example.pay", accessGroup: "TEAM.com.example.pay")
    let shared = KeychainVault(service: "com.example.pay", accessGroup: "TEAM.shared")
    let name = VaultName(account: "acct_1", name: "device")
    try await shared.setValue([1], name)
    #expect(try await vault.value(name) == [1])
    #expect(try await own.value(name) == nil)
    try await own.setValue([2], name)
    try await own.setValue(nil, name)
    #expect(try await shared.value(name) == [1])
    #expect(Phone.current.with { $0.items.map(\.accessGroup) } == ["TEAM.shared"])
  }

  @Test("a service whose name ends like an account's beginning is another one")
  func dividedNames() async throws {
    let name = VaultName(account: "b:c", name: "device")
    try await KeychainVault(service: "a").setValue([1], name)
    let other = VaultName(account: "c", name: "device")
    #expect(try await KeychainVault(service: "a:b").value(other) == nil)
  }

  @Test("a value is readable on this device alone, while it has a passcode")
  func accessible() async throws {
    let name = VaultName(account: "acct_1", name: "device")
    try await vault.setValue([1], name)
    let classes = Phone.current.with { $0.items.map(\.accessible) }
    #expect(classes == [kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly])
    Phone.current.with { $0.hasPasscode = false }
    let error = await #expect(throws: VaultError.self) {
      try await vault.setValue([1], VaultName(account: "acct_1", name: "other"))
    }
    guard case .unavailable(let text)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(text.contains("passcode"))
  }

  @Test("what the Keychain refuses is an error at each call, and never an absent value")
  func refused() async throws {
    let name = VaultName(account: "acct_1", name: "device")
    Phone.current.with { $0.keychainStatus = errSecInteractionNotAllowed }
    let locked = VaultError.unavailable("the device is locked: try again when it is unlocked")
    await #expect(throws: locked) { try await vault.value(name) }
    await #expect(throws: locked) { try await vault.setValue([1], name) }
    await #expect(throws: locked) { try await vault.setValue(nil, name) }
    await #expect(throws: locked) { try await vault.names(account: "acct_1") }
  }
}

@Suite("What blocks its thread")
struct BlockingWorkTests {
  @Test("holds up no task, however much of it there is", .timeLimit(.minutes(5)))
  func offThePool() async {
    // More than the pool has threads.
    let count = ProcessInfo.processInfo.activeProcessorCount * 2 + 2
    let arrivals = Arrivals()
    let leave = DispatchSemaphore(value: 0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<count {
        group.addTask {
          await BlockingWork.run {
            arrivals.count.withLock { $0 += 1 }
            leave.wait()
          }
        }
      }
      while arrivals.count.withLock({ $0 }) < count { await Task.yield() }
      for _ in 0..<count { leave.signal() }
    }
  }
}

/// Those who have begun to block.
private final class Arrivals: Sendable {
  let count = Mutex(0)
}
