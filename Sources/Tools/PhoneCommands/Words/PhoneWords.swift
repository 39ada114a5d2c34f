import CountersignClient
import FlowModel
import ToolSupport
import WireModel

/// The words in which the phone asks a person, and says what has become of it.
///
/// JSON is in English for everybody, and so are the errors of a script that names no language.
enum PhoneWords: Sendable, CaseIterable {
  case english
  case german

  /// The words of a language; English where there are none.
  init(_ language: Language?) {
    self = language?.tag.split(separator: "-").first == "de" ? .german : .english
  }

  func of(_ english: String, _ german: String) -> String {
    switch self {
    case .english: english
    case .german: german
    }
  }
}

/// The keys of answers. Those of one question have different first letters.
extension PhoneWords {
  var yes: String { of("yes", "ja") }
  var no: String { of("no", "nein") }
  var approve: String { of("approve", "freigeben") }
  var decline: String { of("decline", "ablehnen") }
  var later: String { of("later", "später") }
  var biometrics: String { of("biometrics", "Biometrie") }
  var pin: String { "PIN" }
  var code: String { of("code", "Code") }

  /// The keys that answer a question, of which another was pressed.
  func press(_ keys: [String]) -> String {
    let (rest, last) = (keys.dropLast().joined(separator: ", "), keys.last ?? "")
    let comma = keys.count > 2 ? "," : ""
    return of("press \(rest)\(comma) or \(last)", "drücken Sie \(rest) oder \(last)")
  }
}

/// Questions.
extension PhoneWords {
  var decision: String { of("your decision:", "Ihre Entscheidung:") }
  var declineThis: String { of("decline this?", "ablehnen?") }
  var approveElsewhere: String {
    of(
      "approve it on your other device: it waits there too, and this screen follows",
      "geben Sie es auf Ihrem anderen Gerät frei: dort wartet es auch, und dieser Bildschirm folgt")
  }
  var orHere: String { of("or:", "oder:") }
  var whichFactor: String { of("with which factor:", "womit:") }
  var loginWithThis: String { of("log in with this?", "damit anmelden?") }
  var bringAccount: String {
    of("bring this account to the phone?", "dieses Konto auf das Telefon bringen?")
  }
  var whichAccount: String { of("which account?", "welches Konto?") }
  var useBiometrics: String {
    of("use biometrics on this phone?", "Biometrie auf diesem Telefon verwenden?")
  }
  var setUpBiometrics: String {
    of("set up biometrics on this phone?", "Biometrie auf diesem Telefon einrichten?")
  }
  var setUpBiometricsToo: String {
    of("set up biometrics too?", "auch Biometrie einrichten?")
  }
  var pinOrNothing: String { of("the PIN, or nothing to leave:", "die PIN, leer für Abbruch:") }
  var oldPIN: String { of("the old PIN:", "die alte PIN:") }
  var appPIN: String { of("the app PIN:", "die App-PIN:") }
  var newAppPIN: String { of("the new app PIN:", "die neue App-PIN:") }
  var pinBesideAppPIN: String {
    of(
      "the PIN, which the app PIN must differ from:",
      "die PIN, die eine andere als die App-PIN sein muss:")
  }
  var newPIN: String { of("the new PIN:", "die neue PIN:") }
  var sameAgain: String { of("the same again:", "noch einmal dieselbe:") }
  var theyDiffer: String { of("they differ", "das ist nicht dieselbe") }
  var appCode: String {
    of("the code that your authenticator app shows:", "der Code aus Ihrer Authenticator-App:")
  }

  var isPhoneYours: String {
    of(
      "a phone has the account now; no removes it again; is it yours?",
      "ein Telefon hat das Konto jetzt; nein entfernt es wieder; ist es Ihres?")
  }
  /// The same question for several phones, of which nothing tells which came by which link.
  var arePhonesYours: String {
    of(
      "these phones have the account now; no removes them all again; are they all yours?",
      "diese Telefone haben das Konto jetzt; nein entfernt alle wieder; sind alle Ihre?")
  }
  var keyElsewhere: String {
    of(
      "your account has a passkey or a phone elsewhere: approve it there, or add this phone there "
        + "(the page: Security, Add a phone), then countersign phone enrol LINK",
      "Ihr Konto hat anderswo einen Passkey oder ein Telefon: geben Sie dort frei, oder fügen Sie "
        + "dort dieses Telefon hinzu (die Seite: Sicherheit, Telefon hinzufügen), dann countersign "
        + "phone enrol LINK")
  }
  var factorsGone: String {
    of(
      "your account has no PIN and no key left: countersign phone recover begins its recovery",
      "Ihr Konto hat keine PIN und keinen Schlüssel mehr: countersign phone recover beginnt seine "
        + "Wiederherstellung")
  }
  var proveNow: String {
    of(
      "one more step shows what the account has: prove its PIN or a key now?",
      "ein weiterer Schritt zeigt, was das Konto hat: jetzt die PIN oder einen Schlüssel "
        + "nachweisen?")
  }

