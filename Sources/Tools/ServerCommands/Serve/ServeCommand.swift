package import ArgumentParser
import CountersignServer
import ToolSupport

/// `countersign serve`: runs the server until it is told to stop.
package struct ServeCommand<Modules: ServerAdditions>: AsyncParsableCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "serve", abstract: "Run the server.",
      discussion: """
        Each option can also stand in the file given by --config (JSON: {"port": 8080, "tls": \
        {"certificate": "chain.pem"}}) or in the environment (COUNTERSIGN_PORT, \
        COUNTERSIGN_TLS_CERTIFICATE); --webhook stands there as url beside secret (JSON: \
        {"webhook": {"url": "https://sms.example.com", "secret": "key"}}; \
        COUNTERSIGN_WEBHOOK_URL), and so does --smtp (COUNTERSIGN_SMTP_URL). An option goes before \
        the environment, the environment before the file. A file that says anything else is refused.

        Examples:
          countersign serve --demo --port 8080
          countersign serve --origin https://pay.example.com --behind-tls \
        --trusted-proxy 10.0.0.0/8 --host 0.0.0.0 --webhook https://sms.example.com \
        --webhook-secret key
          countersign serve --origin https://pay.example.com --tls-certificate chain.pem \
        --tls-key key.pem --smtp smtps://bank@mail.example.com --smtp-password-file mail-password \
        --mail-from no-reply@example.com\(Modules.exampleOptions.map { " " + $0 }.joined())
        """)
  }

  @Flag(help: "\(Self.demoContents).")
  var demo = false
  @Option(help: ArgumentHelp("Where all state lives (default ./data).", valueName: "dir"))
  var data: String?
  @Option(help: ArgumentHelp("The address to bind (default 127.0.0.1).", valueName: "host"))
  var host: String?
  @Option(help: ArgumentHelp("The port; 0 takes a free one (default 8080).", valueName: "port"))
  var port: Int?
  @Option(
    help: ArgumentHelp(
      "The database, as in postgres://user@host/name (default: SQLite under DIR).",
      valueName: "url"))
  var database: String?
  @Option(help: ArgumentHelp("An origin of the web page or an app; repeatable.", valueName: "url"))
  var origin: [String] = []
  @Option(
    help: ArgumentHelp(
      "An app that the domain names as its own, TEAM.bundle or package=HASH; repeatable.",
      valueName: "app"))
  var app: [String] = []
  @Option(help: ArgumentHelp("The relying party's id (default: the origin's host)."))
  var rpId: String?
  @Option(help: ArgumentHelp("The relying party's name, as authenticators show it."))
  var rpName: String?
  @Option(help: ArgumentHelp("The certificate chain, PEM.", valueName: "file"))
  var tlsCertificate: String?
  @Option(help: ArgumentHelp("The certificate's key, PEM.", valueName: "file"))
  var tlsKey: String?
  @Flag(help: "TLS ends at a proxy in front, which --trusted-proxy names.")
  var behindTls = false
  @Option(
    help: ArgumentHelp(
      "A proxy, or a network of them, that is believed where a request came from; repeatable.",
      valueName: "cidr"))
  var trustedProxy: [String] = []
  @Option(
    help: ArgumentHelp(
      "The field that the proxies write: x-forwarded-for (default) or forwarded.",
      valueName: "name"))
  var proxyField: String?
  @Flag(help: "Serve without TLS to other machines: whoever is on the way reads PINs and tokens.")
  var plainHttpToNetworks = false
  @Option(
    help: ArgumentHelp(
      "The keys of the server (default DIR-keys/keyring; of a demo DIR/keyring).",
      valueName: "file"))
  var keyring: String?
  @Option(
    help: ArgumentHelp(
      "The folder of the mark by which a restored backup is noticed, or none (default "
        + "DIR-keys/marks; of a demo DIR/marks).",
      valueName: "dir|none"))
  var restoreMark: String?
  @Option(help: ArgumentHelp("A sendmail-compatible program for mail.", valueName: "program"))
  var sendmail: String?
  @Option(
    help: ArgumentHelp("A mail server, as in smtps://user@mail.example.com.", valueName: "url"))
  var smtp: String?
  @Option(
    help: ArgumentHelp(
      "The file with the mail server's password (else COUNTERSIGN_SMTP_PASSWORD).",
      valueName: "file"))
  var smtpPasswordFile: String?
  @Option(help: ArgumentHelp("The sender of mail.", valueName: "address"))
  var mailFrom: String?
  @Option(help: ArgumentHelp("Where messages are posted as JSON.", valueName: "url"))
  var webhook: String?
  @Option(help: ArgumentHelp("The file with the key that signs webhooks.", valueName: "file"))
  var webhookSecret: String?
  @Option(
    help: ArgumentHelp("Where host default is told of its transactions.", valueName: "url"))
  var eventWebhook: String?
  @Option(
    help: ArgumentHelp(
      "The file with the key that signs events (default DIR/event-secret).", valueName: "file"))
  var eventSecret: String?
  @Option(
    help: ArgumentHelp(
      "The accounts that hosts may ask: any, or own, those that the host made (default any).",
      valueName: "accounts"))
  var hostsAsk: String?
  @Option(
    help: ArgumentHelp(
      "Another policy for a built-in scenario, NAME:LEVEL:FALLBACK; repeatable.",
      valueName: "name"))
  var scenario: [String] = []
  @Option(
    help: ArgumentHelp(
      "The file that declares the host's own scenarios, YAML (docs/scenarios-file.md).",
      valueName: "file"))
  var scenarios: String?
  @Option(
    help: ArgumentHelp(
      "The page's name, logo and colours, YAML or JSON (docs/operate.md).", valueName: "file"))
  var theme: String?
  @Option(
    help: ArgumentHelp(
      "Seconds without a touch after which the page locks, 1 to 3600 (default 180).",
      valueName: "seconds"))
  var pageLock: Int?
  @Option(
    help: ArgumentHelp(
      "A first factor: as strong as its kind, waits, or by a host's link alone (default kind).",
      valueName: "kind|waits|host"))
  var firstFactor: String?
  @Option(
    help: ArgumentHelp(
      "Factors that a PIN in a body or codes add wait, or are never added (default wait).",
      valueName: "wait|never"))
  var weakFactors: String?
  @Option(
    help: ArgumentHelp(
      "What passkeys are worth that are copied elsewhere (default strong).",
      valueName: "strong|weak"))
  var backedUpPasskeys: String?
  @Option(
    help: ArgumentHelp(
      """
      Seconds after which a session ends, whatever is done in it: 300 to 2592000, 30 days (default \
      43200: 12 hours).
      """,
      valueName: "s"))
  var sessionLifetime: Int?
  @Option(
    help: ArgumentHelp(
      "Seconds for which the server still serves when it is told to end (default 0, 300 at most).",
      valueName: "s"))
  var drain: Int?
  @Option(
    help: ArgumentHelp(
      "Another number for a limit, NAME=NUMBER (docs/limits.md); repeatable.", valueName: "name"))
  var limit: [String] = []
  @Option(
    help: ArgumentHelp(
      "Whom five refused assertions stop: sender, or account (docs/limits.md).",
      valueName: "whom"))
  var assertionBlock: String?
  @Option(
    help: ArgumentHelp(
      "The port of the metrics, for Prometheus; 0 takes a free one (default: no metrics).",
      valueName: "port"))
  var metricsPort: Int?
  @Option(
    help: ArgumentHelp(
      "The address to bind for the metrics: whoever reaches it reads them (default 127.0.0.1).",
      valueName: "host"))
  var metricsHost: String?
  @Option(
    help: ArgumentHelp(
      "The collector of traces, as in http://127.0.0.1:4318 (default: no traces).",
      valueName: "url"))
  var otlp: String?
  @OptionGroup var modules: Modules.Options
  @Option(help: ArgumentHelp("trace, debug, info, notice, warning, error or critical."))
  var logLevel: String?
  @Option(help: ArgumentHelp("A configuration file, JSON.", valueName: "file"))
  var config: String?
  // For a benchmark: milliseconds before each commit, as a slow disk would take.
  @Option(help: .hidden)
  var commitDelay: Int?

  /// A sentence's beginning with everything that a demo brings.
  private static var demoContents: String {
    let contents = (Modules.demoContents + ["a mailbox file"]).listed
    return contents.prefix(1).uppercased() + contents.dropFirst()
  }

  package init() {}

  package func run() async throws {
    let configuration = try ServeConfiguration(self)
    try await ServerProcess(configuration, schemas: .of(Modules.modules)).run()
  }
}
