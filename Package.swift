// swift-tools-version: 6.2
import PackageDescription

// The layering of docs/architecture.md: a target lists all that it may import, and the build
// (`--explicit-target-dependency-import-check error`) and TidyTests hold it to that list.

/// What only a server needs: an app, which names no trait, resolves none of it.
let onServer = TargetDependencyCondition.when(traits: ["Server"])
/// What the client's transport over async-http-client needs.
let onAsyncHTTPClient = TargetDependencyCondition.when(traits: ["AsyncHTTPClient"])

/// True in this project's own builds, whose make sets the variable: warnings are errors, and the
/// traits are on (docs/decisions/015-nothing-of-a-server-for-an-app.md).
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

let package = Package(
  name: "countersign",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "CountersignClient", targets: ["CountersignClient"]),
    .library(name: "CountersignTransport", targets: ["CountersignTransport"]),
    .library(name: "CountersignDevice", targets: ["CountersignDevice"]),
    .library(name: "WebAuthn", targets: ["WebAuthn"]),
    .library(name: "WireModel", targets: ["WireModel"]),
    .library(
      name: "CountersignServer",
      targets: [
        "CountersignServer", "CountersignSQLite", "CountersignPage", "CountersignDelivery",
      ]),
    .executable(name: "countersign", targets: ["countersign"]),
  ],
  traits: [
    .default(enabledTraits: isOwnBuild ? ["Server"] : []),
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
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
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
      dependencies: [
        "DocumentModel", "FlowModel", "WebAuthnModel",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      path: "Sources/Protocol/WireModel", swiftSettings: settings),

    // Client: the SDK of an app.
    .target(
      name: "CountersignClient",
      dependencies: ["DocumentModel", "FlowModel", "WebAuthnModel", "WireModel"],
      path: "Sources/Client/CountersignClient", swiftSettings: settings),
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
        "CountersignClient", "FlowModel", "WebAuthnModel", "WireModel",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
      ],
      path: "Sources/Client/CountersignDevice", swiftSettings: settings),

    // Server: from the pure relying party out to the routes.
    .target(
      name: "RelyingParty",
      dependencies: [
        "WebAuthnModel",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
      ],
      path: "Sources/WebAuthn/RelyingParty", swiftSettings: settings),
    .target(
      name: "WebAuthn", dependencies: ["RelyingParty", "WebAuthnModel"],
      path: "Sources/WebAuthn/WebAuthn", swiftSettings: settings),
    .target(
      name: "CountersignCore",
      dependencies: [
        "DocumentModel", "FlowModel", "WebAuthnModel", "WireModel", "RelyingParty",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
      ],
      path: "Sources/Server/CountersignCore", swiftSettings: settings + stayingWithCaller),
    // Libraries of the system, without their pkg-config files, which would be looked for, and missed
    // with a warning, by an app too.
    .systemLibrary(name: "CSQLite", path: "Sources/Server/CSQLite"),
    .target(
      name: "CountersignSQLite",
      dependencies: ["CountersignCore", .byName(name: "CSQLite", condition: onServer)],
      path: "Sources/Server/CountersignSQLite", swiftSettings: settings + stayingWithCaller),
    .systemLibrary(name: "CQREncode", path: "Sources/Server/CQREncode"),
    .target(
      name: "CountersignHTTP",
      dependencies: [
        "CountersignCore", "FlowModel", "WebAuthnModel", "WireModel",
        .byName(name: "CQREncode", condition: onServer),
        .product(name: "Hummingbird", package: "hummingbird", condition: onServer),
        .product(name: "HummingbirdCore", package: "hummingbird", condition: onServer),
        .product(name: "HummingbirdTLS", package: "hummingbird", condition: onServer),
        .product(name: "NIOCore", package: "swift-nio", condition: onServer),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: onServer),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras", condition: onServer),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: onServer),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log", condition: onServer),
        .product(
          name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: onServer),
      ],
      path: "Sources/Server/CountersignHTTP", resources: [.embedInCode("openapi.yaml")],
      swiftSettings: settings + stayingWithCaller),
    .target(
      name: "CountersignPage",
      dependencies: [
        "CountersignCore", "CountersignHTTP", "WebAuthnModel", "WireModel",
        .product(name: "Hummingbird", package: "hummingbird", condition: onServer),
        .product(name: "NIOCore", package: "swift-nio", condition: onServer),
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      path: "Sources/Server/CountersignPage",
      // In the binary itself, so that one file can be carried anywhere and started from any folder.
      resources: [.embedInCode("Page")], swiftSettings: settings + stayingWithCaller),
    .target(
      name: "CountersignDelivery",
      dependencies: [
        "CountersignCore", "WebAuthnModel", "WireModel",
        .product(name: "AsyncHTTPClient", package: "async-http-client", condition: onServer),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "NIOCore", package: "swift-nio", condition: onServer),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: onServer),
        .product(name: "NIOPosix", package: "swift-nio", condition: onServer),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: onServer),
        .product(name: "NIOTLS", package: "swift-nio", condition: onServer),
      ],
      path: "Sources/Server/CountersignDelivery", swiftSettings: settings),
    .target(
      name: "CountersignServer",
      dependencies: [
        "CountersignCore", "CountersignHTTP", "CountersignSQLite", "RelyingParty", "WebAuthnModel",
        .product(name: "Hummingbird", package: "hummingbird", condition: onServer),
        .product(name: "Logging", package: "swift-log", condition: onServer),
        .product(
          name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: onServer),
      ],
      path: "Sources/Server/CountersignServer", swiftSettings: settings),

    // Shop: airtime, as any host would write a module of its own: over products, and without access
    // to what the package keeps to itself.
    .target(
      name: "AirtimeModel", dependencies: ["WireModel"], path: "Sources/Shop/AirtimeModel",
      packageAccess: false, swiftSettings: settings),
    .target(
      name: "AirtimeServer",
      dependencies: ["AirtimeModel", "CountersignPage", "CountersignServer"],
      path: "Sources/Shop/AirtimeServer",
      resources: [.embedInCode("Page"), .embedInCode("openapi.yaml")], packageAccess: false,
      swiftSettings: settings + stayingWithCaller),
    .target(
      name: "AirtimeClient", dependencies: ["AirtimeModel", "CountersignClient"],
      path: "Sources/Shop/AirtimeClient", packageAccess: false, swiftSettings: settings),

    // Tools: a library for each family of commands, and the program that joins them.
    .target(
      name: "ToolSupport",
      dependencies: [
        "CountersignClient", "CountersignCore", "CountersignHTTP", "CountersignServer", "FlowModel",
        "WebAuthnModel", "WireModel",
        .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: onServer),
      ],
      path: "Sources/Tools/ToolSupport", swiftSettings: settings),
    .target(
      name: "ServerCommands",
      dependencies: [
        "AirtimeServer", "CountersignCore", "CountersignDelivery", "CountersignHTTP",
        "CountersignPage",
        "CountersignSQLite",
        "CountersignServer", "FlowModel", "ToolSupport", "WebAuthnModel", "WireModel",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: onServer),
        .product(name: "AsyncHTTPClient", package: "async-http-client", condition: onServer),
        .product(name: "Configuration", package: "swift-configuration", condition: onServer),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird", condition: onServer),
        .product(name: "Logging", package: "swift-log", condition: onServer),
        .product(name: "NIOCore", package: "swift-nio", condition: onServer),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: onServer),
        .product(
          name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: onServer),
        .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: onServer),
        .product(name: "Yams", package: "Yams", condition: onServer),
      ],
      path: "Sources/Tools/ServerCommands", swiftSettings: settings),
    .target(
      name: "PhoneCommands",
      dependencies: [
        "AirtimeClient", "CountersignClient", "CountersignDevice", "CountersignHTTP",
        "CountersignTransport",
        "FlowModel", "ToolSupport", "WebAuthnModel", "WireModel",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: onServer),
        .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: onServer),
      ],
      path: "Sources/Tools/PhoneCommands", swiftSettings: settings),
    .target(
      name: "BenchCommands",
      dependencies: [
        "AirtimeClient", "AirtimeModel", "AirtimeServer", "CountersignClient", "CountersignCore",
        "CountersignHTTP", "CountersignSQLite",
        "CountersignTransport", "RelyingParty", "ToolSupport", "WebAuthnModel", "WireModel",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: onServer),
        .product(name: "Crypto", package: "swift-crypto"),
        .byName(name: "CSQLite", condition: onServer),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Histogram", package: "hdrhistogram-swift", condition: onServer),
        .product(name: "Hummingbird", package: "hummingbird", condition: onServer),
        .product(name: "Logging", package: "swift-log", condition: onServer),
        .product(name: "NIOCore", package: "swift-nio", condition: onServer),
        .product(name: "NIOPosix", package: "swift-nio", condition: onServer),
      ],
      path: "Sources/Tools/BenchCommands", resources: [.embedInCode("rows.sql")],
      swiftSettings: settings),
    .target(
      name: "TraceCommands",
      dependencies: [
        "AirtimeClient", "AirtimeServer", "CountersignClient", "CountersignCore",
        "CountersignDevice",
        "CountersignHTTP",
        "CountersignSQLite", "FlowModel", "RelyingParty", "ToolSupport", "WebAuthnModel",
        "WireModel",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: onServer),
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      path: "Sources/Tools/TraceCommands", swiftSettings: settings),
    .target(
      name: "WebAuthnCommands",
      dependencies: [
        "RelyingParty", "ToolSupport", "WebAuthnModel",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: onServer),
      ],
      path: "Sources/Tools/WebAuthnCommands", swiftSettings: settings),
    .executableTarget(
      name: "countersign",
      dependencies: [
        "BenchCommands", "PhoneCommands", "ServerCommands", "ToolSupport", "TraceCommands",
        "WebAuthnCommands",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: onServer),
      ],
      path: "Sources/Tools/countersign", swiftSettings: settings),

    // A host, as anybody would write one: it imports nothing of the targets above.
    .executableTarget(
      name: "OrderDesk",
      dependencies: [
        .product(name: "Hummingbird", package: "hummingbird", condition: onServer),
        .product(name: "NIOCore", package: "swift-nio", condition: onServer),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ], path: "Examples/OrderDesk", swiftSettings: settings),
    // A server that has passkeys and nothing else of this package. It is a package of its own, too.
    .executableTarget(
      name: "PasskeysOnly",
      dependencies: [
        "WebAuthn", .product(name: "Hummingbird", package: "hummingbird", condition: onServer),
      ], path: "Examples/PasskeysOnly/Sources/PasskeysOnly", resources: [.embedInCode("Page")],
      swiftSettings: settings),

    // Testing: ships to nobody.
    .target(
      name: "CountersignTesting",
      dependencies: [
        "AirtimeServer", "CountersignClient", "CountersignDevice", "FlowModel", "WebAuthnModel",
        "WireModel",
        "RelyingParty", "CountersignCore", "CountersignSQLite", "CountersignHTTP",
        "SecretSearch", .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .byName(name: "CSQLite", condition: onServer),
        .product(name: "Logging", package: "swift-log", condition: onServer),
      ],
      path: "Sources/Testing/CountersignTesting", swiftSettings: settings),
    .target(
      name: "ProgramTesting", dependencies: ["SecretSearch", "WebAuthnModel"],
      path: "Sources/Testing/ProgramTesting", swiftSettings: settings),
    // A browser under a test's control, and a server for it whose clock the test turns.
    .target(
      name: "BrowserTesting",
      dependencies: [
        "AirtimeServer", "CountersignHTTP", "CountersignCore", "CountersignPage",
        "CountersignTesting",
        "ProgramTesting", "SecretSearch", "WebAuthnModel", "WireModel",
        .product(
          name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: onServer),
      ],
      path: "Sources/Testing/BrowserTesting", swiftSettings: settings),
    // What a run of all tests wrote is searched for every secret that passed in it.
    .target(
      name: "SecretSearch", dependencies: ["WebAuthnModel"],
      path: "Sources/Testing/SecretSearch", swiftSettings: settings),
    .executableTarget(
      name: "SearchSecrets", dependencies: ["SecretSearch"],
      path: "Sources/Testing/SearchSecrets", swiftSettings: settings),
    .executableTarget(
      name: "CountersignCrash",
      dependencies: [
        "AirtimeServer", "CountersignTesting", "CountersignCore", "CountersignSQLite", "WireModel",
      ],
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
      dependencies: [
        "AirtimeModel", "WireModel", "WebAuthnModel",
        .product(name: "Crypto", package: "swift-crypto"),
      ], exclude: ["Fixtures"], swiftSettings: settings),
    .testTarget(
      name: "RelyingPartyTests",
      dependencies: [
        "RelyingParty", "WebAuthnModel", "CountersignTesting",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
      ], swiftSettings: settings),
    .testTarget(
      name: "WebAuthnTests", dependencies: ["CountersignTesting", "WebAuthn"],
      swiftSettings: settings),
    .testTarget(
      name: "CountersignClientTests",
      dependencies: [
        "AirtimeClient", "AirtimeModel", "AirtimeServer", "CountersignClient", "CountersignDevice",
        "CountersignTesting", "CountersignTransport",
        "FlowModel", "RelyingParty", "WebAuthnModel", "WireModel",
      ], swiftSettings: settings),
    .testTarget(
      name: "CountersignDeviceTests",
      dependencies: [
        "CountersignClient", "CountersignDevice", "CountersignTesting",
        "RelyingParty",
        "WebAuthnModel", "WireModel", .product(name: "Crypto", package: "swift-crypto"),
      ], swiftSettings: settings),
    .testTarget(
      name: "CountersignCoreTests",
      dependencies: [
        "AirtimeModel", "AirtimeServer", "CountersignCrash", "CountersignCore", "CountersignSQLite",
        "CountersignTesting",
        "FlowModel", "RelyingParty", "WebAuthnModel", "WireModel",
        .product(name: "Crypto", package: "swift-crypto"),
      ], swiftSettings: settings),
    .testTarget(
      name: "CountersignSQLiteTests",
      dependencies: ["AirtimeServer", "CountersignCore", "CountersignSQLite"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "CountersignHTTPTests",
      dependencies: [
        "AirtimeModel", "AirtimeServer", "CountersignHTTP", "CountersignCore", "CountersignPage",
        "CountersignSQLite",
        "CountersignTesting", "RelyingParty", "SecretSearch", "WebAuthnModel", "WireModel",
        .product(name: "AsyncHTTPClient", package: "async-http-client", condition: onServer),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird", condition: onServer),
        .product(name: "Logging", package: "swift-log", condition: onServer),
        .product(name: "NIOCore", package: "swift-nio", condition: onServer),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: onServer),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: onServer),
        .product(name: "SwiftASN1", package: "swift-asn1", condition: onServer),
        .product(name: "X509", package: "swift-certificates", condition: onServer),
        .product(
          name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: onServer),
      ], swiftSettings: settings),
    .testTarget(
      name: "CountersignServerTests",
      dependencies: [
        "AirtimeServer", "CountersignClient", "CountersignCore", "CountersignHTTP",
        "CountersignPage",
        "CountersignServer", "CountersignSQLite", "CountersignTesting", "CountersignTransport",
        "ProgramTesting", "WebAuthnModel", "WireModel",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird", condition: onServer),
        .product(name: "Logging", package: "swift-log", condition: onServer),
        .product(name: "NIOCore", package: "swift-nio", condition: onServer),
        .product(
          name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: onServer),
      ], swiftSettings: settings),
    .testTarget(
      name: "CountersignCLITests",
      dependencies: [
        "AirtimeClient", "AirtimeModel", "AirtimeServer", "BenchCommands", "PhoneCommands",
        "ServerCommands", "ToolSupport", "TraceCommands",
        "WebAuthnCommands", "countersign", "CountersignClient", "CountersignDevice",
        "CountersignCore", "CountersignDelivery", "CountersignHTTP", "CountersignServer",
        "CountersignSQLite", "CountersignTesting", "CountersignTransport", "FlowModel", "OrderDesk",
        "ProgramTesting", "RelyingParty", "WebAuthnModel", "WireModel",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: onServer),
        .product(name: "AsyncHTTPClient", package: "async-http-client", condition: onServer),
        .product(name: "Logging", package: "swift-log", condition: onServer),
        .product(name: "NIOCore", package: "swift-nio", condition: onServer),
        .product(
          name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: onServer),
      ], exclude: ["Trace/Fixtures", "Scenarios/Fixtures"], swiftSettings: settings),
    .testTarget(
      name: "CountersignDeliveryTests",
      dependencies: [
        "CountersignCore", "CountersignDelivery", "CountersignTesting", "ProgramTesting",
        "WireModel",
        .product(name: "AsyncHTTPClient", package: "async-http-client", condition: onServer),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "NIOCore", package: "swift-nio", condition: onServer),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: onServer),
        .product(name: "NIOPosix", package: "swift-nio", condition: onServer),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: onServer),
        .product(name: "SwiftASN1", package: "swift-asn1", condition: onServer),
        .product(name: "X509", package: "swift-certificates", condition: onServer),
      ], swiftSettings: settings),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "AirtimeClient", "AirtimeModel", "CountersignClient", "CountersignDevice",
        "CountersignHTTP", "CountersignCore",
        "CountersignSQLite", "CountersignTesting", "CountersignTransport", "FlowModel",
        "RelyingParty", "WebAuthnModel", "WireModel",
      ], swiftSettings: settings),
    .testTarget(
      name: "BrowserTests",
      dependencies: [
        "AirtimeModel", "AirtimeServer", "BrowserTesting", "countersign", "CountersignHTTP",
        "CountersignCore", "CountersignPage", "CountersignServer", "CountersignTesting",
        "PasskeysOnly", "ProgramTesting", "SecretSearch", "WebAuthnModel", "WireModel",
        .product(name: "Hummingbird", package: "hummingbird", condition: onServer),
        .product(name: "Logging", package: "swift-log", condition: onServer),
        .product(name: "NIOCore", package: "swift-nio", condition: onServer),
        .product(
          name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: onServer),
      ], swiftSettings: settings),
    .testTarget(
      name: "ConformanceTests",
      dependencies: [
        "AirtimeClient", "AirtimeModel", "AirtimeServer", "BrowserTesting", "CountersignClient",
        "CountersignDevice", "CountersignCore",
        "CountersignSQLite", "CountersignTesting", "CountersignTransport", "FlowModel",
        "ProgramTesting", "SecretSearch", "WebAuthnModel", "WireModel",
      ], swiftSettings: settings),
    .testTarget(
      name: "SecretSearchTests", dependencies: ["SecretSearch", "WebAuthnModel"],
      swiftSettings: settings),
    .testTarget(name: "TidyTests", swiftSettings: settings),
  ]
)
