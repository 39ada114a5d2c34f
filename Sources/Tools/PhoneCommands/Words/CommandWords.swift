import CountersignClient
import ToolSupport
import WireModel

/// The words of lists: factors, devices and sessions.
extension PhoneWords {
  var none: String { of("none", "keine") }
  var authenticatorApp: String { of("authenticator app", "Authenticator-App") }
  var telephoneNumber: String { of("telephone number", "Telefonnummer") }
  var setUp: String { of("set up", "eingerichtet") }
  var confirmed: String { of("confirmed", "bestätigt") }
  var blockedPIN: String { of("blocked after wrong tries", "nach falschen Versuchen gesperrt") }
  var phonePIN: String { of("on the account's phones", "auf den Telefonen des Kontos") }
  var sentPIN: String { of("set, sent in requests", "festgelegt, wird mit Anfragen gesendet") }
  var sentPINForNow: String {
    of(
      "set, sent in requests, until the PIN of a new phone counts in full",
      "festgelegt, wird mit Anfragen gesendet, bis die PIN eines neuen Telefons voll zählt")
  }
  var key: String { of("key", "Schlüssel") }
  var device: String { of("device", "Gerät") }
  var phone: String { of("phone", "Telefon") }
  /// A session of this phone that is no device's: how it was opened is not listed.
  var thisPhone: String { of("this phone", "dieses Telefon") }
  var otherClient: String {
    of("browser or other client", "Browser oder anderes Programm")
  }
  var noDevices: String {
    of("no phone is a device of the account", "kein Telefon ist ein Gerät des Kontos")
  }
  var withPIN: String { of("with a PIN", "mit einer PIN") }
  var onHold: String { of("on hold", "zurückgestellt") }

  func since(_ time: String) -> String {
    let time = ShownTime.text(time, here: here)
    return of("since \(time)", "seit \(time)")
  }

  func lastUsed(_ time: String) -> String {
    let time = ShownTime.text(time, here: here)
    return of("last used \(time)", "zuletzt benutzt \(time)")
  }

  /// The rest of a factor's line where it is new, and on low amounts only.
  func waitText(_ isWaiting: Bool, _ until: String?) -> String {
    guard isWaiting else { return "" }
    let end = until.map { self.until(ShownTime.text($0, here: here)) }
    return of(
      ", on low amounts only \(end ?? "for now")",
      ", \(end ?? "vorerst") nur für kleine Beträge")
  }

  /// The meaning of a hold.
  func hold(until time: String?) -> String {
    let end =
      time.map { until(ShownTime.text($0, here: here)) }
      ?? of(
        "until a factor that you add has waited",
        "bis ein Faktor, den Sie hinzufügen, seine Wartezeit hinter sich hat")
    return of(
      "what the account had before; nothing counts \(end)",
      "was das Konto zuvor hatte; nichts davon gilt, \(end)")
  }

  func addedBy(_ source: HeldFactors.Item.Source) -> String {
    switch source {
    case .host: of("added by a host", "hinzugefügt von einem Anbieter")
    case .administrator: of("added by an administrator", "hinzugefügt von einem Administrator")
    case .code: of("added by a mailed code", "hinzugefügt durch einen Code per E-Mail")
    case .factor: of("added by another factor", "hinzugefügt durch einen anderen Faktor")
    }
  }

  func kind(_ kind: HeldFactors.Item.Kind) -> String {
    switch kind {
    case .passkey: of("passkey", "Passkey")
    case .device: phone
    case .pin: pin
    case .authenticatorApp: authenticatorApp
    }
  }

  /// The moment from which a held factor can be decided on.
  func decidable(after time: String?) -> String {
    guard let time else { return of("to be decided on later", "später zu entscheiden") }
    let shown = ShownTime.text(time, here: here)
    return of("to be decided on after \(shown)", "zu entscheiden nach dem \(shown)")
  }
}

