import AirtimeServer
import CountersignCore
import CountersignTesting
import Foundation
import HistoryTesting
import ProgramTesting
import Testing

/// The audit in which every run of faults ends: of what the store holds, against what was answered.
struct FaultAudit {
  private let store: any FaultedStore
  private let record: LoadRecord.State

  init(_ store: any FaultedStore, _ record: LoadRecord) {
    self.store = store
    self.record = record.snapshot
  }

  /// Holds the store to all rules.
  ///
  /// - Parameter isAtRest: True once every order has a definite answer.
  /// - Throws: The error of a store that cannot be read.
  func expectWhole(isAtRest: Bool = false) async throws {
    let (ledger, broken) = try store.read { transaction in
      (
        try verifyLedger(in: transaction),
        try Self.rules.filter { try !transaction.rows($0.sql, []).isEmpty }.map(\.rule)
      )
    }
    #expect(ledger == nil)
    let audit = try await BuiltProgram.run(
      ["audit", "verify"] + store.place, program: BuiltProgram.airtime)
    #expect(audit.status == 0, "\(audit.output) \(audit.errors)")
    #expect(broken == [])
    #expect(try lost() == [], "what was answered with 200 is not there")
    #expect(try twice() == [], "one proof bought twice")
    #expect(try pinFaults() == [])
    guard isAtRest else { return }
    let pending = try store.read {
      try $0.rows("SELECT id FROM topups WHERE status = 'pending'", []).count
    }
    #expect(pending == 0)
    let check = try await BuiltProgram.run(
      ["store", "check"] + store.place, program: BuiltProgram.airtime)
    #expect(check.status == 0, "\(check.errors)")
  }

  /// The transactions that were answered and are not there.
  func lost() throws -> [String] {
    let present = try store.read { transaction in
      Set(try transaction.rows("SELECT id FROM topups", []).map { try $0.text(0) })
    }
    return record.acknowledged.subtracting(present).sorted()
  }

  /// The proofs whose answers name more than one transaction.
  func twice() throws -> [String] {
    record.transactions.filter { $0.value.count > 1 }.map { "\($0.key): \($0.value)" }
  }

  /// Attempts at PINs that are not counted as they were answered.
  private func pinFaults() throws -> [String] {
    let (counts, refused) = try store.read { transaction in
      let rows = try transaction.rows("SELECT subject, failed_attempts FROM attempts", [])
      return (
        Dictionary(
          uniqueKeysWithValues: try rows.map { (try $0.text(0), try $0.integer(1)) }),
        try transaction.rows("SELECT 1 FROM audit WHERE kind = 'pin_refused'", []).count
      )
    }
    var faults: [String] = []
    for (account, attempts) in record.pinAttempts {
      let count = counts["pin:\(account)"] ?? 0
      if !(attempts.least...attempts.most).contains(count) {
        faults.append("\(account) has \(count) attempts, not \(attempts)")
      }
    }
    if !(record.wrongPINs...(record.wrongPINs + record.openPINs)).contains(refused) {
      faults.append(
        "\(refused) refused PINs are written down, of \(record.wrongPINs) that were answered and "
          + "\(record.openPINs) that were not")
    }
    return faults
  }

  /// What holds beside the ledger and the audit log, by the rows that break it.
  private static let rules: [(rule: String, sql: String)] = [
    (
      "a spent proof has one operation",
      """
      SELECT 1 FROM spent s WHERE s.stage = 'acted' AND
        (SELECT COUNT(*) FROM operations o
          WHERE o.id = s.operation_id AND o.challenge_id = s.challenge_id) <> 1 LIMIT 1
      """
    ),
    (
      "a purchase by a challenge has spent it",
      """
      SELECT 1 FROM operations o WHERE o.challenge_id IS NOT NULL AND o.scenario = 'TOP_UP' AND
        NOT EXISTS (SELECT 1 FROM spent s
          WHERE s.challenge_id = o.challenge_id AND s.operation_id = o.id) LIMIT 1
      """
    ),
    (
      "an idempotency key has one operation",
      """
      SELECT 1 FROM operations WHERE idempotency_key IS NOT NULL
        GROUP BY account_id, idempotency_key HAVING COUNT(*) > 1 LIMIT 1
      """
    ),
    (
      "each purchase has one operation and one row of the audit log",
      """
      SELECT 1 WHERE (SELECT COUNT(*) FROM topups) <>
          (SELECT COUNT(*) FROM operations WHERE scenario = 'TOP_UP')
        OR (SELECT COUNT(*) FROM topups) <>
          (SELECT COUNT(*) FROM audit WHERE kind = 'topup_executed')
      """
    ),
  ]
}

extension FaultAudit {
  /// The history of a run: what its clients saw, and the order in which the store took the moves of
  /// each wallet.
  struct History {
    var operations: [HistoryOperation] = []
    /// Reads that no state of the wallet or of the list explains.
    var impossible: [String] = []
    /// Reads of a balance that a wallet had more than once, which say too little.
    var ambiguous = 0
  }

