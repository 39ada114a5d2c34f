import Crypto
import DocumentModel
import Foundation
import Testing
import WebAuthnModel
import WireModel

@testable import CountersignCore
@testable import CountersignSQLite

@Suite("A store of before its rows were sealed")
struct SealingUpgradeTests {
  private static let keyring = Keyring.generated()
  private static let seals = StoreSeals(keyring)
  /// What nobody may read in the file afterwards.
  private static let words = [
    "ada@example.com", "Ada Lovelace", "Ada's old phone", "+2348012345678", "+2348099999999",
    "Ikeja Books", "Invoice 17", "DE89370400440532013000", "a note of hers", "4 Marina Road",
    "answered so", "signed so", "eve@example.com", "Eve's link",
  ]

  // Holds: at rest
  @Test("each row reads as before, and the file, its free pages and its log hold nothing in clear")
  func everyRow() async throws {
    try await StorePlace.temporary { place in
      try await Self.leaveOld(in: place)
      #expect(try Self.found(in: place) == Set(Self.words))

      let store = try SQLiteStore(path: place.databasePath, seals: Self.seals)
      #expect(store.appliedSteps == Schema.core.since(15))
      try await store.read(Self.verify)
      #expect(try Self.found(in: place) == [])
      try await store.close()
      #expect(try Self.found(in: place) == [])
    }
  }

  @Test("an upgrade that is killed before it has emptied the free pages does so at the next start")
  func killed() async throws {
    try await StorePlace.temporary { place in
      try await Self.leaveOld(in: place)
      // As far as the commit of the step.
      let connection = try SQLiteDatabase.open(place.databasePath)
      // Not every SQLite overwrites what it frees.
      try connection.execute("PRAGMA secure_delete = OFF")
      let step = try #require(Schema.core.steps.first { $0.number == 15 })
      try connection.execute("BEGIN IMMEDIATE")
      for statement in step.statements { try connection.execute(statement) }
      try SQLiteDatabase.rewrite(step, sealing: Self.seals, on: connection)
      try connection.execute(
        "INSERT INTO schema_steps (owner, step) VALUES ('core', 15)")
      try connection.execute("COMMIT")
      try connection.close()
      #expect(try Self.found(in: place) != [])

      let store = try SQLiteStore(path: place.databasePath, seals: Self.seals)
      #expect(store.appliedSteps == Schema.core.since(16))
      try await store.close()
      #expect(try Self.found(in: place) == [])
    }
  }

