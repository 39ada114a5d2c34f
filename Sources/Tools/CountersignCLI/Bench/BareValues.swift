import Foundation
import WebAuthnModel

/// The values of a batch of approvals, of the lengths that the service's own have.
///
/// Texts and bytes lie in one arena, from which SQLite reads them without a copy.
struct BareValues {
  /// The parameters of `rows.sql`.
  enum Slot: String, CaseIterable {
    case now, account, session, credential, wallet, publicKey, challenge, evidence
    case hash1, hash2, lane, subject, lease
    case sequence1, sequence2, sequence3, details1, details2, details3
    case transaction, operation, debit, supply, order, content, reference

    /// Where its value stands among those of an approval.
    var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  enum Value {
    case integer(Int64)
    case text(Range<Int>)
    case blob(Range<Int>)
  }

  private var arena: [UInt8] = []

  /// The values of one approval of an account.
  mutating func approval(_ number: Int, account: Int) -> [Value?] {
    let values = named(number, account: account)
    return Slot.allCases.map { values[$0] }
  }

  private mutating func named(_ number: Int, account: Int) -> [Slot: Value] {
    let id = "tx_" + Self.identifier(number)
    let operation = "op_" + Self.identifier(number)
    let owner = "acc_" + Self.identifier(account)
    let challenge = Self.bytes(24, number)
    return [
      .now: .integer(1_800_000_000_000 + Int64(number)),
      .account: text(owner), .session: text("ses_" + Self.identifier(account)),
      .wallet: text("wallet:" + owner), .credential: blob(Self.bytes(20, account)),
      .publicKey: blob(Self.bytes(77, account)), .challenge: blob(challenge),
      .evidence: blob(Self.bytes(380, number)), .hash1: blob(Self.bytes(32, number)),
      .hash2: blob(Self.bytes(32, ~number)), .lane: blob(Self.bytes(16, 1)),
      .subject: blob(Self.bytes(32, account)), .lease: blob(Self.bytes(16, number)),
      .sequence1: .integer(Int64(number * 3)), .sequence2: .integer(Int64(number * 3 + 1)),
      .sequence3: .integer(Int64(number * 3 + 2)),
      .details1: text(
        """
        {"scenario":"TOP_UP","linked":true,"amr":["swk","user","mfa"],\
        "challenge":"\(Base64URL.encode(challenge))"}
        """),
      .details2: text(
        """
        {"transaction":"\(id)","operation":"\(operation)","proof":"verificationToken",\
        "linked":true,"amount":50}
        """),
      .details3: text(
        """
        {"transaction":"\(id)","attempt":1,"outcome":"supplied",\
        "reference":"sandbox-\(Self.identifier(number).prefix(12))"}
        """),
      .transaction: text(id), .operation: text(operation), .debit: text(id + ":debit"),
      .supply: text(id + ":supply"), .order: text("supply:" + id),
      .content: text("{\"topUp\":\"\(id)\"}"),
      .reference: text("sandbox-\(Self.identifier(number).prefix(12))"),
    ]
  }

  func withArena<Outcome>(_ work: (UnsafeRawBufferPointer) throws -> Outcome) rethrows -> Outcome {
    try arena.withUnsafeBytes(work)
  }

  private mutating func text(_ text: String) -> Value { .text(append(Array(text.utf8))) }

  private mutating func blob(_ bytes: [UInt8]) -> Value { .blob(append(bytes)) }

  private mutating func append(_ bytes: [UInt8]) -> Range<Int> {
    let start = arena.count
    arena += bytes
    return start..<arena.count
  }

  /// 16 bytes that look random, as base64url: keys of the service have no order either.
  private static func identifier(_ number: Int) -> String { Base64URL.encode(bytes(16, number)) }

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
