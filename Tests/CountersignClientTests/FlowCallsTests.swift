import CountersignTesting
import FlowModel
import Testing
import WebAuthnModel
import WireModel

@testable import CountersignClient

/// By hand: the calls of each kind of flow, and no other.
@Suite("The calls that each kind of flow makes")
struct FlowCallsTests {
  /// Every flow acts, may be told how the second factor stands, and keeps what is given.
  static let everywhere: Set<String> = ["act", "repeat", "account", "keep"]
  static let inSession = everywhere.union(["read", "lookup"])
  static let challenge: Set<String> = ["options", "sign", "disable"]
  static let key: Set<String> = ["remember", "creation", "create"]
  static let session = everywhere.union(["open"])
  static let codes: Set<String> = ["mail", "text"]
  static let signing = inSession.union(challenge).union(key).union(["verify", "deny"])
    .union(codes)

  private static func made() throws -> [(calls: any FlowCalls, effects: Set<String>)] {
    let link = try #require(LinkAddress("AAAAAAAAAAAAAAAAAAAAAA"))
    return [
      (
        EnrolCalls(link: link),
        session.union(key).union(codes).union(["confirm enrolment", "check"])
      ),
      (AppLoginCalls(), session.union(challenge).union(["confirm login"])),
      (LinkLoginCalls(link: link), session.union(challenge).union(["confirm login"])),
      (ActionCalls(Remittance(Script.payload)), signing),
      (ActionCalls(Remittance(Script.payload)) { _ in .done }, signing),
      (ReviewCalls(transactionID: "tx_1"), signing.union(["review", "deny too", "await"])),
      (ChangePINCalls(), inSession.union(["consult", "check"])),
      (AddBiometricsCalls(), inSession.union(key).union(["consult"])),
      (RemoveBiometricsCalls(), inSession.union(challenge).union(["consult"])),
      (HeadlessUpgradeCalls(), inSession.union(key).union(["consult"]).union(codes)),
    ]
  }

  @Test("an effect is work just in the flows that can want it")
  func matrix() throws {
    for (calls, made) in try Self.made() {
      let works = Self.effects.filter { FlowWork($0.value, calls) != nil }.keys
      #expect(Set(works) == made, "\(type(of: calls))")
    }
  }

  @Test("the manager does the rest itself")
  func managers() throws {
    let effects: [FlowEffect] = [
      .armDeadline(Self.tag), .forget(Self.operation), .release(Self.tag.flow),
    ]
    for (calls, _) in try Self.made() {
      for effect in effects { #expect(FlowWork(effect, calls) == nil) }
    }
  }

  private static let tag = FlowTag(flow: FlowID(1), step: 1)
  private static let operation = OperationID("operation")
  private static let account = SessionAccount(id: "acct_1", displayName: "Ada")

  private static let effects: [String: FlowEffect] = [
    "act": .act(tag, .pin, operation),
    "repeat": .actAgain(tag),
    "account": .askSecondFactor(tag),
    "keep": .keepInput(tag),
    "check": .checkProof(tag),
    "read": .readOpenOperation(tag),
    "lookup": .lookUpOperation(tag, operation),
    "options": .askChallenge(tag),
    "sign": .sign(tag),
    "disable": .disableBiometrics(tag),
    "verify": .verify(tag),
    "deny": .deny(tag),
    "open": .openSession(tag),
    "confirm enrolment": .confirmEnrolment(tag),
    "confirm login": .confirmLogin(tag, account, number: nil),
    "review": .readReview(tag),
    "deny too": .denyAfterRefusal("tx_1"),
    "await": .awaitDecision("tx_1"),
    "mail": .mailCode(tag, registersKey: false),
    "text": .textCode(tag),
    "consult": .consultFactors(tag),
    "remember": .rememberSoftPrompt(tag, .accept),
    "creation": .askCreation(tag),
    "create": .createKey(tag),
  ]
}