  @Test("a keyring that does not open the secrets of before changes nothing")
  func otherKeyring() async throws {
    try await StorePlace.temporary { place in
      try await Self.leaveOld(in: place)
      let error = #expect(throws: StoreError.self) {
        try SQLiteStore(path: place.databasePath, seals: StoreSeals(.generated()))
      }
      #expect(error?.reason.contains("does not open with this keyring") == true)
      let store = try SQLiteStore(path: place.databasePath, seals: Self.seals)
      try await store.read(Self.verify)
      try await store.close()
    }
  }

  /// Leaves a store as a version before sealed rows wrote it.
  private static func leaveOld(in place: StorePlace) async throws {
    let old = try SQLiteStore(
      path: place.databasePath, schemas: [.core(before: 15)], seals: .none)
    try await old.write { transaction in
      for (statement, values) in try rows() { try transaction.execute(statement, values) }
    }
    try await old.close()
  }

  /// A row of each table that says something of a person.
  private static func rows() throws -> [(String, [SQLValue])] { try people() + actions() }

  private static func people() throws -> [(String, [SQLValue])] {
    let app = try sealed([1, 2, 3], keyring[.authenticatorSecret], "a")
    let host = try sealed(
      Array("whsec_1".utf8),
      HKDF<SHA256>.deriveKey(
        inputKeyMaterial: keyring[.authenticatorSecret],
        info: Array("countersign/host-event-secret/v1".utf8), outputByteCount: 32),
      "hosts.event_secret hst_shop https://shop.example")
    return [
      (
        """
        INSERT INTO accounts (id, user_name, display_name, created_at)
          VALUES ('a', 'ada@example.com', 'Ada Lovelace', 1)
        """, []
      ),
      (
        """
        INSERT INTO code_requests (id, recipient, user_name, display_name, account_id, session_id,
          purpose, place, created_at, tries, binding) VALUES
          ('c', x'01', 'eve@example.com', 'Eve', 'a', 's', 'approve', 'first', 1, 0, x'07')
        """, []
      ),
      (
        """
        INSERT INTO devices (id, account_id, name, public_key, pin_generation, created_at)
          VALUES ('d', 'a', 'Ada''s old phone', x'01', 0, 1)
        """, []
      ),
      (
        "INSERT INTO phones (account_id, number, new_number, new_code_request_id) "
          + "VALUES ('a', '+2348012345678', '+2348099999999', 'c')", []
      ),
      (
        "INSERT INTO authenticator_apps (account_id, secret, confirmed_at, last_step) "
          + "VALUES ('a', ?, 1, 7)", [.blob(app)]
      ),
      (
        "INSERT INTO hosts (id, name, created_at, event_address, event_secret) "
          + "VALUES ('hst_shop', 'shop', 1, 'https://shop.example', ?)", [.blob(host)]
      ),
      (
        """
        INSERT INTO session_links (id, type, status, watch_hash, origin, requester, numbers,
          number, announcement, second_factor, created_at, body_hash)
          VALUES ('l', 'login', 'waiting', x'01', 'http://localhost', x'01', '17 42', '17',
            '{"title":"Eve''s link"}', 'none', 1, x'08')
        """, []
      ),
    ]
  }

  private static func actions() -> [(String, [SQLValue])] {
    [
      (
        """
        INSERT INTO operations (id, account_id, scenario, body_hash, proof_kind, evidence, answer,
          at) VALUES ('o', 'a', 'PAY', x'09', 'assertion', ?, '{"answer":"answered so"}', 1),
            ('e', 'erased', 'PAY', x'09', 'assertion', NULL, NULL, 1)
        """, [.blob(Array("signed so".utf8))]
      ),
      (
        """
        INSERT INTO spent (challenge_id, account_id, assertion_hash, scenario, stage, body_hash,
          operation_id, evidence, at) VALUES (x'11', 'a', x'12', 'PAY', 'acted', x'09', 'o', ?, 1)
        """, [.blob(Array("signed so".utf8))]
      ),
      (
        """
        INSERT INTO transactions (id, account_id, status, amount, currency, exponent, payee,
          last_four_pan, reference, account, created_at, expires_at, user_input, changed_at,
          body_hash) VALUES ('t', 'a', 'denied', 1250, 'EUR', 2, 'Ikeja Books', '4242',
            'Invoice 17', 'DE89370400440532013000', 1, 9, 'a note of hers', 1, x'0a')
        """, []
      ),
      (
        """
        INSERT INTO transactions (id, account_id, status, scenario, payload, created_at, expires_at,
          changed_at, body_hash)
          VALUES ('u', 'a', 'pending', 'SHIP', '{"address":"4 Marina Road"}', 1, 9, 2, x'0b')
        """, []
      ),
      (
        """
        INSERT INTO outbox (id, kind, content, due_at, attempts, line, target) VALUES
          ('n', 'notice', '{"to":"ada@example.com"}', 0, 0, 'notice:ada@example.com', 'mail')
        """, []
      ),
    ]
  }

  /// Holds each row against what it was.
  @Sendable private static func verify(_ transaction: any ReadTransaction) throws {
    let ada = AccountID("a")
    let seal = try transaction.seal(of: ada)
    #expect(try Accounts.find(AccountName("ADA@example.com"), in: transaction) == ada)
    let names = try #require(try Accounts.names(of: ada, in: transaction))
    #expect(names.userName == "ada@example.com" && names.displayName == "Ada Lovelace")
    let code = try #require(
      try transaction.row("\(StoredCode.columns) WHERE id = 'c'")
        .map { try StoredCode($0, in: transaction) })
    #expect(code.userName == "eve@example.com" && code.displayName == "Eve")
    #expect(try code.binding == seal.hash([7]))
    #expect(try Devices.find(DeviceID("d"), in: transaction)?.name == "Ada's old phone")
    #expect(try Phones.confirmed(of: ada, in: transaction)?.text == "+2348012345678")
    #expect(try Phones.unconfirmed(of: ada, in: transaction)?.number.text == "+2348099999999")
    #expect(try AuthenticatorApps.find(of: ada, in: transaction)?.secret == [1, 2, 3])
    let target = try HostEventTargets.find(HostID("hst_shop"), in: transaction)
    #expect(target?.secret.exposed == "whsec_1")
    let link = try SessionLinks.find(SessionLinkID("l"), in: transaction)
    #expect(link?.announcement == #"{"title":"Eve's link"}"#)
    let operation = try Operations.stored(StoredOperationID("o"), in: transaction)
    #expect(operation.answer == ["answer": "answered so"])
    let erased = try Operations.stored(StoredOperationID("e"), in: transaction)
    #expect(erased.answer == nil)
    let spent = try #require(try SpentRow.find([0x11], of: ada, by: seal, in: transaction))
    #expect(spent.evidence == Array("signed so".utf8))
    #expect(try spent.bodyHash == seal.hash([9]))
    let payment = try #require(try ReviewRecords.find(ReviewID("t"), in: transaction))
    #expect(payment.userInput == "a note of hers")
    #expect(
      payment.subject
        == .payment(
          ReviewedPayment(
            amount: Money(1250, "EUR", exponent: 2), payee: "Ikeja Books", lastFourPAN: "4242",
            reference: "Invoice 17", account: "DE89370400440532013000")))
    let declared = try #require(try ReviewRecords.find(ReviewID("u"), in: transaction))
    #expect(
      declared.subject
        == .declared(ScenarioName("SHIP"), payload: ["address": "4 Marina Road"]))
    #expect(
      try Outbox.jobs(of: [.notice], in: transaction).map(\.content)
        == [["to": "ada@example.com"]])
  }

  private static func sealed(
    _ secret: [UInt8], _ key: SymmetricKey, _ place: String
  ) throws -> [UInt8] {
    let box = try AES.GCM.seal(secret, using: key, authenticating: Array(place.utf8))
    return Array(box.nonce) + Array(box.ciphertext) + Array(box.tag)
  }

  /// The words that are in the clear in any file of the database.
  private static func found(in place: StorePlace) throws -> Set<String> {
    var found: Set<String> = []
    for suffix in ["", "-wal"] {
      let content = FileManager.default.contents(atPath: place.databasePath + suffix) ?? Data()
      for word in words where content.range(of: Data(word.utf8)) != nil { found.insert(word) }
    }
    return found
  }
}
