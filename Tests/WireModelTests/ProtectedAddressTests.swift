import Testing
import WireModel

@Suite("An address that secrets may be sent to")
struct ProtectedAddressTests {
  @Test(
    "has TLS, or leads to this machine",
    arguments: [
      "https://sms.example.com", "https://sms.example.com:8443/send?a=b", "https://192.0.2.1/",
      "https://[2001:db8::1]:443/hook", "http://localhost", "http://localhost:3000/hook",
      "http://LOCALHOST:3000", "http://127.0.0.1/", "http://127.8.8.8:80", "http://[::1]:3000/hook",
      "http://localhost?a=b",
    ])
  func taken(_ text: String) throws {
    #expect(try ProtectedAddress(text).text == text)
  }

  // Holds: transport
  @Test(
    "goes nowhere else in the clear, however near a name comes to this machine's",
    arguments: [
      "http://sms.example.com", "http://localhost.example.com", "http://127.0.0.1.example.com",
      "http://192.0.2.1", "http://[2001:db8::1]", "http://0.0.0.0", "http://127.1",
      "http://2130706433", "http://0x7f.0.0.1", "http://127.0.0.01", "http://127.0.0.256",
      "http://localhost.", "http://pay.localhost", "http://[::ffff:192.0.2.1]",
    ])
  func clear(_ text: String) {
    #expect(throws: ProtectedAddressError.self) { try ProtectedAddress(text) }
    #expect(code(of: text) == .clear)
  }

  @Test(
    "holds no user, whoever a browser would take for the host",
    arguments: [
      "http://localhost@sms.example.com", "http://127.0.0.1:80@sms.example.com",
      "https://user:password@sms.example.com",
    ])
  func user(_ text: String) {
    #expect(code(of: text) == .user)
  }

  @Test(
    "is written in one way only",
    arguments: [
      "", "sms.example.com", "ftp://localhost", "HTTP://localhost", "http:/localhost", "http://",
      "http://:80", "http://localhost:0", "http://localhost:65536", "http://localhost:a",
      "http://localhost:", "http://localhost\\@sms.example.com", "http://local host",
      "http://localhost/\u{e9}", "http://localhost/#a", "https://exa%6dple.com",
      "http://[::1", "http://[::1]a", "http://[]", " http://localhost", "http://localhost\n",
    ])
  func form(_ text: String) {
    #expect(code(of: text) == .form)
  }

  @Test("repeats nothing of itself in its fault, and says what to do")
  func fault() {
    for text in ["http://user:pw@a.example", "http://pw.example", "pw"] {
      let error = #expect(throws: ProtectedAddressError.self) { try ProtectedAddress(text) }
      #expect("\(error?.description ?? "pw") \(error?.hint ?? "pw")".contains("pw") == false)
    }
  }

  private func code(of text: String) -> ProtectedAddressError.Code? {
    do {
      _ = try ProtectedAddress(text)
      return nil
    } catch {
      return error.code
    }
  }
}
