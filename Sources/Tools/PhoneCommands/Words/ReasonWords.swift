import FlowModel
import ToolSupport
import WireModel

extension PhoneWords {
  /// The sentence for a transaction that another device alone may approve, as this phone is new;
  /// nil where it is not.
  func notHere(_ ways: SigningWays?) -> String? {
    let causes = ways?.missing.map(\.reason) ?? []
    return causes.first { ["factor_waits", "recovered_limit"].contains($0.code) }
      .map { nothingHere($0, ways) }
  }

  /// The sentence for a transaction that nothing on this phone may approve, with the other device
  /// that may.
  func nothingApproves(_ why: FlowReason, _ ways: SigningWays?) -> String {
    guard ways?.otherDevice == true else { return nothingHere(why, ways) }
    return nothingHere(why, ways)
      + of(
        "; another device of the account can approve it",
        "; ein anderes Gerät des Kontos kann es freigeben")
  }

  /// The cause of a refusal, since a factor or an account that was recovered waits.
  ///
  /// - Parameters:
  ///   - code: The reason's code.
  ///   - isHeld: True where what the account had before is on hold.
  ///   - time: The end of the wait, RFC 3339; nil where it is not set yet.
  /// - Returns: The cause.
  func waits(_ code: String?, isHeld: Bool, until time: String?) -> String {
    let end = time.map { until(ShownTime.text($0, here: here)) }
    if isHeld {
      return of(
        "what the account had before is on hold: a factor that came since proves nothing "
          + (end ?? "until it has waited"),
        "was das Konto zuvor hatte, ist zurückgestellt: Ein Faktor, der seither kam, weist nichts "
          + "nach, " + (end ?? "bis seine Wartezeit um ist"))
    }
    if code == Reason.recoveredLimit.code {
      return of(
        "the account was recovered: low amounts only \(end ?? "for now")",
        "das Konto wurde wiederhergestellt: \(end ?? "vorerst") nur kleine Beträge")
    }
    return of(
      "the factor is new: low amounts only \(end ?? "for now")",
      "der Faktor ist neu: \(end ?? "vorerst") nur kleine Beträge")
  }

  /// The hint where what the account had before is on hold.
  ///
  /// - Parameter isWaiting: True if a factor that came since waits.
  /// - Returns: The hint.
  func endHold(isWaiting: Bool) -> String {
    let back = of(
      "the link in the message about it brings back what was there",
      "der Link in der Nachricht dazu bringt zurück, was da war")
    return isWaiting
      ? of("wait until then; ", "warten Sie bis dahin; ") + back
      : of(
        "countersign phone register or set-pin adds one; ",
        "countersign phone register oder set-pin fügt einen hinzu; ") + back
  }

  private func nothingHere(_ why: FlowReason, _ ways: SigningWays?) -> String {
    let until = ways?.missing.lazy.compactMap(\.until).first
      .map { self.until(ShownTime.text($0, here: here)) }
    return switch why.code {
    case "linking_required": linkedSentence(ways)
    case "second_factor_blocked":
      (blocked(why, ways, at: "")?.cause ?? pinIsBlocked) + withoutFallback(ways)
    case "factor_waits" where until == nil:
      of(
        "your key is new: it is for low amounts until the screen that made this phone's link says "
          + "that the phone is yours: answer it there, at a terminal by countersign phone invite "
          + "--answer",
        "Ihr Schlüssel ist neu: Er gilt nur für kleine Beträge, bis der Bildschirm, der den Link "
          + "dieses Telefons machte, es als Ihres bestätigt: antworten Sie dort, an einem "
          + "Terminal mit countersign phone invite --answer")
    case "factor_waits":
      of(
        "your key is new: it is for low amounts \(until ?? "for now")",
        "Ihr Schlüssel ist neu: Er gilt \(until ?? "vorerst") nur für kleine Beträge")
    case "recovered_limit":
      of(
        "the account was recovered: it is for low amounts \(until ?? "for now")",
        "das Konto wurde wiederhergestellt: Es gilt \(until ?? "vorerst") nur für kleine Beträge")
    default:
      of("nothing on this phone can approve it", "nichts auf diesem Telefon kann es freigeben")
        + ": " + ReasonText.cause(why.code, nil, in: reasons)
    }
  }

