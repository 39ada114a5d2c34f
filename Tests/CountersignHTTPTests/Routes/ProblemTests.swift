import CountersignCore
import CountersignTesting
import HTTPTypes
import Testing
import WebAuthnModel
import WireModel

@testable import CountersignHTTP

@Suite("Problems")
struct ProblemTests {
  @Test("every reason has a status", arguments: Reason.all)
  func statuses(_ reason: Reason) throws {
    let status = try #require(ProblemAnswer.statuses[reason])
    #expect((400...599).contains(status.code))
    let ofServer = [.busy, .draining, .internalError] + Reason.nothingDone
    #expect(status.code < 500 || ofServer.contains(reason))
  }

  @Test("what found no room is told by reasons of its own: its outcome is known")
  func definite() {
    for reason in Reason.nothingDone { #expect(ProblemAnswer.status(of: reason).code == 503) }
    #expect(ProblemAnswer.status(of: .busy).code == 503)
  }

  @Test("a refusal says how long to wait")
  func retryAfter() {
    var refusal = Refusal(.penalised, "wait")
    refusal.retryAfterSeconds = 30
    let answer = ProblemAnswer.answer(to: refusal)
    #expect(answer.status.code == 429)
    #expect(answer.fields[.retryAfter] == "30")
  }

  // Holds: RFC 9470
  @Test("a session that is too weak gets the challenge of RFC 9470")
  func stepUp() {
    var refusal = Refusal(.insufficientUserAuthentication, "prove")
    refusal.sufficientContext = "urn:countersign:acr:strong"
    let answer = ProblemAnswer.answer(to: refusal)
    #expect(answer.status == .unauthorized)
    let challenge = answer.fields[.wwwAuthenticate] ?? ""
    #expect(challenge.contains("error=\"insufficient_user_authentication\""))
    #expect(challenge.contains("acr_values=\"urn:countersign:acr:strong\""))
    #expect(challenge.contains("max_age="))
  }

  @Test("a route that names fixed fields has them in a refusal, and no other route has")
  func fixedFields() throws {
    let refusal = Refusal(.verificationFailed, "prove again")
    let verify = try members(of: refusal, on: .verifyAssertion)
    let order = try members(of: refusal, on: .sendMoney)
    #expect(verify["verified"] == false)
    #expect(verify["message"] == "Signature verification failed")
    #expect(order["isSent"] == false)
    #expect(try members(of: refusal, on: .setPIN).isEmpty)
    let answer = ProblemAnswer.answer(to: refusal, members: verify)
    #expect(member("verified", of: answer.body) == false)
    #expect(member("reason", of: answer.body) == "verification_failed")
  }

  @Test("a module's reason has the module's status, and none that it could have by itself")
  func statusesOfModules() {
    let orders = MoneyOrders(nil)
    #expect(Set(orders.statuses.keys) == Set(Reason.ofMoneyOrders))
    for (reason, status) in orders.statuses {
      #expect(ProblemAnswer.statuses[reason] == nil)
      let answer = ProblemAnswer.answer(to: Refusal(reason, "no"), statuses: orders.statuses)
      #expect(answer.status.code == status)
    }
  }

  private func members(of refusal: Refusal, on route: Route) throws -> JSONObject {
    let handlers = RouteHandler.all + MoneyOrders(nil).routes
    return try #require(handlers.first { $0.route == route }).members(refusal)
  }

  @Test("a duplicate names the first operation's transaction")
  func duplicate() {
    var refusal = Refusal(.possibleDuplicate, "again?")
    refusal.firstTransactionID = "tx_1"
    let answer = ProblemAnswer.answer(to: refusal)
    #expect(answer.status == .conflict)
    #expect(member("transactionId", of: answer.body) == "tx_1")
  }

  @Test("a fault says nothing but its id")
  func fault() {
    let answer = ProblemAnswer.answer(toFault: "id-1") { _ in [:] }
    #expect(answer.status == .internalServerError)
    #expect(member("requestID", of: answer.body) == "id-1")
  }

  private func member(_ name: String, of body: JSONValue?) -> JSONValue? {
    guard case .object(let members)? = body else { return nil }
    return members[name]
  }
}
