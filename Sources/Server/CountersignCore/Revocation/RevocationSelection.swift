/// Which of the things of one kind that an account has to revoke.
public enum RevocationSelection<ID: Sendable & Hashable>: Sendable, Hashable {
  /// One.
  case one(ID)
  /// All but one, which must be the account's own: a missing id never turns into "all".
  case others(keeping: ID)
  /// All.
  case all
}

extension RevocationSelection where ID: Revocable {
  /// What tells one selection from another.
  var values: [SQLValue] {
    switch self {
    case .one(let id): ["one", id.stored]
    case .others(let kept): ["others", kept.stored]
    case .all: ["all", nil]
    }
  }

  /// Which of all that the account has are meant.
  func chosen(of account: AccountID, in transaction: any ReadTransaction) throws -> [ID] {
    let all = try ID.all(of: account, in: transaction)
    switch self {
    case .one(let id):
      guard all.contains(id) else { throw ID.unknown }
      return [id]
    case .others(let kept):
      guard all.contains(kept) else { throw ID.unknown }
      return all.filter { $0 != kept }
    case .all: return all
    }
  }
}
