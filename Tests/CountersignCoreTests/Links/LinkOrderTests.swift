import CountersignCore
import CountersignSQLite
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("The order of a link's steps, and who may make one")
struct LinkOrderTests {
  // Holds: ASVS-2.3.1
  @Test("ASVS-2.3.1: nothing is collected before it is confirmed, or after the link is over")
  func collectInOrder() async throws {
    let harness = try await ServiceHarness()
    let (phone, _) = try await harness.enrolledPhone()
    let link = try await harness.loginLink()
    #expect(try await harness.collect(link).refusal == .linkNotConfirmed)
    _ = try await harness.service.links.describe(SessionLinkID(link.id)).get()
    #expect(try await harness.collect(link).refusal == .linkNotConfirmed)
    _ = try await harness.confirm(link, try await harness.login(phone, link)).get()
    let answer = try await harness.collect(link).get()
    _ = try await harness.service.sessions.authenticate(answer.accessToken, activity: .person).get()
    #expect(try await harness.collect(link).refusal == .linkOver)
    let unknown = try await harness.service.links.collect(
      SessionLinkID("lnk_AAAAAAAAAAAAAAAAAAAAAA"), secret: link.watchSecret)
    #expect(unknown.refusal == .linkOver)
  }

  @Test("a maker whose answer was lost collects the same session again, with another token")
  func collectAgain() async throws {
    let harness = try await ServiceHarness()
    let (phone, _) = try await harness.enrolledPhone()
    let link = try await harness.loginLink()
    _ = try await harness.confirm(link, try await harness.login(phone, link)).get()
    let before = try await harness.count("sessions")
    let lost = try await harness.collect(link).get()
    let other = try await harness.collect(link, secret: SecretText("guessed"))
    #expect(other.refusal == .linkOver)
    harness.clock.advance(seconds: 60)
    let arrived = try await harness.collect(link).get()
    #expect(try await harness.count("sessions") == before + 1)
    let dead = try await harness.service.sessions.authenticate(lost.accessToken, activity: .person)
    #expect(dead.refusal == .sessionRequired)
    let page = try await harness.service.sessions.authenticate(
      arrived.accessToken, activity: .person
    ).get()
    let listed = try await harness.service.sessions.list(page).sessions.first(where: \.isCurrent)
    #expect(listed.map { $0.createdAt <= $0.lastActiveAt } == true)
    #expect(try await harness.auditKinds().count { $0 == "link_collected_again" } == 1)
    // It was used: from now on its token is nobody else's, also after a restart.
    #expect(try await harness.collect(link).refusal == .linkOver)
    let restarted = try await ServiceHarness(
      directory: harness.directory, keyring: harness.keyring, clock: harness.clock)
    #expect(try await restarted.collect(link).refusal == .linkOver)
    #expect(try await harness.fault() == nil)
  }

  @Test(
    "what was collected is not collected again when the link's time is up, or its session over",
    arguments: ["expired", "signed out everywhere else"])
  func notCollectedAgain(_ ending: String) async throws {
    let harness = try await ServiceHarness()
    let (phone, session) = try await harness.enrolledPhone()
    let link = try await harness.loginLink()
    _ = try await harness.confirm(link, try await harness.login(phone, link)).get()
    _ = try await harness.collect(link).get()
    if ending == "expired" {
      harness.clock.advance(seconds: 120)
    } else {
      _ = try await harness.service.sessions.endOthers(session)
    }
    #expect(try await harness.collect(link).refusal == .linkOver)
  }

