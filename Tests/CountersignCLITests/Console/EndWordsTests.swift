import CountersignClient
import FlowModel
import Testing
import ToolSupport
import WebAuthnModel
import WireModel

@testable import PhoneCommands

@Suite("The words of the terminal phone for what did not go well")
struct EndWordsTests {
  @Test("the end of what the person did not approve is said in their language")
  func ends() {
    let (english, german) = (PhoneWords.english, PhoneWords.german)
    let review = Review(
      id: "trn_1",
      document: Document(scenario: .authorizeTransaction, language: .german, title: "Zahlung"),
      created: "2026-11-30T14:00:00Z", expires: "2026-11-30T14:32:00Z")
    let left = CommandFailure.left(review, isAction: true, german)
    #expect(left.cause.hasPrefix("offen gelassen, und nichts wurde entschieden: Es wartet bis "))
    #expect(left.hint == "geben Sie es mit countersign phone approve trn_1 frei")
    let own = CommandFailure.left(nil, isAction: true, english)
    #expect(own == CommandFailure(.refused, "declined; nothing was done or charged"))
    let change = CommandFailure.left(nil, isAction: false, german)
    #expect(change == CommandFailure(.refused, "abgebrochen; nichts wurde geändert"))
    for end in [
      CommandFailure.declinedElsewhere, CommandFailure.undecidedElsewhere,
      CommandFailure.actElsewhere,
    ] {
      #expect(end(english).cause.contains("nothing was done or charged"))
      #expect(end(german).cause.contains("nichts wurde getan oder abgebucht"))
    }
    #expect(english.earlier(.completed) == "an earlier action, whose answer was lost, is done")
    #expect(german.earlier(.pending).hasSuffix("läuft noch"))
  }

