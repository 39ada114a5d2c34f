// swift-tools-version: 6.2
import Foundation
import PackageDescription

// The layering of docs/architecture.md: a target lists all that it may import, and the build
// (`--explicit-target-dependency-import-check error`) and TidyTests hold it to that list.

/// What only a server needs: an app, which names no trait, resolves none of it.
let whereServer = TargetDependencyCondition.when(traits: ["Server"])
/// What the client's transport over async-http-client needs.
let onAsyncHTTPClient = TargetDependencyCondition.when(traits: ["AsyncHTTPClient"])

/// True in this project's own builds, whose make sets the variable: warnings are errors, and the
/// traits are on (docs/decisions/build.md).
///
/// Who depends on the package builds it with warnings suppressed, and Xcode's build system takes no
/// package that asks for both.
let isOwnBuild = Context.environment["COUNTERSIGN_WARNINGS_AS_ERRORS"] == "1"
let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ] + (isOwnBuild ? [.treatAllWarnings(as: .error)] : [])

/// Asynchronous functions run where their caller runs, instead of asking with each return where that
/// is: a request stays on its event loop, and nothing here is bound to an actor.
let stayingWithCaller: [SwiftSetting] = [
  .enableUpcomingFeature("NonisolatedNonsendingByDefault")
]

// Products of other packages that several targets take.
let argumentParser = onServer("ArgumentParser", "swift-argument-parser")
let asyncHTTPClient = onServer("AsyncHTTPClient", "async-http-client")
let hummingbird = onServer("Hummingbird", "hummingbird")
let hummingbirdCore = onServer("HummingbirdCore", "hummingbird")
let coreMetrics = onServer("CoreMetrics", "swift-metrics")
let logging = onServer("Logging", "swift-log")
let inMemoryTracing = onServer("InMemoryTracing", "swift-distributed-tracing")
let instrumentation = onServer("Instrumentation", "swift-distributed-tracing")
let tracing = onServer("Tracing", "swift-distributed-tracing")
let nioCore = onServer("NIOCore", "swift-nio")
let nioHTTP1 = onServer("NIOHTTP1", "swift-nio")
let nioPosix = onServer("NIOPosix", "swift-nio")
let nioSSL = onServer("NIOSSL", "swift-nio-ssl")
let serviceLifecycle = onServer("ServiceLifecycle", "swift-service-lifecycle")
let swiftASN1 = onServer("SwiftASN1", "swift-asn1")
let subprocess = onServer("Subprocess", "swift-subprocess")
let systemPackage = onServer("SystemPackage", "swift-system")
let unixSignals = onServer("UnixSignals", "swift-service-lifecycle")
let x509 = onServer("X509", "swift-certificates")
let yams = onServer("Yams", "Yams")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let sqlite = Target.Dependency.byName(name: "CSQLite", condition: whereServer)
/// True for the project's own builds, and where `COUNTERSIGN_POSTGRESQL=1` asks for the store in
/// PostgreSQL: nobody else needs libpq.
let hasPostgreSQL = Context.environment["COUNTERSIGN_POSTGRESQL"].map { $0 == "1" } ?? isOwnBuild
let wherePostgreSQL = TargetDependencyCondition.when(traits: ["PostgreSQL"])
let postgreSQL: [Target.Dependency] =
  hasPostgreSQL ? [.byName(name: "CountersignPostgreSQL", condition: wherePostgreSQL)] : []
let libpq: [Target.Dependency] =
  hasPostgreSQL ? [.byName(name: "CPostgreSQL", condition: wherePostgreSQL)] : []
let ownTraits: Set<String> = hasPostgreSQL ? ["Server", "PostgreSQL"] : ["Server"]

/// A product of another package that only a server needs.
func onServer(_ product: String, _ package: String) -> Target.Dependency {
  .product(name: product, package: package, condition: whereServer)
}

extension Target {
  /// A library of this project, in a folder of its name, compiled by the settings of all.
  static func module(
    _ name: String, in folder: String, _ dependencies: [Dependency] = [], exclude: [String] = [],
    resources: [Resource] = [], packageAccess: Bool = true, settings more: [SwiftSetting] = []
  ) -> Target {
    .target(
      name: name, dependencies: dependencies, path: "\(folder)/\(name)", exclude: exclude,
      resources: resources, packageAccess: packageAccess, swiftSettings: settings + more)
  }

