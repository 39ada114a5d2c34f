// swift-tools-version: 6.2
import PackageDescription

// A server of somebody's own takes the server's products, which need the trait Server.
// Scripts/check-packaging puts the address of a clone here.
let package = Package(
  name: "OwnServer",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://git.example.com/countersign.git", from: "1.0.0", traits: ["Server"]),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
  ],
  targets: [
    .executableTarget(
      name: "OwnServer",
      dependencies: [
        .product(name: "CountersignServer", package: "countersign"),
        .product(name: "Logging", package: "swift-log"),
      ])
  ]
)
