import CountersignCore
import CountersignTesting
import SecretSearch
import Testing
import WebAuthnModel
import WireModel

@Suite("Accounts that somebody else made for the owner's address")
struct HeldFactorTests {
  private static let ada = "ada@example.com"

  // Holds: hosts, RTS-24
  @Test("Attack 3: a host's device for somebody else's address counts no more once she signs up")
  func preHijacked() async throws {
    try await Hijack.run { hijack in
      let server = hijack.server
      // Until then it does whatever its level allows.
      #expect(try await hijack.pay(4000).status == 200)
      let waiting = try await hijack.ask()
      let page: SessionAnswer = try await server.read(
        .openServiceSession, as: hijack.shop, ServiceSessionRequest(userName: Self.ada))
      let proof = try await hijack.proofOfPayment(500)

      let owner = try await server.signUp(Self.ada)

      for token in [hijack.token, page.accessToken.exposed] {
        for answer in [
          try await server.send(.transactions, as: token),
          try await server.send(.denyTransaction, at: ["id": waiting], as: token),
          try await server.send(
            .sendMoney, as: token,
            SendMoneyRequest(payload: MoneyOrder(amount: 500, recipient: "BOLA"), proof: proof)),
        ] {
          #expect(answer.status == 401 && answer.reason == .sessionRequired)
        }
      }
      #expect(try await hijack.signIn().reason == .factorWaits)
      let late = try await hijack.confirm(hijack.spare, withPIN: true)
      #expect(late.status == 404 && late.reason == .linkOver)
      // She is told that it is on hold; what it is she sees by a factor that has waited.
      let onHold: SecondFactorAnswer = try await server.read(.secondFactor, as: owner)
      #expect(onHold.isOnHold == true && onHold.onHoldUntil == nil && !onHold.needsFactor)
      let key = try await server.registerKey(owner, of: Self.ada)
      await server.harness.deliverMessages()
      server.turn(seconds: 3 * 86_400)
      let later = try await hijack.signIn(by: key)
      // The owner's page calls her as she calls herself, and says what was there.
      let sessions: SessionList = try await server.read(.sessions, as: later)
      #expect(sessions.account?.displayName == "Ada" && sessions.sessions.count == 1)
      let held: HeldFactors = try await server.read(.heldFactors, as: later)
      #expect(held.factors.map(\.id) == [hijack.phone.id])
      #expect(held.factors.map(\.addedBy) == [.host] && held.factors.map(\.kind) == [.device])
      #expect(!held.isWaiting)
      let devices: DeviceList = try await server.read(.devices, as: later)
      #expect(devices.devices.isEmpty)
    }
  }

  // Holds: hosts
  @Test("Attack 3: once the owner has proved the address, the host's word brings nothing")
  func wordAfterProof() async throws {
    try await Hijack.run { hijack in
      let server = hijack.server
      _ = try await server.signUp(Self.ada)
      let request = SessionLinkRequest(type: .enrol, userName: Self.ada)
      let link: SessionLinkAnswer = try await server.read(
        .makeServiceLink, as: hijack.shop, request)
      let refused = try await hijack.confirm(link, withPIN: true)
      #expect(refused.status == 400 && refused.reason == .proofRequired)
      let headless = try await server.send(
        .makeServiceLink, as: hijack.shop,
        SessionLinkRequest(type: .enrol, userName: Self.ada, secondFactor: SecondFactorDemand.none))
      #expect(headless.status == 422)
      let waiting = try await hijack.ask()
      let page: SessionAnswer = try await server.read(
        .openServiceSession, as: hijack.shop, ServiceSessionRequest(userName: Self.ada))
      let token = page.accessToken.exposed
      for answer in [
        try await server.send(.transactions, as: token),
        try await server.send(.denyTransaction, at: ["id": waiting], as: token),
        try await server.send(.heldFactors, as: token),
      ] {
        #expect(answer.status == 401 && answer.reason == .insufficientUserAuthentication)
      }
    }
  }

