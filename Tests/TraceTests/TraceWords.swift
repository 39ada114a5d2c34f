/// What a recorded row says in place of what its row of a diagram says.
///
/// Written by hand from the diagrams. A drawn text that is not here is said by no recorded row.
struct TraceWords {
  let diagram: String
  let branch: String

  /// Whether a recorded row is between the same two as a drawn one, and says the same.
  func says(_ recorded: DrawnDiagram.Recorded, _ drawn: DrawnDiagram.Row) -> Bool {
    recorded.from == drawn.from && recorded.to == drawn.to
      && texts(of: drawn).contains(recorded.text)
  }

  /// Whether the texts of one turn of a loop are about one factor, and end as that does.
  func areOneTurn(_ texts: [String]) -> Bool {
    guard let factor = texts.lazy.compactMap(Self.factor).first,
      texts.compactMap(Self.factor).allSatisfy({ $0 == factor }),
      texts.contains(Self.setUp) == texts.contains(Self.registration)
    else { return false }
    switch factor {
    // The mailed code alone has another texted.
    case "VALIDATE_CODE": return texts.last == "202"
    default: return texts.last == (texts.contains(Self.registration) ? "201" : "200")
    }
  }

  private static let setUp = "Navigate to the biometrics set-up"
  private static let registration =
    "POST /biometric/register/options, then POST /biometric/register/verify"

  private static func factor(in text: String) -> String? {
    ["VALIDATE_CODE", "OTP", "TWO_FACTOR", "BIOMETRICS"].first {
      text.uppercased().split(separator: " ").contains(Substring($0))
    }
  }

  private var scenario: String {
    diagram == "new-version" || diagram.hasPrefix("authorize")
      ? "AUTHORIZE_TRANSACTION" : "TEST_BIOMETRICS"
  }

  private var succeeds: Bool { branch != "infeasible" && branch != "wrong" }

  /// The factors that a loop may be about.
  private var factors: [String] {
    diagram == "new-version" ? ["BIOMETRICS"] : ["VALIDATE_CODE", "OTP"]
  }

  private var action: String {
    scenario == "AUTHORIZE_TRANSACTION"
      ? "POST /transactions/{id}/approve" : "POST /actions/{scenario}"
  }

  /// The texts that a recorded row may have in the place of a drawn one.
  func texts(of drawn: DrawnDiagram.Row) -> Set<String> {
    if drawn.text == ";" { return answers(to: drawn) }
    if let text = Self.fixed[drawn.text] { return [text] }
    return Set(chosen(drawn.text))
  }

  /// A participant's answer, which the diagrams leave without words.
  private func answers(to drawn: DrawnDiagram.Row) -> Set<String> {
    switch (drawn.from, drawn.to) {
    case ("SC", _):
      switch (diagram, branch) {
      case ("new-version", "infeasible"): return ["biometricsOnly"]
      case ("new-version", _): return ["biometricsWithFallback"]
      default: return ["fallbackOnly"]
      }
    case ("Server", "MFACTX"): return ["200"]
    default: break
    }
    // The server's answers to the module.
    if drawn.blocks.contains(where: { $0.hasPrefix("alt") }) { return ["200"] }
    switch (diagram, branch) {
    case ("new-version", _): return ["200", "201"]
    case ("generic", _): return ["200", "202"]
    case (_, "wrong"): return ["401"]
    case (_, "right"): return ["202"]
    default: return ["200"]
    }
  }

