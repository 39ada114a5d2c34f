// swift-tools-version: 6.2
import PackageDescription

// The client once more, file for file, on a machine without Apple's SDK: the modules of that SDK
// which CountersignDevice imports are stand-ins here, so that its Apple half is compiled and run.
// Nothing outside of this folder can import them.
let isOwnBuild = Context.environment["COUNTERSIGN_WARNINGS_AS_ERRORS"] == "1"
let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ] + (isOwnBuild ? [.treatAllWarnings(as: .error)] : [])

let standIns: [Target.Dependency] = [
  "AuthenticationServices", "CryptoKit", "LocalAuthentication", "Security",
]
let shared: [Target.Dependency] = ["FlowModel", "WebAuthnModel", "WireModel"]
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")

let package = Package(
  name: "apple-adapters",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
  ],
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
      name: "CryptoKit",
      dependencies: ["LocalAuthentication", "Security", "StandInPhone", crypto],
      path: "StandIns/CryptoKit", swiftSettings: settings),
    .target(
      name: "AuthenticationServices", dependencies: ["StandInPhone"],
      path: "StandIns/AuthenticationServices", swiftSettings: settings),

    // The client, as Countersign's own Package.swift has it.
    .target(name: "FlowModel", path: "Sources/Protocol/FlowModel", swiftSettings: settings),
    .target(name: "WebAuthnModel", path: "Sources/WebAuthn/WebAuthnModel", swiftSettings: settings),
    .target(
      name: "WireModel",
      dependencies: [
        "FlowModel", "WebAuthnModel",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ], path: "Sources/Protocol/WireModel", swiftSettings: settings),
    .target(
      name: "CountersignClient", dependencies: shared, path: "Sources/Client/CountersignClient",
      swiftSettings: settings),
    .target(
      name: "CountersignTransport", dependencies: ["CountersignClient"] + shared,
      path: "Sources/Client/CountersignTransport", swiftSettings: settings),
    .target(
      name: "CountersignDevice",
      dependencies: ["CountersignClient", crypto, cryptoExtras] + shared + standIns,
      path: "Sources/Client/CountersignDevice", swiftSettings: settings),

    // What judges it: nothing of the client.
    .target(
      name: "RelyingParty", dependencies: ["WebAuthnModel", crypto, cryptoExtras],
      path: "Sources/WebAuthn/RelyingParty", swiftSettings: settings),
    .target(
      name: "SecretSearch", dependencies: ["WebAuthnModel"],
      path: "Sources/Testing/SecretSearch", swiftSettings: settings),
    .target(
      name: "ProgramTesting", dependencies: ["SecretSearch", "WebAuthnModel"],
      path: "Sources/Testing/ProgramTesting", swiftSettings: settings),
    .testTarget(
      name: "AppleAdapterTests",
      dependencies: [
        "CountersignClient", "CountersignDevice", "CountersignTransport", "ProgramTesting",
        "RelyingParty", "SecretSearch", "StandInPhone", crypto,
      ] + shared + standIns,
      path: "Tests/AppleAdapterTests", swiftSettings: settings),
  ]
)
