import CountersignClient
import FlowModel

/// The words of the SDK's own tables, which an app may replace.
extension PhoneWords {
  /// The texts about an answer that was not accepted.
  var flowTexts: FlowTexts {
    var texts = FlowTexts()
    // Here a question stands in for the reader, and no is an answer to it.
    let declined = of(
      "You declined, so your key was not used",
      "Sie haben abgelehnt, Ihr Schlüssel wurde nicht verwendet")
    texts.authenticatorOutcomes[.biometricsCancelled] = declined
    // A question here lists the keys that answer it, and this one is followed by that.
    texts.usePINInstead = "You can use the PIN instead"
    texts.useCodeInstead = "You can use a code instead"
    guard case .german = self else { return texts }
    texts.biometricUnavailable = "Biometrie nicht verfügbar"
    texts.authenticatorOutcomes = Self.germanOutcomes
    texts.authenticatorOutcomes[.biometricsCancelled] = declined
    texts.usePINInstead = "Sie können stattdessen die PIN verwenden"
    texts.useCodeInstead = "Sie können stattdessen einen Code verwenden"
    let failed = "Die Prüfung ist fehlgeschlagen. Versuchen Sie es noch einmal"
    texts.verificationFailed = failed + " oder verwenden Sie die PIN"
    texts.verificationFailedUseCode = failed + " oder verwenden Sie einen Code"
    texts.verificationFailedTryAgain = failed
    texts.wrongPIN = "Falsche PIN"
    texts.unacceptablePIN = "Diese PIN ist zu leicht zu erraten, wählen Sie eine andere"
    texts.pinIsAppPIN = "Diese PIN öffnet die App, wählen Sie eine andere"
    texts.pinUnchanged = "Die neue PIN ist dieselbe wie die jetzige, die Sie eingegeben haben"
    texts.wrongCode = "Falscher Code"
    texts.codeNotSent = "Es wurde kein Code geschickt, versuchen Sie es später noch einmal"
    texts.tooEarly = "Zu früh, warten Sie vor der nächsten PIN"
    texts.mailedTo = "Ihre E-Mail-Adresse"
    texts.linkFrom = "von"
    texts.malformedCode = "Ein Code hat 6 Ziffern"
    texts.malformedPIN = "Eine PIN hat 4 bis 12 Ziffern"
    texts.userInputTooLong = "Der Text hat höchstens 256 Zeichen"
    texts.codeNotRequested = "Lassen Sie sich erst einen Code schicken"
    texts.codeTooEarly = { "In \($0) Sekunden kann ein anderer Code geschickt werden" }
    texts.oneMoment = "Einen Moment"
    texts.notPossible = "Das ist hier nicht möglich"
    return texts
  }

  /// The texts of a context in these words.
  var configuration: ContextConfiguration {
    ContextConfiguration(scenarios: scenarios, texts: flowTexts)
  }

  /// The scenarios that are built in.
  private var scenarios: ScenarioRegistry {
    var registry = ScenarioRegistry()
    guard case .german = self else { return registry }
    var (test, authorize) = (Scenario.testBiometrics, Scenario.authorizeTransaction)
    test.screens = Self.german(
      ScenarioScreens.Text("Es funktioniert", "Die Prüfung ist gelungen."))
    authorize.screens = Self.german(
      ScenarioScreens.Text("Freigegeben", "Die Transaktion ist freigegeben."))
    registry.register(test)
    registry.register(authorize)
    return registry
  }

  /// The texts of a scenario that a command line names.
  func screens(_ success: ScenarioScreens.Text) -> ScenarioScreens {
    switch self {
    case .english: ScenarioScreens(success: success)
    case .german: Self.german(success)
    }
  }

  /// Whoever leaves in a terminal is asked nothing, so that the question for it has no words here.
  private static func german(_ success: ScenarioScreens.Text) -> ScenarioScreens {
    ScenarioScreens(
      success: success,
      denied: ScenarioScreens.Text("Abgelehnt", "Nichts wurde freigegeben."),
      failures: germanFailures,
      clientFailure: ScenarioScreens.Text(
        "Nicht freigegeben", "Auf diesem Gerät ist etwas schiefgegangen."),
      serverFailure: ScenarioScreens.Text(
        "Nicht freigegeben", "Der Server hat es nicht angenommen."))
  }

