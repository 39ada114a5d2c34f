import CountersignCore
import Testing
import WebAuthnModel

@Suite("The keyring")
struct KeyringTests {
  private static let purposes = [
    "challenge", "verificationToken", "code", "pinPepper", "auditSubject", "stopLink", "requester",
    "sealing", "lookup", "auditChain",
  ]

  // Holds: keys
  @Test("is read as it was written, and prints no key")
  func roundTrip() throws {
    let keyring = Keyring.generated()
    let content = keyring.serialized()
    #expect(try Keyring(parsing: content).serialized() == content)
    var dumped = ""
    dump(keyring, to: &dumped)
    let text = try #require(try key(1, of: "challenge", in: content))
    #expect(!"\(keyring)\(String(reflecting: keyring))\(dumped)".contains(text))
  }

  // Holds: keys
  @Test("a keyring that is damaged is refused rather than guessed at", arguments: purposes)
  func damaged(purpose: String) throws {
    let whole = try members(Keyring.generated().serialized())
    guard case .array(let keys)? = whole[purpose], case .object(let key)? = keys.first else {
      Issue.record("there is no list of keys")
      return
    }
    let other = whole[purpose == "code" ? "challenge" : "code"]
    var damaged: [JSONValue?] = [nil, "", "AAAA", 5, [], [5], ["AAAA"], key["key"], other]
    damaged.append(.array(keys + keys))
    let changes: [(String, JSONValue?)] = [
      ("number", nil), ("number", 0), ("number", 256), ("number", "1"), ("key", nil),
      ("key", "AAAA"), ("key", 5), ("madeAt", nil), ("madeAt", "2026-11-25"), ("name", "mine"),
    ]
    for (name, value) in changes {
      var changed = key
      changed[name] = value
      damaged.append([.object(changed)])
    }
    var second = key
    second["number"] = 2
    damaged.append([.object(key), .object(second)])
    for value in damaged {
      var members = whole
      members[purpose] = value
      #expect(throws: KeyringError.self, "\(purpose): \(String(describing: value))") {
        try Keyring(parsing: JSONValue.object(members).serialized())
      }
    }
  }

  @Test("a keyring that says more than a keyring does, or is of a version to come, is refused")
  func unknown() throws {
    let whole = try members(Keyring.generated().serialized())
    for (name, value) in [("seal", whole["code"]), ("version", 6), ("version", nil)] {
      var members = whole
      members[name] = value
      let error = #expect(throws: KeyringError.self) {
        try Keyring(parsing: JSONValue.object(members).serialized())
      }
      #expect(error?.problem.contains(name) == true)
    }
    for content in ["", "[]", "{}"] {
      #expect(throws: KeyringError.self) { try Keyring(parsing: Array(content.utf8)) }
    }
  }

  // Holds: keys
  @Test(
    "a keyring of before the first release is refused in words", arguments: [1, 2, 3, 4] as [Int64])
  func earlier(version: Int64) throws {
    // The first three had one key for each purpose, in no list.
    let whole = try members(Keyring.generated().serialized())
    var members: JSONObject = ["version": .integer(version)]
    for purpose in Self.purposes {
      guard case .array(let keys)? = whole[purpose], case .object(let key)? = keys.first else {
        continue
      }
      members[purpose] = version < 4 ? key["key"] : .array(keys)
    }
    let error = #expect(throws: KeyringError.self) {
      try Keyring(parsing: JSONValue.object(members).serialized())
    }
    #expect(error?.problem == "is of version \(version), and this program reads 5 alone")
  }

  private func members(_ content: [UInt8]) throws -> JSONObject {
    guard case .object(let members) = try JSONValue(parsing: content) else { return [:] }
    return members
  }

  /// The key of a number, as a file has it.
  private func key(_ number: Int64, of purpose: String, in content: [UInt8]) throws -> String? {
    guard case .array(let keys)? = try members(content)[purpose] else { return nil }
    for case .object(let key) in keys where key["number"] == .integer(number) {
      if case .string(let text)? = key["key"] { return text }
    }
    return nil
  }
}
