import CountersignClient
import DocumentModel
import FlowModel
import WireModel

// What the JVM sees of the SDK's values. A member more is a line here and one in the Java record.

extension Flow {
  var crossing: Crossing {
    [
      "id": .text(String(id.number, radix: 16)), "type": .text(type.rawValue),
      "state": .text(phase.rawValue), "error": .optional(error, \.crossing),
      "currentInteraction": .optional(currentInteraction, \.crossing),
      "previousInteractionResult": .optional(previousInteractionResult, \.crossing),
      "secondFactorAccount": .optional(secondFactorAccount, \.crossing),
      "session": .optional(session, \.crossing),
      "transaction": .optional(transaction, \.crossing), "ways": .optional(ways, \.crossing),
      "result": .optional(result, \.crossing),
      "earlierOperation": .optional(earlierOperation, \.crossing),
    ]
  }
}

extension FlowError {
  var crossing: Crossing {
    var operation: String?
    if case .outcomeUnknown(let id) = self { operation = id.text }
    return [
      "kind": .text(kind), "reason": .optional(reason, \.crossing), "operation": .text(operation),
    ]
  }
}

extension FlowReason {
  var crossing: Crossing { ["code": .text(code), "detail": .text(detail)] }
}

extension Interaction {
  var crossing: Crossing {
    var prompt: SoftPromptReason?
    if case .softPrompt(let reason) = content { prompt = reason }
    return [
      "type": .text(type.rawValue), "inputTypes": .names(inputTypes),
      "confirmSessionInfo": .optional(confirmSessionInfo) {
        [
          "accounts": .list($0.accounts, \.crossing),
          "numbers": .list($0.numbers) { .text($0) },
          "secondFactorNeeded": .flag($0.secondFactorNeeded),
        ]
      },
      "secondFactorInfo": .optional(secondFactorInfo) {
        [
          "allowed": .names($0.allowed), "required": .names($0.required),
          "codeDelivery": .optional($0.codeDelivery, \.crossing),
          "registersKey": .flag($0.registersKey), "otherDevice": .flag($0.otherDevice),
          "biometricsObstacle": .optional($0.biometricsObstacle, \.crossing),
        ]
      },
      "softPromptReason": .optional(prompt, \.crossing),
    ]
  }
}

extension SoftPromptReason {
  var crossing: Crossing {
    switch self {
    case .settingUp: "SETTING_UP"
    case .adding: "ADDING"
    case .proving: "PROVING"
    }
  }
}

extension CodeDelivery {
  var crossing: Crossing {
    [
      "destination": .text(destination), "resendAfterSeconds": .integer(resendAfterSeconds),
      "second": .text(second?.rawValue),
    ]
  }
}

extension SessionAccount {
  var crossing: Crossing { ["id": .text(id), "displayName": .text(displayName)] }
}

extension InteractionResult {
  var crossing: Crossing {
    [
      "outcome": .text(outcome.rawValue), "interaction": .text(interaction.rawValue),
      "inputTypes": .names(inputTypes), "reason": .optional(reason, \.crossing),
    ]
  }
}

extension SecondFactorAccount {
  var crossing: Crossing {
    [
      "isBlocked": .flag(isBlocked), "failedAttempts": .integer(failedAttempts),
      "maxAttempts": .integer(maxAttempts), "penalisedForSeconds": .integer(penalisedForSeconds),
      "penalisedUntil": .text(penalisedUntil), "hasPIN": .flag(hasPIN),
      "hasBiometrics": .flag(hasBiometrics),
    ]
  }
}

extension FlowSession {
  var crossing: Crossing {
    [
      "id": .text(id), "type": .text(type.rawValue), "account": .optional(account, \.crossing),
      "announceInfo": .optional(announceInfo) {
        [
          "logo": .text($0.logo),
          "entries": .list($0.entries) { ["key": .text($0.key), "value": .text($0.value)] },
        ]
      },
      "enrolInfo": .optional(enrolInfo) {
        [
          "existingAccounts": .list($0.existingAccounts) {
            ["account": $0.account.crossing, "device": .text($0.device)]
          },
          "displayName": .text($0.displayName),
        ]
      },
    ]
  }
}

extension FlowTransaction {
  var crossing: Crossing {
    [
      "document": .optional(document, \.crossing),
      "review": .optional(review) {
        [
          "id": .text($0.id), "document": $0.document.crossing, "created": .text($0.created),
          "expires": .text($0.expires), "status": .text($0.status.rawValue),
          "number": .text($0.number),
        ]
      },
    ]
  }
}

extension Document {
  var crossing: Crossing {
    [
      "scenario": .text(scenario.text), "language": .text(language.tag), "title": .text(title),
      "fields": .list(fields) { field in
        let shown = field.value.text(in: language)
        return [
          "name": .text(field.name), "label": .text(field.label),
          "kind": .text(field.value.kind.rawValue), "shown": .text(shown),
          "warnings": .list(DisplayRule.warnings(of: shown)) { .text($0.rawValue) },
        ]
      },
    ]
  }
}

extension SigningWays {
  var crossing: Crossing {
    [
      "possible": .names(possible),
      "missing": .list(missing) {
        [
          "factor": .text($0.factor.rawValue), "reason": $0.reason.crossing,
          "until": .text($0.until),
        ]
      },
      "otherDevice": .flag(otherDevice),
    ]
  }
}

