import CountersignSQLite
import CountersignTesting
import Foundation
import Testing
import WebAuthnModel
import WireModel

@testable import CountersignCore

@Suite("What rows say of people is sealed")
struct SealTests {
  private let place = SealedPlace("devices.name", of: "dev_1")

  // Holds: at rest
  @Test("a sealed value opens at its own place under its own key, and nowhere else")
  func places() throws {
    let seal = StoreSeals(.generated()).deployment
    let sealed: [UInt8] = try seal.seal(Array("Ada's phone".utf8), at: place)
    #expect(try seal.text(sealed, at: place) == "Ada's phone")
    for other in [
      SealedPlace("devices.name", of: "dev_2"), SealedPlace("phones.number", of: "dev_1"),
      SealedPlace("devices.namedev_1", of: ""),
    ] {
      #expect(throws: StoreError.self) { try seal.text(sealed, at: other) }
    }
    #expect(throws: StoreError.self) {
      try StoreSeals(.generated()).deployment.text(sealed, at: place)
    }
    #expect(throws: StoreError.noSealingKey) {
      try StoreSeals.none.deployment.text(sealed, at: place)
    }
  }

  // Holds: at rest
  @Test("every changed bit, and every missing end, is refused")
  func changedBits() throws {
    let seal = StoreSeals(.generated()).deployment
    let sealed: [UInt8] = try seal.seal(Array("Ada".utf8), at: place)
    for index in sealed.indices {
      for bit in 0..<8 {
        var changed = sealed
        changed[index] ^= 1 << bit
        #expect(throws: StoreError.self, "\(index).\(bit)") { try seal.bytes(changed, at: place) }
      }
      let short = Array(sealed[..<index])
      #expect(throws: StoreError.self, "\(index)") { try seal.bytes(short, at: place) }
    }
  }

  @Test("a command that is run again writes the same bytes; equal values of two rows differ")
  func nonces() throws {
    let seal = StoreSeals(.generated()).deployment
    let value = Array("Ada".utf8)
    let first: [UInt8] = try seal.seal(value, at: place)
    let again: [UInt8] = try seal.seal(value, at: place)
    #expect(first == again)
    let elsewhere: [UInt8] = try seal.seal(value, at: SealedPlace("devices.name", of: "dev_2"))
    let longer: [UInt8] = try seal.seal(value + [0], at: place)
    // The key's number, then the nonce.
    #expect(Set([first, elsewhere, longer].map { Array($0[1..<13]) }).count == 3)
    #expect(first[13..<16] != elsewhere[13..<16])
  }

  @Test("a hash is of its key and its bytes, and no SHA-256")
  func hashes() throws {
    let (first, second) = (StoreSeals(.generated()).deployment, StoreSeals(.generated()).deployment)
    #expect(try first.hash([1]) == first.hash([1]))
    #expect(try first.hash([1]) != first.hash([2]))
    #expect(try first.hash([1]) != second.hash([1]))
    #expect(try first.hash([1]) != sha256([1]))
  }

  // Holds: at rest
  @Test("the key of an account opens its own rows, and is wrapped for that account alone")
  func accountKeys() async throws {
    let harness = try await ServiceHarness()
    let ada = try await harness.signUp().accountID
    let bob = try await harness.signUp("bob@example.com").accountID
    let (adas, bobs) = try await harness.store.read { transaction in
      (try transaction.seal(of: ada), try transaction.seal(of: bob))
    }
    let sealed: [UInt8] = try adas.seal(Array("Ada".utf8), at: place)
    #expect(try adas.text(sealed, at: place) == "Ada")
    #expect(throws: StoreError.self) { try bobs.text(sealed, at: place) }
    _ = try await harness.store.write { transaction in
      try transaction.execute(
        """
        UPDATE account_keys SET key = (SELECT key FROM account_keys WHERE account_id = ?)
        WHERE account_id = ?
        """, [.text(bob.text), .text(ada.text)])
    }
    await #expect(throws: StoreError.self) {
      try await harness.store.read { try $0.seal(of: ada) }
    }
  }

  // Holds: at rest
  @Test("an account that is erased without an operation leaves no key; one with some keeps it")
  func erased() async throws {
    let harness = try await ServiceHarness()
    let records = AccountRecords(
      store: harness.store, keyring: harness.keyring, modules: harness.service.modules,
      clock: harness.clock)
    let ada = try await harness.signUp().accountID
    let session = try await harness.signUp("bob@example.com")
    _ = try await harness.registerKey(session, to: "bob@example.com")
    await harness.deliverMessages()
    for name in ["ada@example.com", "bob@example.com"] { _ = try await records.erase(name).get() }
    let keys = try await harness.store.rows("SELECT account_id FROM account_keys", [])
    #expect(keys.map(\.values) == [[.text(session.accountID.text)]])
    #expect(try await harness.account(named: "ada@example.com") == nil)
    await #expect(throws: StoreError.self) {
      try await harness.store.read { try $0.seal(of: ada) }
    }
    let operations = try await harness.store.rows("SELECT id FROM operations", [])
    #expect(!operations.isEmpty)
    for row in operations {
      let id = StoredOperationID(try row.text(0))
      _ = try await harness.store.read { try Operations.stored(id, in: $0) }
    }
  }

  // Holds: at rest
  @Test("a server refuses to start on a store that another keyring has sealed")
  func otherKeyring() async throws {
    let harness = try await ServiceHarness()
    // A store without an account could be anybody's: what it was opened with has to be the same.
    try await harness.keyring.verify(sealing: harness.store)
    let other = Keyring.generated()
    await #expect(throws: ServerMisuse.keyringOfAnotherStore) {
      try await other.verify(sealing: harness.store)
    }
    let path = harness.directory.appending(path: "countersign.sqlite").path
    // The log of a store without an account tells whose it is, and then its accounts do.
    for index in 0..<2 {
      if index == 0 { _ = try await harness.serviceKey() } else { _ = try await harness.signUp() }
      try await harness.keyring.verify(sealing: harness.store)
      let opened = try SQLiteStore(
        path: path, schemas: .of(harness.service.modules), seals: StoreSeals(other))
      await #expect(throws: ServerMisuse.keyringOfAnotherStore) {
        try await other.verify(sealing: opened)
      }
      try await opened.close()
    }
  }
}
