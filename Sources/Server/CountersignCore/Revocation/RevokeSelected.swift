import WebAuthnModel
import WireModel

extension Service {
  /// Revokes what is selected of an account's devices or credentials.
  ///
  /// A proof by a factor may come along; without one, the session must have proved one lately,
  /// where the account ever had one.
  func revoke<ID: Revocable>(
    _ selection: RevocationSelection<ID>, _ request: RevocationRequest,
    _ idempotencyKey: IdempotencyKey?, _ session: AuthenticatedSession
  ) async throws -> Decision<FactorChange<RevocationAnswer>> {
    let operation = factorOperation(ID.revocation, selection.values, idempotencyKey, session)
    return try await decision {
      if let first = try await store.read({ try earlierAnswer(to: operation, in: $0) }) {
        return try FactorChange.again(first)
      }
      // A selection that means nothing costs no attempt at the PIN.
      _ = try await store.read { try selection.chosen(of: session.accountID, in: $0) }
      let proved = try await proveFactor(request.proof, session: session)
      let now = clock.now()
      let change: FactorChange<RevocationAnswer> = try await factorCommand(session, proved) {
        transaction in
        if let first = try earlierAnswer(to: operation, proved, in: transaction) {
          return try FactorChange.again(first)
        }
        let chosen = try selection.chosen(of: session.accountID, in: transaction)
        if let proved {
          try use(proved, session: session, on: operation, at: now, in: transaction)
        } else if try Self.hadFactor(session.accountID, in: transaction) {
          try requireFreshProof(in: session, at: now, in: transaction)
        }
        for id in chosen {
          try id.revoke(
            of: session.accountID, by: .session(session.id), with: self, at: now, in: transaction)
        }
        let answer = RevocationAnswer(revoked: Int64(chosen.count))
        try insert(operation, proved, answer: answer.json, at: now, in: transaction)
        return .made(answer)
      }.get()
      outboxBell.ring()
      return change
    }
  }
}
