import CountersignClient
import CountersignDevice
import ToolSupport
import WireModel

extension PhoneSettings {
  /// An error in the words for the end of a command, where it has some.
  func said(_ error: any Error) -> any Error {
    guard let failure = error as? CommandFailure else { return error }
    return endWords.said(failure)
  }
}

extension Phone {
  /// The failure that an error of a command ends it in, with a next step that works here.
  func failure(of error: any Error) async -> any Error {
    let isOfServer = error is ClientError
    var error = translated(error)
    // A PIN and codes that are disabled are blocked for no time both: the account tells which.
    if isOfServer, error as? CommandFailure == blockedPIN,
      let account = try? await secondFactor(), !account.isBlocked
    {
      error = endWords.blockedCodes(until: nil)
    }
    guard let failure = error as? CommandFailure else { return error }
    if failure.code == Reason.sessionRequired.code { return await sessionOver() }
    if failure.code == Reason.tooManyRequests.code, let next = limits.nextTry {
      return endWords.tooOften(until: next.time, isCode: next.isCode)
    }
    return await explained(failure)
  }

  /// The state of the second factor of the command's account.
  private func secondFactor() async throws -> SecondFactorAnswer {
    try await session(of: said.account).secondFactor()
  }

  /// The failure of a session that is over; where no account is left here, as after a revocation,
  /// none can be signed in.
  private func sessionOver() async -> CommandFailure {
    guard let accounts = try? await installation.accounts(), accounts.isEmpty else {
      return CommandFailure(Reason.sessionRequired.code, nil, texts)
    }
    return .noAccount
  }

  private func translated(_ error: any Error) -> any Error {
    switch error {
    case let error where isLeaving(by: error): CommandFailure(.refused, endWords.nothingChanged)
    case ClientError.transport where limits.isChangeLost: CommandFailure.answerLost(endWords)
    case let error as ClientError:
      blocked(by: error) ?? endWords.failure(of: error) ?? CommandFailure(error, texts: texts)
    case let error as VaultError: CommandFailure(error)
    case DeviceSecretsError.pinIsAppPIN: CommandFailure.pinIsAppPIN
    default: error
    }
  }

  /// True if the person left, at the key or by the end of the input.
  private func isLeaving(by error: any Error) -> Bool {
    switch error {
    case ClientError.authenticator(.cancelled): true
    case ClientError.authenticator: Terminal.hasLeft
    case let failure as CommandFailure: Terminal.hasLeft && [.noPIN, .noCode].contains(failure)
    default: false
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
      return endWords.stoppedNetwork(until: until)
    case (.secondFactorBlocked, .some): return blockedCodes(by: error)
    // A PIN is blocked for no time.
    case (.secondFactorBlocked, nil): return blockedPIN
    default: return nil
    }
  }

  /// The end of a command by codes that are blocked, which the last wrong one has brought about or
  /// one before; nil where they are not.
  func blockedCodes(by error: ClientError) -> CommandFailure? {
    let isLast = error.reason == .verificationFailed && limits.hasBlockedCodes
    guard isLast || error.reason == .secondFactorBlocked else { return nil }
    return endWords.blockedCodes(until: limits.until)
  }
}