/// The results of commands, as standard output has them.
extension PhoneWords {
  var pinChanged: String { of("the PIN is changed", "die PIN ist geändert") }
  var pinSet: String { of("the PIN is set", "die PIN ist festgelegt") }
  var biometricsSetUp: String { of("biometrics are set up", "Biometrie ist eingerichtet") }
  var biometricsRemoved: String { of("biometrics are removed", "Biometrie ist entfernt") }
  var hasSecondFactor: String {
    of("the account has a second factor now", "das Konto hat jetzt einen zweiten Faktor")
  }
  var appRemoved: String {
    of("the authenticator app is removed", "die Authenticator-App ist entfernt")
  }
  var appAdded: String {
    of("the authenticator app is a factor now", "die Authenticator-App ist jetzt ein Faktor")
  }
  var open: String { of("open", "offen") }

  var performed: ScenarioScreens.Text {
    ScenarioScreens.Text(
      of("Performed", "Ausgeführt"),
      of("The server performed it.", "Der Server hat es ausgeführt."))
  }
  var redeemed: ScenarioScreens.Text {
    ScenarioScreens.Text(
      of("Redeemed", "Eingelöst"),
      of("The host may act now.", "Der Anbieter kann es jetzt ausführen."))
  }

  func codesGo(to number: String) -> String {
    of("codes are texted to \(number)", "Codes gehen als SMS an \(number)")
  }

  func registered(_ key: String) -> String {
    of("registered \(key)", "Schlüssel \(key) ist angelegt")
  }

  func heldRemoved(_ id: String) -> String {
    of("\(id) is removed for good", "\(id) ist endgültig entfernt")
  }

  func heldKept(_ id: String) -> String { of("\(id) counts again", "\(id) gilt wieder") }

  func ended(_ count: Int) -> String {
    count == 1
      ? of("ended 1 session", "1 Sitzung beendet")
      : of("ended \(count) sessions", "\(count) Sitzungen beendet")
  }

  func revoked(_ count: Int) -> String {
    count == 1
      ? of("revoked 1 device", "1 Gerät widerrufen")
      : of("revoked \(count) devices", "\(count) Geräte widerrufen")
  }

  func biometrics(_ state: RegistrationState?) -> String {
    switch state {
    case nil:
      of(
        "this phone holds nothing of the account any more",
        "auf diesem Telefon ist nichts mehr von dem Konto")
    case .neverRegistered?:
      of("biometrics were never set up", "Biometrie war nie eingerichtet")
    case .registeredBefore?:
      of(
        "biometrics were set up before, and are not now",
        "Biometrie war eingerichtet und ist es nicht mehr")
    case .onAnotherDevice?:
      of(
        "biometrics are set up on another device",
        "Biometrie ist auf einem anderen Gerät eingerichtet")
    case .onThisDevice?:
      of("biometrics are set up on this phone", "Biometrie ist auf diesem Telefon eingerichtet")
    }
  }
}

