import CountersignCore
import Foundation
import Testing
import ToolSupport

@testable import ServerCommands

@Suite("The limits of serve")
struct LimitOptionTests {
  @Test("each limit is in docs/limits.md, with the number that it has by default")
  func documented() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    let text = try String(contentsOf: root.appending(path: "docs/limits.md"), encoding: .utf8)
    for limit in LimitOption.all {
      let value = limit.value(in: ServicePolicy())
      #expect(text.contains("| `\(limit.name)` | \(value) "), "\(limit.name) is \(value)")
    }
  }

  @Test("each limit takes another number, and changes nothing else")
  func set() throws {
    for limit in LimitOption.all {
      var policy = ServicePolicy()
      let read = try LimitOption.read(["\(limit.name)=7654"])
      for (limit, value) in read { limit.set(value, in: &policy) }
      for other in LimitOption.all {
        let value = other.name == limit.name ? 7654 : other.value(in: ServicePolicy())
        #expect(other.value(in: policy) == value, "\(limit.name) sets \(other.name)")
      }
    }
  }

  @Test(
    "what is no limit, or no number that one can have, is wrong use",
    arguments: [
      "", "codes", "codes-per-second", "codes-per-second=", "codes-per-second=0",
      "codes-per-second=-1", "codes-per-second=1=2", "streams=many", "streams=1000001",
    ])
  func wrong(_ text: String) {
    #expect(throws: CommandFailure.self) { try LimitOption.read([text]) }
  }

  @Test("assertions block whom they are told to, and nobody else is known")
  func assertionBlock() throws {
    #expect(try AssertionBlock(option: nil) == .sender)
    #expect(try AssertionBlock(option: "account") == .account)
    #expect(throws: CommandFailure.self) { try AssertionBlock(option: "everybody") }
  }
}
