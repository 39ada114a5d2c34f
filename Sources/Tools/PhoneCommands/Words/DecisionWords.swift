import FlowModel
import ToolSupport
import WireModel

/// The words for decisions that have no document of the server's.
extension PhoneWords {
  /// The title over the questions of a flow; nil where a document or the session's rows say it.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - service: The name of the server's service.
  /// - Returns: The title.
  func title(of flow: Flow, at service: String) -> String? {
    switch flow.type {
    case .enrol, .signTransaction: nil
    case .login: login(flow, at: service)
    case .changePIN: of("Change the PIN of this phone", "Die PIN dieses Telefons ändern")
    case .addBiometrics:
      of("Set up biometrics on this phone", "Biometrie auf diesem Telefon einrichten")
    case .removeBiometrics:
      of("Remove the biometrics of this phone", "Biometrie dieses Telefons entfernen")
    case .headlessUpgrade:
      of("Give the account its first factor", "Dem Konto seinen ersten Faktor geben")
    }
  }

  private func login(_ flow: Flow, at service: String) -> String {
    let offered = flow.currentInteraction?.confirmSessionInfo?.accounts ?? []
    // Which of several it is, the person says next.
    let known = flow.session?.account ?? (offered.count == 1 ? offered.first : nil)
    let account = (known?.displayName).map { of(" as \($0)", " als \($0)") } ?? ""
    return flow.session?.announceInfo == nil
      ? of("Sign in to \(service)\(account)", "Anmelden bei \(service)\(account)")
      : of("Sign in another screen\(account)", "Anderen Bildschirm anmelden\(account)")
  }

  /// The title of the test of the factors.
  var biometricTest: String {
    of("Test the biometrics of this phone", "Die Biometrie dieses Telefons testen")
  }
}

/// The words for what is refused before anything is asked for.
extension PhoneWords {
  func noNumber(_ typed: String) -> String {
    of(
      "\(typed) is no international telephone number",
      "\(typed) ist keine internationale Telefonnummer")
  }
  var writeNumber: String {
    of(
      "write it with its country code and without spaces, as +2348012345678",
      "schreiben Sie sie mit Landesvorwahl und ohne Leerzeichen, wie +2348012345678")
  }
}

/// The words of a script's log for what nothing on this phone proves.
extension PhoneWords {
  /// The way on by another device.
  ///
  /// - Parameter isAction: True where nothing of it waits at the server.
  /// - Returns: The sentence.
  func otherDeviceCould(isAction: Bool) -> String {
    isAction
      ? of(
        "nothing was done or charged; at a terminal this waits for the account's other device",
        "nichts wurde getan oder abgebucht; an einem Terminal wartet es auf das andere Gerät des "
          + "Kontos")
      : of(
        "another phone or browser of the account could still approve it",
        "ein anderes Telefon oder ein Browser des Kontos könnte es noch freigeben")
  }

  /// The reason why a factor does not prove it, and what would bring it.
  func notBy(_ way: SigningWays.Missing) -> String {
    let code = way.reason.code
    let factor =
      switch way.factor {
      case .biometrics: biometrics
      case .pin: of("the PIN", "die PIN")
      case .validateCode, .otp, .twoFactor: of("codes", "Codes")
      }
    let hint = (reasons[code] ?? ReasonText.all[code])
      .map { of("; hint: \($0.hint)", "; Hinweis: \($0.hint)") }
    return of("not by \(factor): ", "nicht durch \(factor): ")
      + "\(ReasonText.cause(code, way.reason.detail, in: reasons)) (\(code))"
      + (way.until.map { ", " + until(ShownTime.text($0, here: here)) } ?? "") + (hint ?? "")
  }
}

/// The words for the end of a decision.
extension PhoneWords {
  /// Said where nothing was decided, as nobody answered or an answer did not hold.
  var nothingDecided: String {
    of(
      ProcessResult.nothingDecided,
      "nichts wurde entschieden; beginnen Sie noch einmal, um freizugeben oder abzulehnen")
  }

  /// The end of an action of the person's own that they did not approve.
  var nothingDone: String {
    of("declined; nothing was done or charged", "abgelehnt; nichts wurde getan oder abgebucht")
  }

  /// The end of anything else that the person left.
  var nothingChanged: String {
    of("cancelled; nothing was changed", "abgebrochen; nichts wurde geändert")
  }