  /// A program of this project, likewise.
  static func program(
    _ name: String, in folder: String, _ dependencies: [Dependency] = [], exclude: [String] = [],
    resources: [Resource] = [], packageAccess: Bool = true
  ) -> Target {
    .executableTarget(
      name: name, dependencies: dependencies, path: "\(folder)/\(name)", exclude: exclude,
      resources: resources, packageAccess: packageAccess, swiftSettings: settings)
  }

  /// Tests of this project, likewise.
  static func tests(
    _ name: String, in folder: String = "Tests", _ dependencies: [Dependency] = [],
    exclude: [String] = [], settings more: [SwiftSetting] = []
  ) -> Target {
    .testTarget(
      name: name, dependencies: dependencies, path: "\(folder)/\(name)", exclude: exclude,
      swiftSettings: settings + more)
  }
}

let package = Package(
  name: "countersign",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "CountersignClient", targets: ["CountersignClient"]),
    .library(name: "CountersignObservation", targets: ["CountersignObservation"]),
    .library(name: "CountersignTransport", targets: ["CountersignTransport"]),
    .library(name: "CountersignDevice", targets: ["CountersignDevice"]),
    .library(name: "WebAuthn", targets: ["WebAuthn"]),
    .library(name: "WireModel", targets: ["WireModel"]),
    .library(
      name: "CountersignServer",
      targets: [
        "CountersignServer", "CountersignSQLite", "CountersignPage", "CountersignDelivery",
        "CountersignMetrics", "CountersignTracing",
      ]),
    .library(name: "CountersignTLS", targets: ["CountersignTLS"]),
    .library(name: "CountersignCommands", targets: ["CountersignCommands"]),
    .library(name: "CountersignCommandsTLS", targets: ["CountersignCommandsTLS"]),
    .executable(name: "countersign", targets: ["countersign"]),
  ],
  traits: [
    .default(enabledTraits: isOwnBuild ? ownTraits : []),
    .trait(
      name: "Server", description: "The relying party's server and the command line",
      enabledTraits: ["AsyncHTTPClient"]),
    .trait(name: "AsyncHTTPClient", description: "The client's transport over async-http-client"),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
    .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
  ],
  targets: [
    // WebAuthn: models and relying party, pure. Protocol: what both sides know.
    .module("DocumentModel", in: "Sources/Protocol"),
    .module("FlowModel", in: "Sources/Protocol", ["DocumentModel"]),
    .module("WebAuthnModel", in: "Sources/WebAuthn"),
    .module(
      "WireModel", in: "Sources/Protocol",
      ["DocumentModel", "FlowModel", "WebAuthnModel", httpTypes]),

    // Client: the SDK of an app.
    .module(
      "CountersignClient", in: "Sources/Client",
      ["DocumentModel", "FlowModel", "WebAuthnModel", "WireModel"]),
    .module(
      "CountersignObservation", in: "Sources/Client",
      ["CountersignClient", "FlowModel", "WireModel"]),
    .module(
      "CountersignTransport", in: "Sources/Client",
      [
        "CountersignClient", "WireModel",
        .product(
          name: "AsyncHTTPClient", package: "async-http-client", condition: onAsyncHTTPClient),
        .product(name: "NIOCore", package: "swift-nio", condition: onAsyncHTTPClient),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: onAsyncHTTPClient),
        .product(name: "NIOPosix", package: "swift-nio", condition: onAsyncHTTPClient),
      ]),
    .module(
      "CountersignDevice", in: "Sources/Client",
      ["CountersignClient", "WebAuthnModel", "WireModel", crypto, cryptoExtras]),

    // Server: from the pure relying party out to the routes.
    .module("RelyingParty", in: "Sources/WebAuthn", ["WebAuthnModel", crypto, cryptoExtras]),
    .module("WebAuthn", in: "Sources/WebAuthn", ["RelyingParty", "WebAuthnModel"]),
    .module(
      "CountersignCore", in: "Sources/Server",
      [
        "DocumentModel", "FlowModel", "WebAuthnModel", "WireModel", "RelyingParty", coreMetrics,
        crypto, cryptoExtras, tracing,
      ], settings: stayingWithCaller),
    // Libraries of the system, without their pkg-config files, which would be looked for, and missed
    // with a warning, by an app too.
    .systemLibrary(name: "CSQLite", path: "Sources/Server/CSQLite"),
    .module(
      "CountersignSQLite", in: "Sources/Server", ["CountersignCore", sqlite],
      settings: stayingWithCaller),
    .systemLibrary(name: "CQREncode", path: "Sources/Server/CQREncode"),
    .target(name: "CInterfaceDescription", path: "Sources/Server/CInterfaceDescription"),
    .target(name: "CPageFiles", path: "Sources/Server/CPageFiles"),
    // CInterfaceDescription takes its description in.
    .module(
      "CountersignHTTP", in: "Sources/Server",
      [
        "CountersignCore", "WebAuthnModel", "WireModel",
        .byName(name: "CInterfaceDescription", condition: whereServer),
        .byName(name: "CQREncode", condition: whereServer), hummingbird, hummingbirdCore, nioCore,
        nioHTTP1, onServer("NIOHTTPTypes", "swift-nio-extras"), httpTypes, logging,
        serviceLifecycle, tracing, yams,
      ], exclude: ["openapi.yaml"], settings: stayingWithCaller),
    // CPageFiles takes its page in.
    .module(
      "CountersignPage", in: "Sources/Server",
      [
        "CountersignCore", "CountersignHTTP", "WebAuthnModel", "WireModel",
        .byName(name: "CPageFiles", condition: whereServer), hummingbird, nioCore, httpTypes,
      ], exclude: ["Page"], settings: stayingWithCaller),
    .module(
      "CountersignDelivery", in: "Sources/Server",
      ["CountersignCore", "WebAuthnModel", "WireModel", crypto, subprocess, systemPackage]),
    // All that needs NIOSSL, so that a server behind a proxy, and a demo, build none of it.
    .module(
      "CountersignTLS", in: "Sources/Server",
      [
        "CountersignCore", "CountersignDelivery", "CountersignHTTP", "WireModel", asyncHTTPClient,
        hummingbirdCore, onServer("HummingbirdTLS", "hummingbird"), nioCore, nioHTTP1, nioPosix,
        nioSSL, onServer("NIOTLS", "swift-nio"),
      ]),
    .module(
      "CountersignMetrics", in: "Sources/Server", ["CountersignCore", coreMetrics]),
    .module(
      "CountersignTracing", in: "Sources/Server",
      ["CountersignCore", "WebAuthnModel", instrumentation, tracing], settings: stayingWithCaller),
    .module(
      "CountersignServer", in: "Sources/Server",
      [
        "CountersignCore", "CountersignHTTP", "CountersignSQLite", "RelyingParty",
        "WebAuthnModel", hummingbird, logging, serviceLifecycle, tracing,
      ]),

    // Tools: a library for each family of commands, one that joins them, and the program.
    .module(
      "ToolSupport", in: "Sources/Tools",
      [
        "CountersignClient", "CountersignCore", "CountersignDelivery", "CountersignHTTP",
        "CountersignServer", "FlowModel", "WebAuthnModel", "WireModel", argumentParser, nioCore,
        nioHTTP1, nioPosix, unixSignals,
      ]),
    .target(name: "CDemoFiles", path: "Sources/Tools/CDemoFiles"),
    // CDemoFiles takes the demo's part of the page in.
    .module(
      "ServerCommands", in: "Sources/Tools",
      [
        "CDemoFiles", "CountersignCore", "CountersignDelivery", "CountersignHTTP",
        "CountersignMetrics", "CountersignPage", "CountersignSQLite", "CountersignServer",
        "CountersignTracing", "FlowModel", "ToolSupport", "WebAuthnModel", "WireModel",
        argumentParser, onServer("Configuration", "swift-configuration"), crypto, httpTypes,
        logging, nioCore, serviceLifecycle, unixSignals, yams,
      ] + postgreSQL, exclude: ["Demo/Page"]),
    .module(
      "PhoneCommands", in: "Sources/Tools",
      [
        "CountersignClient", "CountersignDevice", "CountersignHTTP", "FlowModel", "ToolSupport",
        "WebAuthnModel", "WireModel", argumentParser, unixSignals,
      ]),
    .module(
      "WebAuthnCommands", in: "Sources/Tools",
      ["RelyingParty", "ToolSupport", "WebAuthnModel", argumentParser]),
    .module(
      "CountersignCommands", in: "Sources/Tools",
      ["PhoneCommands", "ServerCommands", "ToolSupport", "WireModel", argumentParser]),
    // TLS for a program of these commands.
    .module(
      "CountersignCommandsTLS", in: "Sources/Tools",
      ["CountersignCommands", "CountersignTLS", "CountersignTransport"]),
    .program(
      "countersign", in: "Sources/Tools",
      ["CountersignCommands", "CountersignCommandsTLS", "WebAuthnCommands", argumentParser]),

    // A host, as anybody would write one: it imports nothing of the targets above.
    .program(
      "OrderDesk", in: "Examples", [hummingbird, nioCore, crypto, httpTypes],
      exclude: ["scenarios.yaml"]),
    // A server that has passkeys and nothing else of this package. It is a package of its own, too.
    .program(
      "PasskeysOnly", in: "Examples/PasskeysOnly/Sources", ["WebAuthn", hummingbird],
      resources: [.embedInCode("Page")]),
    // A bank with Countersign in its own app: a module of its own, over products alone. It is a
    // package of its own, too.
    .program(
      "Bank", in: "Examples/Bank/Sources",
      [
        "CountersignPage", "CountersignServer", crypto, cryptoExtras, hummingbird, logging, nioCore,
      ], resources: [.embedInCode("Page")], packageAccess: false),
    // Airtime: a shop with a program of its own, as any host would write one: over products, and
    // without access to what the package keeps to itself. It is a package of its own, too.
    .module("AirtimeModel", in: "Examples/Airtime/Sources", ["WireModel"], packageAccess: false),
    .target(name: "CAirtimeFiles", path: "Examples/Airtime/Sources/CAirtimeFiles"),
    // CAirtimeFiles takes its page and its description in.
    .module(
      "AirtimeServer", in: "Examples/Airtime/Sources",
      ["AirtimeModel", "CAirtimeFiles", "CountersignPage", "CountersignServer"],
      exclude: ["Page", "openapi.yaml"], packageAccess: false, settings: stayingWithCaller),
    .module(
      "AirtimeClient", in: "Examples/Airtime/Sources", ["AirtimeModel", "CountersignClient"],
      packageAccess: false),
    .module(
      "AirtimeTerminal", in: "Examples/Airtime/Sources",
      [
        "AirtimeClient", "AirtimeServer", "CountersignCommands", "CountersignDelivery",
        "CountersignServer", argumentParser, httpTypes, hummingbird, logging, nioCore,
        serviceLifecycle, unixSignals,
      ], packageAccess: false),
    .program(
      "airtime", in: "Examples/Airtime/Sources", ["AirtimeTerminal", "CountersignCommands"],
      packageAccess: false),

    // The benchmark: no product, since nobody ships it.
    .program(
      "countersign-bench", in: "Benchmarks/Sources",
      [
        "AirtimeClient", "AirtimeServer", "AirtimeTerminal", "CountersignClient",
        "CountersignCommands", "CountersignCommandsTLS", "CountersignCore", "CountersignDevice",
        "CountersignHTTP", "CountersignServer", "CountersignSQLite", "CountersignTransport",
        "RelyingParty", "ServerCommands", "ToolSupport", "WebAuthnModel", "WireModel",
        argumentParser, crypto, sqlite, httpTypes, onServer("Histogram", "hdrhistogram-swift"),
        hummingbird, logging, nioCore, nioPosix,
      ] + postgreSQL + libpq,
      resources: [
        .embedInCode("rows.sql"), .embedInCode("scenarios.yaml"), .embedInCode("stepUpRows.sql"),
      ]),

    // Test doubles, harnesses and tools of make test: they ship to nobody.
    .module(
      "CountersignTesting", in: "Tests/Support",
      [
        "CountersignClient", "FlowModel", "WebAuthnModel", "WireModel",
        "RelyingParty", "CountersignCore", "CountersignSQLite", "CountersignHTTP", "ProgramTesting",
        "SecretSearch", crypto, cryptoExtras, sqlite, logging, tracing,
      ] + postgreSQL),
    .module("ProgramTesting", in: "Tests/Support", ["SecretSearch", "WebAuthnModel"]),
    // Looks for what no order of the operations of a history explains.
    .module("HistoryTesting", in: "Tests/Support"),
    // A browser under a test's control, and a server for it whose clock the test turns.
    .module(
      "BrowserTesting", in: "Tests/Support",
      [
        "CountersignHTTP", "CountersignCore", "CountersignPage", "CountersignTesting",
        "ProgramTesting", "SecretSearch", "WebAuthnModel", "WireModel", serviceLifecycle,
      ]),
    // What a run of all tests wrote is searched for every secret that passed in it.
    .module("SecretSearch", in: "Tests/Support", ["WebAuthnModel"]),
    .program("SearchSecrets", in: "Tests/Support", ["SecretSearch"]),
    // The outcomes of all routes that the run reached are compared with the list of them.
    .program("CompareOutcomes", in: "Tests/Support", ["SecretSearch"]),
    .program(
      "CountersignCrash", in: "Tests/Support",
      ["CountersignTesting", "CountersignCore", "CountersignSQLite", "WireModel"]),
    // Runs the scenario of a sequence diagram, and prints its messages.
    .module(
      "TraceTesting", in: "Tests/Support",
      [
        "CountersignClient", "CountersignCore", "CountersignDevice", "CountersignHTTP",
        "CountersignSQLite", "FlowModel", "RelyingParty", "ToolSupport", "WebAuthnModel",
        "WireModel", crypto,
      ]),
    .program(
      "countersign-trace", in: "Tests/Support",
      ["ToolSupport", "TraceTesting", "WebAuthnModel", argumentParser]),

    // Tests.
    .tests("DocumentModelTests", ["DocumentModel"], exclude: ["Fixtures", "displayVectors.mjs"]),
    .tests("FlowModelTests", ["DocumentModel", "FlowModel"]),
    .tests("WebAuthnModelTests", ["WebAuthnModel", "CountersignTesting"]),
    .tests("WireModelTests", ["WireModel", "WebAuthnModel", crypto], exclude: ["Fixtures"]),
    .tests(
      "RelyingPartyTests",
      ["RelyingParty", "WebAuthnModel", "CountersignTesting", crypto, cryptoExtras]),
    .tests("WebAuthnTests", ["CountersignTesting", "WebAuthn"]),
    .tests(
      "CountersignClientTests",
      [
        "CountersignClient", "CountersignDevice", "CountersignObservation", "CountersignTesting",
        "CountersignTransport", "FlowModel", "RelyingParty", "WebAuthnModel", "WireModel",
      ]),
    .tests(
      "CountersignDeviceTests",
      [
        "CountersignClient", "CountersignDevice", "CountersignTesting", "RelyingParty",
        "WebAuthnModel", "WireModel", crypto,
      ]),
    .tests(
      "CountersignCoreTests",
      [
        "CountersignCrash", "CountersignCore", "CountersignSQLite", "CountersignTesting",
        "FlowModel", "ProgramTesting", "RelyingParty", "WebAuthnModel", "WireModel", crypto,
      ]),
    .tests(
      "CountersignSQLiteTests",
      [
        "CountersignCore", "CountersignSQLite", "CountersignTesting", "DocumentModel",
        "ProgramTesting", "WebAuthnModel", "WireModel", crypto,
      ] + postgreSQL),
    .tests(
      "CountersignHTTPTests",
      [
        "CountersignHTTP", "CountersignCore", "CountersignMetrics", "CountersignPage",
        "CountersignServer", "CountersignSQLite", "CountersignTLS", "CountersignTesting",
        "RelyingParty", "SecretSearch", "WebAuthnModel", "WireModel", asyncHTTPClient, httpTypes,
        hummingbird, inMemoryTracing, logging, nioCore, nioHTTP1, crypto, nioSSL, swiftASN1,
        tracing, x509, serviceLifecycle,
      ]),
    .tests(
      "CountersignMetricsTests",
      [
        "CountersignCore", "CountersignHTTP", "CountersignMetrics",
        "CountersignSQLite", "CountersignTesting", "ProgramTesting", "WebAuthnModel", "WireModel",
        asyncHTTPClient, coreMetrics, httpTypes, logging, nioCore, nioHTTP1,
        serviceLifecycle,
      ], exclude: ["Fixtures"]),
    .tests(
      "CountersignTracingTests",
      [
        "CountersignCore", "CountersignDelivery", "CountersignHTTP", "CountersignTLS",
        "CountersignTesting", "CountersignTracing", "ProgramTesting", "WebAuthnModel", "WireModel",
        instrumentation, logging, tracing,
      ]),
    .tests(
      "CountersignServerTests",
      [
        "CountersignClient", "CountersignCommands", "CountersignCommandsTLS", "CountersignCore",
        "CountersignDevice", "CountersignHTTP", "CountersignPage", "CountersignServer",
        "CountersignSQLite", "CountersignTesting", "CountersignTransport", "FlowModel",
        "ProgramTesting", "WebAuthnModel", "WireModel", httpTypes, hummingbird, logging, nioCore,
        serviceLifecycle,
      ]),
    .tests(
      "CountersignCLITests",
      [
        "PhoneCommands", "ServerCommands", "ToolSupport", "WebAuthnCommands", "countersign",
        "CountersignClient", "CountersignCommandsTLS", "CountersignDevice", "CountersignCore",
        "CountersignDelivery", "CountersignHTTP", "CountersignServer", "CountersignSQLite",
        "CountersignTLS", "CountersignTesting", "CountersignTransport", "FlowModel", "OrderDesk",
        "ProgramTesting", "RelyingParty", "WebAuthnModel", "WireModel", argumentParser,
        asyncHTTPClient, logging, nioCore, nioHTTP1, serviceLifecycle,
      ], exclude: ["Scenarios/Fixtures"]),
    .tests(
      "BenchTests",
      [
        "AirtimeServer", "countersign-bench", "CountersignCore", "CountersignSQLite",
        "CountersignTesting", "ProgramTesting", "ToolSupport", "WebAuthnModel", argumentParser,
      ]),
    .tests(
      "TraceTests",
      [
        "countersign-trace", "CountersignClient", "ProgramTesting", "TraceTesting", "WebAuthnModel",
      ], exclude: ["Fixtures"]),
    .tests(
      "CountersignDeliveryTests",
      [
        "CountersignCore", "CountersignDelivery", "CountersignTLS", "CountersignTesting",
        "ProgramTesting", "WireModel", crypto, nioCore, nioHTTP1, nioPosix, nioSSL, swiftASN1, x509,
      ]),
    .tests(
      "EndToEndTests",
      [
        "CountersignClient", "CountersignDevice", "CountersignHTTP", "CountersignCore",
        "CountersignSQLite", "CountersignTesting", "CountersignTransport", "FlowModel",
        "RelyingParty", "WebAuthnModel", "WireModel",
      ]),
    // Attacks that reviews found, each over HTTP against a running server, or by the program.
    .tests(
      "AttackTests",
      [
        "airtime", "countersign", "CountersignClient", "CountersignCore", "CountersignDelivery",
        "CountersignDevice", "CountersignHTTP", "CountersignSQLite", "CountersignTLS",
        "CountersignTesting", "CountersignTransport", "ProgramTesting", "SecretSearch",
        "ToolSupport", "WebAuthnModel", "WireModel", asyncHTTPClient, logging, nioCore, nioHTTP1,
        crypto,
      ]),
    // Random sequences of calls, with the rules held after each of them.
    .tests(
      "SequenceTests",
      ["CountersignCore", "CountersignSQLite", "CountersignTesting", "WebAuthnModel", "WireModel"],
      settings: stayingWithCaller),
    .tests("HistoryTests", ["HistoryTesting"]),
    .tests("SecretSearchTests", ["SecretSearch", "WebAuthnModel"], exclude: ["Fixtures"]),
    .tests("TidyTests"),
    .tests(
      "AirtimeTerminalTests", in: "Tests/Airtime",
      [
        "airtime", "AirtimeClient", "AirtimeServer", "AirtimeTerminal", "CountersignClient",
        "CountersignCommandsTLS", "CountersignCore", "CountersignDelivery", "CountersignDevice",
        "CountersignHTTP", "CountersignSQLite", "CountersignTLS", "CountersignTesting",
        "CountersignTransport", "FlowModel", "HistoryTesting", "ProgramTesting", "SecretSearch",
        "ServerCommands", "ToolSupport", "WebAuthnModel", "WireModel", argumentParser,
      ] + postgreSQL),
    .module(
      "AirtimeTesting", in: "Tests/Airtime",
      ["AirtimeServer", "CountersignCore", "CountersignSQLite", "CountersignTesting"]),
    .tests(
      "AirtimeTests", in: "Tests/Airtime",
      [
        "AirtimeClient", "AirtimeModel", "AirtimeServer", "AirtimeTesting", "CountersignCore",
        "CountersignHTTP", "CountersignPage", "CountersignSQLite", "CountersignTesting",
        "ProgramTesting", "WebAuthnModel", "WireModel",
      ], exclude: ["Fixtures"]),
    // All clients buy airtime, and so does the page that is driven in a browser.
    .tests(
      "ConformanceTests", in: "Tests/Airtime",
      [
        "AirtimeClient", "AirtimeModel", "AirtimeServer", "AirtimeTesting", "BrowserTesting",
        "CountersignClient", "CountersignDevice", "CountersignCore", "CountersignSQLite",
        "CountersignTesting", "CountersignTransport", "FlowModel", "ProgramTesting", "SecretSearch",
        "WebAuthnModel", "WireModel",
      ]),
    .tests(
      "BrowserTests",
      [
        "airtime", "AirtimeModel", "AirtimeServer", "AirtimeTesting", "Bank", "BrowserTesting",
        "CountersignHTTP", "CountersignCore", "CountersignPage", "CountersignServer",
        "CountersignTesting", "PasskeysOnly", "ProgramTesting", "SecretSearch", "WebAuthnModel",
        "WireModel", hummingbird, logging, nioCore, serviceLifecycle,
      ]),
  ]
)

