import WebAuthnModel
import WireModel

extension Service {
  /// Puts a refused proof into the audit log (ASVS V16): for what, which kind and why, and nothing
  /// of the proof itself.
  ///
  /// - Parameters:
  ///   - kind: The event's name, in snake_case.
  ///   - proof: Which kind of proof was refused; nil for what is no proof.
  ///   - refusal: Why.
  ///   - session: Whose attempt it was; nil where nobody is signed in.
  /// - Throws: ``StoreError``.
  func note(
    _ kind: String, _ proof: Proof.Kind?, _ refusal: Refusal, of session: AuthenticatedSession?
  ) async throws {
    var details: JSONObject = [:]
    details["session"] = session.map { .string($0.id.text) }
    try await note(
      kind, proof, refusal, subject: session?.accountID.text ?? "anybody", details)
  }

  /// Puts a refused proof into the audit log, about whomever it concerns.
  func note(
    _ kind: String, _ proof: Proof.Kind?, _ refusal: Refusal, subject: String,
    _ others: JSONObject
  ) async throws {
    let now = clock.now()
    guard let leftOut = refusals.take(subject, at: now) else { return }
    var details: JSONObject = ["reason": .string(refusal.reason.code)]
    details["proof"] = proof.map { .string($0.rawValue) }
    for name in others.names { details[name] = others[name] }
    if leftOut > 0 { details["leftOutBefore"] = .integer(leftOut) }
    let event = AuditEvent(kind, subjectText: subject, details)
    try await store.write { transaction in
      try audit.append(event, at: now, in: transaction)
    }
  }

  /// Runs steps that judge or use a proof, and notes their refusal.
  func noting<Outcome: Sendable>(
    _ kind: String, _ proof: Proof.Kind?, of session: AuthenticatedSession?,
    _ steps: () async throws -> Outcome
  ) async throws -> Outcome {
    do {
      return try await steps()
    } catch let refusal as Refusal {
      try await note(kind, proof, refusal, of: session)
      throw refusal
    }
  }
}