  /// The sentence for an amount above those that codes and a PIN in a body are taken for.
  private func linkedSentence(_ ways: SigningWays?) -> String {
    let sentence = of(
      "this amount needs a key of this phone, or a PIN that never leaves it",
      "dieser Betrag braucht einen Schlüssel dieses Telefons oder eine PIN, die es nie verlässt")
    guard let ways, !ways.possible.isEmpty else {
      return sentence
        + of(
          ": countersign phone register adds a key",
          ": countersign phone register legt einen Schlüssel an")
    }
    // A PIN that is taken for it is that of an enrolled phone.
    let adding = of(
      "; countersign phone add-biometrics adds a key",
      "; countersign phone add-biometrics legt einen Schlüssel an")
    return sentence + withoutFallback(ways)
      + (ways.possible.contains(.biometrics) ? "" : adding)
  }

  /// The factors that could approve it here and that an option leaves out; empty where there are
  /// none.
  private func withoutFallback(_ ways: SigningWays?) -> String {
    let others = [(Factor.biometrics, biometrics), (.pin, pin), (.validateCode, code)]
      .filter { ways?.possible.contains($0.0) == true }.map(\.1)
    guard !others.isEmpty else { return "" }
    let listed = others.joined(separator: of(" or ", " oder "))
    return of(
      "; without --fallback it can be approved by \(listed)",
      "; ohne --fallback lässt es sich freigeben mit \(listed)")
  }

  /// The words for the reasons of a refusal, by their codes, and for other ends of a flow, by their
  /// kinds; English has those of `CommandFailure`.
  var reasons: [String: ReasonText] {
    switch self {
    case .english: [:]
    case .german: Self.germanReasons.merging(Self.germanEnds) { one, _ in one }
    }
  }

  private static let germanEnds: [String: ReasonText] = [
    FlowError.transactionExpired.kind: ReasonText(
      "die Zeit zum Entscheiden ist um", "wer es freigegeben haben will, fragt noch einmal"),
    FlowError.transactionAlreadyReviewed.kind: ReasonText("es wurde schon entschieden", seen),
    FlowError.accountMissing.kind: ReasonText(
      "dieses Telefon hat kein Konto, das sich anmelden ließe",
      "countersign phone enrol bringt eines hierher"),
    FlowError.triesUsedUp.kind: ReasonText("zu viele Nachweise waren falsch", anew),
    FlowError.network.kind: ReasonText(
      "der Server ist nicht erreichbar; nichts wurde freigegeben oder geändert", again),
    FlowError.timeout.kind: ReasonText(
      "es hat zu lange gedauert, und der Ausgang ist unbekannt; nichts wurde freigegeben",
      "sehen Sie mit countersign phone transactions nach, was geschah, bevor Sie es noch einmal "
        + "versuchen"),
    FlowError.secondFactorBlocked.kind: blockedFactor,
    FlowError.unknown(.answerNotUnderstood).kind: ReasonText(
      "die Antwort ist nicht zu verstehen", server),
    FlowError.outcomeUnknown(OperationID("")).kind: ReasonText(
      "die Antwort ging verloren, vielleicht ist es geschehen",
      "noch einmal: Das Telefon fragt zuerst nach, und nichts wird zweimal bezahlt"),
  ]

  /// The German words, for the same codes as `ReasonText.all`.
  static let germanReasons: [String: ReasonText] =
    ofRequests.merging(ofProofs) { one, _ in one }.merging(ofFactors) { one, _ in one }
    .merging(ofOthers) { one, _ in one }.merging(ofDevice) { one, _ in one }