  /// The person has declined the making of a key beside a new PIN.
  var noKeyMade: String {
    of(
      "No key was made; the PIN stays. countersign phone add-biometrics makes one later",
      "Es wurde kein Schlüssel angelegt; die PIN bleibt. countersign phone add-biometrics legt "
        + "später einen an")
  }

  /// The end of an action whose answer an earlier command had lost.
  func earlier(_ status: ActionResult.Status) -> String {
    switch status {
    case .completed:
      of(
        "an earlier action, whose answer was lost, is done",
        "ein früherer Vorgang, dessen Antwort verloren ging, ist ausgeführt")
    case .pending:
      of(
        "an earlier action, whose answer was lost, is under way",
        "ein früherer Vorgang, dessen Antwort verloren ging, läuft noch")
    case .failed:
      of(
        "an earlier action, whose answer was lost, came to nothing and is undone",
        "ein früherer Vorgang, dessen Antwort verloren ging, misslang und ist rückgängig gemacht")
    }
  }

  /// A transaction that was left for later.
  func leftOpen(until time: String) -> String {
    let shown = ShownTime.text(time, here: here)
    return of(
      "left open, and nothing was decided: it waits until \(shown)",
      "offen gelassen, und nichts wurde entschieden: Es wartet bis \(shown)")
  }

  /// The hint where the server's document is not what a command of declared scenarios asked for:
  /// one of the program's own has other fields in it.
  var onlyDeclared: String {
    of(
      "this command is for scenarios that the server's file declares; one of the program's own has "
        + "a command of its own, which countersign help phone lists; if this one is declared, do "
        + "not trust this server",
      "dieser Befehl ist für Szenarien, die die Datei des Servers deklariert; ein eigenes des "
        + "Programms hat einen eigenen Befehl, den countersign help phone zeigt; ist dieses "
        + "deklariert, trauen Sie diesem Server nicht")
  }

  /// The hint where an account that has a factor was to get its first one.
  ///
  /// - Parameters:
  ///   - isDevice: True where the phone is enrolled, false where it signed up.
  ///   - hasPIN: True if the account has a PIN.
  /// - Returns: The hint, with commands that go on from here.
  func furtherFactor(isDevice: Bool, hasPIN: Bool) -> String {
    let commands =
      switch (isDevice, hasPIN) {
      case (true, true): "add-biometrics"
      case (true, false): "totp"
      case (false, true): "register"
      case (false, false): "set-pin"
      }
    return of(
      "countersign phone \(commands) adds another one, by the one that is there",
      "countersign phone \(commands) fügt einen weiteren hinzu, mit dem, der da ist")
  }

  /// The hint where an answer is lost.
  var seeOutcome: String {
    of(
      "see what became of it before you try again, by countersign phone transactions, factors, "
        + "devices or sessions",
      "sehen Sie nach, was geschah, bevor Sie es noch einmal versuchen: mit countersign phone "
        + "transactions, factors, devices oder sessions")
  }

  /// The hint beside what was decided before.
  var seenBefore: String? {
    (reasons[Reason.alreadyApproved.code] ?? ReasonText.all[Reason.alreadyApproved.code])?.hint
  }

  func approveLater(_ id: String) -> String {
    of(
      "approve it with countersign phone approve \(id)",
      "geben Sie es mit countersign phone approve \(id) frei")
  }

  /// The decision on a transaction that waits no more.
  ///
  /// - Parameters:
  ///   - status: Its status.
  ///   - time: The moment of the decision, or the end of the time for it.
  /// - Returns: The sentence.
  func over(_ status: TransactionStatus, at time: String) -> String {
    let shown = ShownTime.text(time, here: here)
    return switch status {
    case .pending: of("it waits until \(shown)", "es wartet bis \(shown)")
    case .approved: of("it was approved on \(shown)", "es wurde am \(shown) freigegeben")
    case .denied: of("it was declined on \(shown)", "es wurde am \(shown) abgelehnt")
    case .expired:
      of("the time to decide was over on \(shown)", "die Zeit zum Entscheiden endete am \(shown)")
    }
  }
}

extension CommandFailure {
  /// The number of a link was not given, or is none of those that the link offers.
  static func noSuchNumber(in words: PhoneWords) -> CommandFailure {
    CommandFailure(
      .wrongUse, words.cause(.numberMissing),
      hint: words.of(
        "run it again with the number that you see there; if it is not offered, the link is of "
          + "another screen: do not go on",
        "führen Sie es noch einmal aus, mit der Zahl, die Sie dort sehen; steht sie nicht zur "
          + "Wahl, gehört der Link zu einem anderen Bildschirm: machen Sie nicht weiter"))
  }

