import CountersignService
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
    "a keyring of the version before keeps its keys and gets the missing one, and no other does")
  func upgraded() throws {
    let content = Keyring.generated().serialized()
    guard case .object(let whole) = try JSONValue(parsing: content) else { return }
    var members = whole
    members["version"] = 1
    members["authenticatorSecret"] = nil
    let old = JSONValue.object(members).serialized()
    #expect(throws: KeyringError.self) { try Keyring(parsing: old) }
    let upgraded = try Keyring(upgrading: old).serialized()
    guard case .object(let read) = try JSONValue(parsing: upgraded) else { return }
    #expect(read["version"] == 2)
    for name in members.names where name != "version" { #expect(read[name] == members[name]) }
    #expect(read["authenticatorSecret"] != whole["authenticatorSecret"])
    #expect(throws: KeyringError.self) { try Keyring(upgrading: content) }
    members["code"] = nil
    #expect(throws: KeyringError.self) {
      try Keyring(upgrading: JSONValue.object(members).serialized())
    }
  }
}