  /// The texts of rows that are not the same in every run.
  private func chosen(_ drawn: String) -> [String] {
    switch drawn {
    case "Run the process method with scenario & params as arguments",
      "Provide scenario & params when the user takes action",
      "Provide \(scenario) scenario when the user clicks on the \"Authorize\" button",
      "Provide \(scenario) scenario & the transactionID when the user clicks on the "
      + "\"Authorize\" button":
      return ["Run the process method with \(scenario) and its payload"]
    case "Read details related to the scenario", "Read details related to the \(scenario) scenario":
      return ["Read \(scenario)"]
    case "Pass scenario & params to the relevant module",
      "Pass \(scenario) scenario to the relevant module",
      "Pass \(scenario) scenario & the transactionID to the relevant module":
      return ["Pass scenario, params and challenge to the fallback module"]
    case "Pass the info about the required factor type", "Pass the required factor type":
      return factors.map { "Pass the required factor: \($0)" }
    case "Navigate to the relevant screen for the factor retrieval":
      // A key that is registered on the way has a screen of its own.
      let screens = factors.map { "Navigate to the \($0) screen" }
      return branch == "not-configured" ? screens + [Self.setUp] : screens
    case "Provide the factor value and submit":
      return factors.map { "Submit \(Self.value(of: $0))" }
    case "Pass the factor value provided by the user", "Pass the factor value":
      return factors.map { "Pass \(Self.value(of: $0))" }
    case "Validate the factor/s with the backend":
      return branch == "not-configured" ? [Self.registration, action] : [action]
    case "Validate the validateCode factor with the backend",
      "Validate the validateCode factor & the transactionID with the backend",
      "Validate both factors with the backend",
      "Validate both factors & the transactionID with the backend":
      return [action]
    case "Decision based on the factors validation":
      return [succeeds ? "Decision: accepted" : "Decision: triesUsedUp"]
    case "Navigate to the Success/Failure Screen":
      return [succeeds ? "Navigate to the success screen" : "Navigate to the failure screen"]
    default: return []
    }
  }

  private static func value(of factor: String) -> String {
    factor == "BIOMETRICS" ? "biometrics" : "the \(factor)"
  }

  /// The rows that say the same in every run.
  private static let fixed = [
    "Open": "Open",
    "Navigate to relevant MFAScreen with parameters": "Navigate to the screen with its parameters",
    "Take action (e.g. click \"Authorize\" button)": "Take action: Authorize",
    "Wrap": "Wrap",
    "Request the biometrics challenge along with registered credentials list":
      "POST /actions/{scenario}/options",
    "Determine whether the biometrics is configured<br /> and the flow can be executed based on "
      + "the scenario details, device configuration": "Determine whether the flow can be executed",
    "Navigate to the Failure Screen": "Navigate to the failure screen",
    "Pass scenario, params and challenge to the relevant module":
      "Pass scenario, params and challenge to the biometrics module",
    "Store the validateCode value": "Store the VALIDATE_CODE",
    "Navigate to the Soft Prompt screen": "Navigate to the soft prompt",
    "Accept/reject the Soft Prompt": "Submit the acceptance",
    "Pass the Soft Prompt acceptance/rejection": "Pass the acceptance",
    "Add stored validateCode & soft prompt decision to the params for the given flow":
      "Add the stored VALIDATE_CODE and the decision to the params",
    "Pass info that validateCode factor is required": "Pass the required factor: VALIDATE_CODE",
    "Pass info that otp factor is required": "Pass the required factor: OTP",
    "Pass info that 2FA factor is required": "Pass the required factor: TWO_FACTOR",
    "Navigate to the validate code input screen": "Navigate to the VALIDATE_CODE screen",
    "Navigate to the otp code input screen": "Navigate to the OTP screen",
    "Navigate to the 2FA code input screen": "Navigate to the TWO_FACTOR screen",
    "Provide the validateCode value and submit": "Submit the VALIDATE_CODE",
    "Pass the validateCode value provided by the user": "Pass the VALIDATE_CODE",
    "Pass the validateCode value": "Pass the VALIDATE_CODE",
    "Pass the otp value provided by the user": "Pass the OTP",
    "Pass the otp value": "Pass the OTP",
    "Pass the 2FA value provided by the user": "Pass the TWO_FACTOR",
    "Pass the 2FA value": "Pass the TWO_FACTOR",
  ]
}
