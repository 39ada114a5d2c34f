import Synchronization
import WebAuthnModel
import WireModel

/// Puts refusals into the audit log, so many a minute for each subject.
final class RefusalLog: Sendable {
  private let commands: Commands
  private let audit: AuditTrail
  private let budget = RefusalBudget()

  init(commands: Commands, audit: AuditTrail) {
    self.commands = commands
    self.audit = audit
  }

  /// The place that the next row about a subject would have, without taking it; nil where none is
  /// left in this minute.
  func place(for subject: String, at now: Timestamp) -> RefusalPlace? {
    budget.place(for: subject, at: now)
  }

  /// Takes the place of a row that was written.
  func take(_ subject: String, at now: Timestamp) { budget.take(subject, at: now) }

  /// Puts a refused proof into the audit log (ASVS V16): for what, which kind and why, and nothing
  /// of the proof itself.
  ///
  /// - Parameters:
  ///   - kind: The event's name, in snake_case.
  ///   - proof: Which kind of proof was refused; nil for what is no proof.
  ///   - refusal: Why.
  ///   - session: Whose attempt it was; nil where nobody is signed in.
  /// - Throws: ``StoreError``.
  private func note(
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
    var details = others
    details["proof"] = proof.map { .string($0.rawValue) }
    try await note(refusal, subject: subject) { AuditEvent(kind, refusal, subject, details, $0) }
  }

  /// Puts a refusal into the audit log, where its subject has a place left in this minute.
  private func note(
    _ refusal: Refusal, subject: String, _ event: (RefusalPlace) -> AuditEvent
  ) async throws {
    let now = commands.now()
    guard let leftOut = budget.take(subject, at: now) else { return }
    let event = event(RefusalPlace(leftOut: leftOut))
    try await commands.write { [audit] in try audit.append(event, at: now, in: $0) }
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

  /// Puts the refusal of an action into the audit log, outside the action's own transaction.
  func note(_ refusal: Refusal, _ noted: NotedAction) async throws {
    try await note(refusal, subject: noted.subject) { noted.event(refusal, $0) }
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

/// What every refused action is noted with.
struct NotedAction: Sendable {
  let subject: String
  let details: JSONObject

  /// What is noted of an action.
  init(action: String, scenario: ScenarioName, proof: String, caller: Caller) {
    subject = caller.account.text
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

extension AuditEvent {
  /// The row of a refusal: why, and how many rows were left out before it.
  fileprivate init(
    _ kind: String, _ refusal: Refusal, _ subject: String, _ details: JSONObject,
    _ place: RefusalPlace
  ) {
    var details = details
    details["reason"] = .string(refusal.reason.code)
    if place.leftOut > 0 { details["leftOutBefore"] = .integer(place.leftOut) }
    self.init(kind, subjectText: subject, details)
  }
}

/// How many refusals are written down: so many a minute for each subject, so that whoever sends
/// junk cannot fill the disk with the record of it.
///
/// What is left out is counted, and said with the next row.
private final class RefusalBudget: Sendable {
  private struct Window {
    var start: Timestamp
    var written = 0
    var leftOut: Int64 = 0

    /// The window as it stands at a moment: one that is over begins anew.
    func open(at now: Timestamp) -> Window {
      guard now >= start.adding(seconds: RefusalBudget.windowSeconds) || now < start else {
        return self
      }
      var window = self
      window.start = now
      window.written = 0
      return window
    }
  }

  private let windows = Mutex<[String: Window]>([:])

  /// The place that a row would have, without taking it: for a row that may not be written.
  func place(for subject: String, at now: Timestamp) -> RefusalPlace? {
    windows.withLock { windows in
      let window = windows[subject]?.open(at: now) ?? Window(start: now)
      return window.written < Self.rowsPerWindow ? RefusalPlace(leftOut: window.leftOut) : nil
    }
  }

  /// Takes a row's place.
  ///
  /// - Returns: How many rows were left out before this one; nil where it is left out too.
  @discardableResult
  func take(_ subject: String, at now: Timestamp) -> Int64? {
    windows.withLock { windows in
      if windows.count > Self.mostSubjects {
        windows = windows.filter { $0.value.start > now.adding(seconds: -Self.windowSeconds) }
      }
      var window = windows[subject]?.open(at: now) ?? Window(start: now)
      defer { windows[subject] = window }
      guard window.written < Self.rowsPerWindow else {
        window.leftOut += 1
        return nil
      }
      window.written += 1
      defer { window.leftOut = 0 }
      return window.leftOut
    }
  }

  private static let windowSeconds: Int64 = 60
  private static let rowsPerWindow = 30
  private static let mostSubjects = 10_000
}

/// The place of a refusal's row in the audit log.
struct RefusalPlace: Sendable {
  /// How many rows were left out before it.
  let leftOut: Int64
}
