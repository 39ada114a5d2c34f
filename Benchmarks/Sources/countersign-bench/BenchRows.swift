import CountersignServer
import WebAuthnModel

/// The rows of a benchmark's approval, as statements that are written bare.
struct BenchRows: Sendable {
  /// The statements for each account, before anything is measured.
  let setup: [String]
  /// The statements of one approval.
  let approval: [String]
  /// The tables of modules that they write to.
  let schemas: [Schema]
  /// The values that belong to this benchmark alone, by the parameters' names.
  let values: @Sendable (BenchRow) -> [String: BenchValue]

  /// Reads the statements of a script.
  ///
  /// - Parameters:
  ///   - script: SQL, a statement a line; the sections begin with `-- setup` and `-- approval`.
  ///   - modules: The modules whose tables it writes to.
  ///   - values: The values of an approval, by the parameters' names, beside those that every
  ///     benchmark has.
  init(
    _ script: [UInt8], of modules: [any Module] = [],
    values: @escaping @Sendable (BenchRow) -> [String: BenchValue]
  ) {
    var (setup, approval): ([String], [String]) = ([], [])
    var isSetup = false
    for line in String(decoding: script, as: UTF8.self).split(separator: "\n") {
      if line.hasPrefix("-- setup") { isSetup = true }
      if line.hasPrefix("-- approval") { isSetup = false }
      guard !line.hasPrefix("--") else { continue }
      if isSetup { setup.append(String(line)) } else { approval.append(String(line)) }
    }
    (self.setup, self.approval, self.values) = (setup, approval, values)
    schemas = .of(modules)
  }
}

/// A value of a bare row, of the length that the service's own has.
enum BenchValue: Sendable {
  /// A whole number.
  case integer(Int64)
  /// A text.
  case text(String)
  /// Bytes.
  case blob([UInt8])
}

/// One approval among the bare rows, of which its values are made.
struct BenchRow: Sendable {
  /// The number of the approval, from 0.
  let number: Int
  /// The number of the account, from 0.
  let account: Int

  /// The moment of the approval, in milliseconds: two approvals share each, as in a busy server.
  var moment: Int64 { 1_800_000_000_000 + Int64(number / 2) }

  /// The account's id.
  var owner: String { "acc_" + Base64URL.encode(Self.bytes(16, account)) }

  /// An id without its kind, as the service makes it.
  ///
  /// It begins with its moment: in an index such ids stand side by side, and few of its pages are
  /// written.
  func identifier() -> String {
    Base64URL.encode(Self.bytes(of: moment, count: 6) + Self.bytes(10, number))
  }

  /// The values that every benchmark has, by the parameters' names.
  var common: [String: BenchValue] {
    [
      "now": .integer(moment), "account": .text(owner),
      "session": .text("ses_" + Base64URL.encode(Self.bytes(16, account))),
      "credential": .blob(Self.bytes(20, account)), "publicKey": .blob(Self.bytes(77, account)),
      "nameHash": .blob(Self.bytes(33, account)), "accountKey": .blob(Self.bytes(125, account)),
      "challenge": .blob(challenge), "evidence": .blob(Self.bytes(409, number)),
      "operation": .text("op_" + identifier()), "hash1": .blob(Self.bytes(32, number)),
      "hash2": .blob(Self.bytes(32, ~number)), "lane": .blob(Self.bytes(16, 1)),
      "subject": .blob(Self.bytes(32, account)), "lease": .blob(Self.bytes(16, number)),
      "sequence1": .integer(Int64(number * 3)), "sequence2": .integer(Int64(number * 3 + 1)),
      "sequence3": .integer(Int64(number * 3 + 2)),
    ]
  }

  /// The id of the challenge: its moment, and a nonce.
  var challenge: [UInt8] { Self.bytes(of: moment, count: 8) + Self.bytes(16, number) }

  /// The lowest bytes of a moment, the highest of them first.
  private static func bytes(of moment: Int64, count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: moment >> (8 * (count - 1 - $0))) }
  }

  /// Bytes that differ for each number and have no order (splitmix64).
  private static func bytes(_ count: Int, _ number: Int) -> [UInt8] {
    var state = UInt64(bitPattern: Int64(number)) &* 0x2545_F491_4F6C_DD1D
    return (0..<count).map { _ in
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return UInt8(truncatingIfNeeded: mixed ^ (mixed >> 31))
    }
  }
}
