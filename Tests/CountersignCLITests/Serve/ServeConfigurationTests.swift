import ArgumentParser
import CountersignCommandsTLS
import CountersignCore
import CountersignHTTP
import FlowModel
import ProgramTesting
import Testing
import ToolSupport
import WebAuthnModel
import WireModel

@testable import ServerCommands

@Suite("What serve is told")
struct ServeConfigurationTests {
  @Test("an option goes before the environment, the environment before the file, all before none")
  func precedence() throws {
    let folder = try TemporaryFolder()
    let file = try folder.configuration(
      #"{"port": 1001, "data": "/in/file", "rp": {"name": "File"}, "demo": true}"#)
    let environment = [
      "COUNTERSIGN_CONFIG": file, "COUNTERSIGN_PORT": "1002",
      "COUNTERSIGN_DATA": "/in/environment",
    ]
    let configuration = try configure(["--port", "1003"], environment)
    #expect(configuration.port == 1003)
    #expect(configuration.place.folder == "/in/environment")
    #expect(configuration.relyingPartyName == "File")
    #expect(configuration.isDemo)
    #expect(configuration.host == "127.0.0.1")
  }

  @Test(
    "what cannot be meant is wrong use",
    arguments: [
      [], ["--demo", "--port", "65536"], ["--demo", "--origin", "http://example.com"],
      ["--demo", "--origin", "https://Example.com"], ["--demo", "--origin", "https://a.com/path"],
      ["--demo", "--origin", "https://a.com", "--rp-id", "b.com"],
      ["--demo", "--origin", "https://nota.com", "--rp-id", "a.com"],
      ["--demo", "--origin", "ios:bundle-id:com.example.pay"],
      ["--demo", "--origin", "ios:bundle-id:com.example.pay", "--rp-id", "Pay.example.com"],
      ["--demo", "--origin", "ios:bundle-id:com.example.pay", "--rp-id", "https://example.com"],
      ["--demo", "--origin", "ios:bundle-id:com.example.pay", "--rp-id", "example.com:8443"],
      ["--demo", "--rp-id", "example.com"], ["--demo", "--tls-key", "key.pem"],
      ["--demo", "--origin", "https://192.0.2.1"], ["--demo", "--origin", "https://[2001:db8::1]"],
      ["--demo", "--origin", "http://127.0.0.1:8080"],
      ["--demo", "--origin", "https://pay.co.uk", "--rp-id", "co.uk"],
      ["--demo", "--origin", "https://pay.example.com", "--rp-id", "com"],
      ["--demo", "--origin", "ios:bundle-id:com.example.pay", "--rp-id", "192.0.2.1"],
      ["--demo", "--origin", "ios:bundle-id:com.example.pay", "--rp-id", "com.ng"],
      [
        "--demo", "--rp-id", "pay.example.com", "--origin",
        "android:apk-key-hash:ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=",
      ],
      ["--demo", "--database", "mysql://u:pw@host/name"],
      ["--sendmail", "/usr/sbin/sendmail"], ["--sendmail", "/m", "--mail-from", "nobody"],
      ["--sendmail", "/m", "--mail-from", "a@b.c\nBcc: x@y.z"],
      ["--sendmail", "/m", "--mail-from", "Bank <a@b.c, d@e.f>"], ["--webhook", "https://a.com"],
      ["--sendmail", "/m", "--mail-from", "a@b.c", "--webhook", "https://a.com"],
      ["--demo", "--log-level", "loud"],
      ["--demo", "--config", "/there/is/none.json"],
      ["--demo", "--event-webhook", "http://shop.example.com/hook"],
      ["--demo", "--event-webhook", "http://user:pw@shop.example.com"],
      ["--demo", "--event-webhook", "https://user:pw@shop.example.com"],
      ["--webhook", "http://sms.example.com", "--webhook-secret", "/w"],
      ["--webhook", "http://localhost.example.com", "--webhook-secret", "/w"],
      ["--demo", "--host", "0.0.0.0"], ["--demo", "--host", "::"],
      ["--demo", "--host", "pay.example.com"], ["--demo", "--behind-tls"],
      ["--demo", "--trusted-proxy", "proxy.example.com"],
      ["--demo", "--trusted-proxy", "0.0.0.0/0"],
      ["--demo", "--trusted-proxy", "10.0.0.1/8"], ["--demo", "--proxy-field", "forwarded"],
      ["--demo", "--trusted-proxy", "10.0.0.0/8", "--proxy-field", "via"],
      ["--demo", "--behind-tls", "--plain-http-to-networks", "--trusted-proxy", "10.0.0.1"],
      [
        "--demo", "--behind-tls", "--trusted-proxy", "10.0.0.1", "--tls-certificate", "c",
        "--tls-key", "k",
      ],
      ["--demo", "--event-webhook", "shop"], ["--demo", "--hosts-ask", "all"],
      ["--demo", "--scenario", "SHIP_ORDER"],
      ["--demo", "--scenario", "SHIP_ORDER:fallbackOnly:pin"], ["--demo", "--scenario", "SIGN_IN"],
      ["--demo", "--scenario", "TEST_BIOMETRICS:strong"],
      ["--demo", "--scenario", "TEST_BIOMETRICS:fallbackOnly:"],
      ["--demo", "--scenario", "AUTHORIZE_TRANSACTION:fallbackOnly:pins"],
      ["--demo", "--scenario", "AUTHORIZE_TRANSACTION:fallbackOnly:pin:x"],
      ["--demo", "--scenarios", "/there/is/none.yaml"],
      ["--demo", "--first-factor", "strong"], ["--demo", "--first-factor", "Host"],
      ["--demo", "--otlp", "http://collector.example.com:4318"],
      ["--demo", "--otlp", "https://user:pw@collector.example.com"], ["--demo", "--otlp", "here"],
      ["--demo", "--metrics-host", "0.0.0.0"], ["--demo", "--metrics-port", "65536"],
      ["--demo", "--weak-factors", "host"], ["--demo", "--backed-up-passkeys", "attested"],
    ])
  func wrongUse(_ arguments: [String]) throws {
    let failure = #expect(throws: CommandFailure.self) { try configure(arguments) }
    #expect(failure?.exit == .wrongUse)
    #expect(failure?.hint != nil)
    #expect(failure?.cause.contains("pw") == false)
  }

  @Test("an app's hash in another form is refused with the one that Android writes")
  func androidHash() throws {
    let own = "ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0"
    let digits = try #require(Base64URL.decode(own)).map { byte in
      let text = String(byte, radix: 16, uppercase: true)
      return text.count == 1 ? "0" + text : text
    }
    let standard = own.replacing("-", with: "+").replacing("_", with: "/")
    for hash in [own + "=", standard, standard + "=", digits.joined(separator: ":")] {
      let failure = #expect(throws: CommandFailure.self) {
        try configure([
          "--demo", "--rp-id", "example.com", "--origin", "android:apk-key-hash:" + hash,
        ])
      }
      #expect(failure?.hint == "write android:apk-key-hash:" + own)
    }
  }

  @Test("what Kubernetes says of a Service of the same name is no option")
  func serviceLinks() throws {
    let links = [
      "COUNTERSIGN_SERVICE_HOST": "10.96.0.12", "COUNTERSIGN_SERVICE_PORT": "80",
      "COUNTERSIGN_PORT": "tcp://10.96.0.12:80", "COUNTERSIGN_PORT_80_TCP": "tcp://10.96.0.12:80",
      "COUNTERSIGN_PORT_80_TCP_PORT": "80", "COUNTERSIGN_METRICS_PORT": "udp://10.96.0.13:9",
    ]
    let configuration = try configure(["--demo"], links)
    #expect(configuration.port == 8080 && configuration.metrics == nil)
    #expect(try configure(["--demo", "--port", "9"], links).port == 9)
    let failure = #expect(throws: CommandFailure.self) {
      try configure(["--demo"], ["COUNTERSIGN_PORT": "http"])
    }
    #expect(failure?.cause == "port is http (COUNTERSIGN_PORT of the environment)")
  }

  @Test("an environment that is no number or flag is wrong use")
  func environment() throws {
    for (name, value) in [("COUNTERSIGN_PORT", "x"), ("COUNTERSIGN_DEMO", "perhaps")] {
      let failure = #expect(throws: CommandFailure.self) {
        try configure(["--data", "/x"], [name: value])
      }
      #expect(failure?.exit == .wrongUse)
    }
  }

  @Test("a webhook's address stands beside its secret in the environment")
  func webhook() throws {
    let configuration = try configure(
      ["--webhook-secret", "/w"], ["COUNTERSIGN_WEBHOOK_URL": "https://sms.example.com"])
    let url = try ProtectedAddress("https://sms.example.com")
    #expect(configuration.delivery == .webhook(url: url, secretFile: "/w"))
  }

  @Test("the relying party's id is the origin's host, or a domain above it that was given")
  func relyingParty() throws {
    let demo = try configure(["--demo"])
    #expect(demo.relyingPartyID.text == "localhost")
    #expect(demo.origins.isEmpty)
    let host = try configure(["--demo", "--origin", "https://pay.example.com:8443"])
    #expect(host.relyingPartyID.text == "pay.example.com")
    let domain = try configure(
      ["--demo", "--origin", "https://pay.example.com", "--rp-id", "example.com"])
    #expect(domain.relyingPartyID.text == "example.com")
    let apps = try configure([
      "--demo", "--rp-id", "pay.example.com", "--origin", "ios:bundle-id:com.example.pay",
      "--origin", "android:apk-key-hash:ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0",
    ])
    #expect(apps.relyingPartyID.text == "pay.example.com")
    #expect(apps.origins.count == 2)
  }

  @Test("a host's own scenarios from a file, and other policies of the built-in ones")
  func scenarios() throws {
    let plain = try configure(["--demo"])
    #expect(plain.scenarios == ScenarioPolicies() && plain.eventURL == nil)
    let folder = try TemporaryFolder()
    let configuration = try configure([
      "--demo", "--scenarios", try folder.twoScenarios(), "--scenario",
      "AUTHORIZE_TRANSACTION:fallbackOnly:pin+codes",
      "--scenario", "TEST_BIOMETRICS:biometricsWithFallback:pin",
    ])
    let scenarios = configuration.scenarios
    #expect(scenarios.declared.map(\.name.text) == ["SHIP_ORDER", "OPEN_DOOR"])
    #expect(scenarios[ScenarioName("SHIP_ORDER")]?.level == .fallbackOnly)
    #expect(scenarios[.authorizeTransaction]?.level == .fallbackOnly)
    #expect(scenarios[.authorizeTransaction]?.fallback == [.pin, .codes])
    #expect(scenarios[.testBiometrics]?.fallback == [.pin])
  }

  @Test("what factors are worth is told by option, environment and file, and strict without them")
  func factors() throws {
    let plain = try configure(["--demo"])
    #expect(plain.firstFactor == .kind && plain.weakFactors == .wait)
    #expect(plain.backedUpPasskeys == .strong)
    for word in FirstFactorPolicy.allCases {
      #expect(try configure(["--demo", "--first-factor", word.rawValue]).firstFactor == word)
    }
    for word in WeakFactorPolicy.allCases {
      #expect(try configure(["--demo", "--weak-factors", word.rawValue]).weakFactors == word)
    }
    for word in BackedUpPasskeys.allCases {
      let configuration = try configure(["--demo", "--backed-up-passkeys", word.rawValue])
      #expect(configuration.backedUpPasskeys == word)
    }
    let folder = try TemporaryFolder()
    let file = try folder.configuration(
      #"{"first": {"factor": "waits"}, "weak": {"factors": "never"}, "demo": true}"#)
    let environment = [
      "COUNTERSIGN_CONFIG": file, "COUNTERSIGN_FIRST_FACTOR": "host",
      "COUNTERSIGN_BACKED_UP_PASSKEYS": "weak",
    ]
    let told = try configure(["--backed-up-passkeys", "strong"], environment)
    #expect(told.firstFactor == .host && told.weakFactors == .never)
    #expect(told.backedUpPasskeys == .strong)
    let wrong = #expect(throws: CommandFailure.self) {
      try configure(["--demo"], ["COUNTERSIGN_WEAK_FACTORS": "waits"])
    }
    #expect(wrong?.hint == "write one of wait, never")
  }

  @Test("a host is told over TLS, or on this machine")
  func eventAddress() throws {
    for url in [
      "https://shop.example.com/hook", "http://localhost:3000/hook", "http://127.0.0.1/",
      "http://[::1]:3000/hook",
    ] {
      let configuration = try configure(["--demo", "--event-webhook", url])
      #expect(configuration.eventURL?.text == url)
    }
  }

  @Test("what a server is told of the way to it: TLS here, at a proxy, or none on purpose")
  func protections() throws {
    #expect(try configure(["--demo"]).protection == .none)
    let plain = try configure(["--demo", "--host", "0.0.0.0", "--plain-http-to-networks"])
    #expect(plain.protection == .plainHTTPToNetworks && plain.proxies == .none)
    let proxied = try configure([
      "--demo", "--host", "0.0.0.0", "--behind-tls", "--trusted-proxy", "10.0.0.0/8",
      "--trusted-proxy", "2001:db8::1", "--proxy-field", "Forwarded",
    ])
    #expect(proxied.protection == .behindTLS)
    #expect(proxied.proxies.ranges.map(\.description) == ["10.0.0.0/8", "2001:db8::1"])
    #expect(proxied.proxies.field == .forwarded)
    let host = try configure(["--demo", "--host", "127.0.0.2"])
    #expect(host.protection == .none && host.host == "127.0.0.2")
  }

  @Test(
    "a program without TLS refuses what needs it, and serves and posts on this machine",
    arguments: [
      ("--tls-certificate", ["--tls-certificate", "/c", "--tls-key", "/k"]),
      ("--smtp", ["--smtp", "smtps://mail.example.com", "--mail-from", "a@b.c"]),
      ("--webhook", ["--webhook", "https://sms.example.com", "--webhook-secret", "/w"]),
      ("--event-webhook", ["--event-webhook", "https://shop.example.com"]),
      ("--otlp", ["--otlp", "https://collector.example.com"]),
    ])
  func withoutTLS(option: String, arguments: [String]) throws {
    let failure = #expect(throws: CommandFailure.self) {
      try ServeConfiguration(
        try ServeCommand<NoModules>.parse(["--demo"] + arguments), environment: [:])
    }
    #expect(failure?.exit == .wrongUse)
    #expect(failure?.cause.hasPrefix(option) == true)
    #expect(failure?.cause.contains("needs TLS") == true)
    let local = try ServeConfiguration(
      try ServeCommand<NoModules>.parse([
        "--demo", "--event-webhook", "http://localhost:3000/hook", "--otlp", "http://[::1]:4318",
      ]), environment: [:])
    #expect(local.protection == .none)
    #expect(local.eventURL?.text == "http://localhost:3000/hook")
  }

  private func configure(
    _ arguments: [String], _ environment: [String: String] = [:]
  ) throws -> ServeConfiguration {
    try ProgramTLS.$current.withValue(.standard) {
      try ServeConfiguration(try ServeCommand<NoModules>.parse(arguments), environment: environment)
    }
  }
}
