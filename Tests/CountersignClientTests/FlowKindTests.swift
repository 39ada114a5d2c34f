import CountersignTesting
import FlowModel
import Testing
import WebAuthnModel
import WireModel

@testable import CountersignClient

/// By hand: the calls of each kind of flow, and no other.
@Suite("The calls of each kind of flow")
struct FlowKindTests {
  private typealias Kind = FlowKind<SignatureAPI>

  private static let codes: Set<String> = ["mail", "text"]
  private static let signing = codes.union(["challenge", "creation", "deny"])
  private static let policy = SigningPolicy(level: .biometricsWithFallback, proofPath: .straight)

  private static func kinds() throws -> [(kind: Kind, calls: Set<String>)] {
    let link = try #require(LinkAddress("AAAAAAAAAAAAAAAAAAAAAA"))
    let order = Remittance(Script.payload)
    return [
      (
        .enrol(link),
        codes.union(["open", "confirm enrolment", "check", "challenge", "creation"])
      ),
      (.login, ["open", "confirm login", "challenge"]),
      (.linkLogin(link), ["open", "confirm login", "challenge"]),
      (.sign(.action(ActionAPI(order), policy)), signing),
      (.sign(.action(ActionAPI(order) { _ in .done }, policy)), signing),
      (
        .sign(.review(ReviewAPI(id: "tx_1"), policy)),
        signing.union(["review", "deny too", "await"])
      ),
      (.changePIN, ["consult", "check"]),
      (.addBiometrics, ["consult", "challenge", "creation"]),
      (.removeBiometrics, ["consult", "challenge"]),
      (.headlessUpgrade, codes.union(["consult", "creation"])),
    ]
  }

  @Test("a flow makes the calls of its kind, and asks the server nothing for another")
  func matrix() async throws {
    for (kind, calls) in try Self.kinds() {
      for (name, effect) in Self.effects {
        let phone = Phone([])
        let driver = FlowDriver(kind, account: nil, await phone.manager.context)
        if calls.contains(name) {
          // It waits until it is cancelled.
          guard name != "await" else { continue }
          let report = await driver.perform(effect, Self.given(in: kind))
          #expect(report?.answer != .notMade, "\(name) in \(kind)")
        } else {
          let report = await driver.perform(effect, Self.given(in: kind))
          #expect(report?.answer == (name == "deny too" ? nil : .notMade), "\(name) in \(kind)")
          #expect(await phone.transport.calls.isEmpty, "\(name) in \(kind)")
        }
      }
    }
  }

  @Test("a final refusal denies what is under review")
  func deniesTheReview() async throws {
    let phone = Phone([])
    let kind = Kind.sign(.review(ReviewAPI(id: "tx_1"), Self.policy))
    let driver = FlowDriver(kind, account: nil, await phone.manager.context)
    _ = await driver.perform(.denyAfterRefusal("tx_1"), .nothing)
    #expect(await phone.transport.calls.count == 1)
  }

  @Test("the manager does the rest itself")
  func managers() async throws {
    let effects: [FlowEffect] = [
      .armDeadline(Self.tag), .forget(Self.operation), .release(Self.tag.flow),
    ]
    for (kind, _) in try Self.kinds() {
      for effect in effects {
        let phone = Phone([])
        let driver = FlowDriver(kind, account: nil, await phone.manager.context)
        #expect(await driver.perform(effect, .nothing) == nil)
        #expect(await phone.transport.calls.isEmpty)
      }
    }
  }

  @Test("the machine is told what is signed, and no call")
  func signatures() throws {
    let review = try #require(Review(Script.review()))
    let test = SignatureAPI.action(ActionAPI(BiometricTest()), Self.policy)
    #expect(test.signing == .scenario(Self.policy))
    let order = SignatureAPI.action(ActionAPI(Remittance(Script.payload)), Self.policy)
    #expect(order.signing == .transaction(nil, Self.policy))
    let shown = SignatureAPI.review(ReviewAPI(id: review.id, authorised: review), Self.policy)
    #expect(Kind.sign(shown).map(\.signing) == .sign(.unread(authorised: review, Self.policy)))
    #expect(Kind.changePIN.map(\.signing) == .changePIN)
  }

  @Test("an open operation is the flow's own only if it asked for the same")
  func sameOperation() throws {
    let key = CredentialID([1])
    let asked: [AskedAction] = [
      .action(.sendMoney, Script.payload.json), .approval(transactionID: "tx_1"),
      .pin(.changePIN, key: nil), .pin(.headlessUpgrade, key: nil),
      .pinKey(.changePIN, PINKeyName(generation: 1, id: nil), key: nil),
      .pinKey(.headlessUpgrade, PINKeyName(generation: 1, id: nil), key: nil),
      .device(.headlessUpgrade, key: nil), .credential(.addBiometrics, key),
      .credential(.signTransaction, key), .removal([key]),
    ]
    let same: [[Int]] = [[], [], [], [0], [], [1], [2, 4], [7], [9], [3, 5, 6]]
    for ((kind, _), indices) in zip(try Self.kinds(), same) {
      #expect(asked.indices.filter { kind.isSame(asked[$0]) } == indices, "\(kind)")
    }
    // As the vault keeps them.
    for action in asked { #expect(try AskedAction(json: action.json) == action) }
  }

  /// The factor that is given for what the flow proves.
  private static func given(in kind: Kind) -> GivenInput {
    let factor: GivenInput.Factor =
      if case .enrol = kind { .mailedCode(SecretText("123456")) } else { .pin(Script.pin) }
    return .factor(factor, userInput: nil)
  }

  private static let tag = FlowTag(flow: FlowID(1), step: 1)
  private static let operation = OperationID("operation")
  private static let account = SessionAccount(id: "acct_1", displayName: "Ada")

  private static let effects: [String: FlowEffect] = [
    "open": .openSession(tag),
    "confirm enrolment": .confirmEnrolment(tag),
    "confirm login": .confirmLogin(tag, account, number: nil),
    "review": .readReview(tag),
    "deny": .deny(tag),
    "deny too": .denyAfterRefusal("tx_1"),
    "await": .awaitDecision("tx_1"),
    "consult": .consultFactors(tag),
    "challenge": .askChallenge(tag),
    "check": .checkProof(tag),
    "mail": .mailCode(tag, registersKey: false),
    "text": .textCode(tag),
    "creation": .askCreation(tag),
  ]
}
