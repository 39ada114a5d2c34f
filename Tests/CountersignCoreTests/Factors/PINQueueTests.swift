import CountersignTesting
import Dispatch
import Synchronization
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
    let hashing = harness.service.pins.change.hashing
    for index in 0..<63 { _ = try hashing.admit(Self.session(network: index, account: index)) }
    let last = try hashing.admit(Self.session(network: 63, account: 63))
    // Not `busy`, after which it would not be known what became of the payment.
    let decision = try await harness.sendByPIN(PINTests.pin, session, "key-1")
    #expect(decision.refusal == .pinQueueFull)
    #expect(try await harness.service.secondFactors.show(session).failedAttempts == 0)
    #expect(try await harness.service.moneyOrders.balance(session) == 5000)
    hashing.giveUp(last)
    #expect(try await harness.sendByPIN(PINTests.pin, session, "key-1").refusal == nil)
  }

  @Test("a network has eight places and an account two, which leave the others' free")
  func shares() throws {
    let hashing = PINHashing(keyring: .generated(), policy: PINPolicy())
    func isAdmitted(_ network: Int, _ account: Int) -> Bool {
      (try? hashing.admit(Self.session(network: network, account: account))) != nil
    }
    #expect((1...3).map { _ in isAdmitted(1, 1) } == [true, true, false])
    // The same account from elsewhere has no more.
    #expect(!isAdmitted(2, 1))
    #expect((2...8).map { isAdmitted(1, $0) }.count { $0 } == 6)
    #expect(!isAdmitted(1, 9) && isAdmitted(2, 9))
  }

  @Test("half of the queue is kept for networks that have none in it, and a /48 has four shares")
  func newcomers() {
    let workers = FairWorkers(policy: PINPolicy())
    func admitted(_ count: Int, _ address: (Int) -> [UInt8]) -> Int {
      (0..<count).count { number in
        let network = RequesterNetwork(address: address(number))
        let account = AccountID("acc_\(address(number))_\(number)")
        return workers.admit(FairWorkers.Source(network: network, account: account))
      }
    }
    func neighbor(_ number: Int) -> [UInt8] {
      [0x20, 1, 0xd, 0xb8, 0, 1, UInt8(number), 0] + [UInt8](repeating: 0, count: 8)
    }
    #expect(admitted(100, neighbor) == 32)
    #expect(admitted(8) { _ in [192, 0, 2, 1] } == 1)
    #expect(admitted(40) { [198, 51, 100, UInt8($0)] } == 31)
    #expect(workers.taken == 64)
  }

  @Test("networks take turns, and so do the accounts of each: who fills the queue waits alone")
  func turns() async throws {
    let workers = FairWorkers(policy: PINPolicy())
    let (begun, beginning) = AsyncStream<Void>.makeStream()
    let gate = DispatchSemaphore(value: 0)
    let order = Order()
    try await withThrowingTaskGroup(of: Void.self) { group in
      // Both threads are held until all others wait.
      for index in 0..<2 {
        let source = Self.source(network: 100 + index, account: 100 + index)
        #expect(workers.admit(source))
        group.addTask {
          try await workers.run(source) {
            beginning.yield()
            gate.wait()
          }
        }
      }
      var iterator = begun.makeAsyncIterator()
      for _ in 0..<2 { await iterator.next() }
      for (name, network, account) in [
        ("flood 1", 1, 1), ("flood 1 again", 1, 1), ("flood 2", 1, 2), ("flood 3", 1, 3),
        ("person", 2, 9),
      ] {
        let source = Self.source(network: network, account: account)
        #expect(workers.admit(source))
        group.addTask {
          try await workers.run(source) { order.note(name) }
        }
        while workers.waitingCount < Self.count(upTo: name) { await Task.yield() }
      }
      for _ in 0..<2 { gate.signal() }
      try await group.waitForAll()
    }
    let places = order.names
    #expect(Set(places).count == 5)
    // Two threads may note their turns in either order.
    #expect((places.firstIndex(of: "person") ?? 9) <= 2)
    #expect((places.firstIndex(of: "flood 1 again") ?? 0) >= 3)
  }

  private static func count(upTo name: String) -> Int {
    (["flood 1", "flood 1 again", "flood 2", "flood 3", "person"].firstIndex(of: name) ?? 0) + 1
  }

  private static func source(network: Int, account: Int) -> FairWorkers.Source {
    let session = session(network: network, account: account)
    return FairWorkers.Source(network: session.requester.network, account: session.accountID)
  }

  private static func session(network: Int, account: Int) -> AuthenticatedSession {
    var session = AuthenticatedSession(
      id: SessionID("ses_\(account)"), accountID: AccountID("acc_\(account)"), deviceID: nil,
      level: .weak, key: nil, openedAt: Timestamp(milliseconds: 0),
      secondsLeft: 300)
    session.requester = Requester(RequesterNetwork(address: [10, 0, 0, UInt8(network)]))
    return session
  }
}

/// The order in which works ran.
private final class Order: Sendable {
  private let noted = Mutex<[String]>([])

  var names: [String] { noted.withLock { $0 } }

  func note(_ name: String) { noted.withLock { $0.append(name) } }
}
