import Testing
import WebAuthnModel

@Suite("origins")
struct OriginTests {
  @Test(
    "canonical origins are read by what vouches for them",
    arguments: [
      ("https://example.com", Origin.Kind.web), ("https://a-b.example.com:8443", .web),
      ("http://localhost", .web), ("http://localhost:8080", .web), ("http://app.localhost:3", .web),
      ("http://127.0.0.1:8080", .web), ("http://[::1]:8080", .web), ("https://[::1]", .web),
      ("https://xn--bcher-kva.example", .web), ("ios:bundle-id:com.example.App-1", .apple),
      ("android:apk-key-hash:-sYXRdwJA3hvue3mKpYrOZ9zSPC7b4mbgzJmdZEDO5w", .android),
    ])
  func reads(text: String, kind: Origin.Kind) {
    #expect(Origin(text)?.kind == kind)
    #expect(Origin(text)?.text == text)
  }

  @Test(
    "anything else is refused",
    arguments: [
      "", "null", "example.com", "https://", "https:///", "https://example.com/", "https://a/b",
      "HTTPS://example.com", "https://Example.com", "https://example.com:443",
      "http://localhost:80", "https://example.com:", "https://example.com:0",
      "https://example.com:08", "https://example.com:99999", "https://example.com:+1",
      "https://u@example.com", "https://a..b", "https://.a", "https://a.", "https://é.example",
      "https://a b", "https://a?b", "https://a#b", "https://[::1", "https://[]", "https://[g]",
      "http://example.com", "http://localhost.example.com", "ftp://example.com",
      "ios:bundle-id:", "ios:bundle-id:a/b", "android:apk-key-hash:", "android:apk-key-hash:A",
      "android:apk-key-hash:a b", "android:apk-key-hash:AA",
      // A SHA-1, padded, the standard alphabet, and stray bits.
      "android:apk-key-hash:7d1043473d55bfa90e8530d35801d4e381bc69f0",
      "android:apk-key-hash:-sYXRdwJA3hvue3mKpYrOZ9zSPC7b4mbgzJmdZEDO5w=",
      "android:apk-key-hash:+sYXRdwJA3hvue3mKpYrOZ9zSPC7b4mbgzJmdZEDO5w",
      "android:apk-key-hash:-sYXRdwJA3hvue3mKpYrOZ9zSPC7b4mbgzJmdZEDO5x", " https://example.com",
      "https://example.com\u{0}",
      "file://", "chrome-extension://abc",
    ])
  func refuses(text: String) {
    #expect(Origin(text) == nil)
  }
}
