import CountersignClient
import FlowModel
import Foundation
import Testing
import ToolSupport
import WebAuthnModel
import WireModel

@testable import PhoneCommands

@Suite("The words of the terminal phone, in each language")
struct PhoneWordsTests {
  @Test("a language is that of its first subtag, and English where there are no words")
  func languages() {
    for (tag, words) in [
      ("de", PhoneWords.german), ("de-AT", .german), ("en-NG", .english), ("fr", .english),
      ("den", .english),
    ] {
      #expect(PhoneWords(Language(tag)) == words, "\(tag)")
    }
    #expect(PhoneWords(nil) == .english)
  }

  @Test("before the last usable factor goes, or one is added under a hold, what follows is said")
  func consequences() {
    let (english, german) = (PhoneWords.english, PhoneWords.german)
    #expect(english.lastKey(isPINBlocked: true).hasPrefix("the PIN is blocked: unless a passkey"))
    #expect(english.lastKey(isPINBlocked: false).hasPrefix("the account has no PIN: unless"))
    #expect(german.lastKey(isPINBlocked: true).hasPrefix("die PIN ist gesperrt: Ist nirgends"))
    #expect(english.waitsUnderHold.contains("waits, usually three days, and proves nothing"))
    #expect(german.waitsUnderHold.contains("wartet darum, meist drei Tage, und weist bis dahin"))
  }

  @Test("the keys of one question differ", arguments: PhoneWords.allCases)
  func keys(words: PhoneWords) {
    for choices in [
      [words.approve, words.decline, words.later],
      [words.biometrics, words.pin, words.code, words.later], [words.yes, words.no],
    ] {
      #expect(Set(choices.map { $0.prefix(1).lowercased() }).count == choices.count, "\(choices)")
    }
  }

