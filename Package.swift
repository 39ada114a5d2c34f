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
    .target(
      name: "DocumentModel", path: "Sources/Protocol/DocumentModel", swiftSettings: settings),
    .target(
      name: "FlowModel", dependencies: ["DocumentModel"], path: "Sources/Protocol/FlowModel",
      swiftSettings: settings),
    .target(name: "WebAuthnModel", path: "Sources/WebAuthn/WebAuthnModel", swiftSettings: settings),
    .target(
      name: "WireModel",
      dependencies: ["DocumentModel", "FlowModel", "WebAuthnModel", httpTypes],
      path: "Sources/Protocol/WireModel", swiftSettings: settings),

    // Client: the SDK of an app.
    .target(
      name: "CountersignClient",
      dependencies: ["DocumentModel", "FlowModel", "WebAuthnModel", "WireModel"],
      path: "Sources/Client/CountersignClient", swiftSettings: settings),
    .target(
      name: "CountersignObservation",
      dependencies: ["CountersignClient", "FlowModel", "WireModel"],
      path: "Sources/Client/CountersignObservation", swiftSettings: settings),
    .target(
      name: "CountersignTransport",
      dependencies: [
        "CountersignClient", "FlowModel", "WebAuthnModel", "WireModel",
        .product(
          name: "AsyncHTTPClient", package: "async-http-client", condition: onAsyncHTTPClient),
        .product(name: "NIOCore", package: "swift-nio", condition: onAsyncHTTPClient),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: onAsyncHTTPClient),
        .product(name: "NIOPosix", package: "swift-nio", condition: onAsyncHTTPClient),
      ],
      path: "Sources/Client/CountersignTransport", swiftSettings: settings),
    .target(
      name: "CountersignDevice",
      dependencies: [
        "CountersignClient", "FlowModel", "WebAuthnModel", "WireModel", crypto, cryptoExtras,
      ],
      path: "Sources/Client/CountersignDevice", swiftSettings: settings),

    // Server: from the pure relying party out to the routes.
    .target(
      name: "RelyingParty",
      dependencies: ["WebAuthnModel", crypto, cryptoExtras],
      path: "Sources/WebAuthn/RelyingParty", swiftSettings: settings),
    .target(
      name: "WebAuthn", dependencies: ["RelyingParty", "WebAuthnModel"],
      path: "Sources/WebAuthn/WebAuthn", swiftSettings: settings),
    .target(
      name: "CountersignCore",
      dependencies: [
        "DocumentModel", "FlowModel", "WebAuthnModel", "WireModel", "RelyingParty", crypto,
        cryptoExtras,
      ],
      path: "Sources/Server/CountersignCore", swiftSettings: settings + stayingWithCaller),
    // Libraries of the system, without their pkg-config files, which would be looked for, and missed
    // with a warning, by an app too.
    .systemLibrary(name: "CSQLite", path: "Sources/Server/CSQLite"),
    .target(
      name: "CountersignSQLite",
      dependencies: ["CountersignCore", sqlite],
      path: "Sources/Server/CountersignSQLite", swiftSettings: settings + stayingWithCaller),
    .systemLibrary(name: "CQREncode", path: "Sources/Server/CQREncode"),
    .target(name: "CInterfaceDescription", path: "Sources/Server/CInterfaceDescription"),
    .target(name: "CPageFiles", path: "Sources/Server/CPageFiles"),
    .target(
      name: "CountersignHTTP",
      dependencies: [
        "CountersignCore", "FlowModel", "WebAuthnModel", "WireModel",
        .byName(name: "CInterfaceDescription", condition: whereServer),
        .byName(name: "CQREncode", condition: whereServer), hummingbird,
        hummingbirdCore, nioCore, nioHTTP1, onServer("NIOHTTPTypes", "swift-nio-extras"), httpTypes,
        logging, serviceLifecycle, yams,
      ],
      path: "Sources/Server/CountersignHTTP",
      // What CInterfaceDescription takes in.
      exclude: ["openapi.yaml"],
      swiftSettings: settings + stayingWithCaller),
    .target(
      name: "CountersignPage",
      dependencies: [
        "CountersignCore", "CountersignHTTP", "WebAuthnModel", "WireModel",
        .byName(name: "CPageFiles", condition: whereServer), hummingbird, nioCore, httpTypes,
      ],
      path: "Sources/Server/CountersignPage",
      // What CPageFiles takes in.
      exclude: ["Page"], swiftSettings: settings + stayingWithCaller),
    .target(
      name: "CountersignDelivery",
      dependencies: [
        "CountersignCore", "WebAuthnModel", "WireModel", crypto, subprocess, systemPackage,
      ],
      path: "Sources/Server/CountersignDelivery", swiftSettings: settings),
    // All that needs NIOSSL, so that a server behind a proxy, and a demo, build none of it.
    .target(
      name: "CountersignTLS",
      dependencies: [
        "CountersignCore", "CountersignDelivery", "CountersignHTTP", "WireModel", asyncHTTPClient,
        hummingbirdCore, onServer("HummingbirdTLS", "hummingbird"), nioCore, nioHTTP1, nioPosix,
        nioSSL, onServer("NIOTLS", "swift-nio"),
      ],
      path: "Sources/Server/CountersignTLS", swiftSettings: settings),
    .target(
      name: "CountersignMetrics", dependencies: ["CountersignCore", "WireModel", coreMetrics],
      path: "Sources/Server/CountersignMetrics", swiftSettings: settings),
    .target(
      name: "CountersignTracing",
      dependencies: ["CountersignCore", "WebAuthnModel", instrumentation, tracing],
      path: "Sources/Server/CountersignTracing", swiftSettings: settings + stayingWithCaller),
    .target(
      name: "CountersignServer",
      dependencies: [
        "CountersignCore", "CountersignHTTP", "CountersignMetrics", "CountersignSQLite",
        "CountersignTracing", "RelyingParty", "WebAuthnModel", hummingbird, logging,
        serviceLifecycle,
      ],
      path: "Sources/Server/CountersignServer", swiftSettings: settings),

    // Tools: a library for each family of commands, and the program that joins them.
    .target(
      name: "ToolSupport",
      dependencies: [
        "CountersignClient", "CountersignCore", "CountersignDelivery", "CountersignHTTP",
        "CountersignServer", "FlowModel", "WebAuthnModel", "WireModel", nioCore, nioHTTP1, nioPosix,
        unixSignals,
      ],
      path: "Sources/Tools/ToolSupport", swiftSettings: settings),
    .target(name: "CDemoFiles", path: "Sources/Tools/CDemoFiles"),
    .target(
      name: "ServerCommands",
      dependencies: [
        "CDemoFiles", "CountersignCore", "CountersignDelivery", "CountersignHTTP",
        "CountersignMetrics", "CountersignPage", "CountersignSQLite", "CountersignServer",
        "CountersignTracing", "FlowModel", "ToolSupport", "WebAuthnModel", "WireModel",
        argumentParser,
        onServer("Configuration", "swift-configuration"), crypto, httpTypes, hummingbird, logging,
        nioCore, nioHTTP1, serviceLifecycle, unixSignals, yams,
      ] + postgreSQL,
      path: "Sources/Tools/ServerCommands", exclude: ["Demo/Page"], swiftSettings: settings),
    .target(
      name: "PhoneCommands",
      dependencies: [
        "CountersignClient", "CountersignDevice", "CountersignHTTP", "FlowModel", "ToolSupport",
        "WebAuthnModel", "WireModel", argumentParser, unixSignals,
      ],
      path: "Sources/Tools/PhoneCommands", swiftSettings: settings),
    .target(
      name: "BenchCommands",
      dependencies: [
        "CountersignClient", "CountersignCore", "CountersignDevice", "CountersignHTTP",
        "CountersignServer", "CountersignSQLite", "CountersignTransport", "RelyingParty",
        "ServerCommands", "ToolSupport", "WebAuthnModel", "WireModel", argumentParser, crypto,
        sqlite, httpTypes,
        onServer("Histogram", "hdrhistogram-swift"), hummingbird, logging, nioCore, nioPosix,
      ] + postgreSQL + libpq,
      path: "Sources/Tools/BenchCommands",
      resources: [.embedInCode("rows.sql"), .embedInCode("scenarios.yaml")],
      swiftSettings: settings),
    .target(
      name: "TraceCommands",
      dependencies: [
        "CountersignClient", "CountersignCore", "CountersignDevice", "CountersignHTTP",
        "CountersignSQLite", "FlowModel", "RelyingParty", "ToolSupport", "WebAuthnModel",
        "WireModel", argumentParser, crypto,
      ],
      path: "Sources/Tools/TraceCommands", swiftSettings: settings),
    .target(
      name: "WebAuthnCommands",
      dependencies: ["RelyingParty", "ToolSupport", "WebAuthnModel", argumentParser],
      path: "Sources/Tools/WebAuthnCommands", swiftSettings: settings),
    .executableTarget(
      name: "countersign",
      dependencies: [
        "BenchCommands", "CountersignTLS", "CountersignTransport", "PhoneCommands",
        "ServerCommands", "ToolSupport", "TraceCommands", "WebAuthnCommands", "WireModel",
        argumentParser,
      ],
      path: "Sources/Tools/countersign", swiftSettings: settings),

    // A host, as anybody would write one: it imports nothing of the targets above.
    .executableTarget(
      name: "OrderDesk",
      dependencies: [hummingbird, nioCore, crypto, httpTypes], path: "Examples/OrderDesk",
      exclude: ["scenarios.yaml"], swiftSettings: settings),
    // A server that has passkeys and nothing else of this package. It is a package of its own, too.
    .executableTarget(
      name: "PasskeysOnly",
      dependencies: ["WebAuthn", hummingbird], path: "Examples/PasskeysOnly/Sources/PasskeysOnly",
      resources: [.embedInCode("Page")],
      swiftSettings: settings),
    // A bank with Countersign in its own app: a module of its own, over products alone. It is a
    // package of its own, too.
    .executableTarget(
      name: "Bank",
      dependencies: [
        "CountersignPage", "CountersignServer", crypto, cryptoExtras, hummingbird, logging, nioCore,
      ],
      path: "Examples/Bank/Sources/Bank", resources: [.embedInCode("Page")], packageAccess: false,
      swiftSettings: settings),

    // Testing: ships to nobody.
    .target(
      name: "CountersignTesting",
      dependencies: [
        "CountersignClient", "CountersignDevice", "FlowModel", "WebAuthnModel", "WireModel",
        "RelyingParty", "CountersignCore", "CountersignSQLite", "CountersignHTTP",
        "ProgramTesting", "SecretSearch", crypto, cryptoExtras, sqlite, logging,
      ] + postgreSQL,
      path: "Sources/Testing/CountersignTesting", swiftSettings: settings),
    .target(
      name: "ProgramTesting", dependencies: ["SecretSearch", "WebAuthnModel"],
      path: "Sources/Testing/ProgramTesting", swiftSettings: settings),
    // Looks for what no order of the operations of a history explains.
    .target(
      name: "HistoryTesting", path: "Sources/Testing/HistoryTesting", swiftSettings: settings),
    // A browser under a test's control, and a server for it whose clock the test turns.
    .target(
      name: "BrowserTesting",
      dependencies: [
        "CountersignHTTP", "CountersignCore", "CountersignPage", "CountersignTesting",
        "ProgramTesting", "SecretSearch", "WebAuthnModel", "WireModel", serviceLifecycle,
      ],
      path: "Sources/Testing/BrowserTesting", swiftSettings: settings),
    // What a run of all tests wrote is searched for every secret that passed in it.
    .target(
      name: "SecretSearch", dependencies: ["WebAuthnModel"],
      path: "Sources/Testing/SecretSearch", swiftSettings: settings),
    .executableTarget(
      name: "SearchSecrets", dependencies: ["SecretSearch"],
      path: "Sources/Testing/SearchSecrets", swiftSettings: settings),
    // The outcomes of all routes that the run reached are compared with the list of them.
    .executableTarget(
      name: "CompareOutcomes", dependencies: ["SecretSearch"],
      path: "Sources/Testing/CompareOutcomes", swiftSettings: settings),
    .executableTarget(
      name: "CountersignCrash",
      dependencies: ["CountersignTesting", "CountersignCore", "CountersignSQLite", "WireModel"],
      path: "Sources/Testing/CountersignCrash", swiftSettings: settings),

    // Tests.
    .testTarget(
      name: "DocumentModelTests", dependencies: ["DocumentModel"],
      exclude: ["Fixtures", "displayVectors.mjs"], swiftSettings: settings),
    .testTarget(
      name: "FlowModelTests", dependencies: ["DocumentModel", "FlowModel"], swiftSettings: settings),
    .testTarget(
      name: "WebAuthnModelTests", dependencies: ["WebAuthnModel", "CountersignTesting"],
      swiftSettings: settings),
    .testTarget(
      name: "WireModelTests",
      dependencies: ["WireModel", "WebAuthnModel", crypto], exclude: ["Fixtures"],
      swiftSettings: settings),
    .testTarget(
      name: "RelyingPartyTests",
      dependencies: ["RelyingParty", "WebAuthnModel", "CountersignTesting", crypto, cryptoExtras],
      swiftSettings: settings),
    .testTarget(
      name: "WebAuthnTests", dependencies: ["CountersignTesting", "WebAuthn"],
      swiftSettings: settings),
    .testTarget(
      name: "CountersignClientTests",
      dependencies: [
        "CountersignClient", "CountersignDevice", "CountersignObservation", "CountersignTesting",
        "CountersignTransport",
        "FlowModel", "RelyingParty", "WebAuthnModel", "WireModel",
      ], swiftSettings: settings),
    .testTarget(
      name: "CountersignDeviceTests",
      dependencies: [
        "CountersignClient", "CountersignDevice", "CountersignTesting", "RelyingParty",
        "WebAuthnModel", "WireModel", crypto,
      ], swiftSettings: settings),
    .testTarget(
      name: "CountersignCoreTests",
      dependencies: [
        "CountersignCrash", "CountersignCore", "CountersignSQLite", "CountersignTesting",
        "FlowModel", "ProgramTesting", "RelyingParty", "WebAuthnModel", "WireModel", crypto,
      ], swiftSettings: settings),
    .testTarget(
      name: "CountersignSQLiteTests",
      dependencies: [
        "CountersignCore", "CountersignSQLite", "CountersignTesting", "DocumentModel",
        "ProgramTesting", "WebAuthnModel", "WireModel", crypto,
      ] + postgreSQL,
      swiftSettings: settings
    ),
    .testTarget(
      name: "CountersignHTTPTests",
      dependencies: [
        "CountersignHTTP", "CountersignCore", "CountersignPage", "CountersignServer",
        "CountersignSQLite", "CountersignTLS",
        "CountersignTesting", "RelyingParty", "SecretSearch", "WebAuthnModel", "WireModel",
        asyncHTTPClient, httpTypes, hummingbird, logging, nioCore, nioHTTP1, crypto, nioSSL,
        swiftASN1, x509, serviceLifecycle,
      ], swiftSettings: settings),
    .testTarget(
      name: "CountersignMetricsTests",
      dependencies: [
        "CountersignCore", "CountersignHTTP", "CountersignMetrics", "CountersignServer",
        "CountersignSQLite", "CountersignTesting", "ProgramTesting", "WebAuthnModel", "WireModel",
        asyncHTTPClient, coreMetrics, httpTypes, hummingbird, logging, nioCore, nioHTTP1,
        serviceLifecycle,
      ], exclude: ["Fixtures"], swiftSettings: settings),
    .testTarget(
      name: "CountersignTracingTests",
      dependencies: [
        "CountersignCore", "CountersignDelivery", "CountersignHTTP", "CountersignTLS",
        "CountersignTesting", "CountersignTracing", "ProgramTesting", "WebAuthnModel", "WireModel",
        instrumentation, logging, tracing,
      ], swiftSettings: settings),
    .testTarget(
      name: "CountersignServerTests",
      dependencies: [
        "CountersignClient", "CountersignCore", "CountersignDevice", "CountersignHTTP",
        "CountersignPage", "CountersignServer", "CountersignSQLite", "CountersignTesting",
        "CountersignTransport", "FlowModel", "ProgramTesting", "WebAuthnModel", "WireModel",
        httpTypes, hummingbird, logging, nioCore, serviceLifecycle,
      ], swiftSettings: settings),
    .testTarget(
      name: "CountersignCLITests",
      dependencies: [
        "BenchCommands", "PhoneCommands", "ServerCommands", "ToolSupport", "TraceCommands",
        "WebAuthnCommands", "countersign", "CountersignClient", "CountersignDevice",
        "CountersignCore", "CountersignDelivery", "CountersignHTTP", "CountersignServer",
        "CountersignSQLite", "CountersignTLS", "CountersignTesting", "CountersignTransport",
        "FlowModel", "OrderDesk", "ProgramTesting", "RelyingParty", "WebAuthnModel", "WireModel",
        argumentParser, asyncHTTPClient, logging, nioCore, nioHTTP1, serviceLifecycle,
      ], exclude: ["Trace/Fixtures", "Scenarios/Fixtures"], swiftSettings: settings),
    .testTarget(
      name: "CountersignDeliveryTests",
      dependencies: [
        "CountersignCore", "CountersignDelivery", "CountersignTLS", "CountersignTesting",
        "ProgramTesting", "WireModel", crypto, nioCore, nioHTTP1, nioPosix, nioSSL, swiftASN1, x509,
      ], swiftSettings: settings),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "CountersignClient", "CountersignDevice", "CountersignHTTP", "CountersignCore",
        "CountersignSQLite", "CountersignTesting", "CountersignTransport", "FlowModel",
        "RelyingParty", "WebAuthnModel", "WireModel",
      ], swiftSettings: settings),
    // Attacks that reviews found, each over HTTP against a running server, or by the program.
    .testTarget(
      name: "AttackTests",
      dependencies: [
        "countersign", "CountersignClient", "CountersignCore", "CountersignDelivery",
        "CountersignDevice", "CountersignHTTP", "CountersignSQLite", "CountersignTLS",
        "CountersignTesting", "CountersignTransport", "ProgramTesting", "SecretSearch",
        "ToolSupport", "WebAuthnModel", "WireModel", asyncHTTPClient, logging, nioCore, nioHTTP1,
        crypto,
      ], swiftSettings: settings),
    // Random sequences of calls, with the rules held after each of them.
    .testTarget(
      name: "SequenceTests",
      dependencies: [
        "CountersignCore", "CountersignSQLite", "CountersignTesting", "WebAuthnModel", "WireModel",
      ], swiftSettings: settings + stayingWithCaller),
    .testTarget(
      name: "HistoryTests", dependencies: ["HistoryTesting"], swiftSettings: settings),
    .testTarget(
      name: "SecretSearchTests", dependencies: ["SecretSearch", "WebAuthnModel"],
      exclude: ["Fixtures"], swiftSettings: settings),
    .testTarget(name: "TidyTests", swiftSettings: settings),
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
    .target(
      name: "CountersignPostgreSQL",
      dependencies: [
        "CountersignCore",
        .byName(name: "CPostgreSQL", condition: wherePostgreSQL),
      ],
      path: "Sources/Server/CountersignPostgreSQL", swiftSettings: settings + stayingWithCaller),
    .testTarget(
      name: "CountersignPostgreSQLTests",
      dependencies: [
        "CountersignCore", "CountersignMetrics", "CountersignTesting", "ProgramTesting",
        "WebAuthnModel", "WireModel", crypto,
      ] + postgreSQL, swiftSettings: settings),
  ]
}

