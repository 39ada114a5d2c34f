import CountersignCore
import CountersignSQLite
import CountersignTesting
import Foundation
import Synchronization
import WireModel

// A process that dies by SIGKILL at a chosen point of a money order, so that a test can look at
// what is left. Arguments: the store's folder, and after how many writes of the order it dies. With
// one more than there are writes it dies between the commit and the answer.
//
// It prints the number of writes that it saw when it outlives the order, which a test never wants.

guard CommandLine.arguments.count == 3, let fatalWrite = Int(CommandLine.arguments[2]) else {
  print("usage: countersign-crash DIRECTORY WRITES")
  exit(2)
}

/// Counts the writes once the money order begins, and kills the process at the chosen one.
final class CrashPoint: Sendable {
  private let writes = Mutex<Int?>(nil)

  func arm() { writes.withLock { $0 = 0 } }

  func pass(fatal: Int) {
    let count = writes.withLock { count -> Int? in
      count = count.map { $0 + 1 }
      return count
    }
    if count == fatal { kill(getpid(), SIGKILL) }
  }

  var seen: Int { writes.withLock { $0 ?? 0 } }
}

let crashPoint = CrashPoint()
var hooks = StoreHooks()
hooks.beforeStatement = { sql in
  let isWrite = ["INSERT", "UPDATE", "DELETE"].contains { sql.hasPrefix($0) }
  if isWrite { crashPoint.pass(fatal: fatalWrite) }
}
hooks.beforeCommit = { crashPoint.pass(fatal: fatalWrite) }
hooks.afterCommit = { crashPoint.pass(fatal: fatalWrite) }

let harness = try await ServiceHarness(
  directory: URL(filePath: CommandLine.arguments[1]), hooks: hooks)
try harness.writeKeyring()
let session = try await harness.signUp()
let authenticator = try await harness.registerKey(session)
let assertion = try await harness.linkedAssertion(.sample, authenticator, session)
crashPoint.arm()
_ = try await harness.service.moneyOrders.send(
  SendMoneyRequest(payload: .sample, proof: .assertion(assertion)), idempotencyKey: nil,
  session: session)
print("survived \(crashPoint.seen)")
