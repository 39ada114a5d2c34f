#if PostgreSQL
  import CountersignCore
  import CountersignTesting
  import Testing
  import WebAuthnModel
  import WireModel

  /// Two nodes that have nothing in common but the database and the keyring.
  @Suite("Nodes count and spend as one", .timeLimit(.minutes(3)))
  struct SharedLimitTests {
    private static let pin = "258036"

    /// Two services on one new database, with one clock, as the database's is.
    private static func nodes() async throws -> [ServiceHarness] {
      let first = try await ServiceHarness(driver: .postgreSQL)
      let second = try await ServiceHarness(
        directory: first.directory, keyring: first.keyring, clock: first.clock,
        driver: .postgreSQL)
      return [first, second]
    }

    /// The audit that each race ends in: ledger, orders, and the audit log.
    private static func expectWhole(_ nodes: [ServiceHarness]) async throws {
      for node in nodes { #expect(try await node.fault() == nil) }
    }

    /// The refusals of money orders that go to the nodes in turn, all at once; nil for one that was
    /// carried out.
    private static func refusals(
      _ proofs: [PINProof], _ session: AuthenticatedSession, _ nodes: [ServiceHarness]
    ) async throws -> [Reason?] {
      try await withThrowingTaskGroup { group in
        for (index, proof) in proofs.enumerated() {
          group.addTask {
            try await nodes[index % 2].refusal(
              SendMoneyRequest(payload: .sample, proof: .pinProof(proof)), session)
          }
        }
        return try await group.reduce(into: [Reason?]()) { $0.append($1) }
      }
    }

    @Test("30 guesses at a PIN, at two nodes at once, get at most 5 answers")
    func guesses() async throws {
      let nodes = try await Self.nodes()
      let device = try await nodes[0].registerDevice(try await nodes[0].signUp(), pin: Self.pin)
      let session = try await nodes[0].logIn(device, Self.pin)
      let proofs = try await (0..<30).asyncMap { index in
        try device.pinProof(
          "00000\(index % 10)", over: try await nodes[index % 2].pinChallenge(.sample, session))
      }
      let refusals = try await Self.refusals(proofs, session, nodes)
      let answers = refusals.count { $0 == .verificationFailed || $0 == .secondFactorBlocked }
      #expect((1...5).contains(answers))
      #expect(refusals.count { $0 == nil } == 0)
      try await Self.expectWhole(nodes)
    }

    @Test("the last attempt at a PIN, at two nodes at once, is one attempt")
    func lastAttempt() async throws {
      let nodes = try await Self.nodes()
      let device = try await nodes[0].registerDevice(try await nodes[0].signUp(), pin: Self.pin)
      let session = try await nodes[0].logIn(device, Self.pin)
      func guess(_ index: Int) async throws -> PINProof {
        try device.pinProof(
          "00000\(index)", over: try await nodes[index % 2].pinChallenge(.sample, session))
      }
      // Past the penalty of each.
      for (index, seconds) in [1, 6, 31, 121].enumerated() {
        let refusals = try await Self.refusals([try await guess(index)], session, nodes)
        #expect(refusals == [.verificationFailed])
        nodes[0].clock.advance(seconds: Int64(seconds))
      }
      let guesses = try await (4..<10).asyncMap(guess)
      let refusals = try await Self.refusals(guesses, session, nodes)
      #expect(refusals.contains(.secondFactorBlocked))
      #expect(refusals.allSatisfy { $0 == .secondFactorBlocked || $0 == .attemptInProgress })
      let counted = try await nodes[1].store.rows(
        "SELECT COUNT(*) FROM audit WHERE kind = 'pin_refused'", [])
      #expect(try counted.first?.integer(0) == 5)
      try await Self.expectWhole(nodes)
    }

    @Test("one proof that comes to two nodes at once is spent once")
    func oneProof() async throws {
      let nodes = try await Self.nodes()
      let device = try await nodes[0].registerDevice(try await nodes[0].signUp(), pin: Self.pin)
      let session = try await nodes[1].logIn(device, Self.pin)
      let proof = try device.pinProof(
        Self.pin, over: try await nodes[0].pinChallenge(.sample, session))
      let refusals = try await Self.refusals(
        [PINProof](repeating: proof, count: 8), session, nodes)
      // Whoever comes later is told the first one's answer, or that it is at work.
      #expect(refusals.contains(nil), "\(refusals)")
      let orders = try await nodes[1].store.rows(
        "SELECT COUNT(*) FROM operations WHERE account_id = ? AND scenario = ?",
        [.text(session.accountID.text), .text("SEND_MONEY")])
      #expect(try orders.first?.integer(0) == 1)
      try await Self.expectWhole(nodes)
    }

    @Test("approvals and denials of one transaction, at two nodes at once, give one decision")
    func oneDecision() async throws {
      for round in 0..<4 {
        // Anew each time: a host whose transactions a person declines has to wait.
        let nodes = try await Self.nodes()
        let session = try await nodes[0].signUp()
        let authenticator = try await nodes[0].registerKey(session)
        let review = try await nodes[0].review()
        // Made before any decision: whoever has decided is given no challenge any more.
        let assertions = try await (0..<16).asyncMap {
          try await nodes[$0 % 2].reviewAssertion(review, authenticator, session)
        }
        let decisions = try await withThrowingTaskGroup { group in
          for (index, assertion) in assertions.enumerated() {
            let node = nodes[index % 2]
            group.addTask {
              (index / 2 + round).isMultiple(of: 3)
                ? try await node.service.reviews.deny(
                  review.reviewID, idempotencyKey: nil, session: session)
                : try await node.service.reviews.approve(
                  review.reviewID, ApprovalRequest(proof: .assertion(assertion)),
                  idempotencyKey: nil, session: session
                ).executed()
            }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        let executed = decisions.compactMap { try? $0.get() }.filter { !$0.isReplayed }
        #expect(executed.count == 1)
        let decided = try await nodes[1].shown(review, session).status
        for decision in decisions {
          switch decision {
          case .success(let outcome): #expect(outcome.answer.status == decided)
          case .failure(let refusal):
            #expect(refusal.reason == (decided == .approved ? .alreadyApproved : .alreadyDenied))
          }
        }
        try await Self.expectWhole(nodes)
      }
    }

    @Test("a session lasts at one node for as long as the other one has said")
    func session() async throws {
      let nodes = try await Self.nodes()
      let name = "ada@example.com"
      let request = try await nodes[0].service.accounts.signUp(
        SignUpRequest(userName: name, displayName: "Ada"), from: .local
      ).get()
      let code = try await nodes[0].newestCode(to: name)
      let token = try await nodes[0].service.signIn.open(
        .code(codeRequest: request.codeRequest, validateCode: code)
      ).get().accessToken
      func use(_ node: Int) async throws -> Int64 {
        try await nodes[node].service.sessions.authenticate(token, activity: .person).get()
          .secondsLeft
      }
      #expect(try await use(0) == 300)
      // Not written down yet: the other node does not know of it.
      nodes[0].clock.advance(seconds: 29)
      let left = try await use(0)
      #expect(left == 271)
      nodes[0].clock.advance(seconds: left - 1)
      #expect(try await use(1) == 300)
      nodes[0].clock.advance(seconds: 299)
      #expect(try await use(0) == 300)
    }

    @Test("what happens at one node wakes those who watch at another")
    func wake() async throws {
      let nodes = try await Self.nodes()
      let session = try await nodes[0].signUp()
      let (wakes, waker) = AsyncStream<Void>.makeStream()
      let feed = try nodes[0].service.reviews.events(
        after: nil, session: session
      ).get()
      let end = try nodes[0].service.changeBell.listen(to: feed.topic, waking: waker)
      var waking = wakes.makeAsyncIterator()
      let review = try await nodes[1].review()
      #expect(await waking.next() != nil)
      _ = try await nodes[1].service.reviews.deny(
        review.reviewID, idempotencyKey: nil, session: session
      ).get()
      #expect(await waking.next() != nil)
      end()
    }

    @Test("what waits to be sent is sent by one node")
    func outbox() async throws {
      let nodes = try await Self.nodes()
      let names = (0..<12).map { "person\($0)@example.com" }
      for (index, name) in names.enumerated() {
        _ = try await nodes[index % 2].service.accounts.signUp(
          SignUpRequest(userName: name, displayName: "X"), from: .local
        ).get()
      }
      let target = SlowTarget()
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<6 {
          group.addTask {
            await nodes[number % 2].outbox(messenger: target).runDue(only: .message, .notice)
          }
        }
      }
      #expect(target.taken.sorted() == names.sorted())
    }
  }
#endif
