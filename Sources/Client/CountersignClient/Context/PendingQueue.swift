import FlowModel
import WebAuthnModel
public import WireModel

/// Transactions that wait for the person, in the order in which they are shown.
public struct PendingQueue: Sendable, Hashable {
  private var waiting: [TransactionAnswer] = []
  private var handled: Set<String> = []

  /// A queue in which nothing waits.
  public init() {}

  /// The transactions that wait, in order: by created, then expires, then id.
  public var transactions: [TransactionAnswer] { waiting }

  /// Adds a transaction that waits, unless it does already or was handled here.
  public mutating func add(_ transaction: TransactionAnswer) {
    let id = transaction.id
    guard !handled.contains(id), !waiting.contains(where: { $0.id == id }) else {
      return
    }
    let index = waiting.firstIndex { transaction.comesBefore($0) } ?? waiting.endIndex
    waiting.insert(transaction, at: index)
  }

  /// Adds a transaction that was shown and could not be answered.
  mutating func putBack(_ transaction: TransactionAnswer) {
    handled.remove(transaction.id)
    add(transaction)
  }

  /// Notes that a transaction was shown or decided: it waits no more, and is not shown again by
  /// itself.
  public mutating func handle(_ id: String) {
    handled.insert(id)
    waiting.removeAll { $0.id == id }
  }
}

extension TransactionAnswer {
  // Times are of one form and in UTC, so that their texts are in the order of the times.
  fileprivate func comesBefore(_ other: TransactionAnswer) -> Bool {
    (transaction.createdAt, transaction.expiresAt, id)
      < (other.transaction.createdAt, other.transaction.expiresAt, other.id)
  }
}

/// The account whose scenarios are run, and what is known of its transactions; replaced whole by
/// another account.
struct FollowedAccount: Sendable {
  /// The account; nil for the one that was used last.
  let account: String?
  /// The number of accounts before it; an answer for one of them is of no use to this.
  let generation: Int
  /// Transactions that wait for the person.
  var queue = PendingQueue()
  /// The transactions as screens have shown them.
  var shown: [String: TransactionAnswer] = [:]
  /// The newest event that is known; nil before the first.
  var lastEvent: String?
  /// The account whose handled transactions the queue knows; nil before they were read.
  private(set) var recalled: String?

  /// An account of which nothing is known yet.
  init(_ account: String?) {
    self.init(account, generation: 0)
  }

  private init(_ account: String?, generation: Int) {
    self.account = account
    self.generation = generation
  }

  /// Another account, of which nothing is known yet.
  func replaced(by account: String?) -> FollowedAccount {
    FollowedAccount(account, generation: generation + 1)
  }

  /// Takes what was handled before the app was started.
  mutating func recall(_ ids: [String], of account: String) {
    recalled = account
    for id in ids { queue.handle(id) }
  }
}

/// The transactions that an account has handled on this device, over restarts of the app: none is
/// shown again by itself.
struct HandledTransactions: Sendable {
  let vault: any Vault
  let account: String

  /// Notes one, unless it is noted; where that fails, it is shown once more at most.
  func note(_ id: String) async {
    // What cannot be read now is not written over.
    guard let noted = try? await ids(), !noted.contains(id) else { return }
    let kept = (noted + [id]).suffix(Self.mostKept).map(JSONValue.string)
    try? await vault.setValue(JSONValue.array(kept).serialized(), name)
  }

  /// Their ids, the oldest first; what lies there and is no list remembers none.
  func ids() async throws(VaultError) -> [String] {
    guard let bytes = try await vault.value(name), let json = try? JSONValue(parsing: bytes),
      case .array(let ids) = json
    else { return [] }
    return ids.compactMap { if case .string(let id) = $0 { id } else { nil } }
  }

  private var name: VaultName { VaultName(account: account, name: "handled-transactions") }

  /// A transaction waits for minutes, and few wait at once: older ones are past their time.
  private static let mostKept = 64
}