  private static let again = "versuchen Sie es gleich noch einmal"
  private static let anew = "beginnen Sie noch einmal"
  private static let serverSays = "der Server sagt"
  private static let help = "sehen Sie sich --help des Befehls an"
  private static let server = "ist --server die Adresse, die der Server ausgegeben hat?"
  private static let distrust =
    "trauen Sie diesem Server nicht: Er täte etwas anderes, als von ihm verlangt wurde"
  private static let waits =
    "nehmen Sie ein anderes Telefon oder einen anderen Schlüssel des Kontos, oder warten Sie; die "
    + "Nachricht dazu sagt, wie Sie es stoppen"
  private static let seen = "countersign phone transactions zeigt, was entschieden wurde"

  private static let ofRequests: [String: ReasonText] = [
    "malformed": ReasonText("das wird nicht angenommen", help, said: serverSays),
    "unacceptable_value": ReasonText("ein Wert ist nicht möglich", help, said: serverSays),
    "unsupported_media_type": ReasonText("der Server spricht eine andere Sprache", server),
    "body_too_large": ReasonText(
      "das ist mehr, als der Server annimmt", "senden Sie weniger auf einmal"),
    "request_timeout": ReasonText("die Anfrage kam zu langsam", again),
    "not_found": ReasonText(
      "das gibt es in diesem Konto nicht", "countersign phone transactions zeigt, was es gibt"),
    "method_not_allowed": ReasonText("diesen Aufruf kennt der Server nicht", server),
    "origin_not_allowed": ReasonText(
      "von dieser Adresse nimmt der Server keine Aufrufe an", server),
    "session_required": ReasonText(
      "Ihre Sitzung ist vorbei, oder niemand ist angemeldet",
      "melden Sie sich mit countersign phone login oder sign-up an"),
    "invalid_dpop_proof": ReasonText(
      "diese Sitzung gehört einem anderen Gerät",
      server + " Wenn ja, melden Sie sich mit countersign phone login an"),
    "use_dpop_nonce": ReasonText("der Nachweis dieser Sitzung ist zu alt", again),
    "insufficient_user_authentication": ReasonText(
      "dafür ist erst ein Faktor nachzuweisen, oder ein stärkerer",
      "weisen Sie mit countersign phone prove einen nach; wer Faktoren ändert, braucht einen "
        + "Schlüssel oder die PIN eines Telefons"),
    "busy": ReasonText("der Server startet oder endet gerade", again),
    "overloaded": ReasonText("der Server hat zu viel zu tun", again),
    "draining": ReasonText("der Server endet gleich", again),
    "internal_error": ReasonText(
      "auf dem Server ist etwas schiefgegangen",
      "versuchen Sie es noch einmal, oder fragen Sie, wer ihn betreibt"),
  ]

  private static let ofProofs: [String: ReasonText] = [
    "proof_required": ReasonText(
      "es fehlt ein Nachweis", "geben Sie --pin an, oder nehmen Sie Biometrie"),
    "proof_not_allowed": ReasonText(
      "dieser Nachweis gilt hier nicht", "nehmen Sie einen anderen: PIN, Biometrie oder Codes"),
    "verification_failed": ReasonText(
      "der Nachweis ist falsch", "versuchen Sie es noch einmal; jeder Fehlversuch zählt"),
    "passkey_not_accepted": ReasonText(
      "dieser Schlüssel ist nicht verwendbar", "nehmen Sie einen anderen"),
    "challenge_unknown": ReasonText("der Server kennt diese Anfrage nicht", anew),
    "challenge_expired": ReasonText("es hat zu lange gedauert", anew),
    "token_expired": ReasonText("es hat zu lange gedauert", anew),
    "transaction_mismatch": ReasonText("der Nachweis gilt für etwas anderes", anew),
    "linking_required": ReasonText(
      "dieser Betrag braucht einen stärkeren Nachweis",
      "nehmen Sie die PIN eines Telefons oder Biometrie: countersign phone add-biometrics richtet "
        + "sie ein, auf einem Telefon mit sign-up ist es register"),
    "already_used": ReasonText(
      "das wurde schon verwendet", "beginnen Sie noch einmal; sehen Sie erst nach, was geschah"),
    "possible_duplicate": ReasonText(
      "dasselbe ist gerade eben geschehen", "sehen Sie erst nach, ob Sie das wollen"),
  ]