  // Holds: RTS-24
  @Test("Attack 3: the owner keeps or removes what is on hold, by a factor of hers that has waited")
  func decision() async throws {
    try await Hijack.run { hijack in
      let server = hijack.server
      let owner = try await server.signUp(Self.ada)
      let key = try await server.registerKey(owner, of: Self.ada)
      await server.harness.deliverMessages()
      for keeps in [true, false] {
        let early = try await hijack.decide(keeping: keeps, by: key, as: owner)
        #expect(early.status == 401 && early.reason == .insufficientUserAuthentication)
      }
      server.turn(seconds: 3 * 86_400)
      let later = try await hijack.signIn(by: key)
      // A code and no factor decides nothing.
      let codeAlone = try await server.signUp(Self.ada)
      let none = try await server.send(
        .keepHeldFactor, at: ["id": hijack.phone.id], as: codeAlone, RevocationRequest())
      #expect(none.status == 401)
      #expect(try await hijack.signIn().reason == .factorWaits)
      #expect(try await hijack.decide(keeping: true, by: key, as: later).status == 204)
      #expect(try await hijack.signIn().status == 201)
      let held: HeldFactors = try await server.read(.heldFactors, as: later)
      #expect(held.factors.isEmpty && !held.isWaiting)
    }
  }

  @Test("Attack 3: what the owner removes stays removed, whatever comes later")
  func removal() async throws {
    try await Hijack.run { hijack in
      let server = hijack.server
      let owner = try await server.signUp(Self.ada)
      let key = try await server.registerKey(owner, of: Self.ada)
      let stop = try await server.harness.stopRequest(of: .factorsHeld)
      server.turn(seconds: 3 * 86_400)
      let later = try await hijack.signIn(by: key)
      #expect(try await hijack.decide(keeping: false, by: key, as: later).status == 204)
      let gone = try await hijack.decide(keeping: true, by: key, as: later)
      #expect(gone.status == 404)
      // The link of the notice is over by now.
      #expect(try await server.send(.stop, stop).reason == .linkOver)
      #expect(try await hijack.signIn().reason == .deviceUnknown)
    }
  }

  // Holds: RTS-24
  @Test("Attack 3: no recovery and no administrator's revocation gives a hold's link another end")
  func otherEnds() async throws {
    try await Hijack.run { hijack in
      let server = hijack.server
      let thief = try await server.signUp(Self.ada)
      _ = try await server.registerKey(thief, of: Self.ada)
      let stop = try await server.harness.stopRequest(of: .factorsHeld)
      let _: CodeRequestAnswer = try await server.read(
        .requestCode, as: thief, CodeRequest(purpose: .recover))
      let begun = try await server.send(
        .beginRecovery, as: thief,
        RecoveryRequest(validateCode: try await server.code(to: Self.ada)))
      #expect(begun.reason == .recoveryNotPossible)
      // What an administrator took no link brings back.
      let admin = try await server.harness.host(.admin)
      _ = try await server.harness.service.administration.revoke(
        AccountRevocationRequest(.userName(Self.ada), .all(.factors)), host: admin
      ).get()
      #expect(try await server.send(.stop, stop).reason == .linkOver)
      #expect(try await hijack.signIn().reason == .deviceUnknown)
    }
  }