extension ActionResult {
  var crossing: Crossing {
    [
      "operation": .text(operation.text), "status": .text(status.rawValue),
      "content": .bytes(bytes),
    ]
  }
}

extension TransactionAnswer {
  var crossing: Crossing {
    [
      "id": .text(id), "document": .optional(document, \.crossing),
      "status": .text(status.rawValue), "created": .text(transaction.createdAt),
      "expires": .text(transaction.expiresAt), "decided": .text(decidedAt),
    ]
  }
}

// MARK: - Context

extension Screen {
  var crossing: Crossing {
    var members: [Crossing.Member] = []
    func add(_ name: String, _ value: Crossing) {
      members.append(Crossing.Member(name: name, value: value))
    }
    add("scenario", .text(scenario.text))
    add("transaction", .optional(transaction, \.crossing))
    add("notice", .text(notice))
    add("secondFactorAccount", .optional(secondFactor, \.crossing))
    add("ways", .optional(ways, \.crossing))
    add("isBusy", .flag(isBusy))
    let question: FactorQuestion? = if case .factor(let asked) = content { asked } else { nil }
    add("registersKey", .flag(question?.registersKey == true))
    add("otherDevice", .flag(question?.otherDevice == true || content == .otherDevice))
    switch content {
    case .start: add("kind", "START")
    case .confirmTransaction: add("kind", "CONFIRM_TRANSACTION")
    case .registration: add("kind", "REGISTRATION")
    case .otherDevice: add("kind", "OTHER_DEVICE")
    case .softPrompt(let reason):
      add("kind", "SOFT_PROMPT")
      add("softPromptReason", reason.crossing)
    case .factor(let question):
      add("kind", "FACTOR")
      add("factor", .text(question.factor.rawValue))
      add("alternatives", .list(question.alternatives) { .text($0.rawValue) })
      add("codeDelivery", .optional(question.delivery, \.crossing))
    case .leaving(let leaving):
      add("kind", "LEAVING")
      add("title", .text(leaving.title))
      add("message", .text(leaving.message))
      add("yes", .text(leaving.leave))
      add("no", .text(leaving.stay))
    case .outcome(let outcome):
      add("kind", "OUTCOME")
      add("outcome", outcome.crossing)
    }
    return .record(members)
  }
}

extension Outcome {
  var crossing: Crossing {
    var failure: String?
    let name: Crossing =
      switch kind {
      case .authorized: "AUTHORIZED"
      case .denied: "DENIED"
      case .failed: "FAILED"
      }
    if case .failed(let reason) = kind { failure = reason.code }
    return [
      "kind": name, "failure": .text(failure), "title": .text(text.title),
      "message": .text(text.message), "transaction": .optional(transaction, \.crossing),
      "ways": .optional(ways, \.crossing),
    ]
  }
}

extension ProcessResult {
  var crossing: Crossing {
    switch self {
    case .ended(let outcome): ["kind": "ENDED", "outcome": outcome.crossing]
    case .left: ["kind": "LEFT"]
    case .busy: ["kind": "BUSY"]
    }
  }
}

extension OpenedLink {
  var crossing: Crossing {
    switch self {
    case .flow(let flow): ["kind": "FLOW", "flow": flow.crossing]
    case .transaction(let id): ["kind": "TRANSACTION", "transaction": .text(id)]
    case .otherAccount(let account):
      ["kind": "OTHER_ACCOUNT", "account": account.shown.crossing]
    case .noAccount: ["kind": "NO_ACCOUNT"]
    case .busy: ["kind": "BUSY"]
    }
  }
}

extension InstalledAccounts {
  var crossing: Crossing {
    .list(accounts) {
      [
        "id": .text($0.id), "displayName": .text($0.displayName),
        "isCurrent": .flag($0.id == front?.id),
      ]
    }
  }
}

extension ScreenAnswer {
  /// Reads what a person answered to a screen.
  init(_ crossing: Crossing) throws(CrossingError) {
    let kind = try crossing.text("kind")
    switch kind {
    case "FACTOR":
      guard let input = try SecondFactorInput(crossing) else {
        throw Crossing.missing("pin, code or biometrics")
      }
      self = .factor(input, userInput: try crossing.optionalText("userInput"))
    case "REQUEST_CODE": self = .requestCode
    case "ACCEPT": self = .softPrompt(.accept)
    case "REJECT": self = .softPrompt(.decline)
    case "AUTHORIZE": self = .authorize
    case "DENY": self = .deny
    case "LEAVE": self = .leave
    case "STAY": self = .stay
    case "CLOSE": self = .close
    default: throw Crossing.missing("kind")
    }
  }
}

extension SecondFactorInput {
  /// Reads a factor; nil where none is given.
  init?(_ crossing: Crossing) throws(CrossingError) {
    let pin = try crossing.optionalText("pin").map { SecretText($0) }
    let code = try crossing.optionalText("code").map { SecretText($0) }
    switch (pin, try crossing.flag("biometrics"), code) {
    case (let pin?, false, nil): self = .pin(pin)
    case (let pin?, true, nil): self = .pinAndBiometrics(pin)
    case (nil, true, nil): self = .biometrics
    case (nil, false, let code?): self = .code(code)
    default: return nil
    }
  }
}
