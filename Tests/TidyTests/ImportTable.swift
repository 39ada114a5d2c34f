/// What each target may import: the table of docs/architecture.md, system modules included.
enum ImportTable {
  private static let shared: Set<String> = [
    "DocumentModel", "FlowModel", "WebAuthnModel", "WireModel",
  ]
  /// Helpers of tests: nothing that ships imports one.
  static let testing: Set<String> = [
    "BrowserTesting", "CompareOutcomes", "CountersignTesting", "CountersignCrash",
    "HistoryTesting", "ProgramTesting", "SearchSecrets", "SecretSearch", "TraceTesting",
    "countersign-trace",
  ]
  /// Targets in C: libraries of the system, one header each, and what has a reason of its own.
  static let inC: Set<String> = [
    "CAirtimeFiles", "CDemoFiles", "CInterfaceDescription", "CJNI", "CPageFiles", "CPostgreSQL",
    "CQREncode", "CSQLite",
  ]
  private static let client: Set<String> = [
    "CountersignClient", "CountersignObservation", "CountersignTransport", "CountersignDevice",
  ]
  private static let server: Set<String> = [
    "RelyingParty", "CountersignCore", "CountersignSQLite", "CountersignHTTP", "CountersignPage",
  ]
  /// The programs: libraries of commands, and what joins them.
  static let tools: Set<String> = [
    "AirtimeTerminal", "PhoneCommands", "ServerCommands", "ToolSupport", "WebAuthnCommands",
    "airtime", "countersign", "countersign-bench",
  ]
  private static let crypto: Set<String> = ["Crypto", "CryptoExtras"]
  /// The operating system, for the targets at the edge.
  private static let system: Set<String> = [
    "Darwin", "Dispatch", "Foundation", "FoundationEssentials", "FoundationNetworking", "Glibc",
    "Musl", "Synchronization",
  ]