/// The words for the progress of a command.
extension PhoneWords {
  var noAccounts: String {
    of("this phone has no account yet", "dieses Telefon hat noch kein Konto")
  }
  /// Said before a factor is added by a PIN that is sent.
  ///
  /// The times are those of a server whose host has set no others.
  var newFactorWaits: String {
    of(
      "your PIN is sent to the server, so that what it adds is for low amounts until it has "
        + "waited: usually a day, or three days if only your e-mail address can be told; nothing "
        + "waits where this session set the PIN within the last hour",
      "Ihre PIN wird zum Server gesendet; was sie hinzufügt, gilt darum nur für kleine Beträge, "
        + "bis seine Wartezeit um ist: meist ein Tag, oder drei Tage, wenn nur Ihre E-Mail-Adresse "
        + "benachrichtigt werden kann; nichts wartet, wenn diese Sitzung die PIN in der letzten "
        + "Stunde festgelegt hat")
  }
  func networkCalls(_ count: Int) -> String {
    count == 1
      ? of("1 network call", "1 Netzwerkaufruf")
      : of("\(count) network calls", "\(count) Netzwerkaufrufe")
  }
  /// Said before the code that adds this phone is asked for, after the one that signed in.
  var secondCode: String {
    of(
      "the first code has signed you in; a second one is sent now, which adds this phone: each "
        + "code is good for one thing only",
      "der erste Code hat Sie angemeldet; jetzt kommt ein zweiter, der dieses Telefon hinzufügt: "
        + "Jeder Code gilt nur für eines")
  }
  var isAppTimeRight: String {
    of("is the time right where the app runs?", "stimmt die Uhrzeit, wo die App läuft?")
  }
  /// Stands over the secret of an authenticator app, beneath its code where one is drawn.
  func typeSecret(orScan isDrawn: Bool) -> String {
    guard isDrawn else {
      return of(
        "type this into your authenticator app:", "geben Sie das in Ihre Authenticator-App ein:")
    }
    return of(
      "scan the code, or type this into your authenticator app:",
      "scannen Sie den Code, oder geben Sie das in Ihre Authenticator-App ein:")
  }
  /// Said in place of a code that is wider than the terminal.
  func tooNarrow(for columns: Int) -> String {
    of(
      "this window is too narrow to draw the code, which takes \(columns) columns",
      "dieses Fenster ist zu schmal für den Code, der \(columns) Spalten braucht")
  }
  var pinSetsUp: String {
    of(
      "the PIN sets up this phone too; its key is for low amounts until it has waited",
      "die PIN richtet auch dieses Telefon ein; sein Schlüssel gilt nur für kleine Beträge, bis "
        + "seine Wartezeit um ist")
  }
  var orElsewhere: String {
    of(
      "or approve it on your other device: it waits there too",
      "oder geben Sie es auf Ihrem anderen Gerät frei: dort wartet es auch")
  }
  var onlyElsewhere: String {
    of(
      "approve it on your other device: it waits there too; Ctrl-C ends this, and decides nothing",
      "geben Sie es auf Ihrem anderen Gerät frei: dort wartet es auch; Strg-C beendet dies und "
        + "entscheidet nichts")
  }
  func handedOver(_ number: String, _ id: String) -> String {
    of(
      "approve it on your other device, where it has the number \(number): this waits for it; "
        + "Ctrl-C ends this, and nothing is done or charged, but it waits there until its time is "
        + "over; countersign phone decline \(id) declines it",
      "geben Sie es auf Ihrem anderen Gerät frei, wo es die Zahl \(number) hat; so lange wartet "
        + "das Telefon hier; Strg-C beendet es, und nichts wird getan oder abgebucht, doch es "
        + "wartet dort, bis seine Zeit um ist; countersign phone decline \(id) lehnt es ab")
  }
  var onlyShown: String {
    of(
      "only shown, since nobody sits here: phone approve ID and phone decline ID decide",
      "nur gezeigt, denn hier sitzt niemand: phone approve ID und phone decline ID entscheiden")
  }
  /// Said by what asked about each payment, where the input was closed.
  var onlyListed: String {
    of(
      "the input is closed: from now on payments are only listed; phone approve ID and phone "
        + "decline ID decide",
      "die Eingabe ist geschlossen: Zahlungen werden ab jetzt nur gezeigt; phone approve ID und "
        + "phone decline ID entscheiden")
  }
  /// The end of "for now", where no time is set yet.
  var endOfForNow: String {
    of(
      "the end of \"for now\" is set once the screen that made the phone's link says that the "
        + "phone is yours; without a link, once the message about it is sent",
      "das Ende von „vorerst“ steht fest, sobald der Bildschirm, der den Link machte, das Telefon "
        + "als Ihres bestätigt; ohne Link, sobald die Nachricht darüber gesendet ist")
  }
  /// Said before the key of an account without a PIN that could be used is removed.
  func lastKey(isPINBlocked: Bool) -> String {
    let reason =
      isPINBlocked
      ? of("the PIN is blocked", "die PIN ist gesperrt")
      : of("the account has no PIN", "das Konto hat keine PIN")
    return of(
      "\(reason): unless a passkey or a phone is elsewhere, no factor is left then, a mailed code "
        + "alone adds none, and only a recovery does, after a wait",
      "\(reason): Ist nirgends ein Passkey oder Telefon, bleibt kein Faktor; ein Code per E-Mail "
        + "allein legt keinen an, nur eine Wiederherstellung, nach einer Wartezeit")
  }
  /// Said before a factor is added while those from before are on hold.
  ///
  /// The time is that of a server whose host has set no other.
  var waitsUnderHold: String {
    of(
      "what the account had before is on hold, so a factor that you add now waits, usually three "
        + "days, and proves nothing until then: the account shows nothing and approves nothing; "
        + "countersign phone factors says how long; the link in the message about it brings back "
        + "what was there",
      "was das Konto zuvor hatte, ist zurückgestellt; ein Faktor, den Sie jetzt hinzufügen, wartet "
        + "darum, meist drei Tage, und weist bis dahin nichts nach: Das Konto zeigt nichts und "
        + "gibt nichts frei; countersign phone factors sagt, wie lange; der Link in der Nachricht "
        + "dazu bringt zurück, was da war")
  }
  /// Said before the last devices of an account are revoked.
  var lastFactors: String {
    of(
      "these are all phones of the account: unless a passkey is elsewhere, no factor is left then, "
        + "a mailed code alone adds none, and only a recovery does, after a wait",
      "das sind alle Telefone des Kontos: Ist nirgends ein Passkey, bleibt kein Faktor; ein Code "
        + "per E-Mail allein legt keinen an, nur eine Wiederherstellung, nach einer Wartezeit")
  }
  var proveLater: String {
    of(
      "one more step shows what the account has: countersign phone prove",
      "ein weiterer Schritt zeigt, was das Konto hat: countersign phone prove")
  }
  var confirmApp: String {
    of(
      "confirm it with countersign phone totp --code CODE",
      "bestätigen Sie sie mit countersign phone totp --code CODE")
  }

