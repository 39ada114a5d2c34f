import AirtimeServer
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
    let moment = Self.moment(of: number)
    let id = "tx_" + Self.identifier(number, at: moment)
    let operation = "op_" + Self.identifier(number, at: moment)
    let owner = "acc_" + Self.identifier(account)
    let challenge = Self.bytes(of: moment, count: 8) + Self.bytes(16, number)
    return [
      .now: .integer(moment),
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

  /// When an approval is, in milliseconds: two of them in each, as in a server that is busy.
  private static func moment(of number: Int) -> Int64 { 1_800_000_000_000 + Int64(number / 2) }

  /// 16 bytes that look random, as base64url.
  private static func identifier(_ number: Int) -> String { Base64URL.encode(bytes(16, number)) }

  /// The same beginning with its moment, as the service's ids of all that is stored by the
  /// thousand: in an index they stand side by side, and few of its pages are written.
  private static func identifier(_ number: Int, at moment: Int64) -> String {
    Base64URL.encode(bytes(of: moment, count: 6) + bytes(10, number))
  }

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