  @Test("after a wrong PIN the tries that are left are told, and the wait before the next")
  func tries() {
    let (english, german) = (PhoneWords.english, PhoneWords.german)
    #expect(english.pinTries(account(0)) == nil)
    #expect(english.pinTries(account(1)) == "4 tries left with the PIN")
    #expect(
      english.pinTries(account(2, wait: 5))
        == "3 tries left with the PIN; the next PIN is taken in 5 s")
    #expect(english.pinTries(account(4)) == "1 try left before the PIN is blocked")
    #expect(
      german.pinTries(account(2, wait: 5))
        == "noch 3 Versuche mit der PIN; die nächste PIN gilt erst in 5 s")
    // None is left, and none is offered.
    #expect(english.pinTries(account(5)) == "the PIN is blocked after too many wrong ones")
    #expect(german.pinTries(account(5)) == "die PIN ist nach zu vielen falschen gesperrt")
  }

  private func account(_ failed: Int64, wait: Int64 = 0) -> SecondFactorAccount {
    SecondFactorAccount(
      isBlocked: failed == 5, failedAttempts: failed, maxAttempts: 5, penalisedForSeconds: wait,
      penalisedUntil: nil, hasPIN: true, hasBiometrics: false)
  }

  @Test("the last PIN says that it declines a transaction which nothing else could approve")
  func lastTry() {
    let review = Review(
      id: "trn_1",
      document: Document(scenario: .authorizeTransaction, language: .english, title: "Payment"),
      created: "2026-11-30T14:00:00Z", expires: "2026-11-30T14:32:00Z")
    func last(
      _ words: PhoneWords, of review: Review?, by factors: Set<Factor>, otherDevice: Bool = false
    ) -> String? {
      Person(GivenAnswers(pin: nil, biometrics: nil), answersYes: false, words: words)
        .pinTries(account(4), of: review, by: factors, otherDevice: otherDevice)
    }
    #expect(
      last(.english, of: review, by: [.pin])
        == "1 try left before the PIN is blocked and this transaction is declined")
    #expect(
      last(.german, of: review, by: [.pin])
        == "noch 1 Versuch, bevor die PIN gesperrt und diese Transaktion abgelehnt wird")
    let only = "1 try left before the PIN is blocked"
    #expect(last(.english, of: nil, by: [.pin]) == only)
    #expect(last(.english, of: review, by: [.pin, .validateCode]) == only)
    #expect(last(.english, of: review, by: [.pin], otherDevice: true) == only)
  }

  @Test("a blocked PIN has one text, with each way on and with what became of the transaction")
  func blockedPIN() {
    let english = PhoneWords.english.blockedPIN(at: "http://localhost:8080")
    #expect(english.cause == "the PIN is blocked after too many wrong ones")
    #expect(
      english.hint
        == "if the account has another phone or a passkey, add this phone there (a terminal: "
        + "countersign phone invite; the page: Security, Add a phone), then countersign phone "
        + "enrol LINK here; if not, recover the account by countersign phone recover or on the "
        + "page, http://localhost:8080, or ask whoever runs the server to unblock it")
    #expect(english.exit == .refused && english.code == "second_factor_blocked")
    let german = PhoneWords.german.blockedPIN(at: "http://localhost:8080", hasDeclined: true)
    #expect(
      german.cause
        == "die PIN ist nach zu vielen falschen gesperrt; damit ist die Transaktion abgelehnt, "
        + "denn nichts anderes hier konnte sie freigeben")
    #expect(
      german.hint
        == "hat das Konto ein anderes Telefon oder einen Passkey, fügen Sie dort dieses Telefon "
        + "hinzu (ein Terminal: countersign phone invite; die Seite: Sicherheit, Telefon "
        + "hinzufügen), dann hier countersign phone enrol LINK; wenn nicht, stellen Sie das Konto "
        + "mit countersign phone recover oder auf der Seite wieder her, http://localhost:8080, "
        + "oder bitten Sie, wer den Server betreibt, sie zu entsperren")
    let declined = PhoneWords.english.blockedPIN(at: "", hasDeclined: true)
    #expect(
      declined.cause
        == "the PIN is blocked after too many wrong ones; the transaction was declined with it, as "
        + "nothing else here could approve it")
  }

  @Test("blocked codes and a stopped network are told with the end of it, and the way on")
  func blockedCodes() {
    let time = "2026-11-30T14:05:09Z"
    let (here, hier) = (ShownTime.text(time), ShownTime.text(time, here: "hier"))
    let (english, german) = (PhoneWords.english, PhoneWords.german)
    let codes = (english.blockedCodes(until: time), german.blockedCodes(until: time))
    #expect(codes.0.cause == "codes are blocked until \(here), after too many wrong ones")
    #expect(
      codes.0.hint
        == "wait, then run it again; a PIN or a key that the account has is taken all the same")
    #expect(codes.1.cause == "Codes sind bis \(hier) gesperrt, nach zu vielen falschen")
    #expect(
      codes.1.hint
        == "warten Sie, dann noch einmal; eine PIN oder ein Schlüssel des Kontos gilt trotzdem")
    let disabled = (english.blockedCodes(until: nil), german.blockedCodes(until: nil))
    #expect(disabled.0.cause == "codes are blocked after too many wrong ones")
    #expect(
      disabled.0.hint
        == "prove a passkey or the PIN of a phone once, which ends it; or ask whoever runs the "
        + "server")
    #expect(disabled.1.cause == "Codes sind nach zu vielen falschen gesperrt")
    let network = (english.stoppedNetwork(until: time), german.stoppedNetwork(until: time))
    #expect(
      network.0.cause
        == "too many wrong tries came from this network: no code signs in from it until \(here)")
    #expect(
      network.0.hint
        == "wait, then run it again; a phone of the account signs in by countersign phone login "
        + "all the same")
    #expect(
      network.1.cause
        == "aus diesem Netz kamen zu viele falsche Versuche: Bis \(hier) meldet von hier kein Code "
        + "an")
  }

  @Test("what was asked for too often is told with the moment from which it is taken again")
  func tooOften() throws {
    let time = "2026-11-30T14:05:09Z"
    let (here, hier) = (ShownTime.text(time), ShownTime.text(time, here: "hier"))
    let (english, german) = (PhoneWords.english, PhoneWords.german)
    #expect(
      english.tooOften(until: time, isCode: true).cause
        == "too many codes were asked for: the next one is sent from \(here) on")
    #expect(
      german.tooOften(until: time, isCode: true).cause
        == "zu viele Codes wurden angefordert: Der nächste kommt ab \(hier)")
    #expect(
      german.tooOften(until: time, isCode: false).cause
        == "das war zu oft: Der nächste Versuch gilt ab \(hier)")
    let problem = Problem(
      status: 429, title: "too often", detail: "too often", reason: .tooManyRequests)
    for (route, isCode) in [(Route.requestCode, true), (.signUp, true), (.makeLink, false)] {
      let limits = ToldLimits()
      limits.note(
        WireResponse(status: 429, body: problem.json, retryAfterSeconds: 600),
        to: WireRequest(route))
      let next = try #require(limits.nextTry)
      #expect(next.isCode == isCode, "\(route.path)")
      let wait = try Date(next.time, strategy: .iso8601).timeIntervalSinceNow
      #expect(wait > 600 && wait <= 660, "\(wait)")
    }
    let limits = ToldLimits()
    limits.note(
      WireResponse(status: 429, body: problem.json), to: WireRequest(.requestCode))
    #expect(limits.nextTry == nil)
  }

  @Test("a question is ended by codes that the server has blocked, and by a blocked PIN alone")
  func endedQuestions() {
    let time = "2026-11-30T14:05:09Z"
    let limits = ToldLimits(server: "http://localhost:8080")
    let words = PhoneWords.german
    let person = Person(
      GivenAnswers(pin: nil, biometrics: nil), answersYes: false, words: words, limits: limits)
    let app = SecondFactorInfo(allowed: [.twoFactor])
    #expect(person.blocked(from: app) == nil)
    let nothing = SecondFactorInfo(allowed: [])
    let blockedPIN = words.blockedPIN(at: "http://localhost:8080")
    #expect(person.blocked(from: nothing) == blockedPIN)
    #expect(person.blocked(from: nothing, account(5)) == blockedPIN)
    // No PIN is blocked, so codes are.
    #expect(person.blocked(from: nothing, account(0)) == words.blockedCodes(until: nil))
    #expect(person.codesUsedUp() == .tooManyWrongCodes)
    let problem = Problem(
      status: 401, title: "wrong", detail: "wrong", reason: .verificationFailed,
      extensions: ["triesLeft": .integer(0), "until": .string(time)])
    limits.note(
      WireResponse(status: 401, body: problem.json), to: WireRequest(.requestCode))
    #expect(limits.triesLeft == 0 && limits.until == time)
    person.note(.factors(.code(SecretText("471902"))))
    #expect(person.blocked(from: app) == words.blockedCodes(until: time))
    #expect(person.codesUsedUp() == words.blockedCodes(until: time))
    #expect(
      person.blocked(hasDeclined: true).cause.hasSuffix(
        "; damit ist die Transaktion abgelehnt, denn nichts anderes hier konnte sie freigeben"))
  }

  @Test("the tries with a code that are left are told")
  func codeTries() {
    #expect(PhoneWords.english.codeTries(4) == "4 tries left with this code")
    #expect(PhoneWords.english.codeTries(1) == "1 try left with this code")
    #expect(PhoneWords.german.codeTries(4) == "noch 4 Versuche mit diesem Code")
    #expect(PhoneWords.german.codeTries(1) == "noch 1 Versuch mit diesem Code")
    #expect(PhoneWords.english.codeTries(0) == nil)
  }

  @Test("where fewer codes are taken of the account than this one has tries, those are told")
  func codeTriesOfAll() {
    let (english, german) = (PhoneWords.english, PhoneWords.german)
    #expect(english.codeTries(4, ofAll: 4) == "4 tries left with this code")
    #expect(english.codeTries(3, ofAll: 2) == "2 tries left before codes are blocked")
    #expect(german.codeTries(3, ofAll: 2) == "noch 2 Versuche, bevor Codes gesperrt werden")
    #expect(english.codeTries(1, ofAll: 1) == "1 try left before codes are blocked")
    #expect(german.codeTries(1, ofAll: 1) == "noch 1 Versuch, bevor Codes gesperrt werden")
    #expect(english.codeTries(1, ofAll: 3) == "1 try left with this code")
    #expect(english.codeTries(4, ofAll: 0) == nil)
  }

  @Test("a code that goes to a telephone number is called texted, any other mailed")
  func codeQuestions() {
    let (english, german) = (PhoneWords.english, PhoneWords.german)
    #expect(english.theCode(to: "+2348012345678") == "the code texted to +2348012345678:")
    #expect(german.theCode(to: "+4915112345678") == "der Code aus der SMS an +4915112345678:")
    #expect(english.theCode(to: "ada@example.com") == "the code mailed to ada@example.com:")
    #expect(german.theCode(to: "ada@example.com") == "der Code aus der E-Mail an ada@example.com:")
    #expect(english.theCode(to: nil) == "the code mailed to you:")
  }

  @Test("an account whose factor is elsewhere may have a phone there, and no passkey")
  func keyElsewhere() {
    let cause = CommandFailure.keyElsewhere.cause
    #expect(cause.hasPrefix("the account has a passkey or a phone elsewhere"))
    #expect(
      PhoneWords.english.keyElsewhere.hasPrefix("your account has a passkey or a phone elsewhere"))
    #expect(
      PhoneWords.german.keyElsewhere.hasPrefix("Ihr Konto hat anderswo einen Passkey oder ein T"))
  }

  @Test("the tries with a key that are left are told")
  func keyTries() {
    let (english, german) = (PhoneWords.english, PhoneWords.german)
    #expect(
      (0...2).map(english.keyTries) == [
        "your key is asked for no more", "1 try with your key left", "2 tries with your key left",
      ])
    #expect(german.keyTries(2) == "noch 2 Versuche mit Ihrem Schlüssel")
    #expect(
      (0...2).map(english.newKeyTries) == [
        "a key is asked for no more", "1 try left to make a key", "2 tries left to make a key",
      ])
    #expect(german.newKeyTries(2) == "noch 2 Versuche, einen Schlüssel anzulegen")
    for words in [english, german] {
      let said = words.flowTexts.authenticatorOutcomes[.biometricsCancelled]
      #expect(said?.contains(words == .english ? "declined" : "abgelehnt") == true)
    }
  }

  @Test("a wrong code or PIN beside the key is no try with the key", arguments: PhoneWords.allCases)
  func triesBesideKey(words: PhoneWords) {
    let person = Person(
      GivenAnswers(pin: nil, biometrics: nil), answersYes: false, words: words)
    let texts = words.flowTexts
    for notice in [texts.wrongCode, texts.unacceptablePIN, texts.pinUnchanged, texts.pinIsAppPIN] {
      person.note(.factors(.pinAndBiometrics(SecretText("258036"))))
      #expect(person.keyTries(after: notice) == nil, "\(notice)")
    }
    #expect(person.codeTries(after: texts.wrongCode) == words.codeTries(4))
    // One answer is wrong once, however often its question is shown.
    #expect(person.codeTries(after: texts.wrongCode) == nil)
    person.note(.factors(.biometrics))
    #expect(person.keyTries(after: texts.verificationFailed) == words.keyTries(2))
  }

  @Test("a key that answers nothing is told those that do")
  func otherKeys() {
    let (english, german) = (PhoneWords.english, PhoneWords.german)
    #expect(english.press(["a", "d", "l"]) == "press a, d, or l")
    #expect(english.press(["y", "n"]) == "press y or n")
    #expect(german.press(["f", "a", "s"]) == "drücken Sie f, a oder s")
    #expect(german.press(["j", "n"]) == "drücken Sie j oder n")
  }

  @Test("what is offered in place of a key is no question: the next one lists its keys")
  func offers() {
    for words in PhoneWords.allCases {
      for offer in [words.flowTexts.usePINInstead, words.flowTexts.useCodeInstead] {
        #expect(!offer.hasSuffix("?"), "\(offer)")
      }
    }
  }

  @Test("the question for a key names the change of factors, and its value where there is one")
  func changes() {
    func asked(_ label: String, _ value: Document.Value) -> String {
      let document = Document(
        scenario: .manageFactors, language: .english, title: "Change how you confirm",
        fields: [Document.Field("change", label: label, value)])
      return PhoneWords.english.presence(
        .sign(RelyingPartyID("localhost"), document))
    }
    #expect(
      asked("Add a passkey", .flag(true))
        == "biometrics, are you there? sign for localhost: Change how you confirm: Add a passkey?")
    let removed = asked("Remove the device", .text("Ada's phone"))
    #expect(removed.hasSuffix(": Remove the device Ada's phone?"), "\(removed)")
  }

  @Test("what has become of a transaction is said with its moment, in each language")
  func over() {
    let time = "2026-11-30T14:05:09Z"
    let (english, german) = (PhoneWords.english, PhoneWords.german)
    #expect(english.over(.approved, at: time).hasPrefix("it was approved on 2026-11-30 14:05 UTC"))
    #expect(german.over(.approved, at: time).hasPrefix("es wurde am 2026-11-30 14:05 UTC"))
    #expect(german.over(.approved, at: time).hasSuffix(" freigegeben"))
    #expect(german.over(.denied, at: time).hasSuffix(" abgelehnt"))
    #expect(english.over(.expired, at: time).hasPrefix("the time to decide was over on 2026"))
    #expect(english.leftOpen(until: time).contains("it waits until 2026-11-30 14:05 UTC"))
    #expect(german.leftOpen(until: time).contains("Es wartet bis 2026-11-30 14:05 UTC"))
  }

  @Test("what a command has done is said in the reader's language")
  func done() {
    let (english, german) = (PhoneWords.english, PhoneWords.german)
    #expect(english.signedIn(as: "Ada") == "signed in as Ada")
    #expect(german.signedIn(as: "Ada") == "angemeldet als Ada")
    #expect(english.enrolled(nil) == "enrolled the account")
    #expect(german.enrolled("Ada") == "Ada ist auf diesem Telefon")
    #expect(english.loggedIn("Ada", elsewhere: true) == "logged the other screen in as Ada")
    #expect(german.loggedIn("Ada", elsewhere: false) == "angemeldet als Ada")
  }

  @Test("a payment that nothing here may approve has a sentence, and none has the server's words")
  func nothingApproves() {
    func sentence(_ code: String, until: String? = nil, other: Bool = false) -> String {
      let why = FlowReason(code: code, detail: "until 2026-12-02T20:33:09Z")
      let ways = SigningWays(
        possible: [], missing: [.init(.biometrics, why, until: until)], otherDevice: other)
      return PhoneWords.english.nothingApproves(why, ways)
    }
    let lacking = sentence("linking_required")
    #expect(lacking.hasPrefix("this amount needs a key of this phone"))
    #expect(lacking.hasSuffix("register adds a key"))
    #expect(
      sentence("linking_required", other: true).hasSuffix(
        "; another device of the account can approve it"))
    let beside = SigningWays(
      possible: [.pin], missing: [.init(.validateCode, FlowReason(code: "linking_required"))])
    let linked = FlowReason(code: "linking_required")
    #expect(
      PhoneWords.english.nothingApproves(linked, beside)
        == "this amount needs a key of this phone, or a PIN that never leaves it; without "
        + "--fallback it can be approved by PIN; countersign phone add-biometrics adds a key")
    #expect(
      PhoneWords.german.nothingApproves(linked, beside)
        == "dieser Betrag braucht einen Schlüssel dieses Telefons oder eine PIN, die es nie "
        + "verlässt; ohne --fallback lässt es sich freigeben mit PIN; countersign phone "
        + "add-biometrics legt einen Schlüssel an")
    let waiting = sentence("factor_waits", until: "2026-12-02T20:33:09Z")
    #expect(waiting.hasPrefix("your key is new: it is for low amounts until 2026-12-02 20:33 UTC"))
    #expect(
      sentence("factor_waits").hasSuffix(
        "until the screen that made this phone's link says that the phone is yours: answer it "
          + "there, at a terminal by countersign phone invite --answer"))
    func blocked(_ words: PhoneWords, _ factor: Factor, possible: Set<Factor>) -> String {
      let why = FlowReason(code: "second_factor_blocked")
      let time = factor == .pin ? nil : "2026-12-02T20:33:09Z"
      let ways = SigningWays(possible: possible, missing: [.init(factor, why, until: time)])
      return words.nothingApproves(why, ways)
    }
    let (here, hier) = (
      ShownTime.text("2026-12-02T20:33:09Z"), ShownTime.text("2026-12-02T20:33:09Z", here: "hier")
    )
    #expect(
      blocked(.english, .validateCode, possible: [.pin])
        == "codes are blocked until \(here), after too many wrong ones; without --fallback it can "
        + "be approved by PIN")
    #expect(
      blocked(.german, .validateCode, possible: [.pin, .biometrics])
        == "Codes sind bis \(hier) gesperrt, nach zu vielen falschen; ohne --fallback lässt es "
        + "sich freigeben mit Biometrie oder PIN")
    #expect(
      blocked(.english, .pin, possible: []) == "the PIN is blocked after too many wrong ones")
    let why = FlowReason(code: "second_factor_blocked")
    let ways = SigningWays(
      possible: [], missing: [.init(.validateCode, why, until: "2026-12-02T20:33:09Z")])
    for words in PhoneWords.allCases {
      #expect(
        words.blocked(why, ways, at: "here") == words.blockedCodes(until: "2026-12-02T20:33:09Z"))
      let texted = SigningWays(possible: [], missing: [.init(.otp, why, until: nil)])
      #expect(words.blocked(why, texted, at: "here") == words.blockedCodes(until: nil))
      #expect(words.blocked(why, nil, at: "here") == words.blockedPIN(at: "here"))
      #expect(words.blocked(FlowReason(code: "factor_waits"), ways, at: "here") == nil)
    }
    #expect(
      sentence("pin_missing") == "nothing on this phone can approve it: the account has no PIN")
  }

  @Test("what a new factor changes, and until when, is said, with the screen that has to speak")
  func newFactor() {
    let (english, german) = (PhoneWords.english, PhoneWords.german)
    let end = CommandFailure.factorIsNew(until: "2026-12-02T20:33:09Z", in: english)
    #expect(
      end.cause.hasPrefix("this phone's factor is new: until 2026-12-02 20:33 UTC"))
    #expect(end.cause.hasSuffix(" it is for low amounts, and changes no factors"))
    #expect(end.hint == "use another phone or key of the account, or wait until then")
    #expect(end.code == "insufficient_user_authentication")
    let open = CommandFailure.factorIsNew(until: nil, in: german)
    #expect(
      open.cause
        == "der Faktor dieses Telefons ist neu: Er gilt vorerst nur für kleine Beträge und ändert "
        + "keine Faktoren")
    #expect(
      open.hint
        == "sagen Sie dort, wo der Link gemacht wurde, dass das Telefon Ihres ist, mit countersign "
        + "phone invite --answer oder auf der Seite; oder nehmen Sie ein anderes Telefon oder "
        + "einen anderen Schlüssel des Kontos")
    let why = FlowReason(code: "factor_waits")
    let ways = SigningWays(
      possible: [], missing: [.init(.pin, why, until: nil)], otherDevice: true)
    #expect(
      english.notHere(ways)
        == "your key is new: it is for low amounts until the screen that made this phone's link "
        + "says that the phone is yours: answer it there, at a terminal by countersign phone "
        + "invite --answer")
    #expect(
      german.notHere(ways)
        == "Ihr Schlüssel ist neu: Er gilt nur für kleine Beträge, bis der Bildschirm, der den "
        + "Link dieses Telefons machte, es als Ihres bestätigt: antworten Sie dort, an einem "
        + "Terminal mit countersign phone invite --answer")
    #expect(english.notHere(SigningWays(possible: [], otherDevice: true)) == nil)
    #expect(
      CommandFailure.strongerNeeded(hasKey: true, in: german)
        == CommandFailure(
          .refused, "eine PIN, die zum Server gesendet wird, genügt dafür nicht",
          code: "insufficient_user_authentication",
          hint: "es braucht einen Schlüssel, oder ein Telefon, das seine PIN behält: tun Sie es "
            + "dort"))
  }

  @Test("a code that does not fit is not drawn, and the columns that it takes are said")
  func codes() {
    let (english, german) = (PhoneWords.english, PhoneWords.german)
    #expect(
      english.tooNarrow(for: 57)
        == "this window is too narrow to draw the code, which takes 57 columns")
    #expect(
      german.tooNarrow(for: 41)
        == "dieses Fenster ist zu schmal für den Code, der 41 Spalten braucht")
    #expect(english.typeSecret(orScan: false) == "type this into your authenticator app:")
    #expect(
      german.typeSecret(orScan: true)
        == "scannen Sie den Code, oder geben Sie das in Ihre Authenticator-App ein:")
  }

  @Test("the server's words stand behind the German ones, and alone in English")
  func details() {
    let problem = Problem(
      status: 400, title: "refused", detail: "payload: amount: is missing", reason: .malformed)
    let refused = ClientError.refused(problem)
    #expect(CommandFailure(refused).cause == "payload: amount: is missing")
    #expect(
      CommandFailure(refused, texts: PhoneWords.german.reasons).cause
        == "das wird nicht angenommen; der Server sagt: payload: amount: is missing")
    #expect(
      PhoneWords.german.seenBefore
        == "countersign phone transactions zeigt, was entschieden wurde")
    #expect(
      PhoneWords.english.seenBefore == "see what was decided with countersign phone transactions")
  }
}