  private static let blockedFactor = ReasonText(
    "der Faktor ist nach zu vielen falschen Versuchen gesperrt",
    "nehmen Sie einen anderen; Codes gelten nach einer Weile wieder; bei einer PIN fügen Sie "
      + "dieses Telefon dort neu hinzu, wo das Konto einen anderen Faktor hat, oder stellen das "
      + "Konto auf der Seite des Servers wieder her")

  private static let ofFactors: [String: ReasonText] = [
    "second_factor_blocked": blockedFactor,
    "penalised": ReasonText(
      "nach einer falschen PIN gilt die nächste erst später", "warten Sie, dann noch einmal"),
    "attempt_in_progress": ReasonText("ein anderer Versuch wird gerade geprüft", again),
    "pin_queue_full": ReasonText("viele PINs werden gerade geprüft", again),
    "too_many_requests": ReasonText("das war zu oft", "warten Sie bis zum nächsten Versuch"),
    "pin_missing": ReasonText(
      "das Konto hat keine PIN",
      "legen Sie mit countersign phone set-pin eine fest; hat das Konto auf einem anderen Gerät "
        + "einen Passkey, fügen Sie dort dieses Telefon hinzu, dann countersign phone enrol LINK"),
    "pin_too_simple": ReasonText(
      "diese PIN ist leicht zu erraten", "nehmen Sie Ziffern ohne Reihenfolge"),
    "pin_unchanged": ReasonText(
      "die neue PIN ist dieselbe wie die eingegebene jetzige", "wählen Sie eine andere PIN"),
    "pin_on_device": ReasonText(
      "die PIN des Kontos ist auf seinen Telefonen und wird nie gesendet",
      "nehmen Sie ein Telefon, das sie hat; countersign phone enrol bringt das Konto auf dieses"),
    "credential_missing": ReasonText(
      "hier ist kein Schlüssel des Kontos",
      "countersign phone add-biometrics oder register richtet Biometrie ein"),
    "credential_exists": ReasonText(
      "diesen Schlüssel gibt es schon", "countersign phone devices zeigt, was es gibt"),
    "channel_missing": ReasonText(
      "das Konto hat keine Nummer, an die ein Code als SMS gehen könnte",
      "countersign phone number legt eine fest; oder nehmen Sie Biometrie"),
    "phone_invalid": ReasonText(
      "das ist keine Telefonnummer", "schreiben Sie sie wie +2348012345678"),
    "recovery_not_possible": ReasonText(
      "es gibt nichts wiederherzustellen, oder es läuft schon",
      "warten Sie auf die Nachricht dazu"),
    "recovered_limit": ReasonText(
      "das Konto wurde gerade wiederhergestellt: vorerst nur kleine Beträge", waits),
    "factor_waits": ReasonText("der Faktor ist neu: vorerst nur kleine Beträge", waits),
  ]

