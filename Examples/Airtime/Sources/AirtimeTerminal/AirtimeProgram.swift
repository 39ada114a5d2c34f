import AirtimeServer
public import ArgumentParser
public import CountersignCommands

/// The shop's program: Countersign's own, with the shop, its options of the server, its supplier,
/// and its commands of the phone.
///
/// It has no TLS, since its demo needs none and builds sooner without it. A deployment would add
/// `tls`.
public enum AirtimeProgram: CommandLineProgram {
  /// The name of the program's file.
  public static let name = "airtime"

  /// The sentence in its help.
  public static let abstract = "A shop for airtime whose purchases Countersign protects."

  /// The shop without products and suppliers.
  public static var modules: [any Module] { [AirtimeShop()] }

  /// The supplier for demos and tests.
  public static var commands: [any ParsableCommand.Type] { [SupplierCommand.self] }

  /// The contents of a demo.
  public static var demoContents: [String] {
    ["products", "a sandbox supplier", "a wallet of \(DemoCatalogue.openingBalance)"]
  }

  /// The books.
  public static var checkedTables: [String] { ["the ledger"] }

  /// The supplier of a deployment.
  public static var exampleOptions: [String] { ["--supplier https://airtime.example.com"] }

  /// Reads what the shop is to sell, and who sends it.
  ///
  /// - Throws: `CommandFailure` for an address or a number that cannot be meant.
  public static func served(by settings: ServeSettings) throws -> any ServedModules {
    try ServedShop(settings)
  }

  /// The purchase, and the wallet.
  public static var phoneCommands: [any ParsableCommand.Type] {
    [PhoneTopUp.self, PhoneWallet.self, PhoneProducts.self]
  }

  /// The purchase.
  public static var phoneDeeds: [String] { ["buy airtime"] }
}

extension AirtimeProgram {
  /// The shop's options of `serve`.
  public struct Options: ServeOptions {
    @Option(help: ArgumentHelp("The airtime supplier.", valueName: "url"))
    var supplier: String?
    // For a benchmark, whose accounts buy more than a demo's wallet holds.
    @Option(help: .hidden)
    var openingBalance: Int?

    /// The options by their names in the file and the environment.
    public var all: [ServeOption] {
      [
        ServeOption("supplier", .text(supplier)),
        ServeOption("opening.balance", .number(openingBalance)),
      ]
    }

    /// No option is given.
    public init() {}
  }
}

/// The shop as `serve` was told to run it.
struct ServedShop: ServedModules, Hashable {
  /// The sender of the airtime.
  enum SupplierChoice: Hashable {
    /// A child process.
    case sandbox
    /// A supplier over HTTP.
    case http(ProtectedAddress)
    /// Nobody: nothing is sold.
    case none
  }

  let isDemo: Bool
  /// The money in a new account's wallet; above 0 only in a demo.
  let openingBalance: Int64
  let supplier: SupplierChoice

  init(_ settings: ServeSettings) throws {
    isDemo = settings.isDemo
    let balance = try settings.number(
      "opening.balance", in: 0...1 << 53, default: Int(DemoCatalogue.openingBalance))
    openingBalance = isDemo ? Int64(balance) : 0
    let address = try settings.text("supplier").map {
      try ServeSettings.protectedAddress($0, option: "--supplier")
    }
    supplier = address.map { .http($0) } ?? (isDemo ? .sandbox : .none)
  }

  func run(
    in surroundings: ServeSurroundings, _ serve: ([any Module]) async throws -> Void
  ) async throws {
    var shop = AirtimeShop()
    shop.openingBalance = openingBalance
    if isDemo { shop.products = DemoCatalogue.products }
    switch supplier {
    case .none: try await serve([shop])
    case .http(let address):
      shop.supplier = HTTPSupplier(client: surroundings.client, address: address)
      try await serve([shop])
    case .sandbox:
      let sandbox = try await SandboxProcess.start(surroundings.logger)
      defer { sandbox.end() }
      shop.supplier = HTTPSupplier(
        client: surroundings.client, address: try ProtectedAddress(sandbox.url))
      try await serve([shop])
    }
  }
}
