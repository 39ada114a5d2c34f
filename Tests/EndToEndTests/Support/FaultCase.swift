import CountersignClient
import CountersignCore
import CountersignDevice
import CountersignSQLite
import CountersignTesting
import FlowModel
import Testing
import WebAuthnModel
import WireModel

/// A flow whose network fails, and what holds then.
struct FaultCase: Sendable, CustomTestStringConvertible {
  /// What of it the server and the phone hold.
  enum Standing: Sendable, Hashable {
    /// Nothing of it.
    case nothing
    /// All of it, once.
    case done
    /// Something between.
    case half
  }

  /// What a flow is about.
  struct Subject: Sendable {
    let session: AccountSession
    let review: String
    var link: SessionLinkAnswer?
  }

  let name: String
  /// How many calls the flow makes without a fault, at most; the last one is the action.
  let calls: Int
  /// Brings the account to the phone, and makes what the flow is about.
  let prepare: @Sendable (InstalledPhone) async throws -> Subject
  let start: @Sendable (FlowManager, Subject) async throws -> any Sendable
  let answers: @Sendable (InstalledPhone, Subject) -> [InstalledPhone.Answer]
  let standing: @Sendable (InstalledPhone, Subject) async throws -> Standing
  /// How the flow ends where it works; nil for in DONE.
  var ending: FlowError?
  /// What the flow says where it had worked before, if anything else.
  var endingOnceDone: FlowError?
  /// That it can be used once, and no more often.
  var isOnce: @Sendable (InstalledPhone, Subject) async throws -> Bool = { _, _ in true }
  var testDescription: String { name }

  /// Whether a flow ended as it does where it works.
  func worked(_ flow: Flow?) -> Bool {
    ending.map { flow?.error == $0 } ?? (flow?.phase == .done)
  }

  func run(_ phone: InstalledPhone, _ subject: Subject) async throws -> [Flow] {
    try await phone.run({ try await start($0, subject) }, answers(phone, subject))
  }
}

extension FaultCase {
  static let all = payments + denials + logins + factors + upgrades

  /// An account with a PIN and, where they are wanted, biometrics.
  private static func enrolled(
    _ biometrics: SoftPromptAnswer
  ) -> @Sendable (InstalledPhone) async throws -> Subject {
    { phone in
      Subject(
        session: try await phone.enrol(biometrics: biometrics),
        review: try await phone.harness.review().transaction.transactionID)
    }
  }

  /// An account without a second factor.
  private static func enrolledHeadless(_ phone: InstalledPhone) async throws -> Subject {
    let link = try await phone.enrolLink("ada@example.com", .none)
    let flows = try await phone.run({ try await $0.startEnrol(link) }, [.confirm])
    try #require(flows.last?.phase == .done)
    phone.transport.arm(nil)
    return Subject(
      session: try #require(try await phone.manager.installation.session()),
      review: try await phone.harness.review().transaction.transactionID)
  }

  private static func standing(
    _ isDone: @escaping @Sendable (InstalledPhone, Subject) async throws -> Bool
  ) -> @Sendable (InstalledPhone, Subject) async throws -> Standing {
    { try await isDone($0, $1) ? .done : .nothing }
  }

  private static func status(
    _ wanted: TransactionStatus
  ) -> @Sendable (InstalledPhone, Subject) async throws -> Standing {
    { _, subject in
      switch try await subject.session.transaction(subject.review).status {
      case wanted: .done
      case .pending: .nothing
      default: .half
      }
    }
  }

  private static let payments = [
    FaultCase(
      name: "money order by PIN", calls: 2, prepare: enrolled(.decline),
      start: { manager, _ in try await manager.start(Remittance(.sample), proofPath: .token) },
      answers: { _, _ in [.give(.pin(InstalledPhone.pin))] },
      standing: standing { try await $1.session.pocket().balance == 4500 }),
    FaultCase(
      name: "money order by biometrics", calls: 3, prepare: enrolled(.accept),
      start: { manager, _ in try await manager.start(Remittance(.sample), proofPath: .token) },
      answers: { _, _ in [.give(.biometrics)] },
      standing: standing { try await $1.session.pocket().balance == 4500 }),
    FaultCase(
      name: "approval by PIN", calls: 4, prepare: enrolled(.decline),
      start: { try await $0.startReview($1.review) },
      answers: { _, _ in [.confirmTransaction, .give(.pin(InstalledPhone.pin))] },
      standing: status(.approved)),
    FaultCase(
      name: "approval by biometrics", calls: 4, prepare: enrolled(.accept),
      start: { try await $0.startReview($1.review) },
      answers: { _, _ in [.confirmTransaction, .give(.biometrics)] },
      standing: status(.approved)),
  ]

