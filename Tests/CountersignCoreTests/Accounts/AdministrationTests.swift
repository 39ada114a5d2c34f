import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("Administration")
struct AdministrationTests {
  private static let ada = AccountReference.userName("ada@example.com")
  private static let pin = "258036"

  @Test("an account is found by its name and by its id, with what it has and what is blocked")
  func finds() async throws {
    let (harness, phone, device) = try await ServiceHarness.withDevice()
    let key = try await harness.registerKey(of: device, phone, Self.pin)
    for _ in 1...5 {
      _ = try await harness.send(.sample, by: device, "000001", phone)
      harness.clock.advance(seconds: 121)
    }
    let host = try await harness.host(.admin)
    let found = try await harness.service.administration.findAccount(
      AdministrationRequest(Self.ada), host: host
    )
    .get()
    let sameByID = try await harness.service.administration.findAccount(
      AdministrationRequest(.id(phone.accountID.text)), host: host
    ).get()
    #expect(found == sameByID)
    #expect(found.account.accountID == phone.accountID.text)
    #expect(found.account.userName == "ada@example.com" && found.account.hadFactor)
    #expect(found.devices.devices.map(\.id) == [device.id])
    #expect(found.credentials.credentials.map(\.id) == [key.credentialID.base64URL])
    #expect(found.secondFactor.hasDevicePIN && found.recovery.status == .none)
    #expect(
      found.refusals == [
        RefusedFactor(
          factor: .pin, deviceID: device.id, failedAttempts: 5, isBlocked: true,
          penalisedUntil: nil)
      ])
    // The JSON says the same.
    #expect(try AccountAnswer(json: found.json) == found)
    #expect(try await harness.auditKinds().suffix(2) == ["account_shown", "account_shown"])
    #expect(try await harness.auditDetails("account_shown").contains(host.id.text))
  }

  @Test(
    "a factor that is blocked for a while is told with its end, and no longer when that is over")
  func blockedForAWhile() async throws {
    let (harness, session, key) = try await ServiceHarness.withKey {
      $0.attempts.assertionBlock = .account
    }
    let host = try await harness.host(.admin)
    func refusals() async throws -> [RefusedFactor] {
      try await harness.service.administration.findAccount(
        AdministrationRequest(Self.ada), host: host
      ).get()
        .refusals
    }
    #expect(try await refusals() == [])
    for _ in 1...5 {
      let options = try await harness.service.actions.options(session: session).get()
      let wrong = try key.assert(
        challenge: options.challenge, changes: CeremonyChanges { $0.flags = [.userPresent] })
      _ = try await harness.service.proofs.verify(wrong, session: session)
    }
    let end = harness.clock.now().adding(seconds: 900).rfc3339
    #expect(
      try await refusals() == [
        RefusedFactor(
          factor: .credentials, deviceID: nil, failedAttempts: 5, isBlocked: true,
          penalisedUntil: end)
      ])
    harness.clock.advance(seconds: 900)
    #expect(try await refusals().map(\.isBlocked) == [false])
    #expect(try await refusals().map(\.penalisedUntil) == [nil])
  }

  @Test("every account is listed once, by creation, page by page")
  func lists() async throws {
    let harness = try await ServiceHarness()
    let names = ["eve", "ada", "cem", "bob", "dan"].map { "\($0)@example.com" }
    for name in names {
      harness.clock.advance(seconds: 1)
      _ = try await harness.signUp(name)
    }
    let host = try await harness.host(.admin)
    var listed: [[String]] = []
    var next: String?
    repeat {
      let page = try await harness.service.administration.listAccounts(
        try PageRequest(after: next, limit: 2), host: host
      ).get()
      #expect(try AccountList(json: page.json) == page)
      listed.append(page.accounts.map(\.userName))
      next = page.next
    } while next != nil && listed.count < 9
    #expect(listed.flatMap(\.self) == names)
    #expect(listed.map(\.count) == [2, 2, 1])
    // A last page that is full says so too.
    let whole = try await harness.service.administration.listAccounts(
      PageRequest(limit: 5), host: host
    ).get()
    #expect(whole.accounts.count == 5 && whole.next == nil)
    #expect(whole.accounts.allSatisfy { !$0.hadFactor })
    let unknown = try await harness.service.administration.listAccounts(
      PageRequest(after: "acc_unknown"), host: host)
    #expect(unknown.refusal == .malformed)
    #expect(try await harness.auditKinds().count { $0 == "accounts_listed" } == 4)
    #expect(try await harness.auditDetails("accounts_listed").contains(host.id.text))
    for limit: Int64 in [0, 101, -1] {
      #expect(throws: Refusal.self) { _ = try PageRequest(limit: limit) }
    }
  }

  @Test("an account that is none is not found, whatever is asked of it")
  func unknownAccount() async throws {
    let harness = try await ServiceHarness()
    _ = try await harness.signUp()
    let host = try await harness.host(.admin)
    for account in [AccountReference.userName("nobody@example.com"), .id("acc_none"), .id("")] {
      let request = AdministrationRequest(account)
      #expect(
        try await harness.service.administration.findAccount(request, host: host).refusal
          == .notFound)
      #expect(
        try await harness.service.administration.unblock(request, host: host).refusal == .notFound)
      let revocation = AccountRevocationRequest(account, .all(.factors))
      #expect(
        try await harness.service.administration.revoke(revocation, host: host).refusal == .notFound
      )
      let audit = AccountAuditRequest(account)
      #expect(
        try await harness.service.administration.auditRows(about: audit, host: host).refusal
          == .notFound)
    }
    let noAddress = AdministrationRequest(.userName("no address"))
    #expect(
      try await harness.service.administration.findAccount(noAddress, host: host).refusal
        == .unacceptableValue)
  }
}