  func signOut(of count: Int) -> String {
    count == 1
      ? of("sign out there?", "dort abmelden?")
      : of("sign out in all these?", "überall dort abmelden?")
  }

  func revoke(_ count: Int) -> String {
    count == 1
      ? of("revoke this device?", "dieses Gerät widerrufen?")
      : of("revoke these?", "diese widerrufen?")
  }

  func whichNumber(_ numbers: [String]) -> String {
    let numbers = numbers.joined(separator: ", ")
    return of(
      "which number is on the other screen: \(numbers)?",
      "welche Zahl steht auf dem anderen Bildschirm: \(numbers)?")
  }

  func codeSent(to destination: String) -> String {
    of(
      "the code sent to \(destination), or r for another:",
      "der Code, der an \(destination) ging, oder r für einen anderen:")
  }

  /// The question for a code that was sent to an e-mail address or to a telephone number.
  func theCode(to recipient: String?) -> String {
    if let number = recipient, number.hasPrefix("+") {
      return of("the code texted to \(number):", "der Code aus der SMS an \(number):")
    }
    return of(
      "the code mailed to \(recipient ?? "you"):",
      "der Code aus der E-Mail an \(recipient ?? "Sie"):")
  }

  /// The question of the stand-in for a fingerprint reader.
  func presence(_ question: PresenceQuestion) -> String {
    let asked =
      switch question {
      case .create(let relyingParty, let userName):
        of(
          "make a key for \(userName) at \(relyingParty.text)?",
          "einen Schlüssel für \(userName) bei \(relyingParty.text) anlegen?")
      case .sign(let relyingParty, let document):
        of(
          "sign for \(relyingParty.text): \(document.prompt)?",
          "für \(relyingParty.text) unterschreiben: \(document.prompt)?")
      case .unlock: of("open the app?", "die App öffnen?")
      }
    return of("biometrics, are you there? ", "Biometrie, sind Sie da? ") + asked
  }
}

/// News.
extension PhoneWords {
  var codeSetsUp: String {
    of(
      "the account has no factor yet: a mailed code, and then biometrics, set up this phone and "
        + "approve it",
      "das Konto hat noch keinen Faktor: Ein Code aus einer E-Mail und danach Biometrie richten "
        + "dieses Telefon ein und geben frei")
  }
  var signingInAgain: String {
    of("the session is over: signing in again", "die Sitzung ist vorbei: neue Anmeldung")
  }
  var oneMoreStep: String {
    of(
      "one more step: this session has not proved enough yet",
      "noch ein Schritt: in dieser Sitzung ist noch nicht genug nachgewiesen")
  }
  var serverIsBack: String { of("the server is there again", "der Server ist wieder da") }
  var serverIsAway: String {
    of(
      "the server cannot be reached, trying again",
      "der Server ist nicht erreichbar, neuer Versuch läuft")
  }
  var nothingListed: String {
    of(
      "nothing waits, and nothing was decided yet",
      "nichts wartet, und noch wurde nichts entschieden")
  }
  /// Stands behind the time by the clock here.
  var here: String { of("here", "hier") }

  /// Said when transactions begin to be followed, of which so many wait already.
  func watching(_ waiting: Int) -> String {
    switch waiting {
    case 0:
      of(
        "nothing waits; what comes is shown here, until Ctrl-C",
        "nichts wartet; was kommt, steht hier, bis Strg-C")
    case 1:
      of(
        "1 waits; what is not asked about here is decided by countersign phone approve",
        "1 wartet; wonach hier nicht gefragt wird, entscheidet countersign phone approve")
    default:
      of(
        "\(waiting) wait; what is not asked about here is decided by countersign phone approve",
        "\(waiting) warten; wonach hier nicht gefragt wird, entscheidet countersign phone approve")
    }
  }

  func until(_ time: String) -> String { of("until \(time)", "bis \(time)") }
  func number(_ number: String) -> String { of("number \(number)", "Zahl \(number)") }

  func status(_ status: TransactionStatus) -> String {
    switch status {
    case .pending: of("pending", "wartet")
    case .approved: of("approved", "freigegeben")
    case .denied: of("declined", "abgelehnt")
    case .expired: of("expired", "abgelaufen")
    }
  }

  var proved: String { of("proved", "nachgewiesen") }
  var locked: String {
    of(
      "locked; phone unlock asks for biometrics, then for the app PIN",
      "gesperrt; phone unlock fragt nach Biometrie, dann nach der App-PIN")
  }
  /// Labels that are shown before an account is brought here.
  var server: String { of("server", "Server") }
  var account: String { of("account", "Konto") }

  func signedIn(as name: String) -> String { of("signed in as \(name)", "angemeldet als \(name)") }

  func enrolled(_ name: String?) -> String {
    of("enrolled \(name ?? "the account")", "\(name ?? "Konto") ist auf diesem Telefon")
  }

