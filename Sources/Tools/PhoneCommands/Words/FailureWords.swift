import CountersignClient
import CountersignDevice
import ToolSupport
import WireModel

/// The end of a command in the words of whoever sits at the terminal; a script reads English.
extension PhoneSettings {
  /// An error in the person's words, where it has some.
  func said(_ error: any Error) -> any Error {
    guard hasPerson, let failure = error as? CommandFailure else { return error }
    return words.said(failure)
  }

  /// The words for the end of a command: a script reads English, whatever the language of its
  /// machine.
  var endWords: PhoneWords { hasPerson ? words : .english }
}

extension Phone {
  /// The failure that an error of a command ends it in, with a next step that works here.
  func failure(of error: any Error) async -> any Error {
    let error = translated(error)
    guard let failure = error as? CommandFailure else { return error }
    return await explained(failure)
  }

  private func translated(_ error: any Error) -> any Error {
    switch error {
    case ClientError.authenticator(.cancelled):
      CommandFailure(.refused, words.nothingChanged)
    case let error as ClientError: blocked(by: error) ?? CommandFailure(error, texts: texts)
    case let error as VaultError: CommandFailure(error)
    case DeviceSecretsError.pinIsAppPIN: CommandFailure.pinIsAppPIN
    case let failure as CommandFailure where failure == .sessionOver:
      CommandFailure(Reason.sessionRequired.code, nil, texts)
    default: error
    }
  }
}

extension Phone {
  /// The end of a command by a factor, or a network, that too many wrong tries have blocked; nil
  /// where that is not why it failed.
  private func blocked(by error: ClientError) -> CommandFailure? {
    guard case .refused(let problem) = error else { return nil }
    switch (problem.reason, problem.until) {
    case (.tooManyRequests, let until?):
      return (hasPerson ? words : .english).stoppedNetwork(until: until)
    case (.secondFactorBlocked, .some): return blockedCodes(by: error)
    // A PIN is blocked for no time.
    case (.secondFactorBlocked, nil): return blockedPIN
    default: return nil
    }
  }

  /// The end of a command by codes that are blocked, which the last wrong one has brought about or
  /// one before; nil where they are not.
  func blockedCodes(by error: ClientError) -> CommandFailure? {
    let isLast = error.reason == .verificationFailed && limits.triesLeft == 0
    guard isLast || error.reason == .secondFactorBlocked else { return nil }
    return (hasPerson ? words : .english).blockedCodes(until: limits.until)
  }
}

extension PhoneWords {
  /// A failure in these words; one that has none stays in English.
  func said(_ failure: CommandFailure) -> CommandFailure {
    guard case .german = self, let text = Self.germanStops[failure] else { return failure }
    return CommandFailure(failure.exit, text.cause, code: failure.code, hint: text.hint)
  }