  /// The failures, by the same names as ``ScenarioScreens/commonFailures``.
  static let germanFailures: [String: ScenarioScreens.Text] = {
    let outcomes = germanOutcomes.map { reason, sentence in
      (reason.code, ScenarioScreens.Text("Nicht freigegeben", sentence + "."))
    }
    return otherGermanFailures.merging(outcomes) { other, _ in other }
  }()

  private static let otherGermanFailures: [String: ScenarioScreens.Text] = [
    "payload_missing": .init("Nicht möglich", "Dem Link fehlt, was freizugeben ist."),
    "payload_malformed": .init("Nicht möglich", "Der Link ist beschädigt."),
    "scenario_unknown": .init("Nicht möglich", "Diese App weiß nichts damit anzufangen."),
    FlowReason.biometricsDeclined.code: .init(
      "Biometrie nicht eingerichtet", "Dazu ist Biometrie nötig, die Sie nicht wollten."),
    "insufficient_user_authentication": .init(
      "Nicht freigegeben",
      "Bestätigen Sie erst einen Faktor des Kontos, oder nehmen Sie das Gerät, das einen hat."),
    "triesUsedUp": .init("Nicht freigegeben", "Zu viele Versuche. Beginnen Sie noch einmal."),
    "secondFactorBlocked": .init("Gesperrt", "Zu viele falsche Versuche. Lassen Sie sich helfen."),
    "transactionExpired": .init("Abgelaufen", "Die Zeit zum Entscheiden ist vorbei."),
    "transactionAlreadyReviewed": .init(
      "Schon entschieden", "Es wurde vorher anderswo entschieden."),
    "sessionExpired": .init("Melden Sie sich neu an", "Sie sind nicht mehr angemeldet."),
    "network": .init(
      "Keine Verbindung",
      "Nichts wurde freigegeben. Versuchen Sie es noch einmal, wenn Sie online sind."),
    "timeout": .init(
      "Es hat zu lange gedauert", "Nichts wurde freigegeben. Versuchen Sie es noch einmal."),
    "outcomeUnknown": .init(
      "Ergebnis noch nicht bekannt",
      "Vielleicht ist es geschehen. Der nächste Versuch fragt zuerst nach."),
    "unknown": .init(
      "Ergebnis nicht bekannt",
      "Die Antwort war nicht zu verstehen. Sehen Sie nach, was geschehen ist, bevor Sie es noch "
        + "einmal versuchen."),
  ]

  /// The sentences for an authenticator's failures, for the same reasons as
  /// `AuthenticatorOutcome.sentences`.
  static let germanOutcomes: [FlowReason: String] = [
    .biometricsCancelled: "Biometrie fehlgeschlagen",
    .biometricsFailed: "Biometrie fehlgeschlagen",
    .notInForeground: "Biometrie fehlgeschlagen: Die App war nicht im Vordergrund",
    .biometricsNotAvailable: "Biometrie nicht verfügbar",
    .nothingEnrolled:
      "Biometrie nicht verfügbar: für dieses Konto auf diesem Gerät nicht eingerichtet",
    .biometricsLockout:
      "Biometrie nicht verfügbar: zu viele Fehlversuche, warten Sie eine Weile",
    .biometricsPermanentLockout:
      "Biometrie nicht verfügbar: zu viele Fehlversuche, entsperren Sie das Gerät erst mit seinem "
      + "eigenen Code",
    .keyGone:
      "Biometrie nicht verfügbar: Die Biometrie dieses Geräts hat sich geändert, richten Sie sie "
      + "neu ein",
    .challengeNotAsShown:
      "Nichts wurde unterschrieben: Der Server verlangt etwas anderes, als gezeigt wird",
    .relyingPartyNotAllowed: "Nichts wurde unterschrieben: Diese App gehört nicht zum Dienst",
    .credentialExists: "Dieses Gerät ist für das Konto schon eingerichtet",
    .algorithmNotSupported:
      "Dieses Gerät kann keinen Schlüssel anlegen, wie der Server ihn verlangt",
    .vaultFailed: "Die Schlüssel dieses Geräts lassen sich nicht lesen oder schreiben",
  ]
}
