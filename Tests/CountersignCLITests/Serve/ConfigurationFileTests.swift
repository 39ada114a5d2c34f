import ArgumentParser
import CountersignCommandsTLS
import CountersignCore
import CountersignDelivery
import CountersignHTTP
import CountersignPage
import FlowModel
import Foundation
import ProgramTesting
import Testing
import ToolSupport
import WebAuthnModel
import WireModel

@testable import ServerCommands

@Suite("The file of serve")
struct ConfigurationFileTests {
  @Test("each option can stand in it, one text in place of a list too")
  func right() throws {
    let folder = try TemporaryFolder()
    let theme = folder.file("theme.yaml")
    try Data("name: Ikeja Bank\n".utf8).write(to: URL(filePath: theme))
    let text = Self.first.replacing("SCENARIOS", with: try folder.twoScenarios())
      .replacing("THEME", with: theme)
    let first = try configure(text, in: folder)
    #expect(first.isDemo && first.commitDelayMilliseconds == 3)
    #expect(first.place.folder == "/d" && first.place.keyringFile == "/k")
    #expect(first.place.markFolder == "/m")
    #expect(first.theme?.name == "Ikeja Bank")
    #expect(first.host == "0.0.0.0" && first.port == 8443)
    #expect(
      first.origins.map(\.text) == ["https://pay.example.com", "ios:bundle-id:com.example.pay"])
    #expect(first.apps.map(\.description) == ["9JA89QQLNQ.com.example.pay"])
    #expect(first.relyingPartyID.text == "example.com" && first.relyingPartyName == "Example")
    #expect("\(first.protection)".contains("chain.pem"))
    #expect("\(first.protection)".contains("key.pem"))
    let webhook = try ProtectedAddress("https://sms.example.com/send")
    #expect(first.delivery == .webhook(url: webhook, secretFile: "/w"))
    #expect(first.eventURL?.text == "https://shop.example.com/hook")
    #expect(first.eventSecretFile == "/e" && first.hostsAsk == .own)
    #expect(first.proxies.ranges.map(\.description) == ["10.0.0.0/8"])
    #expect(first.proxies.field == .forwarded)
    #expect(first.scenarios.declared.map(\.name.text) == ["SHIP_ORDER", "OPEN_DOOR"])
    #expect(first.scenarios[.authorizeTransaction]?.level == .biometricsOnly)
    #expect(first.scenarios[.testBiometrics]?.fallback == [.pin])
    #expect(first.firstFactor == .waits && first.weakFactors == .never)
    #expect(first.backedUpPasskeys == .weak && first.pageLockSeconds == 60)
    #expect("\(first.logLevel)" == "debug" && first.sessionLifetimeSeconds == 3600)
    #expect(first.drainSeconds == 20)
    #expect(first.metrics?.host == "::1" && first.metrics?.port == 9464)
    #expect(first.collector?.text == "http://localhost:4318/v1/traces")
    #expect(first.limits.map(\.limit.name) == ["streams", "codes-per-network"])
    #expect(first.limits.map(\.value) == [100, 60] && first.assertionBlock == .account)

    let second = try configure(Self.second, in: folder)
    #expect(second.delivery == .sendmail(program: "/m", sender: "a@b.c"))
    #expect(second.origins.map(\.text) == ["https://pay.example.com"])
    #expect(second.scenarios[.authorizeTransaction]?.level == .biometricsOnly)
    #expect(second.scenarios.declared.isEmpty && second.sessionLifetimeSeconds == 43_200)
    #expect(second.protection == .behindTLS)

    // Read as well: there is no driver for it.
    let failure = #expect(throws: CommandFailure.self) { try configure(Self.third, in: folder) }
    #expect(failure?.cause.hasPrefix("no driver for the database") == true)

    let fourth = try configure(Self.fourth, in: folder)
    let address = try SMTPAddress("smtps://bank@mail.example.com")
    #expect(fourth.protection == .plainHTTPToNetworks)
    #expect(fourth.delivery == .smtp(address, .file("/p"), sender: "a@b.c"))