  // Holds: hosts
  @Test("Attack 3: a code for a first factor puts a host's other devices on hold, and not its own")
  func firstFactorByCode() async throws {
    try await AttackedServer.run { server in
      let shop = try await server.harness.serviceKey([.sessions], of: .shop).exposed
      var tokens: [String] = []
      for _ in 0..<2 {
        let link: SessionLinkAnswer = try await server.read(
          .makeServiceLink, as: shop,
          SessionLinkRequest(
            type: .enrol, userName: Self.ada, displayName: "Ada",
            secondFactor: SecondFactorDemand.none))
        let device = TestPhone(try server.newKey())
        let confirmed: LinkConfirmed = try await server.read(
          .confirmLink, at: ["id": link.id],
          LinkConfirmation.enrol(
            try device.device(for: link.id, withPIN: false), registration: nil, .nothing))
        tokens.append(try #require(confirmed.session).accessToken.exposed)
      }
      // Each sees what waits, as a device without a PIN may.
      for token in tokens { #expect(try await server.send(.transactions, as: token).status == 200) }
      let spared = try await server.harness.service.sessions.authenticate(
        SecretText(tokens[0]), activity: .person
      ).get()
      var feed = try server.harness.service.reviews.events(after: nil, session: spared).get()
      let before = try await feed.next()
      let key = try await server.registerKey(tokens[0], of: Self.ada)
      let after = try await feed.next()
      #expect(!before.isLast && after.isLast)
      #expect(try await server.send(.transactions, as: tokens[1]).status == 401)
      // As long as that one is on hold, a device without a PIN sees nothing either.
      #expect(try await server.send(.transactions, as: tokens[0]).status == 401)
      await server.harness.deliverMessages()
      server.turn(seconds: 3 * 86_400)
      let later = try await server.signIn(by: key, of: Self.ada)
      let devices: DeviceList = try await server.read(.devices, as: later)
      #expect(devices.devices.map(\.isCurrent) == [true])
      let held: HeldFactors = try await server.read(.heldFactors, as: later)
      #expect(held.factors.count == 1)
    }
  }

  @Test("Attack 3: the maker of a page's link takes no PIN of the owner's away by a word for hers")
  func makersWord() async throws {
    try await Hijack.run { hijack in
      let server = hijack.server
      let session = try await hijack.strongSession()
      let change: LinkedOptions = try await server.read(
        .linkedOptions, as: session, LinkedOptionsRequest(changing: .addDeviceByLink))
      let proof = try hijack.phone.pinProof(try #require(change.pinChallenge))
      let link: SessionLinkAnswer = try await server.read(
        .makeLink, as: session, SessionLinkRequest(type: .enrol, proof: .pinProof(proof)))
      #expect(try await hijack.confirm(link, withPIN: true).status == 201)
      let owner = try await server.signUp(Self.ada)
      let pin = SecretText("258036")
      server.harness.watch.note("pin", pin.exposed)
      let _: CodeRequestAnswer = try await server.read(
        .requestCode, as: owner, CodeRequest(purpose: .setPIN))
      let set = try await server.send(
        .setPIN, as: owner,
        SetPINRequest(
          pin: pin, entitlement: .validateCode(try await server.code(to: Self.ada))))
      #expect(set.status == 204)
      let claimed = try await server.send(
        WireRequest(
          .claimLink, parameters: ["id": link.id], watchSecret: link.watchSecret.exposed,
          body: LinkClaim(isMine: true).json))
      #expect(claimed.status == 404 && claimed.reason == .linkOver)
      let factors: SecondFactorAnswer = try await server.read(.secondFactor, as: owner)
      #expect(factors.hasPIN)
    }
  }

  // Holds: RTS-24
  @Test("Attack 3: whoever has the mailbox alone takes over no account that a host's word enrolled")
  func mailboxThief() async throws {
    try await Hijack.run { hijack in
      let server = hijack.server
      let thief = try await server.signUp(Self.ada)
      let stolen = try await server.registerKey(thief, of: Self.ada)
      // Strong in three days, if nobody looks at the mail until then.
      let paid = try await hijack.pay(4000, by: stolen, as: thief)
      #expect(paid.status == 403 && paid.reason == .factorWaits)
      let removal = try await hijack.decide(keeping: false, by: stolen, as: thief)
      // A session of the mailbox alone is not shown what is on hold.
      #expect(removal.reason == .insufficientUserAuthentication)
      let stop = try await server.harness.stopRequest(of: .factorsHeld)
      let stopped: StopAnswer = try await server.read(.stop, stop)
      #expect(stopped.stopped == .hold)
      #expect(try await server.send(.secondFactor, as: thief).status == 401)
      #expect(try await hijack.signIn().status == 201)
      #expect(try await server.send(.stop, stop).reason == .linkOver)
      // From then on a mailed code is what it is beside factors: nothing is on hold again.
      let again = try await server.signUp(Self.ada)
      #expect(try await hijack.signIn().status == 201)
      let _: CodeRequestAnswer = try await server.read(
        .requestCode, as: again, CodeRequest(purpose: .register))
      let refused = try await server.send(
        .registrationOptions, as: again,
        RegistrationOptionsRequest(validateCode: try await server.code(to: Self.ada)))
      #expect(refused.status == 401 && refused.reason == .insufficientUserAuthentication)
    }
  }

  // Holds: RTS-24
  @Test("Attack 3: a telephone number from before the hold gets no link, and shortens nothing")
  func telephone() async throws {
    try await Hijack.run { hijack in
      let server = hijack.server
      let number = "+2348012345678"
      try await hijack.setPhone(number)
      let told = server.harness.messenger.messages.count { $0.recipient == number }

      let owner = try await server.signUp(Self.ada)
      let key = try await server.registerKey(owner, of: Self.ada)
      await server.harness.deliverMessages()
      // Of the hold and of the factor that came under it.
      let news = server.harness.messenger.messages.filter { $0.recipient == number }
        .dropFirst(told)
      #expect(news.map(\.content) == [.notice(.factorsHeld), .notice(.factorsHeld)])
      #expect(news.allSatisfy { $0.stop == nil })
      let factors: SecondFactorAnswer = try await server.read(.secondFactor, as: owner)
      #expect(!factors.hasPhone)
      // Nor do the device and the number make the owner's wait a day.
      server.turn(seconds: 3 * 86_400 - 2)
      let early = try await hijack.signIn(by: key)
      let still: SecondFactorAnswer = try await server.read(.secondFactor, as: early)
      #expect(still.isOnHold == true && still.onHoldUntil != nil)
      #expect(try await server.send(.heldFactors, as: early).status == 401)
      server.turn(seconds: 2)
      let later = try await hijack.signIn(by: key)
      let settled: SecondFactorAnswer = try await server.read(.secondFactor, as: later)
      #expect(settled.isOnHold == nil && settled.onHoldUntil == nil)
      #expect(try await server.send(.heldFactors, as: later).status == 200)
    }
  }

  @Test("Attack 3: the code for a telephone number as a name goes to it, whatever the device set")
  func numberAsName() async throws {
    try await AttackedServer.run { server in
      let (owner, other) = ("+2348012345678", "+2348087654321")
      let hijack = try await Hijack(server, of: owner)
      try await hijack.setPhone(other)
      _ = try await server.signUp(owner)
      #expect(try await hijack.signIn().reason == .factorWaits)
    }
  }

  // Holds: hosts
  @Test("Attack 13: a host's session of level 0 ends no device, and sees no operation, of others")
  func nothingToProve() async throws {
    try await AttackedServer.run { server in
      let owner = try await server.signUp(Self.ada)
      let device = TestPhone(try server.newKey())
      let _: CodeRequestAnswer = try await server.read(
        .requestCode, as: owner, CodeRequest(purpose: .register))
      let session: SessionList = try await server.read(.sessions, as: owner)
      let registered = try await server.send(
        .registerDevice, as: owner,
        DeviceRequest(
          device: try device.device(for: try #require(session.account).id, withPIN: false),
          validateCode: try await server.code(to: Self.ada)))
      #expect(registered.status == 201)
      let shop = try await server.harness.serviceKey([.sessions], of: .shop).exposed
      let opened: SessionAnswer = try await server.read(
        .openServiceSession, as: shop, ServiceSessionRequest(userName: Self.ada))
      let token = opened.accessToken.exposed
      let id = ["id": device.id]
      for answer in [
        try await server.send(.revokeDevice, at: id, as: token, RevocationRequest()),
        try await server.send(
          WireRequest(
            .revokeDevices, query: ["which": "all"], accessToken: token,
            body: RevocationRequest().json)),
        try await server.send(
          WireRequest(
            .revokeCredentials, query: ["which": "all"], accessToken: token,
            body: RevocationRequest().json)),
      ] {
        #expect(answer.status == 401 && answer.reason == .insufficientUserAuthentication)
      }
      // A session of the owner's own has nothing to prove.
      let another = try await server.signUp(Self.ada)
      let own = try await server.send(
        .revokeDevice, at: id, as: another, idempotencyKey: "revoke-1", RevocationRequest())
      #expect(own.status == 204)
      let name = ["id": "revoke-1"]
      #expect(try await server.send(.operation, at: name, as: token).status == 404)
      let third = try await server.signUp(Self.ada)
      #expect(try await server.send(.operation, at: name, as: third).status == 200)
    }
  }
}
