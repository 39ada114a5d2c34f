import Foundation
import Hummingbird
import WebAuthn

/// Sign-in by passkeys alone: `PasskeysOnly [ORIGIN]`, by default `http://localhost:8080`.
@main
struct PasskeysOnly {
  static func main() async {
    do {
      let origin = CommandLine.arguments.dropFirst().first ?? "http://localhost:8080"
      let passkeys = try PasskeyCeremonies(relyingPartyName: "Passkeys only", origin: origin)
      var random = SystemRandomNumberGenerator()
      let accounts = Accounts(SealedCeremonies(passkeys, using: &random))
      // An origin without a port is that of a proxy in front.
      let port = origin.split(separator: ":").last.flatMap { Int($0) } ?? 8080
      try await Application(
        router: router(for: accounts, at: origin),
        configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
        onServerRunning: { _ in FileHandle.standardOutput.write(Data("listening\n".utf8)) }
      ).runService()
    } catch {
      FileHandle.standardError.write(Data("error: \(error)\n".utf8))
      exit(1)
    }
  }

  static func router(for accounts: Accounts, at origin: String) -> Router<BasicRequestContext> {
    let router = Router()
    router.add(middleware: Gate(origin: origin))
    router.get("/") { _, _ in answer(PackageResources.index_html, type: "text/html") }
    router.get("/page.js") { _, _ in answer(PackageResources.page_js, type: "text/javascript") }
    router.get("/me") { request, _ in answer(await accounts.person(of: token(request))) }
    router.post("/sign-up/options") { request, _ in
      answer(try await accounts.startSignUp(read(request)))
    }
    router.post("/sign-up") { request, _ in opened(try await accounts.signUp(read(request))) }
    router.post("/sign-in/options") { _, _ in answer(try await accounts.startSignIn()) }
    router.post("/sign-in") { request, _ in opened(try await accounts.signIn(read(request))) }
    router.post("/sign-out") { request, _ in answer(await accounts.signOut(token(request))) }
    return router
  }

  static func read<Body: JSONBody>(_ request: Request) async throws -> Body {
    let body = try await request.body.collect(upTo: 65_536)
    return try Body(json: JSONValue(parsing: Array(body.readableBytesView)))
  }

  static func token(_ request: Request) -> String { request.cookies["session"]?.value ?? "" }

  /// Browsers take localhost for secure, so the cookie is everywhere.
  static func opened(_ session: (person: Person, token: String)) -> Response {
    var response = answer(session.person)
    response.headers[.setCookie] = "session=\(session.token); Secure; HttpOnly; SameSite=Strict"
    return response
  }

  static func answer(_ body: some JSONBody) -> Response {
    answer(body.json.serialized(), type: "application/json")
  }

  static func answer(_ bytes: [UInt8], type: String) -> Response {
    let policy = "default-src 'none'; script-src 'self'; connect-src 'self'"
    return Response(
      status: .ok, headers: [.contentType: type, .contentSecurityPolicy: policy],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}

/// Takes what the own page posts and nobody else, and says what is wrong with it.
struct Gate: RouterMiddleware {
  let origin: String

  func handle(
    _ request: Request, context: BasicRequestContext,
    next: (Request, BasicRequestContext) async throws -> Response
  ) async throws -> Response {
    guard request.method == .get || request.headers[.origin] == origin else {
      throw HTTPError(.forbidden, message: "posted from another origin")
    }
    do {
      return try await next(request, context)
    } catch let error where !(error is any HTTPResponseError) {
      throw HTTPError(.unprocessableContent, message: "\(error)")
    }
  }
}

/// Somebody who is signed in, or nobody.
struct Person: JSONBody { var name: String? }

/// The accounts, with a passkey each, in memory: a server of yours has its database here.
actor Accounts {
  private var ceremonies: SealedCeremonies
  private var random = SystemRandomNumberGenerator()
  private var accounts: [CredentialID: (person: Person, record: CredentialRecord)] = [:]
  private var sessions: [String: Person] = [:]

  init(_ ceremonies: SealedCeremonies) { self.ceremonies = ceremonies }

  func startSignUp(_ person: Person) throws -> CredentialCreationOptions {
    let name = try free(person.name)
    let user = UserEntity(id: UserHandle(using: &random), name: name, displayName: name)
    return try ceremonies.startRegistration(
      of: user, challenge: Challenge(using: &random), nowMilliseconds: now)
  }

  func signUp(_ response: RegistrationResponse) throws -> (Person, String) {
    let answer = try UnverifiedRegistration(response)
    let (registration, user) = try ceremonies.verify(answer, nowMilliseconds: now)
    let record = registration.record
    guard accounts[record.id] == nil else { throw CeremonyRefusal.credentialAlreadyRegistered }
    let person = Person(name: try free(user.name))
    accounts[record.id] = (person, record)
    return openSession(of: person)
  }

  func startSignIn() throws -> CredentialRequestOptions {
    try ceremonies.startAssertion(challenge: Challenge(using: &random), nowMilliseconds: now)
  }

  func signIn(_ response: AssertionResponse) throws -> (Person, String) {
    let answer = try UnverifiedAssertion(response)
    let account = accounts[answer.credentialID]
    let verified = try ceremonies.verify(
      answer, credential: account?.record, nowMilliseconds: now)
    accounts[answer.credentialID]?.record = verified.updatedRecord
    return openSession(of: account?.person ?? Person())
  }

  func person(of token: String) -> Person { sessions[token] ?? Person() }

  func signOut(_ token: String) -> Person {
    sessions[token] = nil
    return Person()
  }

  private func openSession(of person: Person) -> (Person, String) {
    let token = Challenge(using: &random).base64URL
    sessions[token] = person
    return (person, token)
  }

  private func free(_ name: String?) throws -> String {
    let isTaken = accounts.values.contains { $0.person.name == name }
    guard let name, 1...64 ~= name.utf8.count, !isTaken else {
      throw HTTPError(.conflict, message: "choose another name, of 1 to 64 bytes")
    }
    return name
  }

  private var now: Int64 { Int64(Date().timeIntervalSince1970 * 1000) }
}