  static let allowed: [String: Set<String>] = [
    "DocumentModel": [],
    "FlowModel": ["DocumentModel"],
    "WebAuthnModel": [],
    "WireModel": ["DocumentModel", "FlowModel", "WebAuthnModel", "HTTPTypes"],
    // The shop: products alone, as for anybody else's module.
    "AirtimeModel": ["WireModel"],
    "AirtimeServer": ["AirtimeModel", "CAirtimeFiles", "CountersignPage", "CountersignServer"],
    "AirtimeClient": ["AirtimeModel", "CountersignClient"],
    "AirtimeTerminal": system.union([
      "AirtimeClient", "AirtimeServer", "ArgumentParser", "CountersignCommands",
      "CountersignDelivery", "CountersignServer", "HTTPTypes", "Hummingbird", "Logging", "NIOCore",
      "ServiceLifecycle", "UnixSignals",
    ]),
    "airtime": ["AirtimeTerminal", "CountersignCommands"],
    // A lock is part of the language's own library, not of a system.
    "CountersignClient": shared.union(["Synchronization"]),
    "CountersignObservation": shared.union(["CountersignClient", "Observation"]),
    "CountersignTransport": shared.union(system).union([
      "CountersignClient", "AsyncHTTPClient", "HTTPTypes", "NIOCore", "NIOHTTP1", "NIOPosix",
    ]),
    "CountersignDevice": shared.union(crypto).union(system).union([
      "AuthenticationServices", "CountersignClient", "CryptoKit", "LocalAuthentication",
      "Security",
    ]),
    // The boundary to the JVM: C alone, over a JDK's header.
    "CJNI": [],
    "CountersignJNI": shared.union([
      "CJNI", "CountersignClient", "CountersignDevice", "Synchronization",
    ]),
    "RelyingParty": crypto.union(["WebAuthnModel", "X509", "SwiftASN1"]),
    "WebAuthn": ["RelyingParty", "WebAuthnModel"],
    "CountersignCore": shared.union(crypto).union([
      "CoreMetrics", "RelyingParty", "Synchronization", "Tracing",
    ]),
    "CountersignSQLite": system.union(["CSQLite", "CountersignCore"]),
    "CountersignPostgreSQL": system.union(["CPostgreSQL", "CountersignCore"]),
    "CPostgreSQL": [],
    "CAirtimeFiles": [],
    "CDemoFiles": [],
    "CInterfaceDescription": [],
    "CPageFiles": [],
    "CQREncode": [],
    "CSQLite": [],
    "CountersignHTTP": shared.union(system).union([
      "CInterfaceDescription", "CQREncode", "CountersignCore", "Hummingbird", "HummingbirdCore",
      "HTTPTypes", "NIOCore", "NIOHTTP1", "NIOHTTPTypes", "Logging", "ServiceLifecycle", "Tracing",
      "Yams",
    ]),
    "CountersignPage": [
      "CPageFiles", "CountersignCore", "CountersignHTTP", "Foundation", "HTTPTypes", "Hummingbird",
      "NIOCore", "WebAuthnModel", "WireModel",
    ],
    "CountersignDelivery": system.union([
      "CountersignCore", "Crypto", "Subprocess", "System", "SystemPackage", "WebAuthnModel",
      "WireModel",
    ]),
    "CountersignTLS": system.union([
      "AsyncHTTPClient", "CountersignCore", "CountersignDelivery", "CountersignHTTP",
      "HummingbirdCore", "HummingbirdTLS", "NIOCore", "NIOHTTP1", "NIOPosix", "NIOSSL", "NIOTLS",
      "WireModel",
    ]),
    "CountersignMetrics": ["CoreMetrics", "CountersignCore", "Synchronization"],
    "CountersignTracing": [
      "CountersignCore", "Instrumentation", "Synchronization", "Tracing", "WebAuthnModel",
    ],
    "CountersignServer": system.union([
      "CountersignCore", "CountersignHTTP", "CountersignSQLite", "Hummingbird", "Logging",
      "RelyingParty", "ServiceLifecycle", "Tracing", "WebAuthnModel",
    ]),
    "ToolSupport": shared.union(system).union([
      "ArgumentParser", "CountersignClient", "CountersignCore", "CountersignDelivery",
      "CountersignHTTP", "CountersignServer", "NIOCore", "NIOHTTP1", "NIOPosix", "UnixSignals",
    ]),
    "ServerCommands": shared.union(system).union([
      "ArgumentParser", "CDemoFiles", "Configuration", "CountersignCore",
      "CountersignDelivery", "CountersignHTTP", "CountersignMetrics", "CountersignPage",
      "CountersignPostgreSQL", "CountersignSQLite", "CountersignServer", "CountersignTracing",
      "Crypto", "Logging",
      "NIOCore", "ServiceLifecycle",
      "ToolSupport",
      "UnixSignals", "Yams",
    ]),
    "PhoneCommands": shared.union(system).union([
      "ArgumentParser", "CountersignClient", "CountersignDevice", "CountersignHTTP", "ToolSupport",
      "UnixSignals",
    ]),
    "CountersignCommands": [
      "ArgumentParser", "PhoneCommands", "ServerCommands", "ToolSupport", "WireModel",
    ],
    "WebAuthnCommands": system.union([
      "ArgumentParser", "RelyingParty", "ToolSupport", "WebAuthnModel",
    ]),
    "CountersignCommandsTLS": ["CountersignCommands", "CountersignTLS", "CountersignTransport"],
    "countersign": [
      "ArgumentParser", "CountersignCommands", "CountersignCommandsTLS", "WebAuthnCommands",
    ],
    "countersign-bench": shared.union(client).union(server).union(system).union([
      "AirtimeClient", "AirtimeServer", "AirtimeTerminal", "ArgumentParser", "CPostgreSQL",
      "CSQLite", "CountersignCommands", "CountersignCommandsTLS", "CountersignPostgreSQL",
      "CountersignServer", "Crypto", "HTTPTypes", "Histogram", "Hummingbird", "Logging", "NIOCore",
      "NIOPosix", "ServerCommands", "ToolSupport",
    ]),
    "TraceTesting": shared.union(client).union(server).union(system).union([
      "Crypto", "ToolSupport",
    ]),
    "countersign-trace": ["ArgumentParser", "ToolSupport", "TraceTesting", "WebAuthnModel"],
    "CountersignCrash": system.union([
      "CountersignTesting", "CountersignCore", "CountersignSQLite", "WireModel",
    ]),
    "CountersignTesting": shared.union(client).union(server).union(crypto).union(system).union([
      "CSQLite", "HTTPTypes", "Hummingbird", "HummingbirdTesting",
      "CountersignPostgreSQL", "Logging",
      "NIOCore",
      "ProgramTesting", "SecretSearch", "Tracing",
    ]),
    "BrowserTesting": [
      "CountersignHTTP", "CountersignCore", "CountersignPage", "CountersignTesting", "Foundation",
      "ProgramTesting", "SecretSearch", "ServiceLifecycle", "WebAuthnModel", "WireModel",
    ],
    "CompareOutcomes": ["Foundation", "SecretSearch"],
    "HistoryTesting": [],
    "ProgramTesting": ["Foundation", "SecretSearch", "Synchronization", "WebAuthnModel"],
    "SearchSecrets": ["Foundation", "SecretSearch"],
    "SecretSearch": system.union(["WebAuthnModel"]),
  ]

