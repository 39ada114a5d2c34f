// swift-tools-version: 6.2
import PackageDescription

// An app takes the client, by the package's address and version. Since it names no trait, none of
// the server's packages is resolved. Scripts/check-packaging puts the address of a clone here.
let package = Package(
  name: "AppOnly",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [
    .package(url: "https://git.example.com/countersign.git", from: "1.0.0")
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