    let named = try [Self.first, Self.second, Self.third, Self.fourth].flatMap {
      names(of: try JSONValue(parsing: Array($0.utf8)), under: "")
    }
    let options = try ServeCommand<NoModules>.parse([]).all
    #expect(Set(named) == Set(options.map(\.name)))
  }

  @Test(
    "what it says and no option takes is wrong use, and no value is repeated",
    arguments: [
      (#"{"orgin": "pw"}"#, "names no option of serve: orgin"),
      (#"{"tls": {"certificates": "pw"}}"#, "names no option of serve: tls.certificates"),
      (#"{"tls": "pw"}"#, "names no option of serve: tls"),
      (#"{"webhook": "https://u:pw@a.com"}"#, "names no option of serve: webhook"),
      (#"{"smtp": {"password": "pw"}}"#, "names no option of serve: smtp.password"),
      (#"{"config": "pw"}"#, "names no option of serve: config"),
      (#"{"shop": {}}"#, "names no option of serve: shop"),
      (#"{"supplier": "pw"}"#, "names no option of serve: supplier"),
      (#"{"port": "pw"}"#, "is no number"), (#"{"port": 80.5}"#, "is no number"),
      (#"{"port": null}"#, "is no number"), (#"{"port": {"pw": 1}}"#, "is no number"),
      (#"{"demo": "pw"}"#, "is neither true nor false"),
      (#"{"data": 5}"#, "is no text"), (#"{"data": {"pw": "x"}}"#, "is no text"),
      (#"{"database": ["pw"]}"#, "is no text"),
      (#"{"origin": ["pw", 5]}"#, "is neither a text nor a list of texts"),
      (#"{"scenario": {"pw": "x"}}"#, "is neither a text nor a list of texts"),
      (#"{"tls.key": "pw", "tls": {"key": "pw"}}"#, "says tls.key twice"),
      (#"{"port": 1, "port": 2}"#, "cannot be read: duplicate member name"),
      (#"["pw"]"#, "cannot be read: no object"), ("port = 8080", "cannot be read: "),
    ])
  func wrong(_ text: String, _ said: String) throws {
    let folder = try TemporaryFolder()
    let failure = #expect(throws: CommandFailure.self) { try configure(text, in: folder) }
    #expect(failure?.exit == .wrongUse)
    #expect(failure?.cause.contains(said) == true, "\(failure?.cause ?? "")")
    #expect(failure?.hint != nil)
    #expect("\(failure?.cause ?? "") \(failure?.hint ?? "")".contains("pw") == false)
  }

  @Test("the options that it can hold are those of the command line, but for the file itself")
  func table() throws {
    let help = ServeCommand<NoModules>.helpMessage(includeHidden: true, columns: 120)
    let shown = help.split(separator: "\n").compactMap { line in
      line.firstMatch(of: /^ +--(?<name>[a-z-]+)/).map { String($0.name) }
    }
    let names = try ServeCommand<NoModules>.parse([]).all.map(\.name)
    let options = names.map { name in
      name.replacing(".url", with: "").replacing(".", with: "-")
    }
    #expect(names.count == Set(names).count)
    #expect(Set(shown).subtracting(["config", "help", "help-hidden"]) == Set(options))
  }

  private func configure(_ text: String, in folder: TemporaryFolder) throws -> ServeConfiguration {
    let file = try folder.configuration(text)
    return try ProgramTLS.$current.withValue(.standard) {
      try ServeConfiguration(
        ServeCommand<NoModules>.parse(["--config", file]), environment: [:])
    }
  }

  /// The names of the members that are no objects, with a dot between parent and member.
  private func names(of value: JSONValue, under prefix: String) -> [String] {
    guard case .object(let object) = value else { return [prefix] }
    return object.names.flatMap { name in
      names(of: object[name] ?? .null, under: prefix.isEmpty ? name : prefix + "." + name)
    }
  }

  private static let fourth = """
    {
      "smtp": {"url": "smtps://bank@mail.example.com", "password": {"file": "/p"}},
      "mail": {"from": "a@b.c"}, "host": "::", "plain": {"http": {"to": {"networks": true}}}
    }
    """

  private static let first = """
    {
      "demo": true, "theme": "THEME", "data": "/d", "host": "0.0.0.0", "port": 8443,
      "keyring": "/k", "restore": {"mark": "/m"},
      "origin": ["https://pay.example.com", "ios:bundle-id:com.example.pay"],
      "app": "9JA89QQLNQ.com.example.pay", "rp": {"id": "example.com", "name": "Example"},
      "tls": {"certificate": "chain.pem", "key": "key.pem"},
      "trusted": {"proxy": "10.0.0.0/8"}, "proxy": {"field": "forwarded"},
      "webhook": {"url": "https://sms.example.com/send", "secret": "/w"},
      "event": {"webhook": "https://shop.example.com/hook", "secret": "/e"},
      "hosts": {"ask": "own"}, "scenario": [
        "AUTHORIZE_TRANSACTION:biometricsOnly", "TEST_BIOMETRICS:biometricsWithFallback:pin"
      ],
      "scenarios": "SCENARIOS", "log": {"level": "debug"}, "commit": {"delay": 3},
      "first": {"factor": "waits"}, "weak": {"factors": "never"},
      "backed": {"up": {"passkeys": "weak"}}, "session": {"lifetime": 3600},
      "page": {"lock": 60}, "drain": 20, "metrics": {"port": 9464, "host": "::1"},
      "otlp": "http://localhost:4318",
      "limit": ["streams=100", "codes-per-network=60"], "assertion": {"block": "account"}
    }
    """
  private static let second = """
    {
      "sendmail": "/m", "mail": {"from": "a@b.c"}, "origin": "https://pay.example.com",
      "behind": {"tls": true}, "trusted": {"proxy": ["10.0.0.0/8", "::1"]},
      "scenario": "AUTHORIZE_TRANSACTION:biometricsOnly"
    }
    """
  private static let third = #"{"database": "mysql://u:pw@host/name"}"#
}

extension TemporaryFolder {
  /// Writes a configuration of `serve`, in place of the one before.
  func configuration(_ text: String) throws -> String {
    try Data(text.utf8).write(to: URL(filePath: file("serve.json")))
    return file("serve.json")
  }

  /// Writes a file of two declared scenarios.
  func twoScenarios() throws -> String {
    let text = """
      languages: [en]
      scenarios:
        SHIP_ORDER:
          title: { en: Send an order }
          policy: { level: fallbackOnly, fallback: [pin] }
          valueAtStake: none
          fields:
            - { name: order, kind: reference, label: { en: Order } }
        OPEN_DOOR:
          title: { en: Open the door }
          valueAtStake: none
          fields: []
      """
    try Data(text.utf8).write(to: URL(filePath: file("scenarios.yaml")))
    return file("scenarios.yaml")
  }
}