  // Holds: NIST-bind
  @Test(
    "NIST-bind: after two minutes, or once its maker ended it, every step is refused",
    arguments: ["expired", "ended", "ended when confirmed", "expired when confirmed"])
  func over(_ ending: String) async throws {
    let harness = try await ServiceHarness()
    let (phone, _) = try await harness.enrolledPhone()
    let link = try await harness.loginLink()
    let id = SessionLinkID(link.id)
    let confirmation = try await harness.login(phone, link)
    if ending.hasSuffix("confirmed") { _ = try await harness.confirm(link, confirmation).get() }
    harness.clock.advance(seconds: 119)
    #expect(try await harness.status(link)?.status != .over)
    if ending.hasPrefix("ended") {
      try await harness.service.links.end(id, secret: link.watchSecret).get()
      #expect(try await harness.status(link) == LinkEvent(status: .over, ending: .ended))
    } else {
      harness.clock.advance(seconds: 1)
      #expect(try await harness.status(link) == LinkEvent(status: .over, ending: .expired))
    }
    #expect(try await harness.service.links.describe(id).refusal == .linkOver)
    let options = try await harness.service.links.options(
      id, LinkOptionsRequest(deviceID: phone.id, number: link.number))
    #expect(options.refusal == .linkOver)
    #expect(try await harness.confirm(link, confirmation).refusal != nil)
    #expect(try await harness.service.links.requestCode(id).refusal == .linkOver)
    #expect(try await harness.collect(link).refusal == .linkOver)
    // To end what is over is no fault, and changes nothing.
    let status = try await harness.status(link)
    try await harness.service.links.end(id, secret: link.watchSecret).get()
    #expect(try await harness.status(link) == status)
  }

  // Holds: ASVS-2.3.1
  @Test("ASVS-2.3.1: a step of one kind of link is refused for the other")
  func kinds() async throws {
    let harness = try await ServiceHarness()
    let (phone, _) = try await harness.enrolledPhone()
    let login = try await harness.loginLink()
    let enrol = try await harness.service.linkIssuer.make(
      SessionLinkRequest(type: .enrol, userName: ServiceHarness.ada), from: .local,
      mandate: .anyFactor
    ).get()
    let asked = try await harness.service.links.options(
      SessionLinkID(enrol.id), LinkOptionsRequest(deviceID: phone.id, number: login.number))
    #expect(asked.refusal == .unacceptableValue)
    for request in [
      LinkOptionsRequest(), LinkOptionsRequest(deviceID: phone.id),
      LinkOptionsRequest(number: login.number),
      LinkOptionsRequest(deviceID: phone.id, number: "9"),
    ] {
      let options = try await harness.service.links.options(SessionLinkID(login.id), request)
      #expect(options.refusal == .unacceptableValue)
    }
    let code = try await harness.service.links.requestCode(SessionLinkID(login.id))
    #expect(code.refusal == .unacceptableValue)
    let device = LinkConfirmation.enrol(
      try harness.newPhone().device(for: login.id), registration: nil, .nothing)
    #expect(try await harness.confirm(login, device).refusal == .unacceptableValue)
    let proof = try await harness.login(phone, login)
    #expect(try await harness.confirm(enrol, proof).refusal == .linkOver)
    #expect(try await harness.collect(enrol).refusal == .linkOver)
    #expect(try await harness.status(login)?.status == .waiting)
    #expect(try await harness.status(enrol)?.status == .waiting)
  }

  // Holds: ASVS-2.3.1
  @Test("a confirmation with another body is refused where one has confirmed")
  func anotherBody() async throws {
    let harness = try await ServiceHarness()
    let (phone, _) = try await harness.enrolledPhone()
    let link = try await harness.loginLink()
    let first = try await harness.login(phone, link)
    let second = try await harness.login(phone, link, by: .assertion)
    let answer = try await harness.confirm(link, first).get()
    #expect(try await harness.confirm(link, first).get() == answer)
    #expect(try await harness.confirm(link, second).refusal == .linkOver)
    _ = try await harness.collect(link).get()
    #expect(try await harness.confirm(link, first).refusal == .linkOver)
  }

  @Test("a watcher is told how the link stands, then each change once, and no more after the end")
  func feed() async throws {
    let harness = try await ServiceHarness()
    let (phone, _) = try await harness.enrolledPhone()
    let link = try await harness.loginLink()
    var feed = try await harness.service.links.watch(
      SessionLinkID(link.id), secret: link.watchSecret
    ).get()
    var statuses: [LinkEvent.Status] = []
    var ends: [Bool] = []
    func read() async throws {
      let turn = try await feed.next()
      #expect(turn.events.allSatisfy { $0.name == "status" && $0.id == nil })
      statuses += try turn.events.map { try LinkEvent(json: $0.data).status }
      ends.append(turn.isLast)
    }
    for _ in 0..<2 { try await read() }
    _ = try await harness.service.links.describe(SessionLinkID(link.id)).get()
    for _ in 0..<2 { try await read() }
    _ = try await harness.confirm(link, try await harness.login(phone, link)).get()
    try await read()
    #expect(statuses == [.waiting, .opened, .confirmed])
    #expect(ends == [false, false, false, false, true])
  }

