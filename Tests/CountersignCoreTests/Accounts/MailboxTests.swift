import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@testable import CountersignCore

@Suite("Mailboxes, keys on the way, and the first factor")
struct MailboxTests {
  @Test(
    "spellings of a mailbox are one, and two mailboxes are two",
    arguments: [
      ("ada@example.com", "ada@example.com"), ("Ada+1@Example.com", "ada@example.com"),
      ("a.d.a+x+y@example.com", "ada@example.com"), ("ada@googlemail.com", "ada@gmail.com"),
      ("+1@example.com", "+1@example.com"), ("ada-1@example.com", "ada-1@example.com"),
      ("ada@mail.example.com", "ada@mail.example.com"),
    ])
  func spellings(typed: String, mailbox: String) throws {
    #expect(try EmailAddress(typed).mailbox == mailbox)
  }

  @Test(
    "where the first factor waits, a key on the way is weak for its document, and waits after it")
  func waits() async throws {
    let harness = try await ServiceHarness { $0.firstFactor = .waits }
    let session = try await harness.signUp()
    var low = MoneyOrder.sample
    low.amount = 900
    var high = MoneyOrder.sample
    high.amount = 2000
    let early = try await harness.keyOnTheWay(to: high, session)
    let refused = try await harness.refusal(
      SendMoneyRequest(
        payload: high, proof: .assertion(harness.linkedAssertion(high, early, session))), session)
    #expect(refused == .factorWaits)
    harness.clock.advance(seconds: 61)
    let key = try await harness.keyOnTheWay(to: low, session)
    // The one before is void: there is one key on the way at a time.
    #expect(try await harness.count("credentials WHERE bound_to IS NOT NULL") == 1)
    let sent = try await harness.refusal(
      SendMoneyRequest(
        payload: low, proof: .assertion(harness.linkedAssertion(low, key, session))), session)
    #expect(sent == nil)
    let list = try await harness.service.credentials.list(session).credentials
    #expect(list.map(\.isWaiting) == [true])
    #expect(try await harness.count("credentials WHERE ground = 'on_the_way'") == 2)
  }
}

extension ServiceHarness {
  /// Registers a passkey on the way to an order.
  fileprivate func keyOnTheWay(
    to order: MoneyOrder, _ session: AuthenticatedSession
  ) async throws -> TestAuthenticator {
    _ = try await service.codeRequests.make(
      CodeRequest(
        registeringOnTheWayTo: LinkedOptionsRequest(scenario: .sendMoney, payload: order.json)),
      session: session, from: .local
    ).get()
    let code = try await newestCode(to: "ada@example.com")
    let options = try await service.credentials.registrationOptions(
      RegistrationOptionsRequest(validateCode: code), session: session
    ).get()
    let key = try newAuthenticator()
    _ = try await service.credentials.register(key.register(options), session: session).get()
    return key
  }
}
