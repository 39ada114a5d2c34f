@testable import FlowModel

/// Values that the fields of flows had in a walk, two of each at most.
struct WalkValues {
  private(set) var seen: [String: Set<String>] = [:]

  /// Notes each field of a flow.
  mutating func note(_ flow: Flow) {
    note("state", flow.phase)
    note("error", flow.error?.kind)
    note("previousInteractionResult", flow.previousInteractionResult?.outcome)
    if let result = flow.previousInteractionResult {
      note("result.interaction", result.interaction)
      note("result.inputTypes", result.inputTypes.map(\.rawValue).sorted())
      note("result.reason", result.reason)
    }
    note("currentInteraction", flow.currentInteraction?.type)
    note("inputTypes", flow.currentInteraction?.inputTypes.map(\.rawValue).sorted())
    if let info = flow.currentInteraction?.confirmSessionInfo { note(info) }
    if let info = flow.currentInteraction?.secondFactorInfo { note(info) }
    if case .softPrompt(let reason)? = flow.currentInteraction?.content {
      note("softPromptReason", reason)
    }
    note("secondFactorAccount", flow.secondFactorAccount == nil)
    if let account = flow.secondFactorAccount { note(account) }
    note("session", flow.session == nil)
    if let session = flow.session { note(session) }
    note("transaction", flow.transaction?.document)
    note("transaction.review", flow.transaction?.review?.status)
    note("ways", flow.ways?.possible.map(\.rawValue).sorted())
    note("ways.otherDevice", flow.ways?.otherDevice)
    note("result", flow.result?.status)
    note("earlierOperation", flow.earlierOperation?.status)
  }

  private mutating func note(_ info: ConfirmSessionInfo) {
    note("accounts", info.accounts)
    note("numbers", info.numbers)
    note("secondFactorNeeded", info.secondFactorNeeded)
  }

  private mutating func note(_ info: SecondFactorInfo) {
    note("allowed", info.allowed.map(\.rawValue).sorted())
    note("required", info.required.map(\.rawValue).sorted())
    note("codeDelivery", info.codeDelivery?.destination)
    note("registersKey", info.registersKey)
    note("otherDevice", info.otherDevice)
    note("biometricsObstacle", info.biometricsObstacle)
  }

  private mutating func note(_ account: SecondFactorAccount) {
    note("isBlocked", account.isBlocked)
    note("failedAttempts", account.failedAttempts)
    note("maxAttempts", account.maxAttempts)
    note("penalisedFor", account.penalisedForSeconds)
    note("penalisedUntil", account.penalisedUntil)
    note("hasPIN", account.hasPIN)
    note("hasBiometrics", account.hasBiometrics)
  }

  private mutating func note(_ session: FlowSession) {
    note("session.id", session.id)
    note("session.type", session.type)
    note("session.account", session.account)
    note("announceInfo", session.announceInfo)
    note("enrolInfo", session.enrolInfo?.displayName)
    if let info = session.enrolInfo { note("existingAccounts", info.existingAccounts) }
  }

  /// Two values are enough: a walk has many events.
  private mutating func note(_ field: String, _ value: @autoclosure () -> some Any) {
    guard seen[field].map({ $0.count < 2 }) ?? true else { return }
    seen[field, default: []].insert("\(value())")
  }
}
