#if PostgreSQL
  import CountersignCore
  import CountersignTesting
  import Synchronization
  import Testing
  import WebAuthnModel
  import WireModel

  /// The round trips of an action where the database is elsewhere.
  @Suite("An action takes three round trips", .timeLimit(.minutes(2)))
  struct RoundTripTests {
    private static let pin = "258036"

    /// A service on PostgreSQL, and the round trips of each of its commits.
    private struct Stage {
      let harness: ServiceHarness
      let session: AuthenticatedSession
      private let trips = Trips()

      init() async throws {
        var hooks = StoreHooks()
        hooks.afterCommit = { [trips] in trips.note() }
        harness = try await ServiceHarness(hooks: hooks, driver: .postgreSQL) {
          $0.add(.payInvoice)
        }
        trips.watch(harness.store)
        session = try await harness.signUp()
      }

      /// The round trips of each commit of a body, in their order.
      func trips(_ body: () async throws -> Void) async throws -> [Int] {
        trips.begin()
        try await body()
        return trips.all
      }
    }

    private final class Trips: Sendable {
      private struct State {
        var store: TestedStore?
        var seen = 0
        var all: [Int] = []
      }

      private let state = Mutex(State())

      var all: [Int] { state.withLock(\.all) }

      func watch(_ store: TestedStore) { state.withLock { $0.store = store } }

      func begin() {
        state.withLock {
          $0.seen = $0.store?.statistics.commandTraffic.roundTrips ?? 0
          $0.all = []
        }
      }

      func note() {
        state.withLock {
          guard let now = $0.store?.statistics.commandTraffic.roundTrips else { return }
          $0.all.append(now - $0.seen)
          $0.seen = now
        }
      }
    }

    @Test("a spent proof is looked up where no new one is its neighbour")
    func spentProofs() async throws {
      let stage = try await Stage()
      let plan = try await stage.harness.store.rows(
        "EXPLAIN SELECT stage FROM spent WHERE challenge_id = '\\x01'", [])
      #expect(try plan.contains { try $0.text(0).contains("spent_by_hash") }, "\(plan)")
      let definition = try #require(
        try await stage.harness.store.rows(
          "SELECT indexdef FROM pg_indexes WHERE indexname = 'spent_by_hash'", []
        ).first?.text(0))
      #expect(definition.contains("USING hash"), "\(definition)")
    }

    @Test("a possible duplicate is looked up among the account's newest operations")
    func duplicates() async throws {
      let stage = try await Stage()
      let plan = try await stage.harness.store.rows(
        """
        EXPLAIN SELECT COALESCE(transaction_id, id), session_id FROM operations
        WHERE account_id = 'a' AND at > 1 AND scenario = 's' AND body_hash = '\\x01'
        ORDER BY at DESC LIMIT 1
        """, [])
      #expect(try plan.contains { try $0.text(0).contains("operations_by_account") }, "\(plan)")
    }

    @Test("a declared scenario, by a passkey, also the first of its session")
    func declared() async throws {
      let stage = try await Stage()
      let key = try await stage.harness.registerKey(stage.session)
      for _ in 0..<2 {
        let options = try await stage.harness.service.actions.options(
          LinkedOptionsRequest(scenario: .payInvoice, payload: ServiceHarness.invoice()),
          session: stage.session
        ).get()
        let proof = Proof.assertion(try key.assert(options.options))
        let trips = try await stage.trips {
          _ = try await stage.harness.service.actions.perform(
            .payInvoice, ActionRequest(payload: ServiceHarness.invoice(), proof: proof),
            idempotencyKey: nil, session: stage.session
          ).get()
        }
        #expect(trips == [3])
      }
    }

    @Test("the verification of a passkey's assertion takes two, also the first of its session")
    func verification() async throws {
      let stage = try await Stage()
      let key = try await stage.harness.registerKey(stage.session)
      for _ in 0..<2 {
        let assertion = try await stage.harness.assertion(
          .payInvoice, ServiceHarness.invoice(), key, stage.session)
        let trips = try await stage.trips {
          _ = try await stage.harness.service.proofs.verify(
            assertion, session: stage.session
          ).get()
        }
        // Its writes go out with the commit: without a savepoint they need no answer before.
        #expect(trips == [2])
      }
    }

    @Test("the approval of a host's transaction, by a passkey")
    func approval() async throws {
      let stage = try await Stage()
      let key = try await stage.harness.registerKey(stage.session)
      let review = try await stage.harness.review()
      let assertion = try await stage.harness.reviewAssertion(review, key, stage.session)
      let trips = try await stage.trips {
        _ = try await stage.harness.approve(review, .assertion(assertion), stage.session)
      }
      #expect(trips == [3])
    }

    @Test("money, by the token of a passkey, beside the job that carries it")
    func token() async throws {
      let stage = try await Stage()
      let key = try await stage.harness.registerKey(stage.session)
      let assertion = try await stage.harness.linkedAssertion(.sample, key, stage.session)
      let token = try await stage.harness.service.proofs.verify(
        assertion, session: stage.session
      ).get().verificationToken
      let trips = try await stage.trips {
        _ = try await stage.harness.send(
          SendMoneyRequest(payload: .sample, proof: .verificationToken(token)), stage.session)
      }
      #expect(trips.count == 2)
      #expect(trips.first == 3)
    }

    @Test("money, by a device's PIN, beside the count of its attempt and the job")
    func devicePIN() async throws {
      let stage = try await Stage()
      let device = try await stage.harness.registerDevice(stage.session, pin: Self.pin)
      let session = try await stage.harness.logIn(device, Self.pin)
      let proof = try device.pinProof(
        Self.pin, over: try await stage.harness.pinChallenge(.sample, session))
      let trips = try await stage.trips {
        _ = try await stage.harness.send(
          SendMoneyRequest(payload: .sample, proof: .pinProof(proof)), session)
      }
      #expect(trips.count == 3)
      #expect(trips.dropFirst().first == 3)
    }
  }
#endif