// Shop: airtime, as any host would write a module of its own: over products, and without access to
// what the package keeps to itself. A copy of this folder without it is a package, too.
if FileManager.default.fileExists(atPath: Context.packageDirectory + "/Sources/Shop") {
  package.targets += [
    .target(
      name: "AirtimeModel", dependencies: ["WireModel"], path: "Sources/Shop/AirtimeModel",
      packageAccess: false, swiftSettings: settings),
    .target(name: "CAirtimeFiles", path: "Sources/Shop/CAirtimeFiles"),
    .target(
      name: "AirtimeServer",
      dependencies: ["AirtimeModel", "CAirtimeFiles", "CountersignPage", "CountersignServer"],
      path: "Sources/Shop/AirtimeServer", exclude: ["Page", "openapi.yaml"], packageAccess: false,
      swiftSettings: settings + stayingWithCaller),
    .target(
      name: "AirtimeClient", dependencies: ["AirtimeModel", "CountersignClient"],
      path: "Sources/Shop/AirtimeClient", packageAccess: false, swiftSettings: settings),
    // Its part of the program, over the libraries of the program too.
    .target(
      name: "AirtimeTerminal",
      dependencies: [
        "AirtimeClient", "AirtimeServer", "BenchCommands", "CountersignDelivery",
        "CountersignServer", "PhoneCommands", "ServerCommands", "ToolSupport", argumentParser,
        httpTypes, hummingbird, logging, nioCore, serviceLifecycle, unixSignals,
      ],
      path: "Sources/Shop/AirtimeTerminal", resources: [.embedInCode("StepUp/rows.sql")],
      packageAccess: false, swiftSettings: settings),
    .testTarget(
      name: "AirtimeTerminalTests",
      dependencies: [
        "AirtimeClient", "AirtimeServer", "AirtimeTerminal", "BenchCommands", "countersign",
        "CountersignClient",
        "CountersignCore", "CountersignDelivery", "CountersignDevice", "CountersignHTTP",
        "CountersignSQLite", "CountersignTLS",
        "CountersignTesting", "CountersignTransport", "FlowModel", "HistoryTesting",
        "ProgramTesting", "SecretSearch", "ServerCommands",
        "ToolSupport", "WebAuthnModel", "WireModel", argumentParser,
      ] + postgreSQL,
      path: "Tests/Shop/AirtimeTerminalTests", swiftSettings: settings),
    .target(
      name: "AirtimeTesting",
      dependencies: [
        "AirtimeServer", "CountersignCore", "CountersignSQLite", "CountersignTesting",
      ],
      path: "Tests/Shop/AirtimeTesting", swiftSettings: settings),
    .testTarget(
      name: "AirtimeTests",
      dependencies: [
        "AirtimeClient", "AirtimeModel", "AirtimeServer", "AirtimeTesting", "CountersignCore",
        "CountersignHTTP", "CountersignPage", "CountersignSQLite", "CountersignTesting",
        "ProgramTesting", "WebAuthnModel", "WireModel",
      ], path: "Tests/Shop/AirtimeTests", exclude: ["Fixtures"], swiftSettings: settings),
    // All clients buy airtime, and so does the page that is driven in a browser.
    .testTarget(
      name: "ConformanceTests",
      dependencies: [
        "AirtimeClient", "AirtimeModel", "AirtimeServer", "AirtimeTesting", "BrowserTesting",
        "CountersignClient", "CountersignDevice", "CountersignCore", "CountersignSQLite",
        "CountersignTesting", "CountersignTransport", "FlowModel", "ProgramTesting",
        "SecretSearch", "WebAuthnModel", "WireModel",
      ], path: "Tests/Shop/ConformanceTests", swiftSettings: settings),
    .testTarget(
      name: "BrowserTests",
      dependencies: [
        "AirtimeModel", "AirtimeServer", "AirtimeTesting", "Bank", "BrowserTesting", "countersign",
        "CountersignHTTP", "CountersignCore", "CountersignPage", "CountersignServer",
        "CountersignTesting", "PasskeysOnly", "ProgramTesting", "SecretSearch", "WebAuthnModel",
        "WireModel", hummingbird, logging, nioCore, serviceLifecycle,
      ], swiftSettings: settings),
  ]
  let program = package.targets.first { $0.name == "countersign" }
  program?.dependencies.append("AirtimeTerminal")
  program?.swiftSettings?.append(.define("SHOP"))
}