  /// Makes the history of all that was answered.
  func history() throws -> History {
    var history = History()
    let wallets = try store.read { transaction in
      let rows = try transaction.rows(
        """
        SELECT account, transfer, amount FROM ledger_entries WHERE account LIKE 'wallet:%'
        ORDER BY \(store.order)
        """, [])
      return try Dictionary(grouping: rows) { try $0.text(0) }
        .mapValues { try Wallet($0.map { (try $0.text(1), try $0.integer(2)) }) }
    }
    // The first answer to each proof is the purchase; all others saw it.
    var bought: [String: LoadRecord.Answer] = [:]
    var isClaimed: Set<String> = []
    for answer in record.answers.sorted(by: { $0.returned < $1.returned }) {
      guard let wallet = wallets["wallet:\(answer.account)"] else { continue }
      switch answer.sight {
      case .bought(let transaction, let proof, let balance):
        let purchase = "\(proof ?? transaction) \(transaction)"
        if bought[purchase] == nil {
          bought[purchase] = answer
          isClaimed.insert(transaction)
          history.add(transaction, proof, of: answer, in: wallet)
        }
        history.add(balance, of: transaction, proof, of: answer, in: wallet)
      case .balance(let balance): history.add(balance, of: answer, in: wallet)
      case .transactions(let list): history.add(list, of: answer, in: wallet)
      }
    }
    for (name, wallet) in wallets {
      // The opening balance was there before anybody looked.
      for (place, move) in wallet.moves.enumerated().dropFirst()
      where !isClaimed.contains(move.transaction) {
        history.add(move, at: place, of: name, in: wallet)
      }
    }
    return history
  }

  /// The moves of one wallet in the order of their commits.
  struct Wallet {
    struct Move {
      let transfer: String
      /// The purchase that was debited; empty for another move.
      let transaction: String
    }

    private(set) var moves: [Move] = []
    /// The place of each purchase among the moves, and among the purchases.
    private(set) var places: [String: (move: Int, purchase: Int)] = [:]
    private(set) var purchases: [String] = []
    /// The moves after which the wallet had a balance.
    private(set) var versions: [Int64: [Int]] = [:]
    /// The balance after each move.
    private(set) var balances: [Int64] = []

    init(_ lines: [(transfer: String, amount: Int64)]) throws {
      var balance: Int64 = 0
      for (place, line) in lines.enumerated() {
        let isDebit = line.transfer.hasSuffix(":debit")
        let transaction = isDebit ? String(line.transfer.dropLast(":debit".count)) : ""
        moves.append(Move(transfer: line.transfer, transaction: transaction))
        balance += line.amount
        versions[balance, default: []].append(place)
        balances.append(balance)
        guard isDebit else { continue }
        purchases.append(transaction)
        places[transaction] = (place, purchases.count)
      }
    }
  }
}

extension FaultAudit.History {
  /// Adds a purchase: the move of the wallet, the entry in the list, and the proof that it spent.
  fileprivate mutating func add(
    _ transaction: String, _ proof: String?, of answer: LoadRecord.Answer,
    in wallet: FaultAudit.Wallet
  ) {
    guard let (move, purchase) = wallet.places[transaction] else {
      return impossible.append("\(transaction) was answered, and is no move of the wallet")
    }
    var operation = HistoryOperation(
      "\(answer.process) buys \(transaction)", of: answer.process, from: answer.invoked,
      to: answer.returned,
      reading: ["wallet \(answer.account)": move - 1, "list \(answer.account)": purchase - 1],
      writing: ["wallet \(answer.account)": move, "list \(answer.account)": purchase])
    if let proof {
      operation.reads["proof \(proof)"] = 0
      operation.writes["proof \(proof)"] = 1
    }
    operations.append(operation)
  }

  /// Adds the answer to a purchase, which has seen that the proof is spent.
  ///
  /// Each repetition says the balance that the purchase itself has left: that after its debit, or
  /// that before it where it was refunded.
  fileprivate mutating func add(
    _ balance: Int64, of transaction: String, _ proof: String?, of answer: LoadRecord.Answer,
    in wallet: FaultAudit.Wallet
  ) {
    guard let move = wallet.places[transaction]?.move else { return }
    guard wallet.balances[max(0, move - 1)...move].contains(balance) else {
      return impossible.append("\(answer.process) reads \(balance), which \(transaction) left not")
    }
    guard let proof else { return }
    operations.append(
      HistoryOperation(
        "\(answer.process) reads \(transaction)", of: answer.process, from: answer.invoked,
        to: answer.returned, reading: ["proof \(proof)": 1]))
  }

  /// Adds a read of a balance.
  fileprivate mutating func add(
    _ balance: Int64, of answer: LoadRecord.Answer, in wallet: FaultAudit.Wallet
  ) {
    let versions = wallet.versions[balance] ?? []
    guard let version = versions.first else {
      return impossible.append("\(answer.process) reads \(balance), which the wallet never held")
    }
    var operation = HistoryOperation(
      "\(answer.process) reads \(balance)", of: answer.process, from: answer.invoked,
      to: answer.returned)
    if versions.count == 1 {
      operation.reads["wallet \(answer.account)"] = version
    } else {
      ambiguous += 1
    }
    operations.append(operation)
  }

  /// Adds a read of the list, unless the list has more than an answer holds.
  fileprivate mutating func add(
    _ list: [String], of answer: LoadRecord.Answer, in wallet: FaultAudit.Wallet
  ) {
    guard list.count < 100 else { return }
    guard Set(list) == Set(wallet.purchases.prefix(list.count)) else {
      return impossible.append("\(answer.process) reads a list that never was: \(list)")
    }
    operations.append(
      HistoryOperation(
        "\(answer.process) reads \(list.count) purchases", of: answer.process,
        from: answer.invoked, to: answer.returned, reading: ["list \(answer.account)": list.count]))
  }

  /// Adds a move that no answer tells of: a refund, or a purchase whose answer was lost.
  fileprivate mutating func add(
    _ move: FaultAudit.Wallet.Move, at place: Int, of name: String, in wallet: FaultAudit.Wallet
  ) {
    let account = name.replacing("wallet:", with: "")
    var operation = HistoryOperation(
      move.transfer, reading: ["wallet \(account)": place - 1],
      writing: ["wallet \(account)": place])
    if let (_, purchase) = wallet.places[move.transaction] {
      operation.reads["list \(account)"] = purchase - 1
      operation.writes["list \(account)"] = purchase
    }
    operations.append(operation)
  }
}
