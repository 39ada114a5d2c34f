import Testing
import WireModel

@testable import CountersignCore

@Suite("The budget of refusals in the audit log")
struct RefusalBudgetTests {
  private let now = Timestamp(milliseconds: 1_000_000)

  private func line(_ target: String, _ address: [UInt8]) -> RefusalLine {
    RefusalLine(target: target, source: .stranger(RequesterNetwork(address: address).widest))
  }

  @Test("a /48 has one line, and half of the strangers' rows is kept for networks without one")
  func newcomers() {
    let budget = RefusalBudget(policy: RefusalPolicy())
    func written(_ count: Int, _ address: (Int) -> [UInt8]) -> Int {
      (0..<count).count { budget.take(line("acc_1", address($0)), at: now) != nil }
    }
    func site(_ number: Int) -> (Int) -> [UInt8] {
      { [0x20, 1, 0xd, 0xb8, 0, UInt8(number), 0, UInt8($0)] + [UInt8](repeating: 0, count: 8) }
    }
    #expect(written(100, site(0)) == 30)
    #expect((1...9).map { written(30, site($0)) } == [30, 30, 30, 30, 1, 1, 1, 1, 1])
    #expect(written(1) { _ in [192, 0, 2, 1] } == 1)
  }

  @Test("whoever aims at ever new accounts fills no memory, and hides nobody who is known")
  func memory() {
    let budget = RefusalBudget(policy: RefusalPolicy())
    let written = (0..<20_000).count { number in
      budget.take(line("acc_\(number)", [192, 0, 2, 1]), at: now) != nil
    }
    #expect(written == 5_000 + 300)
    let known = RefusalLine(target: "acc_1", source: .known("ses_1"))
    #expect(budget.take(known, at: now) == 0)
  }
}