  /// The causes and hints in German, by the failures.
  static let germanStops: [CommandFailure: (cause: String, hint: String?)] = [
    .phoneLocked: (
      "dieses Telefon ist gesperrt",
      "countersign phone unlock öffnet es, mit Biometrie oder der App-PIN"
    ),
    .staysLocked: ("das Telefon bleibt gesperrt", nil),
    .loginNeeded: (
      "dieses Telefon ist gesperrt, bis Sie sich anmelden",
      "countersign phone login, dann legt phone lock eine neue App-PIN fest"
    ),
    CommandFailure(AppPINError.sameAsPIN): (
      "die App-PIN darf nicht die PIN sein", "wählen Sie für dieses Telefon eine andere"
    ),
    .pinIsAppPIN: (
      "diese PIN öffnet dieses Telefon; sie darf nicht die App-PIN sein",
      "countersign phone change-pin legt eine andere PIN fest"
    ),
    .nothingWaits: ("keine Transaktion wartet", nil),
    .noKeyHere: (
      "auf diesem Telefon ist kein Schlüssel des Kontos",
      "countersign phone add-biometrics legt einen an; auf einem Telefon mit sign-up ist es "
        + "register"
    ),
    .signedUpOnly: (
      "dieses Telefon ist nur mit einem Code angemeldet: Es hat keine eigene PIN und keinen "
        + "Schlüssel des Kontos",
      "countersign phone sign-up öffnet die Sitzung wieder, mit einem Code per E-Mail"
    ),
    .factorElsewhere: (
      "das Konto hat einen Faktor, also bringt ein Code per E-Mail allein es auf kein Telefon",
      "fügen Sie dieses Telefon dort hinzu, wo der Faktor ist (die Seite: Sicherheit, Telefon "
        + "hinzufügen; ein Terminal: countersign phone invite), dann hier countersign phone enrol "
        + "LINK"
    ),
    .nothingToProve: (
      "das Konto hat keine PIN und keinen Schlüssel, die nachzuweisen wären",
      "legen Sie mit countersign phone register oder set-pin etwas davon an"
    ),
    .noLinkGiven: (
      "geben Sie einen Link an, oder --server und --user-name",
      "countersign help phone enrol zeigt ein Beispiel"
    ),
    .notADevice: (
      "dieses Telefon ist kein Gerät des Kontos",
      "machen Sie es mit countersign phone enrol zu einem, oder widerrufen Sie andere mit ihrer "
        + "Kennung"
    ),
    .noOtherDevice: ("das Konto hat kein anderes Gerät", nil),
    .noDevice: ("das Konto hat kein Gerät", nil),
    .signedInHereOnly: ("das Konto ist nirgends sonst angemeldet", nil),
    .ownSession: (
      "das ist die Sitzung dieses Telefons",
      "countersign phone lock sperrt dieses Telefon, revoke --this nimmt es vom Konto"
    ),
    .otherServer: (
      "der Link ist von einem anderen Server als die Konten dieses Telefons",
      "machen Sie nicht weiter, wenn Ihnen jemand den Link geschickt hat"
    ),
    .linkIsOver: ("die Zeit des Links ist um", "countersign phone invite macht einen neuen"),
    .noAccount: (
      "dieses Telefon hat noch kein Konto",
      "beginnen Sie mit countersign phone enrol oder sign-up, oder geben Sie das --home an, mit "
        + "dem Sie begonnen haben"
    ),
    .noCode: (
      "es wurde kein Code angegeben",
      "eine Adresse bekommt nur so viele Codes in der Stunde: Kam keiner, versuchen Sie es später "
        + "noch einmal"
    ),
    .keyElsewhere: (
      "das Konto hat anderswo einen Passkey oder ein Telefon, und auf diesem Telefon ist kein "
        + "Schlüssel dafür",
      "geben Sie dort frei; oder fügen Sie dort dieses Telefon hinzu (die Seite: Sicherheit, "
        + "Telefon hinzufügen; ein Terminal: countersign phone invite), dann hier countersign "
        + "phone enrol LINK"
    ),
    CommandFailure(
      ClientError.transport(TransportError(.notSent, cause: "the server cannot be reached"))): (
        "der Server ist nicht erreichbar",
        "läuft der Server? countersign serve --demo startet einen"
      ),
    .linkSignsIn: (
      "dieser Link meldet einen Bildschirm an", "nehmen Sie ihn für countersign phone login LINK"
    ),
    .linkNeedsAccount: (
      "dieser Link meldet einen Bildschirm an, und dieses Telefon hat noch kein Konto",
      "öffnen Sie ihn mit dem Telefon, das Ihr Konto hat; oder holen Sie erst Ihr Konto hierher, "
        + "mit countersign phone enrol"
    ),
    .linkEnrols: (
      "dieser Link bringt ein Konto auf dieses Telefon",
      "nehmen Sie ihn für countersign phone enrol LINK"
    ),
    .wiped: (
      "fünf falsche App-PINs haben dieses Telefon gelöscht: Es hat keine App-PIN und keine "
        + "Sitzung mehr",
      "countersign phone login öffnet es, mit Biometrie oder der PIN; hat es beides nicht, "
        + "beginnen Sie neu mit einem anderen --home: countersign phone sign-up, oder enrol mit "
        + "einem Link von dort, wo das Konto einen Faktor hat"
    ),
    .tooManyWrongCodes: (
      "zu viele falsche Codes", "führen Sie es noch einmal aus: dann kommt ein anderer Code"
    ),
  ]
}
