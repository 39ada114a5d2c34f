// swift-tools-version: 6.2
import PackageDescription

// An app takes the client alone. With `traits: []` none of the server's packages is resolved; a
// test of Countersign reads what this package resolves.
let package = Package(
  name: "AppOnly",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [
    .package(name: "countersign", path: "../..", traits: [])
  ],
  targets: [
    .executableTarget(
      name: "AppOnly",
      dependencies: [
        .product(name: "CountersignClient", package: "countersign"),
        .product(name: "CountersignDevice", package: "countersign"),
        .product(name: "CountersignTransport", package: "countersign"),
      ])
  ]
)