  func loggedIn(_ name: String?, elsewhere: Bool) -> String {
    let name = name ?? of("the account", "das Konto")
    return elsewhere
      ? of("logged the other screen in as \(name)", "anderer Bildschirm angemeldet als \(name)")
      : of("logged in as \(name)", "angemeldet als \(name)")
  }

  var loggedOut: String { of("logged out", "abgemeldet") }

  func decision(_ status: TransactionStatus, on id: String) -> String {
    "\(self.status(status)), \(of("transaction", "Transaktion")) \(id)"
  }

  /// The reason for which the app PIN is asked for, and the wait before it is taken.
  func reason(of question: AppPINQuestion) -> String {
    let reason = reason(question.reason, triesLeft: question.triesLeft)
    guard question.wait > .zero else { return reason }
    let (whole, rest) = question.wait.components
    let wait = rest > 0 ? whole + 1 : whole
    let seconds =
      wait == 1 ? of("1 second", "1 Sekunde") : of("\(wait) seconds", "\(wait) Sekunden")
    return "\(reason); \(of("try again in", "neuer Versuch in")) \(seconds)"
  }

  private func reason(_ reason: AppPINQuestion.Reason, triesLeft: Int) -> String {
    switch reason {
    // Biometrics are left out by an option, whether or not the phone has some.
    case .biometrics(.nothingEnrolled):
      of(
        "without biometrics, the app PIN opens this phone",
        "ohne Biometrie öffnet die App-PIN dieses Telefon")
    case .biometrics(.cancelled):
      of(
        "you declined, so the app PIN opens this phone",
        "Sie haben abgelehnt, also öffnet die App-PIN dieses Telefon")
    case .biometrics(let error):
      of(error.outcome.sentence.asCause, Self.germanOutcomes[error.outcome.reason] ?? "")
    case .wrong:
      triesLeft == 1
        ? of(
          "that app PIN is wrong; 1 try left before the phone is wiped",
          "diese App-PIN ist falsch; noch 1 Versuch, bevor das Telefon gelöscht wird")
        : of(
          "that app PIN is wrong; \(triesLeft) tries left before the phone is wiped",
          "diese App-PIN ist falsch; noch \(triesLeft) Versuche, bevor das Telefon gelöscht wird")
    case .tooEarly: of("that was too early", "das war zu früh")
    case .storageFailed:
      of(
        "the try could not be kept, and does not count",
        "der Versuch ließ sich nicht speichern und zählt nicht")
    }
  }

  /// The cause for which an input was not taken.
  func cause(_ error: FlowInputError) -> String {
    switch error {
    case .malformedCode: of("a code is 6 digits", "ein Code hat 6 Ziffern")
    case .malformedPIN: of("a PIN is 4 to 12 digits", "eine PIN hat 4 bis 12 Ziffern")
    case .factorNotAllowed(let factor):
      of("\(factor.rawValue.lowercased()) is not possible here", "das ist hier nicht möglich")
    case .missingPIN: of("a PIN is needed", "eine PIN ist nötig")
    case .numberMissing:
      of(
        "pick the number that stands on the other screen",
        "wählen Sie die Zahl, die auf dem anderen Bildschirm steht")
    case .accountMissing: of("pick one of the accounts", "wählen Sie eines der Konten")
    case .appPINIsPIN:
      of("the app PIN must not be the PIN", "die App-PIN darf nicht die PIN sein")
    case .appPINNotTaken:
      of("no app PIN is set with this", "damit wird keine App-PIN festgelegt")
    case .pinTooSimple:
      of(
        "choose a PIN that is no row of digits (1111, 1234, 1212)",
        "wählen Sie eine PIN, die keine Ziffernfolge ist (1111, 1234, 1212)")
    case .userInputTooLong:
      of("a reason is 256 characters at most", "eine Begründung hat höchstens 256 Zeichen")
    case .userInputUnshowable:
      of(
        "a reason holds only characters that a screen can show",
        "eine Begründung enthält nur Zeichen, die ein Bildschirm zeigen kann")
    case .codeTooEarly(let seconds):
      of(
        "another code can be sent in \(seconds) seconds",
        "in \(seconds) Sekunden kann ein anderer Code geschickt werden")
    case .flowAlreadyActive: of("another flow is under way", "ein anderer Vorgang läuft noch")
    case .noFlow:
      of(
        "nothing is under way that could be answered", "nichts läuft, worauf zu antworten wäre")
    case .notWaitingForInput:
      of("one moment: an answer is being checked", "einen Moment: eine Antwort wird geprüft")
    case .unexpectedInput:
      of("that is no answer to what is asked", "das ist keine Antwort auf die Frage")
    case .codeNotRequested: of("ask for a code first", "lassen Sie sich erst einen Code schicken")
    case .userInputNotTaken:
      of(
        "a reason goes with the approval of a transaction alone",
        "eine Begründung gehört nur zur Freigabe einer Transaktion")
    case .malformedPayload:
      of(
        "no server can take what is asked for; look at the command's --help",
        "das kann kein Server annehmen; siehe --help des Befehls")
    }
  }
}
