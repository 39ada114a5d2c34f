import Testing
import WireModel

@Suite("The path in front of the routes")
struct PathPrefixTests {
  @Test("a prefix is segments, each after a slash")
  func text() throws {
    for (text, prefix) in [
      ("auth", "/auth"), ("/auth", "/auth"), ("/bank/v1.2/a_b-c~d", "/bank/v1.2/a_b-c~d"),
    ] {
      #expect(try PathPrefix(text).description == prefix)
    }
    #expect(PathPrefix.root.description == "")
  }

  @Test(
    "what is no path of its own is refused",
    arguments: [
      "", "/", "//", "auth/", "/auth//pay", ".", "..", "/auth/../pay", "/auth/./pay", "auth?a=b",
      "auth#a", "https://bank.example/auth", "/zahlung/bestätigen", "a b", "%61", "a\n", "{tenant}",
      "*",
    ])
  func refused(_ text: String) {
    #expect(throws: PathPrefixError.self) { try PathPrefix(text) }
  }

  @Test("a request's path tells what is in front of its route")
  func ofRequest() {
    for (path, prefix) in [
      ("/sessions/links", ""), ("/auth/sessions/links", "/auth"), ("/a/b/sessions/links/", "/a/b"),
      ("//auth//sessions/links", "/auth"),
    ] {
      #expect(PathPrefix(of: path, before: .makeLink).description == prefix)
    }
  }
}
