import RelyingParty
import ToolSupport
import WebAuthnModel

/// Says what a verification found: to standard output what it proves, to standard error why not.
enum VerificationReport {
  /// Checks and prints.
  ///
  /// - Throws: ``CommandFailure`` where it was refused or could not be checked.
  static func show(asJSON: Bool, _ check: () throws -> JSONObject) throws {
    do {
      let facts = try check()
      if asJSON {
        Console.print(ReportText.json(facts, after: ["verified": true]))
      } else {
        Console.print("verified")
        ReportText.lines(of: facts).forEach(Console.print)
      }
    } catch let refusal as CeremonyRefusal {
      if asJSON { Console.print(ReportText.json(facts(of: refusal))) }
      throw failure(for: refusal)
    }
  }

  /// The refusal as the JSON answer tells it.
  static func facts(of refusal: CeremonyRefusal) -> JSONObject {
    [
      "verified": false, "step": .string(refusal.step),
      "reason": .string(refusal.reason.rawValue),
      "fault": .string(refusal.fault == .malformed ? "malformed" : "refused"),
    ]
  }

  /// The refusal in the command line's voice.
  ///
  /// Whatever broke a step of the standard is refused, ill-formed bytes inside the response too:
  /// exit code 2 is left for input of which no step could be checked.
  static func failure(for refusal: CeremonyRefusal) -> CommandFailure {
    CommandFailure(
      .refused, "refused at step \(refusal.step): \(refusal.reason.rawValue)",
      hint: hints[refusal.reason] ?? "countersign webauthn inspect shows what the input says")
  }

  private static let hints: [CeremonyRefusal.Reason: String] = [
    .challengeMismatch:
      "the browser answered another challenge than --challenge; was it taken from another attempt",
    .originNotAllowed:
      "webauthn inspect shows the origin; give it with --origin if it is yours",
    .relyingPartyMismatch: "--rp-id must be the very rp.id or rpId that the browser was given",
    .typeMismatch: "an assertion was given as a registration, or the other way round",
    .userNotVerified:
      "ask the browser for userVerification required, or give --user-verification preferred",
    .signatureInvalid: "is --public-key the key of this credential",
    .signCountNotGreater: "the counter is not above --sign-count: the key may have been copied",
    .attestationFormatUnknown: "ask the browser for attestation none",
    .attestationNotAllowed: "ask the browser for attestation none",
  ]
}

/// Writes facts as lines for a person, or as JSON for a script.
enum ReportText {
  /// One line of compact JSON.
  static func json(_ facts: JSONObject, after first: JSONObject = [:]) -> String {
    var object = first
    for name in facts.names { object[name] = facts[name] }
    return String(decoding: JSONValue.object(object).serialized(), as: UTF8.self)
  }

  /// A line for each fact, its parts indented below it.
  static func lines(of facts: JSONObject, indentation: Int = 0) -> [String] {
    let margin = String(repeating: " ", count: indentation)
    return facts.names.flatMap { name -> [String] in
      let label = margin + printable(name) + ":"
      switch facts[name] {
      case .object(let parts)?:
        return parts.isEmpty
          ? [label + " empty"] : [label] + lines(of: parts, indentation: indentation + 2)
      case let value?: return [label + " " + text(of: value)]
      case nil: return []
      }
    }
  }

  private static func text(of value: JSONValue) -> String {
    switch value {
    case .null: "none"
    case .bool(let flag): flag ? "yes" : "no"
    case .integer(let number): String(number)
    case .number(let number): number
    case .string(let text): printable(text)
    case .array(let elements):
      elements.isEmpty ? "none" : elements.map(text).joined(separator: ", ")
    case .object(let parts):
      parts.names.map { "\(printable($0)) \(text(of: parts[$0] ?? .null))" }
        .joined(separator: ", ")
    }
  }

  /// The text with nothing in it that a terminal would obey or show in another order: what is
  /// inspected may have been written by anybody.
  static func printable(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
        result += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