  /// The person has left without an approval: what is under review waits on, and nothing else was
  /// begun.
  ///
  /// - Parameters:
  ///   - review: The transaction that waits; nil for what the person had begun.
  ///   - isAction: True for an action, false for a change of factors or a sign-in.
  ///   - words: The person's words.
  /// - Returns: The failure, in these words.
  static func left(_ review: Review?, isAction: Bool, _ words: PhoneWords) -> CommandFailure {
    guard let review else {
      return CommandFailure(.refused, isAction ? words.nothingDone : words.nothingChanged)
    }
    return CommandFailure(
      .refused, words.leftOpen(until: review.expires), hint: words.approveLater(review.id))
  }
}

extension CommandFailure {
  /// A PIN was to be set, and an earlier command had set one, whose answer was lost.
  ///
  /// Which one it set is known to the person alone: nothing here keeps a PIN.
  static func pinSetBefore(_ words: PhoneWords) -> CommandFailure {
    CommandFailure(
      .refused,
      words.of(
        "an earlier command, whose answer was lost, has set the PIN; this one changed nothing",
        "ein früherer Befehl, dessen Antwort verloren ging, hat die PIN festgelegt; dieser hat "
          + "nichts geändert"),
      hint: words.of(
        "your PIN is the new one that you chose then; run this again with it to set another",
        "Ihre PIN ist die neue, die Sie damals gewählt haben; für eine andere führen Sie dies noch "
          + "einmal mit ihr aus"))
  }

  /// The answer to the setting of a PIN is lost.
  static func pinUnknown(_ words: PhoneWords) -> CommandFailure {
    CommandFailure(
      .environment,
      words.of(
        "the answer is lost, and it is unknown whether the new PIN holds",
        "die Antwort ging verloren, und ob die neue PIN gilt, ist unbekannt"),
      hint: words.of(
        "run it again, and the phone asks which PIN holds; or try the new PIN: if it is refused, "
          + "the old one is still right",
        "führen Sie es noch einmal aus, dann fragt das Telefon, welche PIN gilt; oder versuchen "
          + "Sie die neue: Wird sie abgelehnt, gilt noch die alte"))
  }

  /// The person has left it for later.
  static let leftForLater = CommandFailure(
    .refused, "cancelled", hint: ProcessResult.nothingDecided)

  /// Only another device of the account can approve it, and a script waits for nobody.
  static let otherDeviceNeeded = CommandFailure(
    .refused, "nothing on this phone approves it; another device of the account can",
    hint: ProcessResult.nothingDecided)

  /// A flow ended, and says nothing of how.
  static let noResult = CommandFailure(
    .environment, "it ended without a result, so that it may be done",
    hint: "see what became of it before you try again")

  /// Nobody was there to approve it, and no flag has.
  static let nobodyDecided = CommandFailure(
    .refused, "nobody is there to approve it, so nothing was decided: the input is no terminal",
    hint: "a script says --yes beside its proof")

  /// The key was asked for as often as it may be, and signed nothing that was accepted.
  static func keyTriesUsedUp(_ words: PhoneWords) -> CommandFailure {
    CommandFailure(
      .refused,
      words.of(
        "your key was declined or not accepted too often",
        "Ihr Schlüssel wurde zu oft abgelehnt oder nicht angenommen"),
      hint: words.of(
        "nothing was done; begin again, or prove by the PIN where the account has one",
        "nichts wurde getan; beginnen Sie noch einmal, oder nehmen Sie die PIN, wenn es eine gibt"))
  }

  /// A script has given nothing that answers a question.
  static func nothingGiven(
    for info: SecondFactorInfo, in words: PhoneWords
  ) -> CommandFailure {
    let codes = words.of("codes (--code-from)", "Codes (--code-from)")
    let names: [(Factor, String)] = [
      (.biometrics, words.biometrics), (.pin, words.of("the PIN (--pin)", "die PIN (--pin)")),
      (.validateCode, codes), (.otp, codes),
      (
        .twoFactor,
        words.of(
          "the authenticator app's code (--app-code)",
          "den Code der Authenticator-App (--app-code)")
      ),
    ]
    let taken = names.filter { info.allowed.contains($0.0) }.map(\.1)
      .joined(separator: words.of(" or ", " oder "))
    return CommandFailure(
      .refused,
      words.of(
        "nothing was given that proves it; it takes \(taken)",
        "es wurde nichts angegeben, das es nachweist; es braucht \(taken)"),
      hint: words.nothingDecided)
  }
}
