import CountersignCore
import CountersignTesting
import Testing
import WireModel

@Suite("The language of codes, over HTTP")
struct CodeLanguageRouteTests {
  @Test("Accept-Language chooses the words of a code, with a session and without one")
  func acceptLanguage() async throws {
    let server = try await ServerHarness()
    let german = PreferredLanguages(acceptLanguage: "de")
    var signUp = WireRequest(
      .signUp, body: SignUpRequest(userName: "ada@example.com", displayName: "Ada").json)
    signUp.languages = german
    let answer = try await server.send(signUp)
    #expect(answer.status == 202)
    await server.harness.deliverMessages()
    #expect(server.harness.messenger.messages.last?.language == .german)
    let token = try await server.signUp("grace@example.com")
    for (languages, expected) in [(german, Language.german), (.none, .english)] {
      var register = WireRequest(
        .requestCode, accessToken: token, body: CodeRequest(purpose: .register).json)
      register.languages = languages
      #expect(try await server.send(register).status == 202)
      await server.harness.deliverMessages()
      #expect(server.harness.messenger.messages.last?.language == expected)
    }
  }
}
