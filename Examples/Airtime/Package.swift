// swift-tools-version: 6.2
import PackageDescription

// A shop with a program of its own takes the server's products and the commands, which need the
// trait Server, and its app takes the client. Scripts/check-packaging puts the address of a clone
// here.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
  name: "Airtime",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://git.example.com/countersign.git", from: "1.0.0", traits: ["Server"]),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    .target(
      name: "AirtimeModel",
      dependencies: [.product(name: "WireModel", package: "countersign")],
      swiftSettings: settings),
    // Takes the page and the description of AirtimeServer into the program.
    .target(name: "CAirtimeFiles"),
    .target(
      name: "AirtimeServer",
      dependencies: [
        "AirtimeModel", "CAirtimeFiles",
        .product(name: "CountersignServer", package: "countersign"),
      ],
      exclude: ["Page", "openapi.yaml"],
      swiftSettings: settings + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]),
    .target(
      name: "AirtimeClient",
      dependencies: [
        "AirtimeModel", .product(name: "CountersignClient", package: "countersign"),
      ],
      swiftSettings: settings),
    .target(
      name: "AirtimeTerminal",
      dependencies: [
        "AirtimeClient", "AirtimeServer",
        .product(name: "CountersignCommands", package: "countersign"),
        .product(name: "CountersignServer", package: "countersign"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "airtime",
      dependencies: [
        "AirtimeTerminal", .product(name: "CountersignCommands", package: "countersign"),
      ],
      swiftSettings: settings),
  ]
)
