// swift-tools-version: 6.2
import PackageDescription

// Micro-benchmarks of the parts that need no server: `swift run -c release MicroBenchmarks`.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "countersign", path: "..", traits: []),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
  ],
  targets: [
    .executableTarget(
      name: "MicroBenchmarks",
      dependencies: [
        .product(name: "CountersignClient", package: "countersign"),
        .product(name: "WebAuthn", package: "countersign"),
        .product(name: "Crypto", package: "swift-crypto"),
      ])
  ]
)