  private static let ofOthers: [String: ReasonText] = [
    "device_unknown": ReasonText(
      "der Server kennt dieses Telefon nicht mehr",
      "es wurde widerrufen: fügen Sie es dort neu hinzu, wo das Konto einen Faktor hat (die Seite: "
        + "Sicherheit, Telefon hinzufügen; ein Terminal: countersign phone invite), dann "
        + "countersign phone enrol LINK; ist kein Faktor übrig, countersign phone sign-up, dann "
        + "countersign phone recover"),
    "device_exists": ReasonText(
      "dieses Telefon ist schon registriert", "countersign phone devices zeigt, was es gibt"),
    "generation_mismatch": ReasonText("die PIN wurde inzwischen geändert", anew),
    "link_over": ReasonText(
      "der Link ist unbekannt, verwendet, oder seine Zeit ist um",
      "nehmen Sie einen neuen vom anderen Bildschirm, und wählen Sie die Zahl, die dort steht"),
    "link_not_confirmed": ReasonText(
      "der Link ist noch nicht bestätigt", "bestätigen Sie ihn erst auf dem Telefon"),
    "service_key_required": ReasonText(
      "es fehlt ein Dienstschlüssel, oder er ist unbekannt",
      "countersign service-key create legt einen an"),
    "scope_missing": ReasonText(
      "der Dienstschlüssel darf das nicht", "countersign service-key create legt einen anderen an"),
    "already_approved": ReasonText("es wurde schon freigegeben", seen),
    "already_denied": ReasonText("es wurde schon abgelehnt", seen),
    "transaction_expired": ReasonText(
      "die Zeit dafür ist um", "wer es freigegeben haben will, fragt noch einmal"),
    "too_many_pending": ReasonText(
      "zu vieles wartet", "entscheiden Sie erst etwas davon: countersign phone transactions"),
    "handover_pending": ReasonText(
      "noch hat niemand entschieden", "geben Sie es erst auf dem anderen Gerät frei"),
  ]

  private static let ofDevice: [String: ReasonText] = [
    FlowReason.transactionNotAsAsked.code: ReasonText(
      "der Server zeigt etwas anderes, als verlangt wurde", distrust),
    FlowReason.challengeNotAsShown.code: ReasonText(
      "der Server will etwas anderes unterschrieben haben, als er zeigt", distrust),
    FlowReason.secondFactorExists.code: ReasonText(
      "das Konto hat schon einen zweiten Faktor",
      "ergänzen Sie ihn mit countersign phone add-biometrics oder change-pin; ist er auf einem "
        + "anderen Gerät, fügen Sie dort dieses Telefon hinzu, dann countersign phone enrol LINK"),
    FlowReason.biometricsDeclined.code: ReasonText(
      "dazu ist Biometrie nötig, die Sie nicht wollten",
      "beginnen Sie noch einmal, und sagen Sie ja"
    ),
    FlowReason.actionFailed.code: ReasonText(
      "es wurde versucht und misslang; was es geändert hatte, ist rückgängig gemacht",
      "versuchen Sie es später noch einmal"),
    FlowReason.proofRefused.code: ReasonText("der Nachweis ist falsch", anew),
    FlowReason.pinIsAppPIN.code: ReasonText(
      "diese PIN öffnet dieses Telefon; sie darf nicht die App-PIN sein",
      "countersign phone change-pin legt eine andere PIN fest"),
    FlowReason.nothingEnrolled.code: ReasonText(
      "auf diesem Telefon ist kein Schlüssel des Kontos",
      "fügen Sie dieses Telefon dort hinzu, wo das Konto seinen Faktor hat (die Seite: Sicherheit, "
        + "Telefon hinzufügen), dann countersign phone enrol LINK; ohne Faktor genügt countersign "
        + "phone enrol"),
    FlowReason.biometricsCancelled.code: ReasonText(
      "Sie haben abgelehnt, Ihr Schlüssel wurde nicht verwendet",
      "beginnen Sie noch einmal, und sagen Sie ja"),
    FlowReason.biometricsFailed.code: ReasonText(
      "Ihr Fingerabdruck oder Gesicht wurde nicht erkannt",
      "versuchen Sie es noch einmal, oder nehmen Sie die PIN, wenn das Konto eine hat"),
    FlowReason.wrongPIN.code: ReasonText(
      "die PIN ist falsch", "versuchen Sie es noch einmal; jeder Fehlversuch zählt"),
    FlowReason.wrongCode.code: ReasonText(
      "der Code ist falsch", "lassen Sie sich einen neuen senden"),
  ]
}
