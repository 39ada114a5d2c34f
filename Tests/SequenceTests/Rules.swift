import CountersignCore
import CountersignSQLite
import CountersignTesting
import WireModel

/// A rule that a call broke.
struct Violation: Error, CustomStringConvertible {
  /// The rules that are held after each call, and each has to have been seen broken once.
  enum Rule: String, Sendable, CaseIterable {
    /// No action goes above its proof's level.
    case levels
    /// No factor is stronger than what entitled to it.
    case grounds
    /// Nothing of one tenant is seen by another, and nothing of one account.
    case tenants
    /// Money leaves a pocket once, and only for an order that was told.
    case money
    /// The person can stop a recovery, and use a factor in an open session.
    case person
    /// The thief of one factor gets no further than that factor.
    case thief
    /// No call is a fault of the server.
    case faults
  }

  let rule: Rule
  let text: String

  init(_ rule: Rule, _ text: String) { (self.rule, self.text) = (rule, text) }

  var description: String { "\(rule.rawValue): \(text)" }
}

/// The rules that hold after each call, whatever it was.
///
/// What a call itself must not come to stands beside it, in the player.
extension Player {
  mutating func holdRules() async throws(Violation) {
    try await holdMoney()
    try holdThief()
  }

  /// What left the pockets is what orders say that were told as executed, and did not come back.
  private func holdMoney() async throws(Violation) {
    let sums: (accounts: Int64, balance: Int64, orders: Int64, ordered: Int64, gone: Int64)
    do {
      sums = try await stage.harness.store.read { transaction in
        let row = try transaction.rows(
          """
          SELECT (SELECT COUNT(*) FROM pockets), (SELECT COALESCE(SUM(balance), 0) FROM pockets),
            COUNT(*), COALESCE(SUM(amount), 0),
            COALESCE(SUM(CASE WHEN status <> 'failed' THEN amount ELSE 0 END), 0)
          FROM money_orders
          """, [])[0]
        return (
          try row.integer(0), try row.integer(1), try row.integer(2), try row.integer(3),
          try row.integer(4)
        )
      }
    } catch {
      throw Violation(.faults, "the store does not answer: \(error)")
    }
    guard sums.accounts * Stage.opening == sums.balance + sums.gone else {
      throw Violation(.money, "pockets hold \(sums.balance), and \(sums.gone) have left them")
    }
    guard sums.orders == executed.count, sums.ordered == executed.naira else {
      throw Violation(
        .money, "\(executed.count) orders were told as executed, and \(sums.orders) are there")
    }
  }

  /// The thief of one factor gets no further than that factor.
  ///
  /// Who has the mailbox may be an account's first, and may recover it after a wait in which nobody
  /// stopped that. Who has a PIN or an app opens nothing. Who has a device without a PIN is
  /// unproved. A passkey is strong: its thief has to be shut out by its removal.
  private mutating func holdThief() throws(Violation) {
    guard let theft = world.theft, let model = models[theft.victim], theft.kind != .passkey else {
      return
    }
    let (thief, victim) = (world[.thief], theft.victim)
    let stolen = theft.kind == .device ? 1 : 0
    let own =
      thief.passkeys.map(\.name) + thief.devices.dropFirst(stolen).map(\.name)
      + (theft.kind == .pin || thief.pins.isEmpty ? [] : [.pin])
      + (theft.kind == .app || thief.apps.isEmpty ? [] : [.codes])
    let grounds = own.compactMap { model.factors[$0]?.ground }
    if theft.kind == .mailbox, grounds.contains(.first) || grounds.contains(.recovery) {
      isThiefsByRight = true
    }
    guard !isThiefsByRight else { return }
    guard grounds.isEmpty else {
      throw Violation(
        .thief, "the thief of a \(theft.kind) of \(victim) has a factor by \(grounds)")
    }
    for session in thief.sessions {
      let level = model.sessions[session.id] ?? .unproved
      let isOpened = theft.kind == .mailbox || theft.kind == .device
      guard isOpened, level == .unproved else {
        throw Violation(
          .thief, "the thief of a \(theft.kind) of \(victim) has a session of level \(level)")
      }
    }
  }
}
