import CountersignTesting

/// One call of a sequence: who makes it, what it is, and what its details are drawn from.
///
/// No detail is a place in an earlier state. Each is drawn from `choice` among what the caller
/// holds when the call is played, so a call keeps its meaning when calls before it are taken away;
/// where nothing is left to choose from, it is skipped.
struct Call: Sendable, Hashable, CustomStringConvertible {
  let who: Role
  let move: Move
  let choice: UInt16

  /// The call as a failure prints it: `ada.sendMoney.4711`.
  var description: String { "\(who.rawValue).\(move.rawValue).\(choice)" }

  init(_ who: Role, _ move: Move, _ choice: UInt16) {
    (self.who, self.move, self.choice) = (who, move, choice)
  }

  /// Reads what ``description`` writes; nil for anything else.
  init?(_ text: String) {
    let parts = text.split(separator: Character(".")).map(String.init)
    guard parts.count == 3, let who = Role(rawValue: parts[0]), let move = Move(rawValue: parts[1]),
      let choice = UInt16(parts[2])
    else { return nil }
    self.init(who, move, choice)
  }

  /// Draws a call: a role by its weight, then one of its moves by theirs.
  static func drawn(using generator: inout SeededGenerator) -> Call {
    let who = generator.weighted(Role.weights)
    return Call(
      who, generator.weighted(Move.weights(of: who)), .random(in: .min ... .max, using: &generator))
  }

  /// The calls of a seed.
  static func sequence(seed: UInt64, length: Int) -> [Call] {
    var generator = SeededGenerator(seed: seed)
    return (0..<length).map { _ in drawn(using: &generator) }
  }
}

/// Who makes a call.
enum Role: String, Sendable, CaseIterable {
  case ada, bola, cleo
  /// Somebody who has got exactly one factor of one person.
  case thief
  /// Somebody who knows names, ids and links that were shown, and no secret.
  case stranger
  case shop, rival
  /// Nobody: time, the post, the bank and the server's own work.
  case world

  var person: Person? { Person(rawValue: rawValue) }

  static let weights: [(Role, Int)] = [
    (.ada, 24), (.bola, 16), (.cleo, 12), (.thief, 16), (.stranger, 8), (.shop, 7), (.rival, 5),
    (.world, 12),
  ]
}

/// What is called.
enum Move: String, Sendable, CaseIterable {
  case signUp, askCode, signInByCode, signInByKey, signInByDevice
  case raiseSession, endSession, endOtherSessions
  case addPasskey, beginPasskey, finishPasskey, addPasskeyOnTheWay, removePasskey
  case addDevice, setDevicePIN, changeWaitingPIN, removeDevice, setPIN, addApp, removeApp, setPhone
  case makeLoginLink, confirmLogin, collectLogin
  case makeEnrolLink, confirmEnrolment, claimDevice, leaveUnclaimed, endLink
  case sendMoney, testFactor, approve, decline, look, prove
  case beginRecovery, stopRecovery, pressStop
  case openHostSession, makeHostLink, ask, showTransaction, introspect, redeem, unblock
  case steal
  case passTime, jumpClock, deliver, breakPost, prune, work, changeBank

  /// Whether the service may refuse it: the moves of the world, a theft and a page that is left
  /// ask it nothing.
  var isAnswered: Bool { !Self.neverRefused.contains(self) }

  private static let neverRefused: Set<Move> = [
    .passTime, .jumpClock, .deliver, .breakPost, .prune, .work, .changeBank, .steal, .unblock,
    .leaveUnclaimed,
  ]

  static func weights(of role: Role) -> [(Move, Int)] {
    switch role {
    case .ada, .bola, .cleo: ofPeople
    case .thief: ofPeople.filter { $0.0 != .signUp } + [(.steal, 30)]
    case .stranger: ofStrangers
    case .shop, .rival: ofHosts
    case .world: ofTheWorld
    }
  }

  private static let ofPeople: [(Move, Int)] = [
    (.signUp, 4), (.askCode, 6), (.signInByCode, 12), (.signInByKey, 10), (.signInByDevice, 8),
    (.raiseSession, 5), (.endSession, 1), (.endOtherSessions, 2),
    (.addPasskey, 8), (.beginPasskey, 3), (.finishPasskey, 5), (.addPasskeyOnTheWay, 4),
    (.removePasskey, 2),
    (.addDevice, 5), (.setDevicePIN, 3), (.changeWaitingPIN, 4), (.removeDevice, 2), (.setPIN, 4),
    (.addApp, 4), (.removeApp, 1), (.setPhone, 2),
    (.makeLoginLink, 3), (.confirmLogin, 6), (.collectLogin, 6),
    (.makeEnrolLink, 4), (.confirmEnrolment, 5), (.claimDevice, 4), (.leaveUnclaimed, 1),
    (.endLink, 1), (.sendMoney, 18), (.testFactor, 8), (.approve, 6), (.decline, 2), (.look, 3),
    (.prove, 5),
    (.beginRecovery, 3), (.stopRecovery, 3), (.pressStop, 3),
  ]
  private static let ofStrangers: [(Move, Int)] = [
    (.signUp, 2), (.askCode, 6), (.signInByCode, 4), (.signInByKey, 8), (.signInByDevice, 4),
    (.makeLoginLink, 2), (.collectLogin, 2), (.confirmEnrolment, 4), (.claimDevice, 2),
    (.endLink, 1), (.pressStop, 2), (.testFactor, 3), (.sendMoney, 3), (.addPasskey, 2),
  ]
  private static let ofHosts: [(Move, Int)] = [
    (.openHostSession, 4), (.makeHostLink, 3), (.ask, 6), (.showTransaction, 4),
    (.introspect, 4), (.redeem, 6), (.unblock, 1),
  ]
  private static let ofTheWorld: [(Move, Int)] = [
    (.passTime, 24), (.jumpClock, 1), (.deliver, 6), (.breakPost, 2), (.prune, 1), (.work, 3),
    (.changeBank, 2),
  ]
}

extension SeededGenerator {
  /// Draws one of several things, each as often as its weight says.
  mutating func weighted<Thing>(_ things: [(Thing, Int)]) -> Thing {
    var place = Int.random(in: 0..<things.reduce(0) { $0 + $1.1 }, using: &self)
    for (thing, weight) in things {
      if place < weight { return thing }
      place -= weight
    }
    preconditionFailure("no weights")
  }

  /// Whether something that happens once in so many times happens now.
  mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }
}
