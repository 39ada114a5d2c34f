import CountersignClient
import FlowModel
import Testing
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
    func account(_ failed: Int64, wait: Int64) -> SecondFactorAccount {
      SecondFactorAccount(
        isBlocked: false, failedAttempts: failed, maxAttempts: 5, penalisedForSeconds: wait,
        penalisedUntil: nil, hasPIN: true, hasBiometrics: false)
    }
    let english = PhoneWords.english
    #expect(english.pinTries(account(0, wait: 0)) == nil)
    #expect(english.pinTries(account(1, wait: 0)) == "4 tries left")
    #expect(english.pinTries(account(2, wait: 5)) == "3 tries left; the next PIN is taken in 5 s")
    #expect(english.pinTries(account(4, wait: 0)) == "1 try left before the PIN is blocked")
    #expect(
      PhoneWords.german.pinTries(account(2, wait: 5))
        == "noch 3 Versuche; die nächste PIN gilt erst in 5 s")
  }

  @Test("the tries with a code that are left are told")
  func codeTries() {
    #expect(PhoneWords.english.codeTries(4) == "4 tries left with this code")
    #expect(PhoneWords.english.codeTries(1) == "1 try left with this code")
    #expect(PhoneWords.german.codeTries(4) == "noch 4 Versuche mit diesem Code")
    #expect(PhoneWords.german.codeTries(1) == "noch 1 Versuch mit diesem Code")
  }

  @Test("the tries with a key that are left are told")
  func keyTries() {
    let (english, german) = (PhoneWords.english, PhoneWords.german)
    #expect(
      (0...2).map(english.keyTries) == [
        "your key is asked for no more", "1 try with your key left", "2 tries with your key left",
      ])
    #expect(german.keyTries(2) == "noch 2 Versuche mit Ihrem Schlüssel")
    for words in [english, german] {
      let said = words.flowTexts.authenticatorOutcomes[.biometricsCancelled]
      #expect(said?.contains(words == .english ? "declined" : "abgelehnt") == true)
    }
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
    let waiting = sentence("factor_waits", until: "2026-12-02T20:33:09Z")
    #expect(waiting.hasPrefix("your key is new: it is for low amounts until 2026-12-02 20:33 UTC"))
    #expect(sentence("factor_waits").hasSuffix("for low amounts for now"))
    #expect(sentence("pin_missing") == "nothing on this phone can approve it (pin_missing)")
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
