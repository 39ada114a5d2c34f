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
