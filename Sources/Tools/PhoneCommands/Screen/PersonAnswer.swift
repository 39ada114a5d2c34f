import FlowModel

/// The answer to a question of a flow.
enum PersonAnswer {
  case session(SessionAccount?, number: String?)
  case transaction
  case factors(SecondFactorInput)
  case requestCode
  case softPrompt(SoftPromptAnswer)
  case deny
  case leave

  /// True if it gives a factor, or asks for one.
  var isProof: Bool {
    switch self {
    case .factors, .requestCode, .softPrompt: true
    case .session, .transaction, .deny, .leave: false
    }
  }

  /// True if the key is asked for, which signs or is made.
  var usesKey: Bool {
    switch self {
    case .factors(.biometrics), .factors(.pinAndBiometrics): true
    case .factors, .session, .transaction, .requestCode, .softPrompt, .deny, .leave: false
    }
  }

  /// True if nothing is answered.
  var isLeaving: Bool { if case .leave = self { true } else { false } }
}
