import WebAuthnModel
import WireModel

/// Puts refusals into the audit log, so many a minute for each source of attempts at each account.
final class RefusalLog: Sendable {
  private let commands: Commands
  private let audit: AuditTrail
  private let budget: RefusalBudget

  init(commands: Commands, audit: AuditTrail, policy: RefusalPolicy) {
    self.commands = commands
    self.audit = audit
    budget = RefusalBudget(policy: policy)
  }

  /// The place that an action's next row would have, without taking it; nil where none is left in
  /// this minute.
  func place(for noted: NotedAction, at now: Timestamp) -> RefusalPlace? {
    budget.place(for: noted.line, at: now)
  }

  /// Takes the place of a row that was written.
  func take(_ noted: NotedAction, at now: Timestamp) { budget.take(noted.line, at: now) }

  /// Puts the refused proof of a sign-in into the audit log (ASVS V16): for what, which kind and
  /// why, and nothing of the proof itself.
  ///
  /// - Parameters:
  ///   - kind: The event's name, in snake_case.
  ///   - proof: Which kind of proof was refused.
  ///   - refusal: Why.
  ///   - account: Whom it was aimed at; nil where it names nobody.
  ///   - requester: Where it came from.
  ///   - device: The device whose own key signed it; nil for a stranger's.
  /// - Throws: ``StoreError``.
  func note(
    _ kind: String, _ proof: Proof.Kind, _ refusal: Refusal, aimedAt account: AccountID?,
    from requester: Requester, device: DeviceID? = nil
  ) async throws {
    var details: JSONObject = ["proof": .string(proof.rawValue)]
    let source: RefusalLine.Source
    if let device {
      source = .known(device.text)
      details["device"] = .string(device.text)
    } else {
      source = .stranger(requester.network.widest)
      details["source"] = .source(audit.keyring.hash(of: requester.network))
    }
    let line = RefusalLine(target: account?.text ?? "anybody", source: source)
    try await note(refusal, line) { AuditEvent(kind, refusal, line.target, details, $0) }
  }

  /// Puts a refused proof of a session into the audit log.
  private func note(
    _ kind: String, _ proof: Proof.Kind?, _ refusal: Refusal, of session: AuthenticatedSession
  ) async throws {
    var details: JSONObject = ["session": .string(session.id.text)]
    details["proof"] = proof.map { .string($0.rawValue) }
    let line = RefusalLine(target: session.accountID.text, source: .known(session.id.text))
    try await note(refusal, line) { AuditEvent(kind, refusal, line.target, details, $0) }
  }

  /// Puts a refusal into the audit log, where its line has a place left in this minute.
  private func note(
    _ refusal: Refusal, _ line: RefusalLine, _ event: (RefusalPlace) -> AuditEvent
  ) async throws {
    let now = commands.now()
    guard let leftOut = budget.take(line, at: now) else { return }
    let event = event(RefusalPlace(leftOut: leftOut))
    try await commands.write { [audit] in try audit.append(event, at: now, in: $0) }
  }

  /// Runs steps that check or use a proof, and notes their refusal.
  func noting<Outcome: Sendable>(
    _ kind: String, _ proof: Proof.Kind?, of session: AuthenticatedSession,
    _ steps: () async throws -> Outcome
  ) async throws -> Outcome {
    do {
      return try await steps()
    } catch let refusal as Refusal {
      try await note(kind, proof, refusal, of: session)
      throw refusal
    }
  }

  /// Puts the refusal of an action into the audit log, outside the action's own transaction.
  func note(_ refusal: Refusal, _ noted: NotedAction) async throws {
    try await note(refusal, noted.line) { noted.event(refusal, $0) }
  }

  /// Puts the refusal of an action into the audit log, in the transaction that refused it.
  func note(
    _ refusal: Refusal, _ noted: NotedAction, _ place: RefusalPlace, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    try audit.append(noted.event(refusal, place), at: now, in: transaction)
  }

  /// Puts into the audit log that a module's execution failed.
  func note(
    fault: any Error, _ noted: NotedAction, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    var details = noted.details
    details["fault"] = .string("\(type(of: fault))")
    try audit.append(
      AuditEvent("action_failed", subjectText: noted.subject, details), at: now, in: transaction)
  }
}

/// The fields with which every refused action is noted.
struct NotedAction: Sendable {
  let line: RefusalLine
  let details: JSONObject

  var subject: String { line.target }

  /// Makes the fields for an action.
  init(action: String, scenario: ScenarioName, proof: String, caller: Caller) {
    line = RefusalLine(target: caller.account.text, source: .known(caller.sourceText))
    var details: JSONObject = [
      "action": .string(action), "scenario": .string(scenario.text), "proof": .string(proof),
    ]
    caller.note(in: &details)
    self.details = details
  }

  fileprivate func event(_ refusal: Refusal, _ place: RefusalPlace) -> AuditEvent {
    AuditEvent("action_refused", refusal, subject, details, place)
  }
}

extension Caller {
  /// A text that tells the attempts of one caller from those of others.
  fileprivate var sourceText: String {
    switch self {
    case .session(let session): session.id.text
    case .host(let key, session: _, account: _): key.id.text
    case .link(let link, account: _): link.text
    }
  }
}

extension AuditEvent {
  /// The row of a refusal: why, and how many rows were left out before it.
  fileprivate init(
    _ kind: String, _ refusal: Refusal, _ subject: String, _ details: JSONObject,
    _ place: RefusalPlace
  ) {
    var details = details
    details["reason"] = .string(refusal.reason.code)
    if let cause = refusal.cause {
      details["cause"] = .string(cause.reason.rawValue)
      details["step"] = .string(cause.step)
    }
    if place.leftOut > 0 { details["leftOutBefore"] = .integer(place.leftOut) }
    self.init(kind, subjectText: subject, details)
  }
}