// The SDK behind JNI, for Android and the JVM: where a JDK's headers are, and nowhere else, so that
// nobody who depends on the package needs them (docs/android.md).
let javaHome = Context.environment["JAVA_HOME"] ?? "/usr/lib/jvm/java-17-openjdk-amd64"
let isJNIWanted = Context.environment["COUNTERSIGN_JNI"].map { $0 == "1" } ?? isOwnBuild
if isJNIWanted, FileManager.default.fileExists(atPath: javaHome + "/include/jni.h") {
  let cSettings: [CSetting] = [
    .unsafeFlags(["-I\(javaHome)/include", "-I\(javaHome)/include/linux"])
  ]
  let exports = Context.packageDirectory + "/Sources/Client/CountersignJNI/exports.map"
  package.products.append(
    .library(name: "CountersignJNI", type: .dynamic, targets: ["CountersignJNI"]))
  package.targets += [
    .target(name: "CJNI", path: "Sources/Client/CJNI", cSettings: cSettings),
    .target(
      name: "CountersignJNI",
      dependencies: [
        "CJNI", "CountersignClient", "CountersignDevice", "DocumentModel", "FlowModel",
        "WebAuthnModel", "WireModel",
      ],
      path: "Sources/Client/CountersignJNI", exclude: ["exports.map"], swiftSettings: settings,
      linkerSettings: [
        // The runtime inside, one exported symbol, and never unloaded: its threads outlive a class
        // loader.
        .unsafeFlags([
          "-static-stdlib", "-lFoundation", "-lCoreFoundation", "-lFoundationInternationalization",
          "-lFoundationEssentials", "-l_FoundationICU", "-l_FoundationCShims",
          "-l_FoundationCollections", "-Xlinker", "-z", "-Xlinker", "nodelete", "-Xlinker", "-z",
          "-Xlinker", "defs", "-Xlinker",
          "--version-script=\(exports)",
        ])
      ]),
  ]
}

// The store in PostgreSQL, over libpq, and its tests, which start a server of their own.
if hasPostgreSQL {
  package.traits.insert(
    .trait(
      name: "PostgreSQL", description: "The server's store in PostgreSQL, over libpq",
      enabledTraits: ["Server"]))
  package.products.append(
    .library(name: "CountersignPostgreSQL", targets: ["CountersignPostgreSQL"]))
  package.targets += [
    .systemLibrary(name: "CPostgreSQL", path: "Sources/Server/CPostgreSQL"),
    .module(
      "CountersignPostgreSQL", in: "Sources/Server",
      ["CountersignCore", .byName(name: "CPostgreSQL", condition: wherePostgreSQL)],
      settings: stayingWithCaller),
    .tests(
      "CountersignPostgreSQLTests",
      [
        "CountersignCore", "CountersignMetrics", "CountersignTesting", "ProgramTesting",
        "WebAuthnModel", "WireModel", crypto,
      ] + postgreSQL),
  ]
}
