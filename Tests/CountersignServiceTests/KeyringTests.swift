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
}
