// swift-tools-version: 6.2
import PackageDescription

// A server that has passkeys and nothing else of Countersign: no trait, so none of the packages of
// Countersign's own server. Scripts/check-packaging puts the address of a clone here.
let package = Package(
  name: "PasskeysOnly",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://git.example.com/countersign.git", from: "1.0.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
  ],
  targets: [
    .executableTarget(
      name: "PasskeysOnly",
      dependencies: [
        .product(name: "WebAuthn", package: "countersign"),
        .product(name: "Hummingbird", package: "hummingbird"),
      ], resources: [.embedInCode("Page")])
  ]
)
