// swift-tools-version: 6.2
import PackageDescription

// A bank's own app takes the server's products, which need the trait Server.
// Scripts/check-packaging puts the address of a clone here.
let package = Package(
  name: "Bank",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://git.example.com/countersign.git", from: "1.0.0", traits: ["Server"]),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
  ],
  targets: [
    .executableTarget(
      name: "Bank",
      dependencies: [
        .product(name: "CountersignServer", package: "countersign"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
      ], resources: [.embedInCode("Page")])
  ]
)
