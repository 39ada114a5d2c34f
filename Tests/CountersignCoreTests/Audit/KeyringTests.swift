import CountersignCore
import Testing
import WebAuthnModel

@Suite("The keyring")
struct KeyringTests {
  @Test("is read as it was written, and prints no key")
  func roundTrip() throws {
    let keyring = Keyring.generated()
    let content = keyring.serialized()
    #expect(try Keyring(parsing: content).serialized() == content)
    var dumped = ""
    dump(keyring, to: &dumped)
    guard case .object(let members) = try JSONValue(parsing: content),
      case .string(let key)? = members["challenge"]
    else {
      Issue.record("the content is no object")
      return
    }
    #expect(!"\(keyring)\(String(reflecting: keyring))\(dumped)".contains(key))
  }

  @Test(
    "a keyring that is damaged is refused rather than guessed at",
    arguments: [
      "challenge", "verificationToken", "code", "pinPepper", "auditSubject",
      "authenticatorSecret",
    ])
  func damaged(purpose: String) throws {
    guard case .object(let whole) = try JSONValue(parsing: Keyring.generated().serialized())
    else { return }
    for value: JSONValue? in [nil, "", "AAAA", 5, whole["code"], whole["challenge"]] {
      var members = whole
      guard value != members[purpose] else { continue }
      members[purpose] = value
      let content = JSONValue.object(members).serialized()
      #expect(throws: KeyringError.self) { try Keyring(parsing: content) }
    }
    #expect(throws: KeyringError.self) { try Keyring(parsing: []) }
    #expect(throws: KeyringError.self) { try Keyring(parsing: Array("[]".utf8)) }
  }

  @Test(
    "a keyring of a version before keeps its keys and gets the missing ones, and no other does",
    arguments: [1, 2])
  func upgraded(from version: Int64) throws {
    let content = Keyring.generated().serialized()
    guard case .object(let whole) = try JSONValue(parsing: content) else { return }
    var members = whole
    members["version"] = .integer(version)
    let missing = (version == 1 ? ["authenticatorSecret"] : []) + ["stopLink", "requester"]
    for name in missing { members[name] = nil }
    let old = JSONValue.object(members).serialized()
    #expect(throws: KeyringError.self) { try Keyring(parsing: old) }
    let upgraded = try Keyring(upgrading: old).serialized()
    guard case .object(let read) = try JSONValue(parsing: upgraded) else { return }
    #expect(read["version"] == 3)
    for name in members.names where name != "version" { #expect(read[name] == members[name]) }
    for name in missing { #expect(read[name] != whole[name] && read[name] != nil) }
    #expect(try Keyring(upgrading: old).serialized() == upgraded)
    #expect(throws: KeyringError.self) { try Keyring(upgrading: content) }
    members["code"] = nil
    #expect(throws: KeyringError.self) {
      try Keyring(upgrading: JSONValue.object(members).serialized())
    }
  }

  /// Computed with Python 3: `cryptography.hazmat` (48.0) HKDF-SHA256.
  @Test("the key that came since is the published derivation of those before")
  func derived() throws {
    let purposes = ["challenge", "verificationToken", "code", "pinPepper", "auditSubject"]
    var members: JSONObject = ["version": 1]
    for (index, purpose) in purposes.enumerated() {
      members[purpose] = .string(
        Base64URL.encode([UInt8](repeating: UInt8(index + 1), count: 32)))
    }
    let upgraded = try Keyring(upgrading: JSONValue.object(members).serialized())
    guard case .object(let read) = try JSONValue(parsing: upgraded.serialized()) else { return }
    #expect(
      read["authenticatorSecret"] == .string("LLlBqnXV2bD5KIoD7lJcgpCPqPU_3_uSMg6ViN4jfrw"))
  }
}
