import DocumentModel
import Testing
import WebAuthnModel
import WireModel

@Suite("Changes of factors")
struct FactorChangeTests {
  @Test("a change is read with what it changes, and with nothing else", arguments: Kind.allCases)
  func members(_ kind: Kind) throws {
    let wanted = Self.member(of: kind)
    for member in [nil, "id", "name", "phone"] {
      var change: JSONObject = ["change": .string(kind.rawValue)]
      if let member { change[member] = "x" }
      guard member == wanted else {
        #expect(throws: JSONShapeError.self, "\(kind) \(member ?? "alone")") {
          try FactorChange(json: .object(change))
        }
        continue
      }
      #expect(try FactorChange(json: .object(change)).json == .object(change))
    }
  }

  @Test(
    "what is no change is refused",
    arguments: [
      #"{}"#, #"{"change":"addEverything"}"#, #"{"change":"addPasskey","more":1}"#,
      #"{"change":"setPhone","phone":1}"#, #"{"change":"removeDevice","id":null}"#, #"[]"#,
    ])
  func refused(_ text: String) throws {
    let json = try JSONValue(parsing: Array(text.utf8))
    #expect(throws: JSONShapeError.self) { try FactorChange(json: json) }
  }

  @Test("a document answers the one change that it names, and no other")
  func answered() {
    for (index, document) in Self.documents.enumerated() {
      for (other, change) in Self.changes.enumerated() {
        #expect(change.isAnswered(by: document) == (index == other), "\(index) \(other)")
      }
    }
  }

  @Test("a document of another scenario, with more fields or with another value, answers none")
  func unanswered() {
    let phone = Document.Field("setPhone", label: "Phone", .text("+2348012345678"))
    let number = Document.Field("id", label: "ID", .reference("dev_1"))
    for document in [
      Self.document([phone], .testBiometrics), Self.document([]), Self.document([phone, number]),
      Self.document([Document.Field("setPhone", label: "Phone", .payee("+2348012345678"))]),
      Self.document([Document.Field("setPhone", label: "Phone", .flag(true))]),
      Self.document([Document.Field("addPasskey", label: "Passkey", .flag(false))]),
      Self.document([Document.Field("removeDevice", label: "Device", .text("Phone"))]),
      Self.document([
        Document.Field("removeDevice", label: "Device", .text("Phone")),
        Document.Field("id", label: "ID", .text("dev_1")),
      ]),
    ] {
      for change in Self.changes { #expect(!change.isAnswered(by: document)) }
    }
  }

  typealias Kind = FactorChange.Kind

  /// The member that says what is changed; nil where the kind says it all.
  private static func member(of kind: Kind) -> String? {
    switch kind {
    case .removePasskey, .keepOnlyPasskey, .removeDevice, .keepOnlyDevice, .keepHeld, .removeHeld:
      "id"
    case .addDevice: "name"
    case .setPhone: "phone"
    case .addPasskey, .addDeviceByLink, .setPIN, .addAuthenticatorApp, .removeAllPasskeys,
      .removeAllDevices, .removeAuthenticatorApp, .stopRecovery:
      nil
    }
  }

  private static let changes: [FactorChange] = [
    .addPasskey, .stopRecovery, .addDevice(named: "Phone"), .addDevice(named: "Tablet"),
    .setPhone("+2348012345678"), .removeDevice("dev_1"), .removeDevice("dev_2"),
    .keepOnlyDevice("dev_1"), .removePasskey(CredentialID([1])), .keepHeld("pin"),
    .removeHeld("pin"),
  ]

  /// What answers each of the changes.
  private static let documents = [
    document([Document.Field("addPasskey", label: "Passkey", .flag(true))]),
    document([Document.Field("stopRecovery", label: "Recovery", .flag(true))]),
    document([Document.Field("addDevice", label: "Device", .text("Phone"))]),
    document([Document.Field("addDevice", label: "Device", .text("Tablet"))]),
    document([Document.Field("setPhone", label: "Phone", .text("+2348012345678"))]),
    document([
      Document.Field("removeDevice", label: "Device", .text("Phone")),
      Document.Field("id", label: "ID", .reference("dev_1")),
    ]),
    document([
      Document.Field("removeDevice", label: "Device", .text("Phone")),
      Document.Field("id", label: "ID", .reference("dev_2")),
    ]),
    document([
      Document.Field("keepOnlyDevice", label: "Device", .text("Phone")),
      Document.Field("id", label: "ID", .reference("dev_1")),
    ]),
    document([
      Document.Field("removePasskey", label: "Passkey", .time("2024-01-22T10:30:45Z")),
      Document.Field("id", label: "ID", .reference("AQ")),
    ]),
    document([
      Document.Field("keepHeld", label: "Keep", .flag(true)),
      Document.Field("id", label: "ID", .reference("pin")),
    ]),
    document([
      Document.Field("removeHeld", label: "Remove", .flag(true)),
      Document.Field("id", label: "ID", .reference("pin")),
    ]),
  ]

  private static func document(
    _ fields: [Document.Field], _ scenario: ScenarioName = .manageFactors
  ) -> Document {
    Document(scenario: scenario, language: .english, title: "Change", fields: fields)
  }
}