  /// What a target of a product brings along for whoever imports it: the modules of this package
  /// that its public interface names.
  static let reexported: [String: Set<String>] = [
    "WireModel": ["DocumentModel", "FlowModel", "HTTPTypes", "WebAuthnModel"],
    "AirtimeModel": ["WireModel"],
    "AirtimeServer": ["AirtimeModel", "CountersignPage", "CountersignServer"],
    "AirtimeClient": ["AirtimeModel", "CountersignClient"],
    "CountersignClient": ["FlowModel", "WebAuthnModel", "WireModel"],
    "CountersignTransport": ["CountersignClient"],
    "CountersignDevice": ["CountersignClient"],
    "CountersignObservation": ["CountersignClient"],
    "RelyingParty": ["WebAuthnModel"],
    "WebAuthn": ["RelyingParty", "WebAuthnModel"],
    "CountersignCore": ["FlowModel", "RelyingParty", "WireModel"],
    "CountersignSQLite": ["CountersignCore"],
    "CountersignPostgreSQL": ["CountersignCore"],
    "CountersignHTTP": ["CountersignCore"],
    "CountersignPage": ["CountersignHTTP"],
    "CountersignDelivery": ["CountersignCore"],
    "CountersignTLS": ["CountersignDelivery", "CountersignHTTP"],
    "CountersignMetrics": ["CountersignCore"],
    "CountersignServer": ["CountersignHTTP"],
    "ToolSupport": ["WebAuthnModel"],
    "PhoneCommands": ["CountersignClient", "ToolSupport"],
    "ServerCommands": ["CountersignDelivery", "CountersignServer"],
    "CountersignCommands": ["PhoneCommands", "ServerCommands"],
    "CountersignCommandsTLS": ["CountersignCommands"],
  ]

  /// The one file of a target that may import a module which the target otherwise may not.
  static let exceptions: [String: Set<String>] = [
    // Unicode normalisation (NFC) is Foundation's.
    "Sources/Protocol/DocumentModel/NormalText.swift": ["Foundation"],
    // The machine's clock, behind a seam.
    "Sources/Server/CountersignCore/Foundations/ServiceClock.swift": ["Foundation"],
    // Swift's own generator calls the system for each eight bytes.
    "Sources/Server/CountersignCore/Foundations/RandomBytes.swift": [
      "Darwin", "Glibc", "Musl",
    ],
    // scrypt runs on threads of its own, never on the cooperative pool's.
    "Sources/Server/CountersignCore/SecondFactor/FairWorkers.swift": ["Dispatch"],
  ]
}
