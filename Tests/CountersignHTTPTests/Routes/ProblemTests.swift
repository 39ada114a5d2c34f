import CountersignCore
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
    #expect((status.code < 500) || [.busy, .internalError, .supplierMissing].contains(reason))
  }

  @Test("a PIN that found no room is no fault of the server: its outcome is known")
  func definite() {
    #expect(ProblemAnswer.status(of: .pinQueueFull).code == 429)
    #expect(ProblemAnswer.status(of: .busy).code == 503)
  }

  @Test("a refusal says how long to wait")
  func retryAfter() {
    var refusal = Refusal(.penalised, "wait")
    refusal.retryAfterSeconds = 30
    let answer = ProblemAnswer.answer(to: refusal, on: nil)
    #expect(answer.status.code == 429)
    #expect(answer.fields[.retryAfter] == "30")
  }

  @Test("a session that is too weak gets the challenge of RFC 9470")
  func stepUp() {
    var refusal = Refusal(.insufficientUserAuthentication, "prove")
    refusal.sufficientContext = "urn:countersign:acr:linked"
    let answer = ProblemAnswer.answer(to: refusal, on: nil)
    #expect(answer.status == .unauthorized)
    let challenge = answer.fields[.wwwAuthenticate] ?? ""
    #expect(challenge.contains("error=\"insufficient_user_authentication\""))
    #expect(challenge.contains("acr_values=\"urn:countersign:acr:linked\""))
    #expect(challenge.contains("max_age="))
  }

  @Test("the routes of seed 002 keep their fixed fields in a refusal")
  func seedFields() {
    let refusal = Refusal(.verificationFailed, "prove again")
    let verify = ProblemAnswer.answer(to: refusal, on: .verifyAssertion).body
    let topUp = ProblemAnswer.answer(to: refusal, on: .topUp).body
    #expect(member("verified", of: verify) == false)
    #expect(member("message", of: verify) == "Signature verification failed")
    #expect(member("success", of: topUp) == false)
    #expect(member("message", of: topUp) == "prove again")
    #expect(member("message", of: ProblemAnswer.answer(to: refusal, on: .setPIN).body) == nil)
  }

  @Test("a duplicate names the first operation's transaction")
  func duplicate() {
    var refusal = Refusal(.possibleDuplicate, "again?")
    refusal.firstTransactionID = "tx_1"
    let answer = ProblemAnswer.answer(to: refusal, on: .topUp)
    #expect(answer.status == .conflict)
    #expect(member("transactionId", of: answer.body) == "tx_1")
  }

  @Test("a fault says nothing but its id")
  func fault() {
    let answer = ProblemAnswer.answer(toFault: "id-1", on: .wallet)
    #expect(answer.status == .internalServerError)
    #expect(member("requestID", of: answer.body) == "id-1")
  }

  private func member(_ name: String, of body: JSONValue?) -> JSONValue? {
    guard case .object(let members)? = body else { return nil }
    return members[name]
  }
}
