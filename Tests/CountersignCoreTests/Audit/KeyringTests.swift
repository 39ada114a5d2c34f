import CountersignCore
import Testing
import WebAuthnModel

@Suite("The keyring")
struct KeyringTests {
  private static let purposes = [
    "challenge", "verificationToken", "code", "pinPepper", "auditSubject", "authenticatorSecret",
    "stopLink", "requester", "sealing", "lookup", "auditChain",
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
      ("key", "AAAA"), ("key", 5), ("madeAt", "2026-11-25"), ("name", "mine"),
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
    "a keyring of an earlier version keeps its keys and gets the missing ones",
    arguments: [1, 2, 3] as [Int64])
  func upgraded(from version: Int64) throws {
    let old = earlier(version)
    let read = try Keyring(parsing: old)
    #expect(read.isUpgraded)
    let upgraded = read.serialized()
    #expect(try Keyring(parsing: old).serialized() == upgraded)
    #expect(try !Keyring(parsing: upgraded).isUpgraded)
    let before = try members(old)
    #expect(try members(upgraded)["version"] == 5)
    for name in Self.purposes {
      let made = try key(1, of: name, in: upgraded)
      #expect(made != nil)
      if case .string(let kept)? = before[name] { #expect(made == kept) }
    }
    for (name, value) in [("code", nil), ("extra", "AAAA"), ("code", before["challenge"])]
      as [(String, JSONValue?)]
    {
      var damaged = before
      damaged[name] = value
      #expect(throws: KeyringError.self) {
        try Keyring(parsing: JSONValue.object(damaged).serialized())
      }
    }
  }

  // Holds: keys
  @Test("a keyring whose purposes have lists already gets the key of audit rows beside them")
  func upgradedLists() throws {
    var older = try members(Keyring.generated().serialized())
    older["version"] = 4
    older["auditChain"] = nil
    let read = try Keyring(parsing: JSONValue.object(older).serialized())
    #expect(read.isUpgraded)
    let upgraded = try members(read.serialized())
    #expect(upgraded["version"] == 5)
    for name in Self.purposes where name != "auditChain" { #expect(upgraded[name] == older[name]) }
    let made = try key(1, of: "auditChain", in: read.serialized())
    #expect(made != nil)
    let again = try Keyring(parsing: JSONValue.object(older).serialized())
    #expect(again.serialized() == read.serialized())
  }

  /// Computed with Python 3: HKDF-SHA256 of its `hmac` and `hashlib`.
  @Test("the keys that came since are the published derivation of those before")
  func derived() throws {
    let upgraded = try Keyring(parsing: earlier(1)).serialized()
    let derived = [
      "authenticatorSecret": "LLlBqnXV2bD5KIoD7lJcgpCPqPU_3_uSMg6ViN4jfrw",
      "stopLink": "bSgBdfTq8soPsrWu1deJZQ6WHwTXDw9ija2n9vq55Do",
      "requester": "dobORDKlnzwnRmjCGOJKlb96mx0nr7K67RNkJGcKKR4",
      "sealing": "t_MIlWgGMXxhETjHfhQvcX4XCjbswnhmwcOrJQa_qAw",
      "lookup": "zfwj6bjfIg0a1FxmeglLvXE0tpInJ5Ye9ZSyBCTyP6I",
      "auditChain": "ZgL1FiqENWmGtuGFvCobevzElDq22nN93OfHq46GD2c",
    ]
    for (name, text) in derived { #expect(try key(1, of: name, in: upgraded) == text) }
  }

  /// A keyring of a version that had one key for each purpose.
  private func earlier(_ version: Int64) -> [UInt8] {
    let count = [1: 5, 2: 6, 3: 8][version] ?? 0
    var members: JSONObject = ["version": .integer(version)]
    for (index, purpose) in Self.purposes.prefix(count).enumerated() {
      members[purpose] = .string(
        Base64URL.encode([UInt8](repeating: UInt8(index + 1), count: 32)))
    }
    return JSONValue.object(members).serialized()
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