  func openLink(within seconds: Int64) -> String {
    of(
      "open it with the other phone within \(seconds) seconds",
      "öffnen Sie ihn mit dem anderen Telefon innerhalb von \(seconds) Sekunden")
  }
  var linkOpened: String {
    of("the other phone has it open", "das andere Telefon hat ihn geöffnet")
  }
  var phoneUnconfirmed: String {
    of(
      "the account is on the other phone, for low amounts until you say that it is yours: "
        + "countersign phone invite --answer",
      "das Konto ist auf dem anderen Telefon, für kleine Beträge, bis Sie sagen, dass es Ihres "
        + "ist: countersign phone invite --answer")
  }
  /// Said where whoever invited the phone has left the question whose it is.
  var phoneUndecided: String {
    of(
      "nothing was decided: the account is on the other phone, unconfirmed and for low amounts; "
        + "countersign phone invite --answer asks again",
      "nichts wurde entschieden: Das Konto ist auf dem anderen Telefon, unbestätigt und für kleine "
        + "Beträge; countersign phone invite --answer fragt noch einmal")
  }
  /// The phones that came by links of this one, for which its person has not answered.
  func waitsForYes(_ names: [String]) -> String {
    let names = names.joined(separator: ", ")
    return of(
      "waiting for your yes: \(names); answer with countersign phone invite --answer",
      "wartet auf Ihr Ja: \(names); antworten Sie mit countersign phone invite --answer")
  }
  func invited(isMine: Bool) -> String {
    isMine
      ? of("the account is on the other phone", "das Konto ist auf dem anderen Telefon")
      : of("that phone is removed again", "jenes Telefon ist wieder entfernt")
  }
}