  private static let denials = [
    FaultCase(
      name: "denial of what is shown", calls: 3, prepare: enrolledHeadless,
      start: { try await $0.startReview($1.review) },
      answers: { _, _ in [.deny] },
      standing: status(.denied), ending: .denied, endingOnceDone: .transactionAlreadyReviewed),
    FaultCase(
      name: "denial in place of a factor", calls: 4, prepare: enrolled(.accept),
      start: { try await $0.startReview($1.review) },
      answers: { _, _ in [.confirmTransaction, .deny] },
      standing: status(.denied), ending: .denied, endingOnceDone: .transactionAlreadyReviewed),
  ]

  private static let factors = [
    FaultCase(
      name: "change of PIN", calls: 5, prepare: enrolled(.decline),
      start: { manager, _ in try await manager.startChangePIN() },
      answers: { _, _ in
        [.give(.pin(InstalledPhone.pin)), .give(.pin(InstalledPhone.newPIN))]
      },
      standing: standing { phone, subject in
        let devices = try await subject.session.devices().devices
        let state = try await phone.device.state(of: subject.session.accountID)
        return devices.first?.pinGeneration == 2 && state.pinGeneration == 2
          && state.openPIN == nil
      }),
    FaultCase(
      name: "adding biometrics", calls: 4, prepare: enrolled(.decline),
      start: { manager, _ in try await manager.startAddBiometrics() },
      answers: { _, _ in [.give(.pin(InstalledPhone.pin)), .give(.biometrics)] },
      standing: standing { try await $1.session.credentials().credentials.count == 1 }),
    FaultCase(
      name: "removing biometrics", calls: 4, prepare: enrolled(.accept),
      start: { manager, _ in try await manager.startRemoveBiometrics() },
      answers: { _, _ in [.give(.pin(InstalledPhone.pin))] },
      standing: standing { try await $1.session.credentials().credentials.isEmpty }),
  ]

  private static let logins = [
    login("login by PIN", .decline, .pin(InstalledPhone.pin)),
    pageLogin("login of a page by biometrics", .accept, .biometrics),
  ]

  private static func login(
    _ name: String, _ biometrics: SoftPromptAnswer, _ input: SecondFactorInput
  ) -> FaultCase {
    FaultCase(
      name: name, calls: 2, prepare: enrolled(biometrics),
      start: { manager, _ in try await manager.startLogin() },
      answers: { _, _ in [.give(input)] },
      standing: { phone, subject in
        guard let now = try await phone.manager.installation.session() else { return .half }
        if now.accessToken == subject.session.accessToken { return .nothing }
        return try await now.secondFactor().hasPIN ? .done : .half
      })
  }

  private static func pageLogin(
    _ name: String, _ biometrics: SoftPromptAnswer, _ input: SecondFactorInput
  ) -> FaultCase {
    FaultCase(
      name: name, calls: 4,
      prepare: { phone in
        var subject = try await enrolled(biometrics)(phone)
        subject.link = try await ServerConnection(transport: phone.transport).makeLoginLink()
        phone.transport.arm(nil)
        return subject
      },
      start: { manager, subject in
        try await manager.startLogin(try #require(LinkAddress(subject.link?.url ?? "")))
      },
      answers: { [.confirm(number: $1.link?.number), .give(input)] },
      standing: standing { phone, subject in
        try await phone.harness.store.read {
          try $0.rows(
            "SELECT 1 FROM session_links WHERE type = 'login' AND confirmed_at IS NOT NULL", []
          ).count == 1
        }
      },
      endingOnceDone: .serverValidation(.linkOver),
      isOnce: { phone, subject in
        let link = try #require(subject.link)
        let page = ServerConnection(transport: phone.transport)
        let session = try await page.collectLink(link.id, watchSecret: link.watchSecret)
        guard try await session.pocket().balance == 5000 else { return false }
        // Once the session is used it is nobody else's.
        return (try? await page.collectLink(link.id, watchSecret: link.watchSecret)) == nil
      })
  }

  private static let upgrades = [
    upgrade("headless upgrade with a PIN", .decline, calls: 5),
    upgrade("headless upgrade with a PIN and biometrics", .accept, calls: 6),
  ]

  private static func upgrade(
    _ name: String, _ biometrics: SoftPromptAnswer, calls: Int
  ) -> FaultCase {
    FaultCase(
      name: name, calls: calls, prepare: enrolledHeadless,
      start: { manager, _ in try await manager.startHeadlessUpgrade() },
      answers: { phone, _ in
        Array(repeating: .whateverIsAsked(phone.harness, biometrics), count: 4)
      },
      standing: { phone, subject in
        let factors = try await subject.session.secondFactor()
        let state = try await phone.device.state(of: subject.session.accountID)
        let keys = try await subject.session.credentials().credentials.map(\.id)
        let held = try await phone.authenticator(subject.session.accountID)
          .credentials(for: ServiceHarness.relyingPartyID).map(\.base64URL)
        switch (factors.hasPIN, keys.isEmpty) {
        case (false, true): return state.pinGeneration == 0 ? .nothing : .half
        case (true, false) where biometrics == .accept:
          return state.pinGeneration == 1 && keys == held ? .done : .half
        case (true, true) where biometrics == .decline:
          return state.pinGeneration == 1 ? .done : .half
        default: return .half
        }
      })
  }
}
