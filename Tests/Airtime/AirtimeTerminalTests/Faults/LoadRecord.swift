import CountersignClient
import Synchronization

/// What the server answered to the load of a run, and when.
final class LoadRecord: Sendable {
  /// What a client saw.
  enum Sight: Sendable {
    /// A purchase: its transaction, the proof that it spent, and the balance in its answer.
    case bought(transaction: String, proof: String?, balance: Int64)
    /// The balance of the wallet.
    case balance(Int64)
    /// The transactions of the account.
    case transactions([String])
  }

  /// One answer.
  struct Answer: Sendable {
    let process: String
    let account: String
    let invoked: Int64
    let returned: Int64
    let sight: Sight
  }

  /// The bounds of the attempts at an account's PIN that are counted: they differ by the attempts
  /// without an answer.
  struct PINAttempts: Sendable {
    var least: Int64 = 0
    var most: Int64 = 0
  }

  /// All that is known at one moment.
  struct State: Sendable {
    var isLoadOn = false
    var answers: [Answer] = []
    /// Calls that had no answer, each time that they were sent.
    var unanswered = 0
    var pinAttempts: [String: PINAttempts] = [:]
    /// The wrong PINs that were refused, and those without an answer.
    var (wrongPINs, openPINs) = (0, 0)
    /// What became of each PIN that was sent, and how often.
    var pinOutcomes: [String: Int] = [:]
    /// The transactions of each proof.
    var transactions: [String: Set<String>] = [:]
    /// Every transaction that was answered.
    var acknowledged: Set<String> = []
  }

  private let state = Mutex(State())
  private let start = ContinuousClock.now

  /// All of it.
  var snapshot: State { state.withLock { $0 } }

  /// The number of answers.
  var answerCount: Int { state.withLock { $0.answers.count } }

  /// True as long as the load is to go on.
  var isLoadOn: Bool { state.withLock(\.isLoadOn) }

  /// Has the load go on, or come to an end.
  func setLoad(_ isOn: Bool) { state.withLock { $0.isLoadOn = isOn } }

  /// The present moment, in nanoseconds since the record began.
  func now() -> Int64 {
    let passed = (ContinuousClock.now - start).components
    return passed.seconds * 1_000_000_000 + passed.attoseconds / 1_000_000_000
  }

  /// Notes an answer that has just come.
  func note(_ sight: Sight, to process: String, of account: String, since invoked: Int64) {
    let returned = now()
    state.withLock { state in
      state.answers.append(
        Answer(
          process: process, account: account, invoked: invoked, returned: returned, sight: sight))
      guard case .bought(let transaction, let proof, _) = sight else { return }
      state.acknowledged.insert(transaction)
      if let proof { state.transactions[proof, default: []].insert(transaction) }
    }
  }

  /// Notes a call without an answer.
  func noteUnanswered() { state.withLock { $0.unanswered += 1 } }

  /// Notes that a PIN is sent: it may be counted from now on.
  func notePINSent(of account: String, isWrong: Bool) {
    state.withLock { state in
      state.pinAttempts[account, default: PINAttempts()].most += 1
      if isWrong {
        state.openPINs += 1
      } else {
        // A right one takes all of them away, whether or not it is answered.
        state.pinAttempts[account]?.least = 0
      }
    }
  }

  /// Notes the answer to the PIN that was sent last.
  func notePINAnswer(_ answer: PINAnswer, of account: String, isWrong: Bool) {
    state.withLock { state in
      var attempts = state.pinAttempts[account, default: PINAttempts()]
      switch answer {
      case .right: attempts = PINAttempts()
      case .counted: attempts.least += 1
      case .notCounted: attempts.most -= 1
      }
      state.pinAttempts[account] = attempts
      guard isWrong else { return }
      state.openPINs -= 1
      if answer == .counted { state.wrongPINs += 1 }
    }
  }

  /// Notes in a word what became of a PIN that was sent.
  func notePINOutcome(_ word: String) {
    state.withLock { $0.pinOutcomes[word, default: 0] += 1 }
  }

  /// What an answer says of a PIN.
  enum PINAnswer {
    /// It was right: no attempt counts any more.
    case right
    /// It was wrong, and counts.
    case counted
    /// It was not looked at.
    case notCounted
  }
}

extension ClientError {
  /// Whether the server was down or busy for a moment.
  var isPassing: Bool {
    switch self {
    case .transport, .serverFailed: true
    default: false
    }
  }

  /// Whether the time of what the call proves with is over.
  var isTooLate: Bool { reason == .challengeExpired || reason == .tokenExpired }
}