extension PhoneWords {
  /// A client's error that is no refusal, in German; nil for any other, and in English.
  func failure(of error: ClientError) -> CommandFailure? {
    guard case .german = self else { return nil }
    let text: (cause: String, hint: String?)
    switch error {
    case .otpRequired(let required):
      text = (
        "ein Code ging als SMS an \(required.destination) und ist auch nötig",
        "geben Sie beide Codes an"
      )
    case .serverFailed(let status, _):
      text = ("der Server ist mit dem Status \(status) gescheitert", "versuchen Sie es noch einmal")
    case .notUnderstood(let problem):
      text = (
        "die Antwort ist nicht zu verstehen: \(problem)",
        "ist --server die Adresse, die der Server ausgegeben hat?"
      )
    case .mismatch(let reason):
      let cause = ReasonText.cause(reason.code, reason.detail, in: reasons)
      text = ("nicht unterschrieben: \(cause)", reasons[reason.code]?.hint)
    case .transport, .refused, .authenticator, .malformed, .locked: return nil
    }
    let failure = CommandFailure(error)
    return CommandFailure(failure.exit, text.cause, code: failure.code, hint: text.hint)
  }

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
    .noPIN: ("es wurde keine PIN angegeben", nil),
    .noApp: (
      "das Konto hat keine Authenticator-App", "countersign phone totp fügt eine hinzu"
    ),
    .noFactorHere: (
      "dieses Telefon hat keinen Faktor, der etwas nachweist",
      "fügen Sie erst einen hinzu, mit countersign phone add-biometrics oder set-pin"
    ),
    .pinOnDevices: (
      "die PIN dieses Kontos ist auf seinen Geräten und wird nie gesendet",
      "countersign phone change-pin, auf dem Telefon, dessen PIN es ist"
    ),
    .appPINUnchanged: ("das ist die App-PIN schon", "wählen Sie eine andere"),
    CommandFailure(AppPINError.refused(.malformed)): ("eine App-PIN hat 4 bis 12 Ziffern", nil),
    CommandFailure(AppPINError.refused(.tooSimple)): (
      "diese App-PIN ist leicht zu erraten", "nehmen Sie Ziffern ohne Reihenfolge"
    ),
    CommandFailure(AppPINError.pinMissing): (
      "die App-PIN muss eine andere sein als die PIN", "geben Sie beide an, auch --pin"
    ),
    CommandFailure(AppPINError.noSoftLock): ("die App-PIN ließ sich nicht festlegen", nil),
    CommandFailure(AppPINError.locked): ("das Telefon ist gesperrt", "countersign phone unlock"),
    CommandFailure(VaultError.damaged): (
      "der Speicher des Telefons ist beschädigt; er wurde nicht verändert",
      "holen Sie seine Dateien aus einer Kopie zurück, oder geben Sie ein anderes --home an, und "
        + "beginnen Sie neu mit countersign phone enrol"
    ),
    CommandFailure(VaultError.foreign): (
      "wo der Speicher des Telefons sein sollte, ist keiner; nichts wurde verändert",
      "geben Sie ein anderes --home an"
    ),
    .unshowableName: (
      "ein Name zum Anzeigen hat 1 bis 64 Zeichen, die ein Bildschirm alle zeigen kann",
      "geben Sie mit --display-name einen anderen an"
    ),
    .linkNotUnderstood: ("der Link des Servers ist nicht zu verstehen", nil),
    .watchEnded: (
      "der Server sagt nichts mehr über die Einladung",
      "countersign phone devices zeigt, ob das andere Telefon da ist"
    ),
    .busy: ("ein anderer Vorgang läuft noch", nil),
    .leftForLater: ("abgebrochen", PhoneWords.german.nothingDecided),
    .otherDeviceNeeded: (
      "nichts auf diesem Telefon gibt es frei; ein anderes Gerät des Kontos kann es",
      PhoneWords.german.nothingDecided
    ),
    .noResult: (
      "es endete ohne ein Ergebnis, vielleicht ist es geschehen",
      "sehen Sie nach, was geschah, bevor Sie es noch einmal versuchen"
    ),
    .nobodyDecided: (
      "niemand ist da, der es freigibt, also wurde nichts entschieden: die Eingabe ist kein "
        + "Terminal",
      "ein Skript gibt --yes neben seinem Nachweis an"
    ),
    CommandFailure(FlowError.cancelled): ("abgebrochen", nil),
    CommandFailure(FlowError.denied): ("abgelehnt", nil),
    .factorElsewhere: (
      "das Konto hat einen Faktor, also bringt ein Code per E-Mail allein es auf kein Telefon",
      "fügen Sie dieses Telefon dort hinzu, wo der Faktor ist (die Seite: Sicherheit, Telefon "
        + "hinzufügen; ein Terminal: countersign phone invite), dann hier countersign phone enrol "
        + "LINK"
    ),
    .appFirst: (
      "eine Authenticator-App kann hier nicht der erste Faktor sein: Allein öffnet sie keine "
        + "Sitzung, die das Konto zeigt",
      "richten Sie erst Biometrie mit countersign phone register oder eine PIN mit set-pin ein; "
        + "dann fügen Sie die App hinzu"
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
      "fügen Sie es dort hinzu, wo das Konto einen Faktor hat (die Seite: Sicherheit, Telefon "
        + "hinzufügen; ein Terminal: countersign phone invite), dann hier countersign phone enrol "
        + "LINK; oder widerrufen Sie ein Telefon mit seiner Kennung"
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
    .nobodyWaits: (
      "kein Telefon, das dieses eingeladen hat, wartet auf Ihr Ja",
      "countersign phone devices zeigt die Telefone; für einen Link antwortet das Telefon oder die "
        + "Seite, von denen er ist"
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
    CommandFailure(ClientError.transport(TransportError(.unknown, cause: ""))): (
      "die Antwort ging verloren", "läuft der Server? countersign serve --demo startet einen"
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