  @Test("what a page may say of a link, and what only a host may")
  func makers() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    let announced = Announcement(entries: [Announcement.Entry(key: "For", value: "Ada")])
    for request in [
      SessionLinkRequest(type: .login, announceInfo: announced),
      SessionLinkRequest(type: .login, userName: "eve@example.com"),
      SessionLinkRequest(type: .enrol, displayName: "Eve"),
      SessionLinkRequest(type: .enrol, secondFactor: SecondFactorDemand.none),
      SessionLinkRequest(type: .login, proof: .pin(SecretText("258036"))),
    ] {
      let made = try await harness.service.linkIssuer.make(
        request, session: session, from: .local, origin: nil)
      #expect(made.refusal == .unacceptableValue)
    }
    let strangers = try await harness.service.linkIssuer.make(
      SessionLinkRequest(type: .enrol), session: nil, from: .local, origin: nil)
    #expect(strangers.refusal == .sessionRequired)
    try await harness.service.sessions.end(session)
    let ended = try await harness.service.linkIssuer.make(
      SessionLinkRequest(type: .enrol), session: session, from: .local, origin: nil)
    #expect(ended.refusal == .sessionRequired)
    for (request, reason) in [
      (SessionLinkRequest(type: .enrol), Reason.unacceptableValue),
      (SessionLinkRequest(type: .enrol, userName: "eve@example.com"), .notFound),
      (SessionLinkRequest(type: .enrol, userName: "no address"), .unacceptableValue),
      (SessionLinkRequest(type: .login, userName: "ada@example.com"), .unacceptableValue),
      (
        SessionLinkRequest(type: .login, proof: .pin(SecretText("258036"))), .unacceptableValue
      ),
    ] {
      let made = try await harness.service.linkIssuer.make(
        request, from: .local, mandate: .firstFactor)
      #expect(made.refusal == reason)
    }
    #expect(try await harness.count("session_links") == 0)
  }

  @Test("what a host announces is shown as it is, and refused where it could deceive")
  func announcements() async throws {
    let harness = try await ServiceHarness()
    let line = Announcement.Entry(key: "Branch", value: "Broad Street")
    let whole = Announcement(logo: "https://bank.example/logo.svg", entries: [line])
    let link = try await harness.service.linkIssuer.make(
      SessionLinkRequest(type: .login, announceInfo: whole), from: .local, mandate: .firstFactor
    ).get()
    let shown = try await harness.service.links.describe(SessionLinkID(link.id)).get()
    #expect(shown.announceInfo == whole)
    for announced in [
      Announcement(logo: "http://bank.example/logo.svg", entries: []),
      Announcement(logo: "https://bank.example/a b", entries: []),
      Announcement(logo: "https://" + String(repeating: "a", count: 1020), entries: []),
      Announcement(entries: [Announcement.Entry(key: "", value: "a")]),
      Announcement(entries: [Announcement.Entry(key: "a", value: "b\u{202E}c")]),
      Announcement(entries: [Announcement.Entry(key: "a\n", value: "b")]),
      Announcement(entries: [
        Announcement.Entry(key: "a", value: String(repeating: "b", count: 257))
      ]),
      Announcement(entries: Array(repeating: line, count: 17)),
    ] {
      let made = try await harness.service.linkIssuer.make(
        SessionLinkRequest(type: .login, announceInfo: announced), from: .local,
        mandate: .firstFactor)
      #expect(made.refusal == .unacceptableValue)
    }
  }

  @Test("a network that asks for links without end is told to wait")
  func manyLinks() async throws {
    let harness = try await ServiceHarness { $0.links.openPerNetwork = 3 }
    for _ in 0..<3 { _ = try await harness.loginLink() }
    harness.clock.advance(seconds: 20)
    let refused = try await harness.service.linkIssuer.make(
      SessionLinkRequest(type: .login), session: nil, from: .local, origin: nil)
    guard case .failure(let refusal) = refused else {
      Issue.record("a fourth link was made")
      return
    }
    #expect(refusal.reason == .tooManyRequests && refusal.retryAfterSeconds == 100)
    let other = try await harness.service.linkIssuer.make(
      SessionLinkRequest(type: .login), session: nil,
      from: Requester(RequesterNetwork(address: [10, 0, 0, 1])),
      origin: nil)
    #expect(other.refusal == nil)
    harness.clock.advance(seconds: 100)
    #expect(try await harness.loginLink().expiresIn == 120)
  }

  @Test("hosts, people and strangers behind one proxy have a count of links each")
  func countedApart() async throws {
    let harness = try await ServiceHarness {
      ($0.links.openPerNetwork, $0.links.openPerAccount, $0.links.openPerHost) = (1, 1, 1)
      $0.links.openToStrangers = 2
    }
    let (ada, eve) = (try await harness.signUp(), try await harness.signUp("eve@example.com"))
    func make(
      _ session: AuthenticatedSession?, _ requester: Requester = .local
    ) async throws -> Reason? {
      try await harness.service.linkIssuer.make(
        SessionLinkRequest(type: .login), session: session, from: requester, origin: nil
      ).refusal
    }
    func make(_ host: AuthenticatedServiceKey) async throws -> Reason? {
      try await harness.service.linkIssuer.make(
        SessionLinkRequest(type: .login), from: .host(host), mandate: .firstFactor
      ).refusal
    }
    let shop = try await harness.host(.sessions, of: .shop)
    let secondKeyOfShop = try await harness.host(.sessions, of: .shop)
    let rival = try await harness.host(.sessions, of: .rival)
    #expect(try await [make(nil), make(nil)] == [nil, .tooManyRequests])
    #expect(try await [make(ada), make(ada)] == [nil, .tooManyRequests])
    #expect(try await [make(eve), make(eve)] == [nil, .tooManyRequests])
    #expect(try await [make(shop), make(secondKeyOfShop)] == [nil, .tooManyRequests])
    #expect(try await [make(rival), make(rival)] == [nil, .tooManyRequests])
    // All strangers together have a limit too, which is theirs alone; a network that has none finds
    // a place in it.
    for address in UInt8(1)...3 {
      #expect(
        try await make(nil, Requester(RequesterNetwork(address: [10, 0, 0, address]))) == nil)
      #expect(
        try await harness.count("session_links WHERE is_stranger = 1") == min(Int64(address) + 1, 2)
      )
    }
    harness.clock.advance(seconds: 120)
    #expect(try await make(nil) == nil)
  }

  @Test("the page that is shown is the one that asks, where it is one of the deployment's")
  func origins() async throws {
    let harness = try await ServiceHarness()
    for claimed in ["https://evil.example", "null", ServiceHarness.originText + "/", nil] {
      let link = try await harness.service.linkIssuer.make(
        SessionLinkRequest(type: .login), session: nil, from: .local, origin: claimed
      ).get()
      #expect(link.url == "\(ServiceHarness.originText)/link#\(link.id)")
      let shown = try await harness.service.links.describe(SessionLinkID(link.id)).get()
      #expect(shown.origin == ServiceHarness.originText)
    }
  }

  // Holds: NIST-bind
  @Test("ids and secrets are random, numbers have two digits, and the store holds no secret")
  func randomness() async throws {
    let harness = try await ServiceHarness { $0.links.openPerNetwork = 40 }
    var (ids, secrets, places): (Set<String>, Set<String>, Set<Int>) = ([], [], [])
    for _ in 0..<40 {
      let link = try await harness.loginLink()
      ids.insert(link.id)
      secrets.insert(link.watchSecret.exposed)
      let numbers = try await harness.service.links.describe(SessionLinkID(link.id)).get().numbers
      #expect(numbers.allSatisfy { $0.count == 2 && Int($0) != nil })
      let number = try #require(link.number)
      places.insert(try #require(numbers.firstIndex(of: number)))
      #expect(Base64URL.decode(String(link.id.dropFirst(4)))?.count == 16)
      #expect(Base64URL.decode(link.watchSecret.exposed)?.count == 32)
    }
    #expect(ids.count == 40 && secrets.count == 40 && places == [0, 1, 2])
    let secret = try #require(secrets.first)
    let rows = try await harness.store.read { try $0.rows("SELECT * FROM session_links", []) }
    #expect(!rows.flatMap(\.values).contains(.text(secret)))
    #expect(!rows.flatMap(\.values).contains(.blob(Array(secret.utf8))))
    harness.clock.advance(seconds: 86_401)
    try await harness.service.prune()
    #expect(try await harness.count("session_links") == 0)
  }
}
