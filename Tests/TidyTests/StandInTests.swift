import Testing

/// A behaviour that peers got wrong first: a mock that is never replaced.
@Suite("What stands in for something else")
struct StandInTests {
  // Holds: peer-mock
  @Test("no mock is left unreplaced: nothing that ships is named like a stand-in")
  func names() throws {
    let problems = try Self.shipped().flatMap(Self.problems(in:))
    #expect(problems == [])
  }

  // Holds: peer-mock
  @Test("every seam has an adapter that ships, and the composition root builds it")
  func seams() throws {
    let files = try Self.shipped()
    let root = try Repository.swiftFiles(
      under: ["Sources/Tools", "Sources/Server/CountersignServer", "Examples/Airtime/Sources"]
    ).map { $0.codeLines.joined(separator: "\n") }.joined(separator: "\n")
    for (seam, adapters) in Self.adapters {
      for adapter in adapters {
        let conformance = try Regex(
          "(struct|class|actor|extension) \(adapter)\\b[^{]*: [^{]*\\b\(seam)\\b")
        let text = files.filter { $0.text.has(adapter) }
          .map { $0.codeLines.joined(separator: "\n") }.joined(separator: "\n")
        #expect(text.firstMatch(of: conformance) != nil, "\(adapter) is no \(seam)")
        // The service takes the machine's own clock and randomness unless a test says otherwise.
        let isBuilt = root.has("\(adapter)(") || text.has("= \(adapter)()")
        #expect(isBuilt, "nothing builds \(adapter)")
      }
    }
    #expect(try Self.seamNames().subtracting(Self.adapters.keys) == [])
  }

  @Test("the check finds a stand-in by the words of its name, and leaves other words alone")
  func checkFindsPlantedType() {
    let file = SourceFile(
      path: "Planted.swift",
      text: """
        struct MockSupplier {}
        final class InMemoryStore {}
        enum Resample {}
        actor NavigatorStub {}
        """)
    #expect(
      Self.problems(in: file) == [
        file.problem(1, "MockSupplier is named like a stand-in"),
        file.problem(2, "InMemoryStore is named like a stand-in"),
        file.problem(4, "NavigatorStub is named like a stand-in"),
      ])
  }

  /// What is put in at the edge of a library, and what the program puts there.
  private static let adapters: [String: [String]] = [
    "Store": ["PostgreSQLStore", "SQLiteStore"],
    "Messenger": ["SendmailMessenger", "WebhookMessenger", "SMTPMessenger"],
    "Module": ["DemoDesk", "AirtimeShop"], "Supplier": ["HTTPSupplier"],
    "HostCourier": ["EventWebhook"], "AddressedCourier": ["EventWebhooks"],
    "Directory": ["OwnAccounts"],
    "RunMarks": ["RunMarkFiles"],
    "ServiceClock": ["SystemClock"], "RandomBytes": ["SystemRandomBytes"],
    "Transport": ["HTTPTransport"], "Vault": ["FileVault"], "DeviceSecrets": ["DeviceKeys"],
    "Authenticator": ["SoftwareAuthenticator"], "UserPresence": ["TerminalPresence"],
    "SessionKeySource": ["MemorySessionKeys"],
    "Navigator": ["TerminalNavigator"],
  ]

  /// Public protocols that are put in from outside; the others describe values of this project.
  private static func seamNames() throws -> Set<String> {
    let folders = [
      "Sources/Client/CountersignClient/Seams", "Sources/Client/CountersignDevice/Software",
      "Sources/Server/CountersignCore", "Examples/Airtime/Sources",
    ]
    let values: Set<String> = [
      "ChangeRelay", "EventFeed", "JobKind", "ModuleParts", "ProtectedAction", "ReadTransaction",
      "ScenarioAction", "SessionKey", "WriteTransaction",
    ]
    let names = try Repository.swiftFiles(under: folders).flatMap(\.codeLines).compactMap { line in
      guard line.hasPrefix("public protocol ") else { return nil as String? }
      return line.firstMatch(of: /^public protocol (?<name>\w+)/).map { String($0.name) }
    }
    return Set(names).subtracting(values)
  }

  private static func shipped() throws -> [SourceFile] {
    try Repository.swiftFiles(under: ["Sources", "Examples/Airtime/Sources"])
  }

  private static func problems(in file: SourceFile) -> [String] {
    let keywords = ["struct ", "class ", "enum ", "actor ", "typealias "]
    return file.codeLines.enumerated().compactMap { index, line in
      guard keywords.contains(where: line.has) else { return nil }
      let declaration = /\b(?:struct|class|enum|actor|typealias)\s+(?<name>\w+)/
      guard let match = line.firstMatch(of: declaration) else { return nil }
      let name = String(match.name)
      let word =
        /(?:^|[a-z])(?:Mock|Stub|Fake|Dummy|InMemory|Placeholder|Scripted|Sample)(?:[A-Z]|$)/
      return name.contains(word) ? file.problem(index + 1, "\(name) is named like a stand-in") : nil
    }
  }
}