  @Test("a lost answer never says that nothing was done, and names what shows the outcome")
  func lostAnswers() {
    let german = PhoneWords.german.reasons
    for error: FlowError in [.timeout, .outcomeUnknown(OperationID("op_1"))] {
      #expect(CommandFailure(error).cause.contains("unknown"), "\(error)")
    }
    let late = CommandFailure(FlowError.timeout)
    #expect(late.cause == "it took too long, and the outcome is unknown; nothing was approved")
    #expect(late.hint?.hasSuffix("by countersign phone transactions") == true)
    let belated = CommandFailure(FlowError.timeout, texts: german)
    #expect(
      belated.cause
        == "es hat zu lange gedauert, und der Ausgang ist unbekannt; nichts wurde freigegeben")
    for words in PhoneWords.allCases {
      let lost = CommandFailure.answerLost(words)
      #expect(lost.hint == words.seeOutcome && lost.exit == .environment)
      let pin = CommandFailure.pinUnknown(words)
      #expect(pin.cause.contains(words.of("unknown", "unbekannt")))
      #expect(pin.hint?.contains(words.of("try the new PIN", "versuchen Sie die neue")) == true)
    }
    #expect(
      CommandFailure.answerLost(.english).cause
        == "the answer is lost, and the outcome is unknown: it may be done")
  }

  @Test("what waits is told with its end by the clock here, and under a hold proves nothing")
  func waits() {
    let time = "2026-12-02T20:33:09Z"
    let (here, hier) = (ShownTime.text(time), ShownTime.text(time, here: "hier"))
    let (english, german) = (PhoneWords.english, PhoneWords.german)
    let code = "factor_waits"
    #expect(
      english.waits(code, isHeld: false, until: time)
        == "the factor is new: low amounts only until \(here)")
    #expect(
      german.waits(code, isHeld: false, until: time)
        == "der Faktor ist neu: bis \(hier) nur kleine Beträge")
    #expect(
      german.waits("recovered_limit", isHeld: false, until: nil)
        == "das Konto wurde wiederhergestellt: vorerst nur kleine Beträge")
    #expect(
      english.waits(code, isHeld: true, until: nil)
        == "what the account had before is on hold: a factor that came since proves nothing until "
        + "it has waited")
    #expect(
      german.waits(code, isHeld: true, until: time)
        == "was das Konto zuvor hatte, ist zurückgestellt: Ein Faktor, der seither kam, weist "
        + "nichts nach, bis \(hier)")
    #expect(english.endHold(isWaiting: true).hasPrefix("wait until then; the link in the message"))
    #expect(german.endHold(isWaiting: false).hasPrefix("countersign phone register oder set-pin"))
    let detail = "id: not before \(time)"
    #expect(ReasonText.cause("unacceptable_value", detail) == "id: not before \(here)")
    let problem = Problem(
      status: 403, title: "waits", detail: "waits", reason: .factorWaits,
      extensions: ["until": .string(time)])
    let limits = ToldLimits()
    limits.note(WireResponse(status: 403, body: problem.json), to: WireRequest(.devices))
    #expect(limits.waitsUntil == time && limits.until == nil)
  }

  @Test("of two codes that are wrong together no count is told but the end of the block")
  func wrongPair() {
    let limits = ToldLimits()
    let words = PhoneWords.english
    let person = Person(
      GivenAnswers(pin: nil, biometrics: nil), answersYes: false, words: words, limits: limits)
    let time = "2026-12-02T20:33:09Z"
    func answer(until: String?, inSession: Bool = true) -> String? {
      let problem = Problem(
        status: 401, title: "wrong", detail: "wrong", reason: .verificationFailed,
        extensions: until.map { ["until": .string($0)] } ?? [:])
      let token = inSession ? "token" : nil
      limits.note(
        WireResponse(status: 401, body: problem.json),
        to: WireRequest(.approveTransaction, accessToken: token))
      person.note(.factors(.code(SecretText("471902"))))
      person.hasJustGivenSecondCode = true
      return person.codeTries(after: words.flowTexts.wrongCode)
    }
    #expect(answer(until: nil) == "4 tries left at most")
    #expect(person.codesUsedUp() == .tooManyWrongCodes)
    #expect(answer(until: time) == "3 tries left at most")
    #expect(person.codesUsedUp() == words.blockedCodes(until: time))
    // Without a session the network is blocked, and not the account's codes.
    _ = answer(until: time, inSession: false)
    #expect(person.codesUsedUp() == .tooManyWrongCodes)
    #expect(PhoneWords.german.codeTries(atMost: 1) == "höchstens noch 1 Versuch")
    #expect(words.codeTries(atMost: 0) == nil)
  }

  @Test("the answer that is lost is that of a change where the call is more than a question")
  func lostChanges() async throws {
    let limits = ToldLimits()
    let transport = CountingTransport(SilentTransport(), telling: limits)
    for (route, mayChange) in [
      (Route.denyTransaction, true), (.setPINKey, true), (.devices, false),
      (.linkedOptions, false),
    ] {
      await #expect(throws: TransportError.self) { try await transport.send(WireRequest(route)) }
      #expect(limits.isChangeLost == mayChange, "\(route.path)")
    }
    let unsent = CountingTransport(SilentTransport(delivery: .notSent), telling: limits)
    await #expect(throws: TransportError.self) {
      try await unsent.send(WireRequest(.denyTransaction))
    }
    #expect(!limits.isChangeLost)
  }

  @Test("each reason of a refusal has words in German, without its code")
  func reasons() {
    #expect(Set(PhoneWords.germanReasons.keys) == Set(ReasonText.all.keys))
    let german = PhoneWords.german.reasons
    for (code, text) in german {
      #expect(text.sentence != ReasonText.all[code]?.sentence, "\(code)")
      #expect(!text.sentence.contains("_") && !text.sentence.hasSuffix("."), "\(text.sentence)")
      #expect(!text.hint.isEmpty, "\(code)")
    }
    #expect(PhoneWords.english.reasons.isEmpty)
    let failure = CommandFailure(
      FlowError.notAllowed(FlowReason(code: "pin_missing")), texts: german)
    #expect(failure.cause == "das Konto hat keine PIN")
    #expect(failure.code == "pin_missing")
    // What was in English stays as it was but for its words.
    for error: FlowError in [
      .transactionExpired, .transactionAlreadyReviewed, .accountMissing, .triesUsedUp, .network,
      .timeout, .secondFactorBlocked, .outcomeUnknown(OperationID("op_1")),
      .deviceUnable(.nothingEnrolled), .deviceUnable(.biometricsCancelled),
    ] {
      let (said, before) = (CommandFailure(error, texts: german), CommandFailure(error))
      #expect(said.cause != before.cause && said.exit == before.exit, "\(error)")
      #expect(!said.cause.contains("the ") && said.hint?.isEmpty == false, "\(said.cause)")
    }
    let expired = CommandFailure(FlowError.transactionExpired)
    #expect(expired.cause == "the transaction is past its time")
    #expect(expired.hint == "whoever wants it approved asks again")
    let declined = CommandFailure(FlowError.deviceUnable(.biometricsCancelled))
    #expect(declined.cause == "you declined, so your key was not used")
    #expect(declined.hint == "begin again, and say yes")
  }

  @Test("what stops a person is said in German, with a next step where English has one")
  func stops() {
    let german = PhoneWords.german
    for (failure, text) in PhoneWords.germanStops {
      let said = german.said(failure)
      #expect(said.cause == text.cause && said.cause != failure.cause, "\(failure.cause)")
      #expect(said.exit == failure.exit && said.code == failure.code, "\(failure.cause)")
      #expect((said.hint == nil) == (failure.hint == nil), "\(failure.cause)")
      #expect(PhoneWords.english.said(failure) == failure)
    }
    for failure: CommandFailure in [
      .phoneLocked, .staysLocked, .nothingWaits, .noAccount, .noCode, .keyElsewhere, .wiped,
      .noKeyHere, .signedUpOnly, .factorElsewhere, .nothingToProve, .noLinkGiven, .notADevice,
      .noOtherDevice, .noDevice, .signedInHereOnly, .ownSession, .otherServer, .linkIsOver,
      .linkNeedsAccount, .noPIN, .noApp, .noFactorHere, .pinOnDevices, .appPINUnchanged, .busy,
      .unshowableName, .linkNotUnderstood, .watchEnded, .leftForLater, .otherDeviceNeeded,
      .noResult, .nobodyDecided, CommandFailure(FlowError.cancelled),
      CommandFailure(FlowError.denied), CommandFailure(VaultError.damaged),
      CommandFailure(VaultError.foreign), CommandFailure(AppPINError.sameAsPIN),
      CommandFailure(AppPINError.refused(.malformed)),
      CommandFailure(AppPINError.refused(.tooSimple)), CommandFailure(AppPINError.pinMissing),
      CommandFailure(AppPINError.otherAccount), CommandFailure(AppPINError.noSoftLock),
      CommandFailure(AppPINError.locked),
    ] {
      #expect(german.said(failure) != failure, "\(failure.cause)")
    }
    let away = CommandFailure(
      ClientError.transport(TransportError(.notSent, cause: "the server cannot be reached")))
    #expect(german.said(away).cause == "der Server ist nicht erreichbar")
    let lost = CommandFailure(ClientError.transport(TransportError(.unknown, cause: "reset")))
    #expect(german.said(lost).cause == "die Antwort ging verloren")
  }

  @Test("a server's or a request's failure is said in German, and English has its own words")
  func clientErrors() {
    for (error, cause) in [
      (
        ClientError.serverFailed(status: 503, retryAfterSeconds: nil),
        "der Server ist mit dem Status 503 gescheitert"
      ),
      (.notUnderstood("no JSON"), "die Antwort ist nicht zu verstehen: no JSON"),
      (
        .mismatch(.transactionNotAsAsked),
        "nicht unterschrieben: der Server zeigt etwas anderes, als verlangt wurde"
      ),
    ] as [(ClientError, String)] {
      let (failure, english) = (PhoneWords.german.failure(of: error), CommandFailure(error))
      #expect(failure?.cause == cause)
      #expect(failure?.exit == english.exit && failure?.code == english.code, "\(cause)")
      #expect(failure?.hint != nil && failure?.hint != english.hint, "\(cause)")
      #expect(PhoneWords.english.failure(of: error) == nil)
    }
  }

  @Test("what a script's log says of other factors, and what it could give, is said in German")
  func log() {
    let german = PhoneWords.german
    let way = SigningWays.Missing(.pin, FlowReason(code: "pin_missing"))
    #expect(
      german.notBy(way).hasPrefix("nicht durch die PIN: das Konto hat keine PIN (pin_missing)"))
    #expect(german.notBy(way).contains("; Hinweis: legen Sie mit countersign phone set-pin"))
    #expect(
      PhoneWords.english.notBy(way).hasPrefix(
        "not by the PIN: the account has no PIN (pin_missing); hint: set one with"))
    let info = SecondFactorInfo(allowed: [.biometrics, .pin])
    let nothing = CommandFailure.nothingGiven(for: info, in: german)
    #expect(
      nothing.cause
        == "es wurde nichts angegeben, das es nachweist; es braucht Biometrie oder die PIN (--pin)")
    #expect(
      CommandFailure.nothingGiven(for: info, in: .english).cause
        == "nothing was given that proves it; it takes biometrics or the PIN (--pin)")
  }

  @Test("in German each failure and each outcome of an authenticator has words")
  func tables() {
    #expect(
      Set(PhoneWords.germanFailures.keys) == Set(ScenarioScreens.commonFailures.keys))
    #expect(Set(PhoneWords.germanOutcomes.keys) == Set(AuthenticatorOutcome.sentences.keys))
    let (english, german) = (
      Mirror(reflecting: PhoneWords.english.flowTexts).children,
      Mirror(reflecting: PhoneWords.german.flowTexts).children
    )
    for (one, other) in zip(english, german) {
      guard let text = one.value as? String else { continue }
      #expect(other.value as? String != text, "\(one.label ?? "")")
    }
    #expect(PhoneWords.german.flowTexts.codeTooEarly(20).contains("20 Sekunden"))
  }
}

/// A server that gives no answer.
private struct SilentTransport: Transport {
  var delivery = TransportError.Delivery.unknown

  func send(_ request: WireRequest) async throws(TransportError) -> WireResponse {
    throw TransportError(delivery, cause: "silence")
  }

  func events(
    _ request: WireRequest, after lastEventID: String?
  ) async throws(TransportError) -> EventAnswer {
    throw TransportError(delivery, cause: "silence")
  }
}
