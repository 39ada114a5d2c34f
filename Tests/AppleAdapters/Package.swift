// swift-tools-version: 6.2
import PackageDescription

// The client once more, file for file, on a machine without Apple's SDK: the modules of that SDK
// which CountersignDevice imports are stand-ins here, so that its Apple half is compiled and run.
// Nothing outside of this folder can import them. What the client takes from outside is not
// compiled again: make collects it from the build of Countersign (Scripts/collect-libraries).
let isOwnBuild = Context.environment["COUNTERSIGN_WARNINGS_AS_ERRORS"] == "1"
let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ] + (isOwnBuild ? [.treatAllWarnings(as: .error)] : [])
let libraries = Context.packageDirectory + "/../../.build/apple-adapters/libraries"
let withLibraries = settings + [.unsafeFlags(["-I", libraries])]

let standIns: [Target.Dependency] = [
  "AuthenticationServices", "CryptoKit", "LocalAuthentication", "Security",
]
let shared: [Target.Dependency] = ["DocumentModel", "FlowModel", "WebAuthnModel", "WireModel"]

let package = Package(
  name: "apple-adapters",
  platforms: [.macOS(.v15), .iOS(.v18)],
  targets: [
    // The stand-ins.
    .target(name: "StandInPhone", path: "StandIns/StandInPhone", swiftSettings: settings),
    .target(
      name: "LocalAuthentication", dependencies: ["StandInPhone"],
      path: "StandIns/LocalAuthentication", swiftSettings: settings),
    .target(
      name: "Security", dependencies: ["StandInPhone"], path: "StandIns/Security",
      swiftSettings: settings),
    .target(
      name: "CryptoKit", dependencies: ["LocalAuthentication", "Security", "StandInPhone"],
      path: "StandIns/CryptoKit", swiftSettings: withLibraries),
    .target(
      name: "AuthenticationServices", dependencies: ["StandInPhone"],
      path: "StandIns/AuthenticationServices", swiftSettings: settings),

    // The client, as Countersign's own Package.swift has it.
    .target(
      name: "DocumentModel", path: "Sources/Protocol/DocumentModel", swiftSettings: settings),
    .target(
      name: "FlowModel", dependencies: ["DocumentModel"], path: "Sources/Protocol/FlowModel",
      swiftSettings: settings),
    .target(name: "WebAuthnModel", path: "Sources/WebAuthn/WebAuthnModel", swiftSettings: settings),
    .target(
      name: "WireModel", dependencies: ["DocumentModel", "FlowModel", "WebAuthnModel"],
      path: "Sources/Protocol/WireModel", swiftSettings: withLibraries),
    .target(
      name: "CountersignClient", dependencies: shared, path: "Sources/Client/CountersignClient",
      swiftSettings: withLibraries),
    .target(
      name: "CountersignTransport", dependencies: ["CountersignClient"] + shared,
      path: "Sources/Client/CountersignTransport", swiftSettings: withLibraries),
    .target(
      name: "CountersignDevice", dependencies: ["CountersignClient"] + shared + standIns,
      path: "Sources/Client/CountersignDevice", swiftSettings: withLibraries),

    .target(
      name: "CountersignObservation", dependencies: ["CountersignClient"] + shared,
      path: "Sources/Client/CountersignObservation", swiftSettings: withLibraries),

    // The example app, over a stand-in for SwiftUI, by which a test reads and uses its screens. Its
    // entry point is not the tests'.
    .target(name: "SwiftUI", path: "StandIns/SwiftUI", swiftSettings: settings),
    .target(
      name: "PayApp",
      dependencies: [
        "CountersignDevice", "CountersignObservation", "CountersignTransport", "SwiftUI",
      ],
      path: "PayApp",
      swiftSettings: withLibraries + [
        .unsafeFlags([
          "-parse-as-library", "-Xfrontend", "-entry-point-function-name", "-Xfrontend",
          "PayApp_main",
        ])
      ]),

    // What checks it: nothing of the client.
    .target(
      name: "RelyingParty", dependencies: ["WebAuthnModel"], path: "Sources/WebAuthn/RelyingParty",
      swiftSettings: withLibraries),
    .target(
      name: "SecretSearch", dependencies: ["WebAuthnModel"],
      path: "Support/SecretSearch", swiftSettings: settings),
    .target(
      name: "ProgramTesting", dependencies: ["SecretSearch", "WebAuthnModel"],
      path: "Support/ProgramTesting", swiftSettings: settings),
    .testTarget(
      name: "AppleAdapterTests",
      dependencies: [
        "CountersignClient", "CountersignDevice", "CountersignTransport", "PayApp",
        "ProgramTesting", "RelyingParty", "SecretSearch", "StandInPhone", "SwiftUI",
      ] + shared + standIns,
      path: "Tests/AppleAdapterTests", swiftSettings: withLibraries,
      linkerSettings: [
        .unsafeFlags(
          ["--whole-archive", libraries + "/libCollected.a", "--no-whole-archive"].flatMap {
            ["-Xlinker", $0]
          }), .linkedLibrary("stdc++"),
      ]),
  ]
)
