import CountersignCore
import CountersignSQLite
import CountersignTesting
import Crypto
import Foundation
import Testing
import WebAuthnModel
import WireModel

@Suite("Whoever has the database, and not the keyring")
struct StolenDatabaseTests {
  // Holds: at rest
  @Test("Attack 25: a stolen database tells no person, address, payee, device or typed word")
  func words() async throws {
    try await AttackedServer.run(scenarios: [.shipOrder.of(.default)]) { server in
      let harness = server.harness
      try await live(on: server)
      // Every file of the store: the database, and the log of what was written last.
      let files = try FileManager.default.contentsOfDirectory(atPath: harness.directory.path)
        .filter { $0.hasPrefix("countersign.sqlite") }
        .map { name in
          (name, try Data(contentsOf: harness.directory.appending(path: name)))
        }
      try #require(files.count >= 2)
      for word in Self.words {
        for form in [word, Base64URL.encode(Array(word.utf8)), word.uppercased()] {
          for (name, content) in files {
            #expect(content.range(of: Data(form.utf8)) == nil, "\(form) in \(name)")
          }
        }
      }
      // The files are those of this server: what it does not hide is there.
      let seen = files.contains { $0.1.range(of: Data("SHIP_ORDER".utf8)) != nil }
      #expect(seen)
    }
  }

  // Holds: at rest
  @Test("Attack 25: hashes in a stolen database cannot be tried against guesses")
  func hashes() async throws {
    try await AttackedServer.run { server in
      let harness = server.harness
      try await live(on: server)
      let columns = try await harness.store.read { transaction in
        try transaction.rows(
          """
          SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c
          WHERE m.type = 'table' AND c.type = 'BLOB'
          """, []
        ).map { (try $0.text(0), try $0.text(1)) }
      }
      // What somebody with a list of addresses and numbers would compute.
      let guesses = Set(
        Self.words.flatMap { word in
          [word, word.lowercased(), "countersign/code-address/v1:\(word)"].map { text in
            Data(SHA256.hash(data: Array(text.utf8)))
          }
        })
      var looked = 0
      for (table, column) in columns {
        for row in try await harness.store.rows(
          "SELECT \(column) FROM \(table) WHERE \(column) IS NOT NULL", [])
        {
          looked += 1
          let value = Data(try row.blob(0))
          #expect(!guesses.contains { value.range(of: $0) != nil }, "\(table).\(column)")
        }
      }
      #expect(looked > 20)
    }
  }

  /// What is put in, and must be found nowhere.
  private static let words = [
    Person.mail, Person.name, Person.device, Person.phone, Person.payee, Person.reference,
    Person.account, Person.remark, Person.street, Person.stranger,
  ]

  /// A person enrols, is asked, pays and declines; a stranger asks for a code.
  private func live(on server: AttackedServer) async throws {
    let harness = server.harness
    let request: CodeRequestAnswer = try await server.read(
      .signUp, SignUpRequest(userName: Person.mail, displayName: Person.name))
    let session: SessionAnswer = try await server.read(
      .openSession,
      SessionRequest.code(
        codeRequest: request.codeRequest,
        validateCode: try await server.code(to: Person.mail)))
    let token = session.accessToken.exposed
    try await addDevice(token, session.accountID, on: server)
    let authenticator = try await server.registerKey(token, of: Person.mail)
    try await setPhone(token, by: authenticator, on: server)
    for isApproved in [true, false] {
      let review = try await harness.review(
        NewTransactionRequest(
          userName: Person.mail, amount: "4250.00", currency: "EUR", payee: Person.payee,
          lastFourPAN: "4242", reference: Person.reference, account: Person.account))
      if isApproved {
        let approved = try await server.approve(
          review, by: authenticator, as: token, userInput: Person.remark)
        #expect(approved.status == 200)
      } else {
        let id = ["id": review.transaction.transactionID]
        #expect(try await server.send(.denyTransaction, at: id, as: token).status == 200)
      }
    }
    _ = try? await harness.review(
      NewTransactionRequest(
        userName: Person.mail, scenario: DeclaredScenario.shipOrder.name,
        payload: ["order": "17", "address": .string(Person.street), "parcels": 2]))
    let stranger = try await server.send(
      .signUp, SignUpRequest(userName: Person.stranger, displayName: "Mallory Stranger"))
    #expect(stranger.status == 202)
  }

  /// A device without a PIN, under the name that its person gave it.
  private func addDevice(
    _ token: String, _ account: String, on server: AttackedServer
  ) async throws {
    var device = try TestDevice()
    device.name = Person.device
    let _: CodeRequestAnswer = try await server.read(
      .requestCode, as: token, CodeRequest(purpose: .register))
    let added = try await server.send(
      .registerDevice, as: token,
      DeviceRequest(
        device: device.registration(for: account),
        validateCode: try await server.code(to: Person.mail)))
    #expect(added.status == 201)
  }

  private func setPhone(
    _ token: String, by authenticator: TestAuthenticator, on server: AttackedServer
  ) async throws {
    let options: LinkedOptions = try await server.read(
      .linkedOptions, as: token, LinkedOptionsRequest(changing: .setPhone(Person.phone)))
    let proof = Proof.assertion(try authenticator.assert(options.options))
    let asked = try await server.send(
      .setPhone, as: token, PhoneRequest(phone: Person.phone, proof: proof))
    #expect(asked.status == 202)
    let confirmed = try await server.send(
      .confirmPhone, as: token,
      PhoneConfirmation(otp: try await server.code(to: Person.phone)))
    #expect(confirmed.status == 204)
  }
}

private enum Person {
  static let mail = "ada.lovelace@example.com"
  static let name = "Ada Lovelace-Byron"
  static let device = "Ada's rose phone"
  static let phone = "+2348012345678"
  static let payee = "Ikeja Books and Records"
  static let reference = "Invoice 17 for the rose garden"
  static let account = "DE89370400440532013000"
  static let remark = "for my sister's birthday"
  static let street = "4 Marina Road, Lagos Island"
  static let stranger = "mallory.stranger@example.net"
}
